//===- JoinedLoops.cpp - Contractions over fewer loops --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinedLoops.h"
#include "Analysis/CarriedAttributes.h"
#include "RespelledOps.h"
#include "Targets/OpJudgement.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::layout;

/// As getAdjacentLoops, for reshapes.
static ReassociationIndices
getJoined(ArrayRef<AffineMap> maps, const CriticalOp &critical, LoopRole role) {
  SmallVector<unsigned> loops = getAdjacentLoops(maps, critical, role);
  return ReassociationIndices(loops.begin(), loops.end());
}

/// Whether the columns are in front of the rows in the result, as if the
/// operands had changed places:
///
///   linalg.contract ins(%w, %x): (k, n), (b, m, k) -> (b, m, n)
static bool hasColumnsFirst(AffineMap result, const CriticalOp &critical) {
  for (AffineExpr index : result.getResults()) {
    unsigned loop = cast<AffineDimExpr>(index).getPosition();
    if (llvm::is_contained(critical.getLoops(LoopRole::M), loop))
      return false;
    if (llvm::is_contained(critical.getLoops(LoopRole::N), loop))
      return true;
  }
  return false;
}

/// The loops that are joined. Several rows alone are none: they may be the
/// dims of images, whose convolution by 1x1 is written as an einsum. Several
/// columns that do not follow each other are blocks.
static SmallVector<ReassociationIndices>
getJoinedLoops(linalg::LinalgOp op, const CriticalOp &critical) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (critical.isConvolution() || !llvm::all_of(maps, [](AffineMap map) {
        return map.isProjectedPermutation();
      }))
    return {};
  SmallVector<ReassociationIndices> joined;
  LoopRole rows = LoopRole::M, columns = LoopRole::N;
  if (hasColumnsFirst(maps.back(), critical))
    std::swap(rows, columns);
  for (LoopRole role : {columns, LoopRole::K}) {
    if (critical.getLoops(role).size() < 2)
      continue;
    joined.push_back(getJoined(maps, critical, role));
    if (joined.back().empty())
      return {};
  }
  if (joined.empty())
    return {};
  for (LoopRole role : {LoopRole::Batch, rows})
    if (ReassociationIndices loops = getJoined(maps, critical, role);
        !loops.empty())
      joined.push_back(std::move(loops));
  return joined;
}

static void join(RewriterBase &rewriter, linalg::LinalgOp op,
                 ArrayRef<ReassociationIndices> loops) {
  SmallVector<NamedAttribute> attributes =
      getCarriedAttributes(op, CarriedMarks::None);
  linalg::GenericOp generic = generalize(rewriter, op);
  if (!generic)
    return;
  rewriter.setInsertionPoint(generic);
  FailureOr<linalg::CollapseResult> collapsed = linalg::collapseOpIterationDims(
      cast<linalg::LinalgOp>(generic.getOperation()), loops, rewriter);
  if (failed(collapsed))
    return;
  rewriter.replaceOp(generic, collapsed->results);
  specializeRespelled(
      rewriter, cast<linalg::GenericOp>(collapsed->collapsedOp.getOperation()),
      attributes);
}

void layout::joinLoops(func::FuncOp function, RewriterBase &rewriter) {
  for (auto &[op, critical] : getRespellableOps(function))
    if (SmallVector<ReassociationIndices> loops = getJoinedLoops(op, critical);
        !loops.empty())
      join(rewriter, op, loops);
}
