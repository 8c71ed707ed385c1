//===- LayoutFlexibility.h - Critical ops beside their entries --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_LAYOUTFLEXIBILITY_H
#define LAYOUT_LIB_PLANNING_MODEL_LAYOUTFLEXIBILITY_H

#include "PlanningModel.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Report/PlanReport.h"

namespace mlir::layout {

/// What the attributes of an op with entries leave it.
LayoutFlexibility getFlexibility(linalg::LinalgOp op);

/// Whether the op would read an input in another order than is standard for it,
/// which it does not do as it stands: that is a rewrite in hiding.
bool hidesRewrite(linalg::LinalgOp op, const LoopRelayout &relayout);

/// The operands that ops with `order = absorbed` read in another order than in
/// the program as it stands, if `plan` is applied; in program order.
std::vector<AbsorbedRead> getAbsorbedReads(const PlanningModel &graph,
                                           const Plan &plan);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_LAYOUTFLEXIBILITY_H
