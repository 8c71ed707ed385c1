//===- PitchedOps.cpp - Which ops accept parts of buffers -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/PitchedOps.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<PitchedAccess> layout::getPitchedAccess(Operation *op) {
  if (isSkipped(op))
    return std::nullopt;
  Attribute stated = op->getDiscardableAttr(LayoutDialect::kPitched);
  if (auto accepts = dyn_cast_or_null<BoolAttr>(stated))
    return accepts.getValue() ? PitchedAccess(0) : PitchedAccess::getRefused();
  if (auto price = dyn_cast_or_null<FloatAttr>(stated))
    return PitchedAccess(price.getValueAsDouble());
  if (isa<linalg::LinalgOp, DataMovementOpInterface>(op))
    return PitchedAccess(0);
  if (auto self = dyn_cast<LayoutRuleOpInterface>(op))
    return self.getPitchedAccess();
  return std::nullopt;
}

bool layout::isContiguous(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  int64_t step = 1;
  for (auto [extent, stride] :
       llvm::reverse(llvm::zip_equal(type.getShape(), strides))) {
    if (extent == 1)
      continue;
    if (ShapedType::isDynamic(step) || step != stride)
      return false;
    step = ShapedType::isDynamic(extent) ? extent
                                         : multiplySaturating(step, extent);
  }
  return true;
}
