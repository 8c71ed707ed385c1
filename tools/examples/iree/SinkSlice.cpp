//===- SinkSlice.cpp - Slices behind elementwise ops ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionForms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace iree_forms;

/// Whether `slice` takes the first elements along `dim`, and all else.
static bool restrictsOnly(tensor::ExtractSliceOp slice, unsigned dim) {
  RankedTensorType source = slice.getSourceType(), type = slice.getType();
  if (source.getRank() != type.getRank() || !source.hasStaticShape() ||
      !type.hasStaticShape())
    return false;
  for (auto [at, sizes] :
       llvm::enumerate(llvm::zip_equal(source.getShape(), type.getShape()))) {
    auto [all, taken] = sizes;
    if (at != dim && all != taken)
      return false;
  }
  return llvm::all_of(slice.getStaticOffsets(),
                      [](int64_t offset) { return offset == 0; }) &&
         llvm::all_of(slice.getStaticStrides(),
                      [](int64_t stride) { return stride == 1; });
}

/// Returns the only dim of an operand that `loop` indexes, or nothing.
static std::optional<unsigned> getOnlyDim(AffineMap map, unsigned loop) {
  std::optional<unsigned> dim =
      map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
  unsigned uses = llvm::count_if(map.getResults(), [&](AffineExpr index) {
    return index.isFunctionOfDim(loop);
  });
  return uses == 1 ? dim : std::nullopt;
}

/// Returns the inputs of an elementwise op that runs over `extent` iterations
/// of `loop` instead, or nothing if one of them has only the first elements.
static std::optional<SmallVector<Value>>
getWideInputs(linalg::LinalgOp op, unsigned loop, int64_t extent) {
  SmallVector<Value> inputs;
  for (OpOperand *input : op.getDpsInputOperands()) {
    inputs.push_back(input->get());
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(loop))
      continue;
    std::optional<unsigned> dim = getOnlyDim(map, loop);
    auto slice = input->get().getDefiningOp<tensor::ExtractSliceOp>();
    if (!dim || !slice || !restrictsOnly(slice, *dim) ||
        slice.getSourceType().getDimSize(*dim) != extent)
      return std::nullopt;
    inputs.back() = slice.getSource();
  }
  return inputs;
}

/// Whether `op` computes each element of its result from elements of its
/// inputs alone, and may do so for elements that the program does not compute.
static bool computesElements(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         isSpeculatable(op) && op.getNumLoops() == op.getNumParallelLoops() &&
         !op.hasIndexSemantics() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() &&
         op.getRegionOutputArgs()[0].use_empty();
}

namespace {
/// A slice, and the only dim of which it does not take all elements.
struct Prefix {
  tensor::ExtractSliceOp slice;
  unsigned dim;
};
} // namespace

/// Replaces `op` by one that reads the source of the slice, and a slice of what
/// it computes. Returns that slice, or nothing if the op stays.
static std::optional<Prefix> sinkBehind(RewriterBase &rewriter, Prefix prefix,
                                        linalg::LinalgOp op) {
  auto [slice, dim] = prefix;
  if (!computesElements(op))
    return std::nullopt;
  SmallVector<OpOperand *> inputs = op.getDpsInputOperands();
  OpOperand *read = *llvm::find_if(inputs, [&](OpOperand *input) {
    return input->get() == prefix.slice.getResult();
  });
  auto loop =
      dyn_cast<AffineDimExpr>(op.getMatchingIndexingMap(read).getResult(dim));
  if (!loop)
    return std::nullopt;
  int64_t extent = slice.getSourceType().getDimSize(dim);
  std::optional<SmallVector<Value>> operands =
      getWideInputs(op, loop.getPosition(), extent);
  if (!operands)
    return std::nullopt;

  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  unsigned resultDim =
      *getOnlyDim(op.getIndexingMapsArray().back(), loop.getPosition());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, op.getDpsInits()[0]);
  SmallVector<OpFoldResult> wideSizes = sizes;
  wideSizes[resultDim] = rewriter.getIndexAttr(extent);
  operands->push_back(
      tensor::EmptyOp::create(rewriter, loc, wideSizes, type.getElementType()));
  Operation *wide =
      mlir::clone(rewriter, op, operands->back().getType(), *operands);
  SmallVector<OpFoldResult> zeros(type.getRank(), rewriter.getIndexAttr(0)),
      ones(type.getRank(), rewriter.getIndexAttr(1));
  auto behind = tensor::ExtractSliceOp::create(
      rewriter, loc, wide->getResult(0), zeros, sizes, ones);
  rewriter.replaceOp(op, behind);
  return Prefix{behind, resultDim};
}

void iree_forms::sinkSlice(RewriterBase &rewriter, tensor::ExtractSliceOp slice,
                           unsigned dim) {
  if (!restrictsOnly(slice, dim))
    return;
  SmallVector<Prefix> prefixes = {{slice, dim}};
  while (!prefixes.empty()) {
    Prefix prefix = prefixes.pop_back_val();
    llvm::SetVector<Operation *> users(prefix.slice->user_begin(),
                                       prefix.slice->user_end());
    for (Operation *user : users)
      if (auto op = dyn_cast<linalg::LinalgOp>(user))
        if (std::optional<Prefix> behind = sinkBehind(rewriter, prefix, op))
          prefixes.push_back(*behind);
    if (prefix.slice->use_empty())
      rewriter.eraseOp(prefix.slice);
  }
}
