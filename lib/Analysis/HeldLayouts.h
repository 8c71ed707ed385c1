//===- HeldLayouts.h - Stated layouts that outlive their ops ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op states layouts of its results (ValueAnnotations.h) in attributes. The
// patterns of canonicalization and of `layout-raise` replace ops by others, and
// drop such attributes. So passes that run them in front of `layout-legalize`
// hold each stated value behind an op that no pattern replaces:
//
//   %1 = tensor.extract_slice %0 [0, 0] [4, 2] [1, 1]
//          {layout.require = "MK -> KM"} : ...
//   return %1
//
// becomes
//
//   %1 = tensor.extract_slice %0 [0, 0] [4, 2] [1, 1]
//          {layout.require = "MK -> KM"} : ...
//   %2 = layout.constraint %1 {layout.require = "MK -> KM"}
//   return %2
//
// Whatever computes the value later, the statement is about it.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_HELDLAYOUTS_H
#define LAYOUT_LIB_ANALYSIS_HELDLAYOUTS_H

#include "layout/Dialect/LayoutAttributes.h"

namespace mlir::layout {

/// Whether `op` holds a value of which layouts are stated.
bool isHolder(Operation *op);

/// Holds the results of which ops inside of `function` state layouts. Ops that
/// are frozen, and those that hold values already, stay as they are.
void holdStatedValues(Operation *function);

/// Removes the holders of values that are still computed by an op that states
/// the same.
void releaseStatedValues(Operation *function);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_HELDLAYOUTS_H
