//===- SplitMatmul.cpp - Full blocks of a matmul and the rest -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitMatmul.h"
#include "OpModels/ExternalModels.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

/// The op that fills all of a tensor with one value, computed from scalars;
/// null if `value` is something else.
static linalg::LinalgOp getFill(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || op->getNumResults() != 1 || op.getNumReductionLoops() != 0 ||
      op.hasIndexSemantics())
    return nullptr;
  OpOperand *init = op.getDpsInitOperand(0);
  bool isUniform =
      !op.payloadUsesValueFromOperand(init) &&
      op.getMatchingIndexingMap(init).isIdentity() &&
      llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
        return op.getMatchingIndexingMap(input).getNumResults() == 0;
      });
  return isUniform ? op : nullptr;
}

/// Whether the parts of the sums that a matmul adds to cost nothing at run
/// time.
static bool startsAtConstants(linalg::LinalgOp op) {
  Value init = op.getDpsInitOperand(0)->get();
  return getFill(init) || isConstantData(init);
}

/// Whether each sum has so many products that they take longer than another
/// pass over the result: elementwise ops behind the matmul are not computed
/// with its tiles any more, because they read both parts.
static bool hasLongSums(linalg::LinalgOp op) {
  constexpr int64_t minProducts = 128;
  int64_t products = 1;
  for (auto [extent, iterator] :
       llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (iterator == utils::IteratorType::reduction)
      products *= extent;
  return products >= minProducts;
}

/// The dim of an operand that `loop` alone indexes, if its size is static.
static std::optional<unsigned> getDim(linalg::LinalgOp op, OpOperand &operand,
                                      unsigned loop) {
  std::optional<unsigned> dim =
      op.getMatchingIndexingMap(&operand).getResultPosition(
          getAffineDimExpr(loop, op.getContext()));
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  return dim && type && !type.isDynamicDim(*dim) ? dim : std::nullopt;
}

namespace {
/// The columns from `start` on. There may be more than the op has.
struct Columns {
  unsigned loop;
  int64_t start, count;
};
} // namespace

/// Returns the columns of an operand, or what fills all of it.
static Value getPart(RewriterBase &rewriter, linalg::LinalgOp op,
                     OpOperand &operand, const Columns &columns) {
  std::optional<unsigned> dim = getDim(op, operand, columns.loop);
  if (!dim)
    return operand.get();
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(operand.get().getType());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, operand.get());
  sizes[*dim] = rewriter.getIndexAttr(columns.count);
  if (linalg::LinalgOp fill = getFill(operand.get())) {
    SmallVector<Value> operands(fill->getOperands());
    operands.back() =
        tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    return mlir::clone(rewriter, fill, operands.back().getType(), operands)
        ->getResult(0);
  }
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  int64_t missing = columns.start + columns.count - type.getDimSize(*dim);
  if (missing > 0) {
    SmallVector<OpFoldResult> high = offsets;
    high[*dim] = rewriter.getIndexAttr(missing);
    return PadOp::create(rewriter, loc, operand.get(), offsets, high,
                         rewriter.getZeroAttr(type.getElementType()));
  }
  offsets[*dim] = rewriter.getIndexAttr(columns.start);
  return CropOp::create(rewriter, loc, operand.get(), offsets, sizes,
                        /*cropped=*/Attribute());
}

static linalg::LinalgOp computePart(RewriterBase &rewriter, linalg::LinalgOp op,
                                    const Columns &columns) {
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(getPart(rewriter, op, operand, columns));
  return cast<linalg::LinalgOp>(
      mlir::clone(rewriter, op, operands.back().getType(), operands));
}

/// Whether the result has one row, of which any number of columns is adjacent.
static bool hasOneRow(linalg::LinalgOp op, unsigned columns) {
  for (auto [loop, extent, iterator] :
       llvm::enumerate(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (loop != columns && extent != 1 &&
        iterator == utils::IteratorType::parallel)
      return false;
  return true;
}

/// Whether to compute `added` columns that nothing reads, beside `count`
/// others, rather than to compute the last ones by another op. The planner
/// handles only crops of static shape.
static bool isWorthWidening(linalg::LinalgOp op, unsigned columns,
                            int64_t count, int64_t added) {
  // Another op reads all of the data again, and fills its vectors partly.
  constexpr int64_t mostOfColumns = 8;
  auto type = cast<RankedTensorType>(op->getResultTypes().front());
  return type.hasStaticShape() &&
         (hasOneRow(op, columns) || added * mostOfColumns <= count);
}

std::optional<SplitMatmul> layout::splitMatmul(RewriterBase &rewriter,
                                               linalg::LinalgOp op,
                                               const CriticalOp &critical,
                                               int64_t block) {
  SmallVector<unsigned> loops = critical.getLoops(LoopRole::N);
  if (loops.size() != 1 || !isConstantData(op->getOperand(1)) ||
      !startsAtConstants(op) || !hasLongSums(op))
    return std::nullopt;
  unsigned loop = loops.front();
  OpOperand *init = op.getDpsInitOperand(0);
  std::optional<unsigned> dim = getDim(op, *init, loop);
  if (!dim || !getDim(op, op->getOpOperand(1), loop))
    return std::nullopt;
  int64_t extent =
              cast<RankedTensorType>(init->get().getType()).getDimSize(*dim),
          full = extent / block * block;
  if (full == 0 || full == extent)
    return std::nullopt;
  rewriter.setInsertionPoint(op);
  SplitMatmul parts;
  if (isWorthWidening(op, loop, extent, full + block - extent)) {
    parts.blocks = computePart(rewriter, op, {loop, 0, full + block});
    auto type = cast<RankedTensorType>(op->getResultTypes().front());
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
    rewriter.replaceOpWithNewOp<CropOp>(
        op, parts.blocks->getResult(0), offsets,
        getAsIndexOpFoldResult(op.getContext(), type.getShape()),
        /*cropped=*/Attribute());
    return parts;
  }
  parts.blocks = computePart(rewriter, op, {loop, 0, full});
  parts.rest = computePart(rewriter, op, {loop, full, extent - full});
  rewriter.replaceOp(
      op, concatenate(rewriter, op.getLoc(), op->getResultTypes().front(), *dim,
                      {parts.blocks->getResult(0), parts.rest->getResult(0)}));
  return parts;
}
