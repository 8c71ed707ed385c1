//===- FreezeInLayout.cpp - Ops whose result has a given layout -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreezeInLayout.h"
#include "layout/Analysis/LayoutRules.h"
#include "layout/Dialect/Layout/Utils/BuildInLayouts.h"

using namespace mlir;
using namespace mlir::layout;

static IndexMap getMap(ArrayRef<MixedRadix> layout, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return IndexMap::get(layout, tensor.getShape(), tensor.getContext());
}

/// The values in the layouts, which transforms in front of the op compute.
static SmallVector<Value> layAll(RewriterBase &rewriter, Operation *op,
                                 ArrayRef<MixedRadixMap> layouts) {
  SmallVector<Value> values;
  for (auto [operand, layout] : llvm::zip(op->getOperands(), layouts)) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    bool isMoved = type && !layout.empty() &&
                   !isProved(getMap(layout, type).isIdentity(type.getShape()));
    values.push_back(
        isMoved ? Value(LayoutTransformOp::create(
                      rewriter, op->getLoc(), operand, getMap(layout, type)))
                : operand);
  }
  return values;
}

LogicalResult layout::freezeInLayout(OpResult result, const IndexMap &map) {
  Operation *op = result.getOwner();
  auto type = cast<RankedTensorType>(result.getType());
  std::optional<MixedRadixMap> digits = map.getDigits(type.getShape());
  std::optional<LayoutRule> rule = getLayoutRule(op);
  if (op->getNumResults() != 1 || !digits || !rule ||
      !llvm::all_of(op->getOperandTypes(), [](Type type) {
        return !isa<TensorType>(type) || isa<RankedTensorType>(type);
      }))
    return failure();
  std::optional<FactorOrder> order =
      rule->pull(op->getNumOperands(), concat(*digits));
  if (!order)
    return failure();
  SmallVector<MixedRadixMap> layouts = rule->getLayouts(*order);
  IRRewriter rewriter(op);
  BuildRefusal refusal;
  SmallVector<Value> operands = layAll(rewriter, op, layouts);
  FailureOr<SmallVector<Value>> built =
      applyLayouts(rewriter, op, layouts, operands, refusal);
  std::optional<IndexMap> back;
  if (succeeded(built))
    back = getMap(layouts.back(), type).inverse(type.getShape());
  if (!back) {
    for (auto [operand, before] : llvm::zip(operands, op->getOperands()))
      if (operand != before && operand.use_empty())
        rewriter.eraseOp(operand.getDefiningOp());
    return failure();
  }
  Value value = built->front();
  if (Operation *producer = value.getDefiningOp())
    producer->setAttr(LayoutDialect::kFrozen, rewriter.getUnitAttr());
  if (value.getType() != type || !isProved(back->isIdentity(type.getShape())))
    value = LayoutTransformOp::create(rewriter, op->getLoc(), value, *back);
  rewriter.replaceOp(op, value);
  return success();
}
