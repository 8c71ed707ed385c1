//===- DataMovementInterface.cpp - Ops that move elements -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/DataMovementInterface.h"

using namespace mlir;
using namespace mlir::layout;

#include "layout/Interfaces/DataMovementInterface.cpp.inc"
