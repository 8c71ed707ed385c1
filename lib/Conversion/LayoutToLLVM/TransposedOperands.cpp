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

/// The loop over the last dim of the result of `op`, if it has `lanes`
/// iterations or more.
static std::optional<unsigned> getResultLoop(linalg::LinalgOp op,
                                             int64_t lanes) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (map.getNumResults() == 0)
    return std::nullopt;
  auto loop = dyn_cast<AffineDimExpr>(map.getResults().back());
  if (!loop || op.getStaticLoopRanges()[loop.getPosition()] < lanes)
    return std::nullopt;
  return loop.getPosition();
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

/// Whether vectors along `loop` come in tiles of many rows, because two of them
/// do not divide it, while the rows of another input share lines of the cache:
/// each element of a tile evicts the one before it.
static bool evictsRows(linalg::LinalgOp op, unsigned loop, int64_t lanes) {
  return op.getStaticLoopRanges()[loop] % (2 * lanes) != 0 &&
         llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
           auto type = dyn_cast<RankedTensorType>(input->get().getType());
           return type && type.getRank() > 1 &&
                  !type.isDynamicDim(type.getRank() - 1) &&
                  !op.getMatchingIndexingMap(input).isFunctionOfDim(loop) &&
                  type.getShape().back() * type.getElementTypeBitWidth() / 8 %
                          conflictBytes ==
                      0;
         });
}

static bool isWorthTransposing(linalg::LinalgOp op, AffineMap map,
                               RankedTensorType type) {
  int64_t bytes = type.getNumElements() * (type.getElementTypeBitWidth() / 8);
  return countUses(op, map) >= (bytes < largeBytes ? minUses : minUsesIfLarge);
}

SmallVector<OpOperand *> layout::findOperandsToTranspose(linalg::LinalgOp op,
                                                         int64_t lanes) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !hasWideElements(op) || !canComputeVectors(op))
    return {};
  std::optional<unsigned> loop = getResultLoop(op, lanes);
  if (!loop || evictsRows(op, *loop, lanes))
    return {};
  SmallVector<OpOperand *> found;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (accessesAdjacentElements(op, *input, *loop))
      continue;
    AffineMap map = op.getMatchingIndexingMap(input);
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (!type || !type.hasStaticShape() || !map.isProjectedPermutation() ||
        !isWorthTransposing(op, map, type))
      return {};
    found.push_back(input);
  }
  return found;
}

/// A constant with its dims in another order; null if its data is not known.
static ElementsAttr transposeConstant(RewriterBase &rewriter, Value source,
                                      ArrayRef<int64_t> order) {
  ElementsAttr elements;
  std::string whyNot;
  if (!matchPattern(source, m_Constant(&elements)))
    return {};
  std::optional<ConstantData> data = ConstantData::get(elements, whyNot);
  if (!data)
    return {};
  auto transform = LayoutTransformOp::create(
      rewriter, source.getLoc(), source,
      IndexMap::getPermutation(order, rewriter.getContext()));
  ElementsAttr transposed = data->apply(transform.getOperation());
  rewriter.eraseOp(transform);
  return transposed;
}

/// A tensor with its dims in another order. Constants are moved now.
static Value transpose(RewriterBase &rewriter, Location loc, Value source,
                       ArrayRef<int64_t> order) {
  if (ElementsAttr constant = transposeConstant(rewriter, source, order))
    return arith::ConstantOp::create(rewriter, loc, cast<TypedAttr>(constant));
  auto type = cast<RankedTensorType>(source.getType());
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, applyPermutation(type.getShape(), order),
      type.getElementType());
  return linalg::TransposeOp::create(rewriter, loc, source, empty, order)
      .getResult()
      .front();
}

void layout::transposeOperand(RewriterBase &rewriter, linalg::GenericOp op,
                              OpOperand &operand) {
  auto loop =
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults().back();
  AffineMap map = op.getMatchingIndexingMap(&operand);
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, map.getNumResults()));
  auto *dim = order.begin() + *map.getResultPosition(loop);
  std::rotate(dim, dim + 1, order.end());
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
