//===- NetPadding.h - Contents of padded versions ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_NETPADDING_H
#define LAYOUT_LIB_PLANNING_MODEL_NETPADDING_H

#include "LoopRelayoutCache.h"
#include "PlanningModel.h"

namespace mlir::layout {

/// Chooses `ModelNet::padding` of all nets, such that few pads and layout
/// options need another content: where the producer of a net can provide what
/// they require at no cost, all padded versions of the net hold it.
void choosePaddings(PlanningModel &model, LoopRelayoutCache &relayouts,
                    const ModelOptions &options);

/// Whether the results of an op that moves elements hold in their padding what
/// `ModelNet::padding` of their nets says, if its ports are padded as those of
/// `grown`. Other ops can select that, or have been found to hold it.
bool holdPaddings(const PlanningModel &model, const ModelVariable &variable,
                  const LayoutRule &grown);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_NETPADDING_H
