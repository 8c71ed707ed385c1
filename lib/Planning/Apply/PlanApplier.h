//===- PlanApplier.h - Rewrites functions according to a plan ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables are visited in program order. The op of each goes through the same
// steps:
//
//   candidate of the plan -> layouts of its ports
//     -> versions of its operands in these layouts (ValueVersions.h)
//     -> rebuilt op on these versions (LoopRelayout.h, LayoutRuleInterface.h)
//     -> versions that its results are
//
// The op itself stays until all variables have been visited, because values are
// identified by it. Nets that the plan does not change are not touched.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_APPLY_PLANAPPLIER_H
#define LAYOUT_LIB_PLANNING_APPLY_PLANAPPLIER_H

#include "../Model/LoopRelayoutCache.h"
#include "ValueVersions.h"
#include "layout/Analysis/CallSites.h"
#include <functional>

namespace mlir::layout {

/// Remarks that are emitted later by one thread, so that they come in program
/// order however many threads plan.
using Remarks = std::vector<std::function<void()>>;

class PlanApplier {
public:
  /// `calls` and `relayouts` are those that the model was built with; relayouts
  /// that are missing in the latter are added.
  PlanApplier(const PlanningModel &model, const Plan &plan,
              const CallSites &calls, LoopRelayoutCache &relayouts,
              Remarks &remarks)
      : model(model), plan(plan), calls(calls), relayouts(relayouts),
        remarks(remarks), rewriter(model.getNet(0).root.getContext()),
        versions(model, rewriter), isChanged(model.getNets().size(), false) {}

  LogicalResult run();

private:
  const ModelCandidate &getCandidate(unsigned variable) const {
    return model.getVariable(variable).candidates[plan[variable]];
  }
  /// The layout of each port of the rule under a candidate: operands, results.
  SmallVector<MixedRadixMap> getLayouts(const ModelVariable &variable,
                                        const ModelCandidate &candidate) const;

  /// Sets `isChanged`. Returns whether some net changes.
  bool markChangedNets();
  LogicalResult visit(unsigned variable);
  LogicalResult keepOp(const ModelVariable &variable);
  LogicalResult rebuildOp(const ModelVariable &variable,
                          const ModelCandidate &candidate);
  FailureOr<SmallVector<Value>> createRebuiltOp(const ModelVariable &variable,
                                                const ModelCandidate &candidate,
                                                ArrayRef<MixedRadixMap> layouts,
                                                ValueRange operands,
                                                const Masks &masks);
  LogicalResult insertLocalRewrites(const ModelVariable &variable,
                                    const ModelCandidate &candidate);

  /// `ValueVersions::getVersion`, which materializes a pad or crop on demand.
  FailureOr<Value> getVersion(Value value, ArrayRef<MixedRadix> layout);
  LogicalResult materializeResize(unsigned net);
  std::optional<MixedRadixMap> getFirstUseLayout(unsigned net,
                                                 const MixedRadix &order);

  LogicalResult applyRegionFlow(const ModelVariable &variable,
                                const ModelCandidate &candidate);
  LogicalResult replaceRegionFlowUse(const ModelVariable &variable,
                                     const ModelCandidate &candidate,
                                     OpOperand &use);
  LogicalResult replaceNestedRegionFlowUses();
  void updateRegionFlowTypes();

  /// Returns how the op treats padding; sets `results` to the contents of the
  /// padding of its results.
  Masks getMasks(const ModelVariable &variable, const ModelCandidate &candidate,
                 ValueRange operands, SmallVectorImpl<PadContent> &results);
  void replaceDimOp(ShapedDimOpInterface dim);
  void eraseReplacedOps();

  const PlanningModel &model;
  const Plan &plan;
  const CallSites &calls;
  LoopRelayoutCache &relayouts;
  Remarks &remarks;
  IRRewriter rewriter;
  ValueVersions versions;
  std::vector<bool> isChanged; ///< per net, whether any version may be new
  SmallVector<Operation *> replaced;
  /// Casts of values of region flows to the types that they will have.
  SmallVector<UnrealizedConversionCastOp> placeholders;
};

/// Rewrites the functions of the model according to `plan`. On failure an error
/// has been emitted, and the functions are in an undefined state.
LogicalResult applyPlan(const PlanningModel &model, const Plan &plan,
                        const CallSites &calls, LoopRelayoutCache &relayouts,
                        Remarks &remarks);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_APPLY_PLANAPPLIER_H
