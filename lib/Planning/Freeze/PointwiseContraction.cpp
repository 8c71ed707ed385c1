//===- PointwiseContraction.cpp - Convolutions by another name ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointwiseContraction.h"
#include "Analysis/CarriedAttributes.h"
#include "Targets/OpJudgement.h"
#include "layout/Dialect/Layout.h"

using namespace mlir;
using namespace mlir::layout;

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

/// Puts argument 0 in front of argument 1 where they are the operands of a
/// commutative op, as the bodies of named ops do.
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
