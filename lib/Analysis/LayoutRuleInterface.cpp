//===- LayoutRuleInterface.cpp - Ops that say their layout rule -----------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/LayoutRuleInterface.h"
#include "layout/Analysis/LinalgRule.h"

using namespace mlir;
using namespace mlir::layout;

#include "layout/Analysis/LayoutRuleInterface.cpp.inc"

std::optional<LayoutRule> layout::getLayoutRule(Operation *op) {
  // Nothing is gained by moving tensors without elements.
  auto isEmpty = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && llvm::is_contained(tensor.getShape(), 0);
  };
  if (llvm::any_of(op->getOperandTypes(), isEmpty) ||
      llvm::any_of(op->getResultTypes(), isEmpty))
    return std::nullopt;
  if (auto self = dyn_cast<LayoutRuleOpInterface>(op))
    return self.getLayoutRule();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return getLinalgRule(structured);
  return std::nullopt;
}

RankedTensorType layout::getPhysicalType(RankedTensorType type,
                                         ArrayRef<DigitList> layout) {
  SmallVector<int64_t> shape;
  for (const DigitList &list : layout)
    shape.push_back(getExtent(list));
  return type.clone(shape);
}
