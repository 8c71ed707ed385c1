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
// If an op cannot be rebuilt, placeholders stand for its results, and all other
// variables are visited as well, so that all ops that refuse are known at once.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_APPLY_PLANAPPLIER_H
#define LAYOUT_LIB_PLANNING_APPLY_PLANAPPLIER_H

#include "Planning/Model/LoopRelayoutCache.h"
#include "Relayout/BuildInLayouts.h"
#include "ValueVersions.h"
#include "layout/Analysis/CallSites.h"
#include "llvm/ADT/MapVector.h"
#include <functional>

namespace mlir::layout {

class CropOp;
class LayoutTransformOp;

/// Remarks that are emitted later by one thread, so that they come in program
/// order however many threads plan.
using Remarks = std::vector<std::function<void()>>;

/// The ops that cannot take the layouts planned for them, each with the reason,
/// in the order in which they were found. The op of a layout of a value that
/// regions or calls pass on is the op with the regions or the called function;
/// it is null if the arguments of a block have a wrong layout.
using Refusals = llvm::MapVector<Operation *, BuildRefusal>;

class PlanApplier {
public:
  /// `calls` and `relayouts` are those that the model was built with; relayouts
  /// that are missing in the latter are added.
  PlanApplier(const PlanningModel &model, const Plan &plan,
              const CallSites &calls, LoopRelayoutCache &relayouts,
              Remarks &remarks, RewriterBase::Listener *listener)
      : model(model), plan(plan), calls(calls), relayouts(relayouts),
        remarks(remarks), rewriter(model.getNet(0).root.getContext(), listener),
        versions(model, rewriter), isChanged(model.getNets().size(), false) {}

  Refusals run();

private:
  const ModelCandidate &getCandidate(unsigned variable) const {
    return model.getVariable(variable).candidates[plan[variable]];
  }
  /// The layout of each port of the rule under a candidate: operands, results.
  SmallVector<MixedRadixMap> getLayouts(const ModelVariable &variable,
                                        const ModelCandidate &candidate) const;

  /// Sets `isChanged`. Returns whether some net changes.
  bool markChangedNets();
  void visit(unsigned variable);
  void keepOp(const ModelVariable &variable);
  const MixedRadix &getPlannedLayout(unsigned variable, unsigned port) const;
  void keepJoined(unsigned variable, CropOp op);
  void rebuildJoined(unsigned variable, LayoutTransformOp op);
  void rebuildOp(const ModelVariable &variable,
                 const ModelCandidate &candidate);
  SmallVector<Value> createRebuiltOp(const ModelVariable &variable,
                                     const ModelCandidate &candidate,
                                     ArrayRef<MixedRadixMap> layouts,
                                     ValueRange operands, const Masks &masks);
  Value createPaddedJoin(const ModelVariable &variable,
                         ArrayRef<MixedRadixMap> layouts, ValueRange operands);
  void insertLocalRewrites(const ModelVariable &variable,
                           const ModelCandidate &candidate);

  bool canBeFixed(unsigned variable) const;
  /// Records that a value of `net` has no version that the visited op needs.
  void refuseVersion(unsigned net, std::string reason);
  /// Records that `op` cannot be built. Returns placeholders of its results.
  SmallVector<Value> refuseOp(Operation *op, ArrayRef<MixedRadixMap> layouts,
                              BuildRefusal refusal);
  Value createPlaceholder(Location loc, Type type);

  /// `ValueVersions::getVersion`, which materializes a pad or crop on demand.
  /// If there is no such version, records that and returns a placeholder.
  Value getVersion(Value value, ArrayRef<MixedRadix> layout,
                   Attribute content = {});
  void materializeResize(unsigned net);
  void addFurther(unsigned net, const ModelCandidate &candidate);
  std::optional<MixedRadixMap> getFirstUseLayout(unsigned net,
                                                 const MixedRadix &order);

  void applyRegionFlow(const ModelVariable &variable,
                       const ModelCandidate &candidate);
  void replaceRegionFlowUse(const ModelVariable &variable,
                            const ModelCandidate &candidate, OpOperand &use);
  void replaceNestedRegionFlowUses();
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
  Refusals refusals;
  unsigned visited = 0; ///< the variable that is blamed for what fails
  unsigned rebuiltCount = 0;
};

/// Rewrites the functions of the model according to `plan`. If the result is
/// not empty, the plan cannot be applied, the functions are in an undefined
/// state (GroupSnapshot.h), and `remarks` are invalid. `listener` may be null;
/// it is told of every op that is erased.
Refusals applyPlan(const PlanningModel &model, const Plan &plan,
                   const CallSites &calls, LoopRelayoutCache &relayouts,
                   Remarks &remarks, RewriterBase::Listener *listener);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_APPLY_PLANAPPLIER_H
