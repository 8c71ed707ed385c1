//===- JoinReductions.cpp - One loop for several reductions ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinReductions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

/// Whether an operand with this map has no dims that loops `outer` and
/// `outer + 1` index, or one that each of them indexes alone, next to each
/// other; `dim` is the first of these.
static bool areDimsAdjacent(AffineMap map, unsigned outer,
                            std::optional<unsigned> &dim) {
  unsigned numUses = 0;
  for (AffineExpr index : map.getResults())
    numUses += index.isFunctionOfDim(outer) || index.isFunctionOfDim(outer + 1);
  MLIRContext *context = map.getContext();
  dim = map.getResultPosition(getAffineDimExpr(outer, context));
  if (!dim)
    return numUses == 0;
  return numUses == 2 && *dim + 1 < map.getNumResults() &&
         map.getResult(*dim + 1) == getAffineDimExpr(outer + 1, context);
}

/// The access without loop `outer + 1`, and without the dim behind `dim`.
static AffineMap dropInner(AffineMap map, unsigned outer,
                           std::optional<unsigned> dim) {
  SmallVector<AffineExpr> loops, indices(map.getResults());
  for (unsigned loop = 0; loop < map.getNumDims(); ++loop)
    loops.push_back(getAffineDimExpr(loop - (loop > outer), map.getContext()));
  if (dim)
    indices.erase(indices.begin() + *dim + 1);
  for (AffineExpr &index : indices)
    index = index.replaceDims(loops);
  return AffineMap::get(map.getNumDims() - 1, 0, indices, map.getContext());
}

/// Joins a dim with the next one.
static Value joinDims(RewriterBase &rewriter, Value value, unsigned dim) {
  SmallVector<ReassociationIndices> groups;
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  for (int64_t source = 0; source < rank; ++source)
    if (source == dim + 1)
      groups.back().push_back(source);
    else
      groups.push_back({source});
  return tensor::CollapseShapeOp::create(rewriter, value.getLoc(), value,
                                         groups);
}

namespace {
struct JoinReductions : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
        llvm::any_of(op->getOperands(), [](Value operand) {
          return operand.getDefiningOp<tensor::ExtractSliceOp>();
        }))
      return failure();
    for (unsigned outer = 0; outer + 1 < op.getNumLoops(); ++outer)
      if (canJoin(op, outer)) {
        join(rewriter, op, outer);
        return success();
      }
    return failure();
  }

private:
  static bool canJoin(linalg::GenericOp op, unsigned outer) {
    auto isReduction = [&](unsigned loop) {
      return op.getIteratorTypesArray()[loop] ==
                 utils::IteratorType::reduction &&
             ShapedType::isStatic(op.getStaticLoopRanges()[loop]);
    };
    return isReduction(outer) && isReduction(outer + 1) &&
           llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
             std::optional<unsigned> dim;
             return areDimsAdjacent(op.getMatchingIndexingMap(&operand), outer,
                                    dim) &&
                    !(dim && op.isDpsInit(&operand));
           });
  }

  static void join(RewriterBase &rewriter, linalg::GenericOp op,
                   unsigned outer) {
    SmallVector<Value> operands;
    SmallVector<AffineMap> maps;
    for (auto [operand, map] :
         llvm::zip_equal(op->getOperands(), op.getIndexingMapsArray())) {
      std::optional<unsigned> dim;
      areDimsAdjacent(map, outer, dim);
      operands.push_back(dim ? joinDims(rewriter, operand, *dim) : operand);
      maps.push_back(dropInner(map, outer, dim));
    }
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    iterators.erase(iterators.begin() + outer + 1);
    unsigned numInputs = op.getNumDpsInputs();
    auto joined = linalg::GenericOp::create(
        rewriter, op.getLoc(), op->getResultTypes(),
        ArrayRef(operands).take_front(numInputs),
        ArrayRef(operands).drop_front(numInputs), maps, iterators);
    joined.getRegion().takeBody(op.getRegion());
    joined->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, joined);
  }
};
} // namespace

void layout::populateJoinReductionsPattern(RewritePatternSet &patterns) {
  patterns.add<JoinReductions>(patterns.getContext());
}
