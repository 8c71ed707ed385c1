//===- FlowApplyCarried.cpp - Values that regions and calls carry ---------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanApplier.h"

using namespace mlir;
using namespace mlir::layout;

LogicalResult PlanApplier::rewire(const FlowNode &node, const FlowLabel &label,
                                  OpOperand &use) {
  if (!touched[graph.getDerivation(use.get()).net])
    return success();
  FailureOr<Value> version = getVersion(
      use.get(), label.isAsItStands() ? getIdentity(use.get())
                                      : getLayouts(node, label).front());
  if (failed(version))
    return failure();
  use.set(*version);
  return success();
}

LogicalResult PlanApplier::enter(FlowNode &node, const FlowLabel &label) {
  for (OpOperand *use : node.carried->uses)
    if (use->getOwner() == node.op && failed(rewire(node, label, *use)))
      return failure();
  for (Value value : node.carried->values) {
    unsigned net = graph.getDerivation(value).net;
    if (!touched[net])
      continue;
    DigitLists layout = getIdentity(value);
    if (label.isAsItStands()) {
      versions.add(net, value, std::move(layout));
      continue;
    }
    layout = getLayouts(node, label).front();
    rewriter.setInsertionPointAfterValue(value);
    auto cast = UnrealizedConversionCastOp::create(
        rewriter, value.getLoc(),
        getPhysicalType(llvm::cast<RankedTensorType>(value.getType()), layout),
        value);
    standIns.push_back(cast);
    versions.add(net, cast.getResult(0), normalizeAll(layout));
  }
  return success();
}

LogicalResult PlanApplier::closeCarried() {
  for (auto [variable, node] : llvm::enumerate(graph.nodes)) {
    if (!node.carried)
      continue;
    for (OpOperand *use : node.carried->uses)
      if (use->getOwner() != node.op &&
          failed(rewire(node, getLabel(variable), *use)))
        return failure();
  }
  return success();
}

void PlanApplier::settleCarried() {
  for (UnrealizedConversionCastOp cast : standIns) {
    Value value = cast.getOperand(0);
    value.setType(cast.getResult(0).getType());
    rewriter.replaceOp(cast, value);
  }
  for (func::FuncOp function : graph.getOpenFunctions())
    function.setType(FunctionType::get(
        function.getContext(), function.getBody().getArgumentTypes(),
        graph.calls.getCallsOf(function).front()->getResultTypes()));
}
