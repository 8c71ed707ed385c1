//===- JoinedCandidates.h - Several rewrites in one -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Candidates in which a value is converted and cropped, or converted and
// transformed, by one rewrite that is part of their cost. They use layouts that
// other candidates have brought up.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_JOINEDCANDIDATES_H
#define LAYOUT_LIB_PLANNING_MODEL_JOINEDCANDIDATES_H

#include "PlanningModel.h"
#include "layout/Analysis/CallSites.h"

namespace mlir::layout {

/// Adds the candidate in which a crop and the rewrites in front of it are one
/// rewrite from layout `produced` of the net. Returns whether that is possible.
bool addJoinedCrop(PlanningModel &model, const CallSites &calls,
                   unsigned variable, unsigned produced);

/// Adds all candidates of joined crops and transforms, and of results that are
/// cropped or filled. Call it when the other candidates are known.
void addJoinedCandidates(PlanningModel &model, const CallSites &calls,
                         const ModelOptions &options);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_JOINEDCANDIDATES_H
