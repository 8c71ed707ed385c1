//===- Candidates.h - The candidates of the variables -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable gets candidates from two sides:
//
//   * Own candidates depend on the op alone: the identity, and the layout
//     options of a critical op.
//   * Propagated candidates depend on a layout of a net at one port. For an op
//     with a layout rule, the rule says which layouts the other ports have then
//     (`LayoutRule::pull`). A critical op with flexibility substitutes the
//     layout of that port in the candidates it has.
//
// A new candidate may add layouts to its nets, which are propagated in turn,
// until nothing changes. So an op with a new layout rule (LayoutRuleInterface,
// or an external model of it) needs no change here. A new kind of candidate
// that depends on the op alone is added in `addOwnCandidates`; one that reacts
// to its neighbours is added in `propagateTo`. Both call `addCandidate` with a
// layout for every port and a cost.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_CANDIDATES_H
#define LAYOUT_LIB_PLANNING_MODEL_CANDIDATES_H

#include "LoopRelayoutCache.h"
#include "PlanningModel.h"
#include "layout/Analysis/CallSites.h"

namespace mlir::layout {

/// Gives each variable of `model`, which has all its ports and nets, its
/// candidates. Own candidates are added in the order `order`, which names each
/// variable once; it decides the numbers of layouts. A variable gets at most
/// `options.maxCandidates` propagated ones, the nearest first; if some were
/// left out, the problem is marked as capped.
void generateCandidates(PlanningModel &model, ArrayRef<unsigned> order,
                        const CallSites &calls, LoopRelayoutCache &relayouts,
                        const ModelOptions &options);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_CANDIDATES_H
