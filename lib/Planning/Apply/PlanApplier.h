//===- PlanApplier.h - A plan on its way into the program -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_APPLY_PLANAPPLIER_H
#define LAYOUT_LIB_PLANNING_APPLY_PLANAPPLIER_H

#include "../Model/PaddedLayouts.h"
#include "ValueVersions.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"

namespace mlir::layout {

/// What an op has to do in padding so that its results hold there what their
/// nets promise, and reductions do not count it; `results` is what they hold.
Masks getMasks(const PlanningModel &graph, const ModelVariable &node,
               const OpCandidate &candidate, ValueRange operands,
               const ValueVersions &versions,
               SmallVectorImpl<PadContent> &results);

inline MixedRadixMap getIdentity(Value value) {
  return getIdentityDigits(getShape(value));
}

/// Visits ops in program order: each is rebuilt under its candidate, on the
/// versions (FlowVersions.h) of its operands that the candidate wants.
class PlanApplier {
public:
  PlanApplier(PlanningModel &graph, const Plan &plan, Remarks &remarks)
      : graph(graph), plan(plan), remarks(remarks),
        rewriter(graph.nets.empty() ? nullptr
                                    : graph.nets.front().root.getContext()),
        versions(graph, rewriter), touched(graph.nets.size(), false) {}

  LogicalResult run();

private:
  const OpCandidate &getCandidate(unsigned variable) const {
    return graph.nodes[variable].candidates[plan[variable]];
  }

  LogicalResult visit(unsigned variable);
  /// Lets a value through a pad or a crop when something first asks for what is
  /// behind it.
  LogicalResult passThrough(unsigned net);
  FailureOr<Value> getVersion(Value value, ArrayRef<MixedRadix> layout,
                              Attribute content = {});
  /// The dims in which the first user that wants a net's value in `place` wants
  /// it there.
  std::optional<MixedRadixMap> getWantedLayout(unsigned net,
                                               const MixedRadix &place);
  /// What is regionFlow lies in its layout at once, or stands in for it until
  /// all that uses it has been seen to.
  LogicalResult enter(ModelVariable &node, const OpCandidate &candidate);
  LogicalResult rewire(const ModelVariable &node, const OpCandidate &candidate,
                       OpOperand &use);
  LogicalResult closeRegionFlow();
  /// Gives regionFlow values and signatures the types they are planned to have.
  void settleRegionFlow();
  LogicalResult relabel(unsigned variable);
  LogicalResult layOutBeside(ModelVariable &node, const OpCandidate &candidate);
  FailureOr<SmallVector<Value>> build(ModelVariable &node,
                                      const OpCandidate &candidate,
                                      ArrayRef<MixedRadixMap> layouts,
                                      ValueRange operands, const Masks &masks);
  /// How every operand of the op lies under a candidate.
  SmallVector<MixedRadixMap> getLayouts(const ModelVariable &node,
                                        const OpCandidate &candidate) const;

  /// Whether some use reads the value of a net through a rewrite.
  bool hasDerivedUse(unsigned net) const;

  void replaceDim(ShapedDimOpInterface dim);
  void eraseDead();

  PlanningModel &graph;
  const Plan &plan;
  Remarks &remarks;
  IRRewriter rewriter;
  ValueVersions versions;
  std::vector<bool> touched;
  SmallVector<Operation *> replaced;
  /// Casts to the types that regionFlow values will have.
  SmallVector<UnrealizedConversionCastOp> standIns;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_APPLY_PLANAPPLIER_H
