//===- TransposedOperands.cpp - Operands that keep ops from vectors -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposedOperands.h"
#include "Analysis/AdjacentElements.h"
#include "KernelObstacles.h"
#include "Relayout/ConstantData.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

/// The extent that is assumed for a dynamic dim, such as a batch or a sequence.
static constexpr int64_t unknownExtent = 32;

/// How often an element has to be used to be worth transposing. Without vectors
/// along the result, a sum of `numSummed` products is one along them, whose
/// lanes are added up in the end.
static int64_t getMinUses(int64_t numSummed, const Machine &machine) {
  double uses = 1 / (machine.productTime +
                     machine.sumEndTime / static_cast<double>(numSummed));
  // No op has more, while no time at all would be infinitely many.
  constexpr double most = 1 << 30;
  return std::max<int64_t>(machine.leastUses,
                           std::llround(std::min(uses, most)));
}

/// Returns the fewest uses for an operand of `bytes`. Beyond the caches,
/// transposing waits for memory, and the products for the pages of rows that
/// are far apart.
static int64_t getMinUses(int64_t numSummed, int64_t bytes,
                          const Machine &machine) {
  if (bytes <= machine.nearBytes)
    return getMinUses(numSummed, machine);
  if (bytes <= machine.middleBytes)
    return 2 * getMinUses(numSummed, machine);
  return bytes < machine.farBytes ? machine.farUses : machine.farthestUses;
}

static int64_t getExtent(int64_t range) {
  return ShapedType::isDynamic(range) ? unknownExtent : range;
}

static int64_t countIterations(linalg::LinalgOp op, ArrayRef<int64_t> loops) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t count = 1;
  for (int64_t loop : loops)
    count *= getExtent(ranges[loop]);
  return count;
}

/// The fewest loops over last dims of the result of `op` that have `lanes`
/// iterations or more together; none if there are no such loops. Several of
/// them have known extents, because they become one.
static SmallVector<int64_t> getResultLoops(linalg::LinalgOp op, int64_t lanes) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(), loops;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr index : llvm::reverse(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop)
      return {};
    bool isKnown = ShapedType::isStatic(ranges[loop.getPosition()]);
    if (!isKnown && !loops.empty())
      return {};
    loops.insert(loops.begin(), loop.getPosition());
    if (!isKnown || countIterations(op, loops) >= lanes)
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

/// How often each element of an input is used.
static int64_t countUses(linalg::LinalgOp op, AffineMap map) {
  int64_t count = 1;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
    if (!map.isFunctionOfDim(loop))
      count *= getExtent(range);
  return count;
}

/// How many products each element of the result is the sum of.
static int64_t countSummed(linalg::LinalgOp op) {
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  return countIterations(op, SmallVector<int64_t>(loops.begin(), loops.end()));
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
                       int64_t lanes, int64_t conflictBytes) {
  return ShapedType::isStatic(op.getStaticLoopRanges()[loops.back()]) &&
         countIterations(op, loops) % (2 * lanes) != 0 &&
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
                               ArrayRef<int64_t> loops,
                               const Machine &machine) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!type || !map.isProjectedPermutation() ||
      !llvm::all_of(loops,
                    [&](int64_t loop) { return map.isFunctionOfDim(loop); }))
    return false;
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  for (int64_t size : type.getShape())
    bytes = multiplySaturating(bytes, getExtent(size));
  return countUses(op, map) >= getMinUses(countSummed(op), bytes, machine);
}

TransposedOperands layout::findOperandsToTranspose(linalg::LinalgOp op,
                                                   int64_t lanes,
                                                   const Machine &machine) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !hasWideElements(op) || !canComputeVectors(op))
    return {};
  SmallVector<int64_t> loops = getResultLoops(op, lanes);
  if (loops.empty() || evictsRows(op, loops, lanes, machine.conflictBytes))
    return {};
  // Upstream collapses loops only if all maps are projected permutations.
  if (loops.size() > 1 && !op.hasOnlyProjectedPermutations())
    return {};
  TransposedOperands transposed{loops, {}};
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (accessesInOrder(op, *input, loops))
      continue;
    if (!isWorthTransposing(op, *input, loops, machine))
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
  SmallVector<OpFoldResult> sizes = applyPermutation(
      ArrayRef(tensor::getMixedSizes(rewriter, loc, source)), order);
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
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
