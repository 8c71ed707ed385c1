//===- RespellMovement.cpp - Reshapes, pads, concatenations in parts ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Respell.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

/// tensor.concat becomes tensor.insert_slice ops into a tensor.empty.
static bool respellConcat(RewriterBase &rewriter, Operation *op) {
  auto concat = dyn_cast<tensor::ConcatOp>(op);
  if (!concat)
    return false;
  FailureOr<SmallVector<Value>> results = concat.decomposeOperation(rewriter);
  if (failed(results))
    return false;
  rewriter.replaceOp(op, *results);
  return true;
}

/// Pads with constants at the low ends first, then at the high ends:
///
///   tensor.pad %x low[1, 1] high[1, 1]
///
/// becomes
///
///   %low = tensor.pad %x low[1, 1] high[0, 0]
///   tensor.pad %low low[0, 0] high[1, 1]
static bool respellPad(RewriterBase &rewriter, Operation *op) {
  auto pad = dyn_cast<tensor::PadOp>(op);
  auto isZero = [](int64_t amount) { return amount == 0; };
  if (!pad || !pad.getConstantPaddingValue() || !pad.getLow().empty() ||
      !pad.getHigh().empty() || !pad.getResultType().hasStaticShape() ||
      llvm::all_of(pad.getStaticLow(), isZero) ||
      llvm::all_of(pad.getStaticHigh(), isZero))
    return false;
  SmallVector<OpFoldResult> none(pad.getResultType().getRank(),
                                 rewriter.getIndexAttr(0));
  Value content = pad.getConstantPaddingValue();
  SmallVector<int64_t> shape(pad.getSourceType().getShape());
  for (auto [extent, amount] : llvm::zip_equal(shape, pad.getStaticLow()))
    extent += amount;
  auto low = tensor::PadOp::create(
      rewriter, op->getLoc(), pad.getResultType().clone(shape), pad.getSource(),
      pad.getMixedLowPad(), none, content, pad.getNofold());
  auto high = tensor::PadOp::create(rewriter, op->getLoc(), pad.getResultType(),
                                    low, none, pad.getMixedHighPad(), content,
                                    pad.getNofold());
  rewriter.replaceOp(op, high);
  return true;
}

/// Collapses and expands of static shapes become tensor.reshape, with the shape
/// as a constant.
static bool respellReshape(RewriterBase &rewriter, Operation *op) {
  if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto source = cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type.hasStaticShape() || !source.hasStaticShape() ||
      type.getEncoding() || source.getEncoding() || type.getRank() == 0)
    return false;
  Value shape = arith::ConstantOp::create(
      rewriter, op->getLoc(), rewriter.getI64TensorAttr(type.getShape()));
  rewriter.replaceOpWithNewOp<tensor::ReshapeOp>(op, type, op->getOperand(0),
                                                 shape);
  return true;
}

ArrayRef<Spelling> layout::getMovementSpellings() {
  static constexpr Spelling spellings[] = {
      {"inserts", respellConcat},
      {"two-pads", respellPad},
      {"reshape", respellReshape},
  };
  return spellings;
}
