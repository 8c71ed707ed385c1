//===- CandidateCosts.h - Costs of candidates -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The costs of candidates besides the rewrites of nets. All functions return
// bytes read and written.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_CANDIDATECOSTS_H
#define LAYOUT_LIB_PLANNING_MODEL_CANDIDATECOSTS_H

#include "PlanningModel.h"
#include "Relayout/LoopRelayout.h"
#include "layout/Analysis/CallSites.h"

namespace mlir::layout {

class LayoutTransformOp;

/// The bytes moved by `op` itself if it is a rewrite, but not one that becomes
/// part of a net (a flip, for example). `op` may be null.
Cost getOwnRewriteCost(Operation *op, const CallSites &calls);

/// The same for a transform whose ports have the layouts `ports`: a reshape
/// whose map is not mixed radix keeps row-major order in some layouts only.
Cost getOwnRewriteCost(LayoutTransformOp op, ArrayRef<MixedRadixMap> ports,
                       const CallSites &calls);

/// The bytes moved by the rewrites that a layout option with the layouts
/// `layouts` needs at its op, in one run.
Cost getLocalRewriteCost(linalg::LinalgOp op, ArrayRef<OperandLayout> layouts);
/// The same for any op; `ports` has the layouts of its operands and results.
Cost getLocalRewriteCost(Operation *op, ArrayRef<MixedRadixMap> ports);

/// Whether `op` is a pad, a slice or the like, which only moves elements.
bool isMovement(Operation *op);

/// The bytes of padding that an op reads and writes in one run if its ports
/// have the layouts `layouts`.
Cost getBytesOfPadding(const ModelVariable &variable,
                       ArrayRef<MixedRadix> layouts);

/// A value that a move writes or reads only because another one is apart from
/// it: the slice of a slice, the slice into which something is inserted before
/// it is put back, a pad of a pad.
struct JoinableMove {
  Value between;
  Operation *other;
};

/// Returns what `op` moves more than if it were one op with another move. That
/// is what they become if nothing is rewritten in between and both have the
/// same layout (`layout-clean-up`).
std::optional<JoinableMove> getJoinableMove(Operation *op);

/// The bytes that such an op moves more in one run if its ports have the
/// layouts `layouts`, in which the other one cannot be part of it: it moves
/// blocks of a dim of which the other one moves elements. Otherwise 0.
Cost getSeparateMoveBytes(const ModelVariable &variable,
                          ArrayRef<MixedRadix> layouts);

/// How often the op of a variable runs, at least once.
Cost getRunCount(const ModelVariable &variable, const CallSites &calls);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_CANDIDATECOSTS_H
