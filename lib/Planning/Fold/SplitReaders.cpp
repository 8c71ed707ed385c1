//===- SplitReaders.cpp - Ops with windows in the shape they read ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitReaders.h"
#include "Fold.h"
#include "Relayout/LoopRelayout.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

/// The digits into which loops are split, each as a digit of dim 0.
using SplitLoops = llvm::SmallDenseMap<unsigned, MixedRadix>;

/// Returns the loops that index the dims that `split` splits; nothing if it
/// joins dims or moves unit dims, or if such a dim is not indexed by one loop.
static std::optional<SplitLoops>
getSplitLoops(AffineMap map, const IndexMap &split, ArrayRef<int64_t> shape) {
  std::optional<MixedRadixMap> digits = getExplicitDigits(split, shape);
  if (!digits)
    return std::nullopt;
  SmallVector<MixedRadix> parts(shape.size());
  unsigned last = 0;
  for (const MixedRadix &list : *digits) {
    if (list.size() != 1 || list.front().dim < last || list.front().isDynamic())
      return std::nullopt;
    Digit digit = list.front();
    last = digit.dim;
    parts[digit.dim].push_back({0, digit.stride, digit.extent});
  }
  SplitLoops loops;
  for (auto [index, list] : llvm::zip_equal(map.getResults(), parts)) {
    if (list.size() == 1)
      continue;
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (list.empty() || !loop ||
        !loops.try_emplace(loop.getPosition(), list).second)
      return std::nullopt;
  }
  if (loops.empty())
    return std::nullopt;
  return loops;
}

/// The layout of an operand with this map; nothing if a part of an index is a
/// loop that is split.
static std::optional<OperandLayout> getSplitLayout(Type type, AffineMap map,
                                                   const SplitLoops &loops) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return OperandLayout();
  OperandLayout layout{SmallVector<int64_t>(tensor.getShape()), {}};
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim) {
    AffineExpr index = map.getResult(dim);
    auto loop = dyn_cast<AffineDimExpr>(index);
    auto split = loop ? loops.find(loop.getPosition()) : loops.end();
    if (split == loops.end()) {
      if (llvm::any_of(loops, [&](const auto &other) {
            return index.isFunctionOfDim(other.first);
          }))
        return std::nullopt;
      layout.digits.push_back({{dim, 1, tensor.getDimSize(dim)}});
      continue;
    }
    for (const Digit &part : split->second)
      layout.digits.push_back({{dim, part.stride, part.extent}});
  }
  return layout;
}

static std::optional<SmallVector<OperandLayout>>
getSplitLayouts(OpOperand &operand, const IndexMap &split) {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  std::optional<SplitLoops> loops = getSplitLoops(
      op.getMatchingIndexingMap(&operand), split, op.getShape(&operand));
  if (!loops)
    return std::nullopt;
  SmallVector<OperandLayout> layouts;
  for (OpOperand &other : op->getOpOperands()) {
    std::optional<OperandLayout> layout = getSplitLayout(
        other.get().getType(), op.getMatchingIndexingMap(&other), *loops);
    if (!layout)
      return std::nullopt;
    layouts.push_back(std::move(*layout));
  }
  return layouts;
}

static bool hasEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getEncoding();
}

/// Whether some index is no loop and not 0.
static bool readsWindows(linalg::LinalgOp op) {
  return !llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
    return map.isProjectedPermutation(/*allowZeroInResults=*/true);
  });
}

bool layout::mayReadSplit(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && readsWindows(linalgOp) && !isFrozen(op) &&
         linalgOp.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         !linalgOp.hasDynamicShape() &&
         llvm::none_of(op->getOperandTypes(), hasEncoding);
}

bool layout::canReadSplit(OpOperand &operand, const IndexMap &split) {
  if (!mayReadSplit(operand.getOwner()))
    return false;
  std::optional<SmallVector<OperandLayout>> layouts =
      getSplitLayouts(operand, split);
  std::string reason;
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  return layouts && succeeded(getLoopRelayout(op, *layouts, reason));
}

/// Returns an operand in its layout.
static Value createOperand(RewriterBase &rewriter, OpOperand &operand,
                           const OperandLayout &layout) {
  Value value = operand.get();
  if (!isa<RankedTensorType>(value.getType()) ||
      layout.digits.size() == layout.shape.size())
    return value;
  SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(
      rewriter.getContext(), getListExtents(layout.digits));
  if (Value made = rematerialize(rewriter, operand, sizes))
    return made;
  return LayoutTransformOp::create(
      rewriter, operand.getOwner()->getLoc(), value,
      IndexMap::get(layout.digits, layout.shape, rewriter.getContext()));
}

void layout::readSplit(RewriterBase &rewriter, OpOperand &operand, Value value,
                       const IndexMap &split) {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  SmallVector<OperandLayout> layouts = *getSplitLayouts(operand, split);
  std::string reason;
  LoopRelayout relayout = *getLoopRelayout(op, layouts, reason);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands;
  const MixedRadixMap &digits = layouts[operand.getOperandNumber()].digits;
  for (auto [other, layout] : llvm::zip_equal(op->getOpOperands(), layouts))
    operands.push_back(other.get() == operand.get() && layout.digits == digits
                           ? value
                           : createOperand(rewriter, other, layout));
  Value result = rebuild(rewriter, op, relayout, operands)->getResult(0);
  const OperandLayout &written = layouts.back();
  if (written.digits.size() == written.shape.size())
    return rewriter.replaceOp(op, result);
  IndexMap map =
      IndexMap::get(written.digits, written.shape, rewriter.getContext());
  rewriter.setInsertionPointAfterValue(result);
  rewriter.replaceOpWithNewOp<LayoutTransformOp>(op, result,
                                                 *map.inverse(written.shape));
}
