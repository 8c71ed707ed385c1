//===- FreezeInLayout.cpp - Ops whose result has a given layout -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreezeInLayout.h"
#include "Analysis/LayoutRules.h"
#include "Relayout/BuildInLayouts.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

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

/// The layouts of the ports of an op whose results lie in `maps`, where they
/// are given: those that follow from the first of these results, but for other
/// such results and their destinations.
static FailureOr<SmallVector<MixedRadixMap>>
getLayouts(Operation *op, ArrayRef<std::optional<IndexMap>> maps) {
  std::optional<LayoutRule> rule = getLayoutRule(op);
  if (!rule)
    return failure();
  auto destinations = dyn_cast<DestinationStyleOpInterface>(op);
  SmallVector<MixedRadixMap> layouts;
  for (auto [result, map] : llvm::zip_equal(op->getResults(), maps)) {
    if (!map)
      continue;
    auto type = cast<RankedTensorType>(result.getType());
    std::optional<MixedRadixMap> digits = map->getDigits(type.getShape());
    unsigned port = op->getNumOperands() + result.getResultNumber();
    if (!digits)
      return failure();
    if (layouts.empty()) {
      std::optional<FactorOrder> order = rule->pull(port, concat(*digits));
      if (!order)
        return failure();
      layouts = rule->getLayouts(*order);
      continue;
    }
    if (isProved(getMap(layouts[port], type).isEqual(*map, type.getShape())))
      continue;
    if (!destinations)
      return failure();
    layouts[destinations.getTiedOpOperand(result)->getOperandNumber()] =
        layouts[port] = *digits;
  }
  return layouts;
}

/// The maps from the layouts of the results back to the results.
static std::optional<SmallVector<IndexMap>>
getMapsBack(Operation *op, ArrayRef<MixedRadixMap> layouts) {
  SmallVector<IndexMap> maps;
  for (auto [result, layout] : llvm::zip_equal(
           op->getResults(), layouts.take_back(op->getNumResults()))) {
    auto shape = cast<RankedTensorType>(result.getType()).getShape();
    std::optional<IndexMap> back =
        getMap(layout, result.getType()).inverse(shape);
    if (!back)
      return std::nullopt;
    maps.push_back(std::move(*back));
  }
  return maps;
}

FailureOr<SmallVector<Value>>
layout::freezeInLayouts(Operation *op, ArrayRef<std::optional<IndexMap>> maps) {
  auto isRanked = [](Type type) {
    return !isa<TensorType>(type) || isa<RankedTensorType>(type);
  };
  if (!llvm::all_of(op->getOperandTypes(), isRanked) ||
      !llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return failure();
  FailureOr<SmallVector<MixedRadixMap>> layouts = getLayouts(op, maps);
  if (failed(layouts))
    return failure();
  std::optional<SmallVector<IndexMap>> back = getMapsBack(op, *layouts);
  if (!back)
    return failure();
  IRRewriter rewriter(op);
  BuildRefusal refusal;
  SmallVector<Value> operands = layAll(rewriter, op, *layouts);
  FailureOr<SmallVector<Value>> built =
      applyLayouts(rewriter, op, *layouts, operands, refusal);
  if (failed(built)) {
    for (auto [operand, before] : llvm::zip(operands, op->getOperands()))
      if (operand != before && operand.use_empty())
        rewriter.eraseOp(operand.getDefiningOp());
    return failure();
  }
  SmallVector<Value> results;
  for (auto [value, result, map] :
       llvm::zip_equal(*built, op->getResults(), *back)) {
    if (Operation *producer = value.getDefiningOp())
      producer->setAttr(LayoutDialect::kFrozen, rewriter.getUnitAttr());
    auto type = cast<RankedTensorType>(result.getType());
    bool isMoved =
        value.getType() != type || !isProved(map.isIdentity(type.getShape()));
    results.push_back(isMoved ? Value(LayoutTransformOp::create(
                                    rewriter, op->getLoc(), value, map))
                              : value);
  }
  rewriter.replaceOp(op, results);
  return results;
}
