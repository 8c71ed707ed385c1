//===- Elementwise.cpp - What the rewrites of elementwise ops share -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/CarriedAttributes.h"
#include "Fold.h"
#include "Relayout/ElementwiseOps.h"
#include "Relayout/LoopRelayout.h"
#include "layout/Analysis/PlanningScope.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isElementwise(Operation *op) {
  if (!op || isMarked(op) || op->hasAttr(LayoutDialect::kOpLayout) ||
      op->getNumResults() != 1)
    return false;
  if (isElementwiseOnTensors(op))
    return isa<RankedTensorType>(op->getResult(0).getType());
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured.hasPureTensorSemantics() &&
         structured.getNumLoops() == structured.getNumParallelLoops() &&
         structured.getIndexingMapMatchingResult(op->getResult(0))
             .isIdentity() &&
         !isRematerializable(op->getResult(0));
}

AffineMap layout::getElementwiseMap(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.getMatchingIndexingMap(&operand);
  unsigned rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  return isa<TensorType>(operand.get().getType())
             ? AffineMap::getMultiDimIdentityMap(rank, op->getContext())
             : AffineMap::get(rank, 0, op->getContext());
}

bool layout::isUnread(OpOperand &operand) {
  auto op = dyn_cast<linalg::LinalgOp>(operand.getOwner());
  return op && op.isDpsInit(&operand) &&
         !op.payloadUsesValueFromOperand(&operand);
}

Value layout::rematerialize(RewriterBase &rewriter, OpOperand &operand,
                            ArrayRef<OpFoldResult> sizes) {
  Value value = operand.get();
  if (isRematerializable(value))
    return rematerialize(rewriter, value, sizes);
  if (isUnread(operand))
    return tensor::EmptyOp::create(rewriter, operand.getOwner()->getLoc(),
                                   sizes,
                                   getElementTypeOrSelf(value.getType()));
  return nullptr;
}

Value layout::rebuildWithShape(RewriterBase &rewriter, Operation *op,
                               ArrayRef<int64_t> shape, ValueRange operands) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Operation *created = clone(rewriter, op, type.clone(shape), operands);
  created->setDiscardableAttrs(
      getCarriedAttributes(op, CarriedMarks::Fulfilled));
  return created->getResult(0);
}
