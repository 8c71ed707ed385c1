//===- TransposedConvolutions.cpp - Images with zeros between -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposedConvolutions.h"
#include "PadContents.h"
#include "layout/Analysis/Rewrites.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CastInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the value whose elements `op` puts in other places, among constant
/// ones; null if it does more than that.
static Value getMovedValue(Operation *op) {
  if (std::optional<Rewrite> rewrite = getRewriteBy(op))
    return rewrite->source;
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return op->getOperand(0);
  auto movement = dyn_cast<DataMovementOpInterface>(op);
  bool isMoved = movement
                     ? movement.isView() || movement.getParts().size() == 1
                     : isa<CastOpInterface>(op) && op->getNumOperands() == 1;
  return isMoved ? op->getOperand(0) : Value();
}

/// Whether all elements of `value` are the number 0.
static bool isZero(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat()))
      return true;
    Value source = getMovedValue(op);
    if (!source)
      break;
    value = source;
  }
  // A fill, or another structured op whose body computes 0 from scalars.
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op)
    return false;
  SmallVector<PadContent> operands =
      llvm::map_to_vector(op->getOperands(), [](Value operand) {
        Attribute constant;
        return matchPattern(operand, m_Constant(&constant)) &&
                       !isa<ShapedType>(operand.getType())
                   ? PadContent::get(constant)
                   : PadContent::getUnknown();
      });
  FailureOr<SmallVector<PadContent>> contents = evaluateOnPads(op, operands);
  if (failed(contents))
    return false;
  Attribute content = contents->front().getConstant();
  return content && (matchPattern(content, m_Zero()) ||
                     matchPattern(content, m_AnyZeroFloat()));
}

bool layout::hasInsertedZeros(Value image) {
  while (Operation *op = image.getDefiningOp()) {
    if (Value source = getMovedValue(op)) {
      image = source;
      continue;
    }
    auto movement = dyn_cast<DataMovementOpInterface>(op);
    SmallVector<ValuePart> parts =
        movement ? movement.getParts() : SmallVector<ValuePart>();
    if (parts.size() != 2 || !isZero(parts.front().part))
      return false;
    if (!parts.back().isBox)
      return true;
    // A border of zeros.
    image = parts.back().part;
  }
  return false;
}
