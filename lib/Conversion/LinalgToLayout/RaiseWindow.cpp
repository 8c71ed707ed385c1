//===- RaiseWindow.cpp - Pads and slices that belong to a rewrite ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// A pack that pads may be written as a pad, a reshape and a transpose, an
// unpack as a transpose and a slice, which is what `layout-materialize` makes
// of them. A pad or slice of the program that stands alone is not touched.
//
//===----------------------------------------------------------------------===//

#include "Raise.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

Attribute raise::getConstantElement(Value value) {
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return {};
  if (isa<ub::PoisonAttrInterface>(constant))
    return ub::PoisonAttr::get(value.getContext());
  return constant;
}

static bool isResize(Operation *op) {
  return cast<DataMovementOpInterface>(op).isResize();
}

/// Whether elements move between `value` and what it is made from, by
/// transforms that nothing else reads.
static bool isMadeByMoving(Value value) {
  auto transform = value.getDefiningOp<LayoutTransformOp>();
  return transform && value.hasOneUse() &&
         (!transform.isFree() || isMadeByMoving(transform.getSource()));
}

/// Whether elements move on, by transforms that alone read `value`.
static bool isOnlyMoved(Value value) {
  auto transform = value.hasOneUse()
                       ? dyn_cast<LayoutTransformOp>(*value.user_begin())
                       : nullptr;
  return transform &&
         (!transform.isFree() || isOnlyMoved(transform.getResult()));
}

LogicalResult raise::raisePad(RewriterBase &rewriter, tensor::PadOp op) {
  Value value = op.getConstantPaddingValue();
  Attribute element = value ? getConstantElement(value) : Attribute();
  if (!element || !(op.getNofold() || isOnlyMoved(op.getResult())) ||
      !isResize(op) || !isPlain(op.getSourceType()) ||
      !isPlain(op.getResultType()))
    return failure();
  return replace(rewriter, op,
                 PadOp::create(rewriter, op.getLoc(), op.getSource(),
                               op.getMixedLowPad(), op.getMixedHighPad(),
                               element));
}

LogicalResult raise::raiseSlice(RewriterBase &rewriter,
                                tensor::ExtractSliceOp op) {
  if (!isMadeByMoving(op.getSource()) || !isResize(op) ||
      !isPlain(op.getType()))
    return failure();
  return replace(rewriter, op,
                 CropOp::create(rewriter, op.getLoc(), op.getSource(),
                                op.getMixedOffsets(), op.getMixedSizes(),
                                Attribute()));
}
