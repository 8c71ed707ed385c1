//===- PlannedMovement.h - What a plan says of its program ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures of a plan, for `layout-verify-plan` to compare with the program.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_PLANNEDMOVEMENT_H
#define LAYOUT_LIB_PLANNING_PLANNEDMOVEMENT_H

#include "Planning/Model/PlanningModel.h"
#include "layout/Analysis/CallSites.h"
#include "layout/Report/PlanReport.h"

namespace mlir::layout {

/// Returns what `functions`, of which `model` is the model, move when `plan` is
/// applied. To be called before that.
PlannedMovement getPlannedMovement(const PlanningModel &model, const Plan &plan,
                                   ArrayRef<func::FuncOp> functions,
                                   const CallSites &calls);

/// Returns the bytes that moves do not move once they are joined
/// (getJoinableMove). `layout-clean-up` joins them if nothing is rewritten in
/// between, as in the baseline.
Cost getJoinedMoveBytes(ArrayRef<func::FuncOp> functions,
                        const CallSites &calls);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_PLANNEDMOVEMENT_H
