//===- DataMovementInterface.cpp - Ops that move elements -----------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/DataMovementInterface.h"

using namespace mlir;
using namespace mlir::layout;

#include "layout/Analysis/DataMovementInterface.cpp.inc"
