//===- TransposedOperands.cpp - Operands that keep ops from vectors -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposedOperands.h"
#include "KernelObstacles.h"
#include "layout/Analysis/AdjacentElements.h"
#include "layout/Dialect/Layout/Utils/ConstantData.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

/// How often an element has to be used to be worth transposing. Without vectors
/// along the result a sum of products takes two to four times as long; measured
/// on matrices in caches, that is worth it from 16 uses at most, or from 20.
static constexpr int64_t minUses = 24;

/// From this size on, transposing waits for memory, and the products for the
/// pages of rows that are far apart. Measured, 64 uses are too few then.
static constexpr int64_t largeBytes = 8 << 20;
static constexpr int64_t minUsesIfLarge = 128;

/// Rows that are a multiple of this apart share few lines of a first-level
/// cache, 16 or fewer of them on the usual ones.
static constexpr int64_t conflictBytes = 2048;

static int64_t countIterations(linalg::LinalgOp op, ArrayRef<int64_t> loops) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t count = 1;
  for (int64_t loop : loops)
    count *= ranges[loop];
  return count;
}

/// The fewest loops over last dims of the result of `op` that have `lanes`
/// iterations or more together; none if there are no such loops.
static SmallVector<int64_t> getResultLoops(linalg::LinalgOp op, int64_t lanes) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(), loops;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr index : llvm::reverse(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop || ShapedType::isDynamic(ranges[loop.getPosition()]))
      return {};
    loops.insert(loops.begin(), loop.getPosition());
    if (countIterations(op, loops) >= lanes)
      return loops;
  }
  return {};
}

/// Whether adjacent iterations of `loops`, as if they were one loop, access
/// adjacent elements of an operand, or the same one.
static bool accessesInOrder(linalg::LinalgOp op, OpOperand &operand,
                            ArrayRef<int64_t> loops) {
  return accessesAdjacentElements(op, operand, loops.back()) &&
         linalg::isDimSequencePreserved(op.getMatchingIndexingMap(&operand),
                                        loops);
}

/// How often each element of an input is used at least; a dynamic extent may be
/// one.
static int64_t countUses(linalg::LinalgOp op, AffineMap map) {
  int64_t count = 1;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
    if (!map.isFunctionOfDim(loop) && ShapedType::isStatic(range))
      count *= range;
  return count;
}

/// Whether all operands have numbers of 32 bits or more, as narrower ones have
/// their own instructions.
static bool hasWideElements(linalg::LinalgOp op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 32;
  });
}

/// Whether vectors along `loops` come in tiles of many rows, because two of
/// them do not divide these, while the rows of another input share lines of the
/// cache: each element of a tile evicts the one before it.
static bool evictsRows(linalg::LinalgOp op, ArrayRef<int64_t> loops,
                       int64_t lanes) {
  return countIterations(op, loops) % (2 * lanes) != 0 &&
         llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
           auto type = dyn_cast<RankedTensorType>(input->get().getType());
           return type && type.getRank() > 1 &&
                  !type.isDynamicDim(type.getRank() - 1) &&
                  !op.getMatchingIndexingMap(input).isFunctionOfDim(
                      loops.back()) &&
                  type.getShape().back() * type.getElementTypeBitWidth() / 8 %
                          conflictBytes ==
                      0;
         });
}

/// Whether an operand can have the dims that `loops` index innermost, and
/// whether that is worth it.
static bool isWorthTransposing(linalg::LinalgOp op, OpOperand &operand,
                               ArrayRef<int64_t> loops) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!type || !type.hasStaticShape() || !map.isProjectedPermutation() ||
      !llvm::all_of(loops,
                    [&](int64_t loop) { return map.isFunctionOfDim(loop); }))
    return false;
  int64_t bytes = type.getNumElements() * (type.getElementTypeBitWidth() / 8);
  return countUses(op, map) >= (bytes < largeBytes ? minUses : minUsesIfLarge);
}

TransposedOperands layout::findOperandsToTranspose(linalg::LinalgOp op,
                                                   int64_t lanes) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !hasWideElements(op) || !canComputeVectors(op))
    return {};
  SmallVector<int64_t> loops = getResultLoops(op, lanes);
  if (loops.empty() || evictsRows(op, loops, lanes))
    return {};
  // Upstream collapses loops only if all maps are projected permutations.
  if (loops.size() > 1 && !op.hasOnlyProjectedPermutations())
    return {};
  TransposedOperands transposed{loops, {}};
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (accessesInOrder(op, *input, loops))
      continue;
    if (!isWorthTransposing(op, *input, loops))
      return {};
    transposed.operands.push_back(input->getOperandNumber());
  }
  return transposed;
}

/// A constant with its dims in another order; null if its data is not known.
static ElementsAttr transposeConstant(Value source, ArrayRef<int64_t> order) {
  ElementsAttr elements;
  std::string whyNot;
  if (!matchPattern(source, m_Constant(&elements)))
    return {};
  std::optional<ConstantData> data = ConstantData::get(elements, whyNot);
  if (!data)
    return {};
  return data->apply(IndexMap::getPermutation(order, source.getContext()));
}

/// A tensor with its dims in another order. Constants are moved now.
static Value transpose(RewriterBase &rewriter, Location loc, Value source,
                       ArrayRef<int64_t> order) {
  if (ElementsAttr constant = transposeConstant(source, order))
    return arith::ConstantOp::create(rewriter, loc, cast<TypedAttr>(constant));
  auto type = cast<RankedTensorType>(source.getType());
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, applyPermutation(type.getShape(), order),
      type.getElementType());
  return linalg::TransposeOp::create(rewriter, loc, source, empty, order)
      .getResult()
      .front();
}

/// Makes the dims of an operand that `loops` index its last ones.
static void transposeOperand(RewriterBase &rewriter, linalg::GenericOp op,
                             OpOperand &operand, ArrayRef<int64_t> loops) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> order, last;
  for (int64_t loop : loops)
    last.push_back(*map.getResultPosition(rewriter.getAffineDimExpr(loop)));
  for (int64_t dim = 0; dim < map.getNumResults(); ++dim)
    if (!llvm::is_contained(last, dim))
      order.push_back(dim);
  order.append(last);
  Value transposed = transpose(rewriter, op.getLoc(), operand.get(), order);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[operand.getOperandNumber()] = AffineMap::get(
      map.getNumDims(), 0, applyPermutation(map.getResults(), order),
      op.getContext());
  rewriter.modifyOpInPlace(op, [&] {
    operand.set(transposed);
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

void layout::transposeOperands(RewriterBase &rewriter, linalg::GenericOp op,
                               const TransposedOperands &transposed) {
  rewriter.setInsertionPoint(op);
  for (unsigned number : transposed.operands)
    transposeOperand(rewriter, op, op->getOpOperand(number), transposed.loops);
  if (transposed.loops.size() == 1)
    return;
  FailureOr<linalg::CollapseResult> collapsed = linalg::collapseOpIterationDims(
      op, ReassociationIndices(ArrayRef(transposed.loops)), rewriter);
  if (succeeded(collapsed))
    rewriter.replaceOp(op, collapsed->results);
}
