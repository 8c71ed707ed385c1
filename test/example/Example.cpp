//===- Example.cpp - A user's dialect that joins the planner --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// layout-opt with a dialect of somebody else: an op that states its layout rule
// by the interface, and a callback that overrides what the analysis says of
// structured ops.
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "Example.h.inc"
#define GET_OP_CLASSES
#include "ExampleOps.h.inc"

#include "Example.cpp.inc"
#define GET_OP_CLASSES
#include "ExampleOps.cpp.inc"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// An op that states its rule
//===----------------------------------------------------------------------===//

std::optional<LayoutRule> example::ReverseOp::getLayoutRule() {
  auto type = cast<RankedTensorType>(getSource().getType());
  LayoutRule rule;
  PortRule port;
  port.shape = llvm::to_vector(type.getShape());
  for (auto [factor, size] : llvm::enumerate(type.getShape())) {
    rule.factors.push_back({size});
    port.dims.push_back(Access::whole(factor, size));
  }
  rule.factors[getDim()].isWhole = true;
  rule.ports = {port, port}; // the operand, the result
  rule.finalize();
  return rule;
}

SmallVector<Value>
example::ReverseOp::applyLayouts(RewriterBase &rewriter,
                                 ArrayRef<MixedRadixMap> layouts,
                                 ValueRange operands) {
  auto isTurned = [&](const MixedRadix &list) {
    return list.front().dim == getDim();
  };
  int64_t dim =
      llvm::find_if(layouts.back(), isTurned) - layouts.back().begin();
  Value turned = ReverseOp::create(rewriter, getLoc(), operands[0].getType(),
                                   operands[0], dim);
  return {turned};
}

//===----------------------------------------------------------------------===//
// A callback
//===----------------------------------------------------------------------===//

/// Whatever carries `example.keep` is a barrier.
static FailureOr<std::optional<LayoutRule>> keepMarked(Operation *op) {
  if (!op->hasAttr("example.keep"))
    return failure();
  return std::optional<LayoutRule>();
}

void example::ExampleDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ExampleOps.cpp.inc"
      >();
  registerLayoutRuleCallback(getContext(), keepMarked);
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  layout::registerAllDialects(registry);
  registry.insert<example::ExampleDialect>();
  layout::registerAllPasses();
  return asMainReturnCode(
      MlirOptMain(argc, argv, "layout-opt with a user's ops\n", registry));
}
