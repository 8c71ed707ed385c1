//===- ModelBuilder.h - Builds a planning model from functions --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op goes through the same steps:
//
//   ModelBuilder         1. visits the op: a rewrite becomes part of its
//                           source's net, any other op a variable
//                        2. gives the variable a port per tensor operand and
//                           result, and each result a net
//   CandidateGenerator   3. asks the op for its layout rule
//                        4. adds candidates, each with a layout per port
//                        5. adds their costs
//
// Steps 3 to 5 follow once all variables and nets are known, because candidates
// propagate from neighbour to neighbour. After that the model is constant.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_MODELBUILDER_H
#define LAYOUT_LIB_PLANNING_MODEL_MODELBUILDER_H

#include "PlanningModel.h"
#include "layout/Analysis/CallSites.h"

namespace mlir::layout {

class LoopRelayoutCache;

class ModelBuilder {
public:
  /// The model refers to `criticalOps`, which must know the ops of all its
  /// functions.
  ModelBuilder(const CallSites &calls, const CriticalOpAnalysis &criticalOps,
               const ModelOptions &options)
      : calls(calls), criticalOps(criticalOps), options(options) {}

  /// Builds the model of functions that are linked by calls
  /// (`CallSites::group`) and have no unreachable blocks. Called once. The
  /// relayouts of structured ops that it computes are left in `relayouts`.
  std::unique_ptr<const PlanningModel> build(ArrayRef<func::FuncOp> functions,
                                             LoopRelayoutCache &relayouts);

private:
  bool isReadBehindLoop() const;
  void visitRegion(Region &region);
  void visitBlock(Block &block);
  void visitOp(Operation *op);
  void visitCallee(func::FuncOp function);

  void addNet(Value root, bool isFree);
  /// Adds the result of `op` to the net of its source if `op` is a rewrite by a
  /// bijective index map, or a pad at the high ends of dims. Returns whether it
  /// is.
  bool addDerivedValue(Operation *op);
  bool addDerivedPad(Operation *op);
  /// Adds a variable with these ports, unless it would have none.
  void addVariable(Operation *op, ValueRange operands, ValueRange results);
  bool isFreeProducer(Operation *op) const;

  /// Adds a variable for a region flow, and nets for its values.
  unsigned addRegionFlow(Operation *op, RegionFlow flow);
  /// Ends flows whose regions have been visited.
  void endRegionFlows(ArrayRef<unsigned> flows);
  /// Adds the uses of a region flow, once the values in them have nets.
  void addRegionFlowUses(unsigned variable);

  const CallSites &calls;
  const CriticalOpAnalysis &criticalOps;
  const ModelOptions &options;
  std::unique_ptr<PlanningModel> model = std::make_unique<PlanningModel>();

  /// Values and uses of region flows are not ports of other variables.
  DenseSet<OpOperand *> regionFlowUses;
  DenseSet<Value> regionFlowValues;
  /// Functions with known callers that have not been visited yet, by name.
  DenseMap<StringAttr, func::FuncOp> callees;
  /// The region flows into and out of functions.
  SmallVector<unsigned> callFlows;
  /// The variables in the order in which their ports became complete.
  SmallVector<unsigned, 0> completed;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_MODELBUILDER_H
