//===- CollapseReductions.cpp - One loop for two reductions ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollapseReductions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

/// Returns the dim that loop `outer` indexes if loop `outer + 1` indexes the
/// next dim, and no other index has one of them. Returns no dim if no index
/// has, and fails otherwise.
static FailureOr<std::optional<unsigned>> findDim(AffineMap map,
                                                  unsigned outer) {
  unsigned numUses = 0;
  for (AffineExpr index : map.getResults())
    numUses += index.isFunctionOfDim(outer) || index.isFunctionOfDim(outer + 1);
  if (numUses == 0)
    return std::optional<unsigned>();
  MLIRContext *context = map.getContext();
  std::optional<unsigned> dim =
      map.getResultPosition(getAffineDimExpr(outer, context));
  if (!dim || numUses != 2 || *dim + 1 >= map.getNumResults() ||
      map.getResult(*dim + 1) != getAffineDimExpr(outer + 1, context))
    return failure();
  return dim;
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
struct CollapseReductions : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.hasIndexSemantics())
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
             auto dim = findDim(op.getMatchingIndexingMap(&operand), outer);
             auto type = dyn_cast<RankedTensorType>(operand.get().getType());
             bool mayCollapse =
                 type && !type.getEncoding() && op.isDpsInput(&operand) &&
                 !operand.get().getDefiningOp<tensor::ExtractSliceOp>();
             return succeeded(dim) && (mayCollapse || !*dim);
           });
  }

  static void join(RewriterBase &rewriter, linalg::GenericOp op,
                   unsigned outer) {
    SmallVector<Value> operands;
    SmallVector<AffineMap> maps;
    for (auto [operand, map] :
         llvm::zip_equal(op->getOperands(), op.getIndexingMapsArray())) {
      std::optional<unsigned> dim = *findDim(map, outer);
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

void layout::populateCollapseReductionsPattern(RewritePatternSet &patterns) {
  patterns.add<CollapseReductions>(patterns.getContext());
}
