//===- SparseResults.h - Results with one element a stick -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device that reads memory in sticks adds up the elements of a stick into one
// place: a sum of a tensor<20x64xf32> along sticks of 32 elements is a
// tensor<20x1xf32> whose last dim is padded to 32. Which dim the sticks of the
// operand belong to is known once its layout is chosen.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_SPARSERESULTS_H
#define LAYOUT_LIB_PLANNING_MODEL_SPARSERESULTS_H

#include "layout/Interfaces/LayoutRule.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// The elements of a stick in which `op`, which may be null, leaves each of its
/// results if it reduces along sticks (`layout.along_stick`); nothing if its
/// results are dense.
std::optional<int64_t> getStickOfResults(Operation *op);

/// Pads, in an order of the factors of `rule`, the unit dim of the results of
/// `op` to `stick` elements if some input ends with an element that is reduced,
/// and to nothing otherwise. The order stays as it is if the results have no
/// unit dim.
void setSparseResults(FactorOrder &order, const LayoutRule &rule,
                      linalg::LinalgOp op, int64_t stick);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_SPARSERESULTS_H
