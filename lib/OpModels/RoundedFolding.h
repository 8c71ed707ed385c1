//===- RoundedFolding.h - Folds that upstream leaves out --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OPMODELS_ROUNDEDFOLDING_H
#define LAYOUT_LIB_OPMODELS_ROUNDEDFOLDING_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Returns the result of an op on a constant that upstream does not fold: a
/// reciprocal square root, or the truncation of a number, which is rounded to
/// nearest. Returns null for other ops and operands.
Attribute foldRounded(Operation *op, Attribute operand);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OPMODELS_ROUNDEDFOLDING_H
