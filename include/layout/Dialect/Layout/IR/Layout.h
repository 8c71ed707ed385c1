//===- Layout.h - The layout dialect ----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, its attributes and its operations. What they mean is said in
// LayoutDialect.td, LayoutAttributes.td and LayoutOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_IR_LAYOUT_H
#define LAYOUT_DIALECT_LAYOUT_IR_LAYOUT_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "layout/Dialect/Layout/IR/LayoutDialect.h.inc"
#include "layout/Dialect/Layout/IR/LayoutEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "layout/Dialect/Layout/IR/LayoutAttributes.h.inc"

#define GET_OP_CLASSES
#include "layout/Dialect/Layout/IR/LayoutOps.h.inc"

#endif // LAYOUT_DIALECT_LAYOUT_IR_LAYOUT_H
