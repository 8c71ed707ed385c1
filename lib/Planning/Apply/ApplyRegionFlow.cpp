//===- ApplyRegionFlow.cpp - Values that regions and calls carry ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanApplier.h"

using namespace mlir;
using namespace mlir::layout;

LogicalResult PlanApplier::rewire(const ModelVariable &node,
                                  const OpCandidate &candidate,
                                  OpOperand &use) {
  if (!touched[graph.getDerivation(use.get()).net])
    return success();
  FailureOr<Value> version =
      getVersion(use.get(), candidate.isAsItStands()
                                ? getIdentity(use.get())
                                : getLayouts(node, candidate).front());
  if (failed(version))
    return failure();
  use.set(*version);
  return success();
}

LogicalResult PlanApplier::enter(ModelVariable &node,
                                 const OpCandidate &candidate) {
  for (OpOperand *use : node.regionFlow->uses)
    if (use->getOwner() == node.op && failed(rewire(node, candidate, *use)))
      return failure();
  for (Value value : node.regionFlow->values) {
    unsigned net = graph.getDerivation(value).net;
    if (!touched[net])
      continue;
    MixedRadixMap layout = getIdentity(value);
    if (candidate.isAsItStands()) {
      versions.add(net, value, std::move(layout));
      continue;
    }
    layout = getLayouts(node, candidate).front();
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

LogicalResult PlanApplier::closeRegionFlow() {
  for (auto [variable, node] : llvm::enumerate(graph.nodes)) {
    if (!node.regionFlow)
      continue;
    for (OpOperand *use : node.regionFlow->uses)
      if (use->getOwner() != node.op &&
          failed(rewire(node, getCandidate(variable), *use)))
        return failure();
  }
  return success();
}

void PlanApplier::settleRegionFlow() {
  for (UnrealizedConversionCastOp cast : standIns) {
    Value value = cast.getOperand(0);
    value.setType(cast.getResult(0).getType());
    rewriter.replaceOp(cast, value);
  }
  for (func::FuncOp function : graph.getFunctionsWithKnownCallers())
    function.setType(FunctionType::get(
        function.getContext(), function.getBody().getArgumentTypes(),
        graph.calls.getCallsOf(function).front()->getResultTypes()));
}
