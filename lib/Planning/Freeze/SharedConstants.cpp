//===- SharedConstants.cpp - Constants that several ops read --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedConstants.h"
#include "layout/Analysis/Rewrites.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

DenseSet<Value> layout::findDisputedConstants(
    ArrayRef<Operation *> ops,
    llvm::function_ref<OpLayoutAttr(Operation *)> getOption) {
  auto getEdge = [&](OpOperand &use) {
    OpLayoutAttr option = getOption(use.getOwner());
    return option ? option.getOperands()[use.getOperandNumber()]
                  : EdgeLayoutAttr::getAsItStands(use.get().getContext());
  };
  DenseSet<Value> seen, disputed;
  for (Operation *op : ops)
    for (Value operand : op->getOperands()) {
      if (!isa<RankedTensorType>(operand.getType()) ||
          !isConstantData(operand) || !seen.insert(operand).second)
        continue;
      auto edges = llvm::map_to_vector(operand.getUses(), getEdge);
      if (!llvm::all_equal(edges))
        disputed.insert(operand);
    }
  return disputed;
}

LogicalResult layout::checkConstants(Operation *op, OpLayoutAttr option,
                                     const DenseSet<Value> &disputed,
                                     Reason &reason) {
  for (auto [number, operand, edge] :
       llvm::enumerate(op->getOperands(), option.getOperands())) {
    if (edge.isAsItStands() || !disputed.contains(operand))
      continue;
    reason = DisputedConstant{number};
    return failure();
  }
  return success();
}
