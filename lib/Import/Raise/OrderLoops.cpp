//===- OrderLoops.cpp - Elementwise loops in the order of the result ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Raise.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::layout;

LogicalResult raise::orderLoops(RewriterBase &rewriter, linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic || !op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumLoops() != op.getNumParallelLoops() || hasLayoutAttribute(op))
    return failure();
  AffineMap written = op.getIndexingMapMatchingResult(op->getResult(0));
  if (!written.isPermutation() || written.isIdentity())
    return failure();
  auto order = llvm::map_to_vector(written.getResults(), [](AffineExpr index) {
    return cast<AffineDimExpr>(index).getPosition();
  });
  rewriter.setInsertionPoint(op);
  return linalg::interchangeGenericOp(rewriter, generic, order);
}
