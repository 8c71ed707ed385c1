//===- JoinedDims.cpp - Matmuls with rows in several dims -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinedDims.h"
#include "Analysis/CarriedAttributes.h"
#include "Targets/OpJudgement.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether some layout of `requested` has blocks or sticks of a letter, or
/// aligns it, which is done to one dim.
static bool isCut(const Preference &requested, char letter) {
  auto cuts = [&](const LetterLayout &layout) {
    return layout.isCut(letter) || layout.getAlignment(letter) != 1;
  };
  return llvm::any_of(requested.alternatives,
                      [&](const Alternative &alternative) {
                        const CriticalOpLayouts &layouts = alternative.layouts;
                        return cuts(layouts.data) || cuts(layouts.kernel) ||
                               cuts(layouts.result);
                      });
}

std::optional<linalg::LinalgOp>
layout::joinCutDims(RewriterBase &rewriter, linalg::LinalgOp op,
                    const CriticalOp &critical, const Preference &requested) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (critical.isConvolution() || !llvm::all_of(maps, [](AffineMap map) {
        return map.isProjectedPermutation();
      }))
    return std::nullopt;
  SmallVector<ReassociationIndices> joined;
  for (auto [role, letter] :
       {std::pair(LoopRole::M, 'M'), {LoopRole::N, 'N'}, {LoopRole::K, 'K'}}) {
    if (critical.getLoops(role).size() < 2 || !isCut(requested, letter))
      continue;
    SmallVector<unsigned> loops = getAdjacentLoops(maps, critical, role);
    if (loops.empty())
      return std::nullopt;
    joined.emplace_back(loops.begin(), loops.end());
  }
  if (joined.empty())
    return std::nullopt;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<NamedAttribute> attributes =
      getCarriedAttributes(op, CarriedMarks::Fulfilled);
  if (!isa<linalg::GenericOp>(op.getOperation())) {
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, op);
    if (failed(generic))
      return std::nullopt;
    op = cast<linalg::LinalgOp>(generic->getOperation());
    rewriter.setInsertionPoint(op);
  }
  FailureOr<linalg::CollapseResult> collapsed =
      linalg::collapseOpIterationDims(op, joined, rewriter);
  if (failed(collapsed))
    return std::nullopt;
  rewriter.replaceOp(op, collapsed->results);
  for (NamedAttribute attribute : attributes)
    collapsed->collapsedOp->setDiscardableAttr(attribute.getName(),
                                               attribute.getValue());
  return collapsed->collapsedOp;
}
