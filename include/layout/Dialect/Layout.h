//===- Layout.h - The layout dialect ----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, its attributes and its operations. LayoutOps.td documents the
// operations. A file that names none of them includes only LayoutAttributes.h,
// and need not be compiled again if one changes.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_H
#define LAYOUT_DIALECT_LAYOUT_H

#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#define GET_OP_CLASSES
#include "layout/Dialect/LayoutOps.h.inc"

#endif // LAYOUT_DIALECT_LAYOUT_H
