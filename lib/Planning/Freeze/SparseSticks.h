//===- SparseSticks.h - Results with one element a stick --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device that reads memory in sticks adds up a stick into one place, so that
// a reduction along the sticks gives a tensor with one element at the front of
// each stick. Such a result is a padded dim of size 1. A reduction gets that
// dim here, and so do the elementwise ops that read its result. They stay free:
// `layout-flow` pads the dim where what is reduced is innermost, and converts
// the result for users that need it dense.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_SPARSESTICKS_H
#define LAYOUT_LIB_PLANNING_FREEZE_SPARSESTICKS_H

#include "layout/Targets/LayoutTarget.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {
class DecisionReport;

/// Gives the reductions of `functions`, and those that a softmax consists of,
/// a dim of size 1 at index 0 behind those of their results, and the mark
/// `layout.along_stick`, where the first thing that `targets` states of them is
/// sparse results. Elementwise ops that read them follow. Where that cannot be
/// had, it is a missed remark and recorded in `report`, and an error if it is
/// required.
LogicalResult makeReductionsSparse(ArrayRef<func::FuncOp> functions,
                                   const LayoutTargets &targets,
                                   DecisionReport &report);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_SPARSESTICKS_H
