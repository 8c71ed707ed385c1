//===- PointwiseContraction.cpp - Convolutions by another name ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointwiseContraction.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/Utils.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The operands and loops of a contraction that is a convolution.
struct PointwiseContraction {
  OpOperand *data, *kernel;
  /// The dims of the data that are image dims.
  SmallVector<unsigned> imageDims;

  static std::optional<PointwiseContraction> get(linalg::LinalgOp op,
                                                 const CriticalOp &critical);
};
} // namespace

/// The loops that index the dims of an operand, in order; nothing if another
/// expression indexes one.
static std::optional<SmallVector<unsigned>> getLoopsOf(AffineMap map) {
  if (!map.isProjectedPermutation())
    return std::nullopt;
  return llvm::map_to_vector(map.getResults(), [](AffineExpr index) {
    return cast<AffineDimExpr>(index).getPosition();
  });
}

std::optional<PointwiseContraction>
PointwiseContraction::get(linalg::LinalgOp op, const CriticalOp &critical) {
  auto hasOne = [&](LoopRole role) {
    return critical.getLoops(role).size() == 1;
  };
  if (critical.isConvolution() || op.getNumDpsInputs() != 2 ||
      !op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
      hasOne(LoopRole::N) == hasOne(LoopRole::M) || !hasOne(LoopRole::K))
    return std::nullopt;
  // The data have the rows, of which there are several loops.
  LoopRole pixels = hasOne(LoopRole::N) ? LoopRole::M : LoopRole::N;
  unsigned channels = critical.getLoops(LoopRole::K).front();
  PointwiseContraction parts = {
      op.getDpsInputOperand(0), op.getDpsInputOperand(1), {}};
  auto hasPixels = [&](OpOperand *operand) {
    return op.getMatchingIndexingMap(operand).isFunctionOfDim(
        critical.getLoops(pixels).front());
  };
  if (!hasPixels(parts.data))
    std::swap(parts.data, parts.kernel);
  // Weights in blocks of columns look like images, but no image is constant.
  if (isConstantData(parts.data->get()) && !isConstantData(parts.kernel->get()))
    return std::nullopt;
  auto loops = getLoopsOf(op.getMatchingIndexingMap(parts.data));
  auto kernelLoops = getLoopsOf(op.getMatchingIndexingMap(parts.kernel));
  auto resultLoops =
      getLoopsOf(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  if (!loops || !kernelLoops || !resultLoops || kernelLoops->size() != 2 ||
      loops->size() != critical.roles.size() - 1 || hasPixels(parts.kernel))
    return std::nullopt;
  constexpr unsigned imagesAndChannels = 2, mostImageDims = 3;
  if (loops->size() <= imagesAndChannels ||
      loops->size() > imagesAndChannels + mostImageDims ||
      (*loops)[1] != channels)
    return std::nullopt;
  // A row of pixels is an image, but one row alone is a matrix.
  if (loops->size() == imagesAndChannels + 1 &&
      op.getShape(parts.data).front() == 1)
    return std::nullopt;
  // The result is as the data, with other channels. That of a matmul whose
  // kernel is packed in blocks of columns has its rows in front.
  LoopRole outputs = pixels == LoopRole::M ? LoopRole::N : LoopRole::M;
  SmallVector<unsigned> image(*loops);
  image[1] = critical.getLoops(outputs).front();
  if (image != *resultLoops)
    return std::nullopt;
  for (unsigned dim : llvm::seq<unsigned>(imagesAndChannels, loops->size()))
    parts.imageDims.push_back(dim);
  return parts;
}

/// Adds unit dims behind a kernel, by a reshape that folds into constants.
static Value addWindow(RewriterBase &rewriter, Location loc, Value kernel,
                       unsigned numWindowDims) {
  MLIRContext *context = rewriter.getContext();
  SmallVector<AffineExpr> indices = {getAffineDimExpr(0, context),
                                     getAffineDimExpr(1, context)};
  indices.append(numWindowDims, getAffineConstantExpr(0, context));
  return LayoutTransformOp::create(
      rewriter, loc, kernel, IndexMap(AffineMap::get(2, 0, indices, context)));
}

/// Lets products of the first two arguments name them in this order, as the
/// bodies of named ops do.
static void multiplyInOrder(Block &body) {
  for (Operation &op : body.without_terminator())
    if (op.hasTrait<OpTrait::IsCommutative>() && op.getNumOperands() == 2 &&
        op.getOperand(0) == body.getArgument(1) &&
        op.getOperand(1) == body.getArgument(0))
      op.setOperands({body.getArgument(0), body.getArgument(1)});
}

std::optional<linalg::LinalgOp>
layout::createPointwiseConvolution(RewriterBase &rewriter, linalg::LinalgOp op,
                                   const CriticalOp &critical) {
  auto parts = PointwiseContraction::get(op, critical);
  if (!parts)
    return std::nullopt;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  MLIRContext *context = op.getContext();
  unsigned numLoops = op.getNumLoops(), numWindow = parts->imageDims.size();
  unsigned total = numLoops + numWindow;
  AffineMap data = op.getMatchingIndexingMap(parts->data);
  AffineMap kernel = op.getMatchingIndexingMap(parts->kernel);
  OpOperand *init = op.getDpsInitOperand(0);
  SmallVector<AffineExpr> image(data.getResults()), filter(kernel.getResults());
  for (auto [number, dim] : llvm::enumerate(parts->imageDims)) {
    AffineExpr window = getAffineDimExpr(numLoops + number, context);
    image[dim] = image[dim] + window;
    filter.push_back(window);
  }
  AffineMap maps[] = {
      AffineMap::get(total, 0, image, context),
      AffineMap::get(total, 0, filter, context),
      AffineMap::get(total, 0, op.getMatchingIndexingMap(init).getResults(),
                     context)};
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  iterators.append(numWindow, utils::IteratorType::reduction);
  Value window =
      addWindow(rewriter, op.getLoc(), parts->kernel->get(), numWindow);
  auto convolution = linalg::GenericOp::create(
      rewriter, op.getLoc(), op->getResultTypes(),
      ValueRange{parts->data->get(), window}, init->get(), maps, iterators,
      /*bodyBuild=*/nullptr, getCarriedAttributes(op, CarriedMarks::Fulfilled));
  convolution.getRegion().getBlocks().clear();
  rewriter.cloneRegionBefore(op->getRegion(0), convolution.getRegion(),
                             convolution.getRegion().end());
  if (parts->data->getOperandNumber() != 0) {
    Block *body = convolution.getBody();
    BlockArgument first = body->getArgument(0);
    BlockArgument moved =
        body->insertArgument(2, first.getType(), first.getLoc());
    first.replaceAllUsesWith(moved);
    body->eraseArgument(0);
    multiplyInOrder(*body);
  }
  return cast<linalg::LinalgOp>(convolution.getOperation());
}
