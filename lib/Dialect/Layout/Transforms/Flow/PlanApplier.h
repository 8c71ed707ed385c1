//===- PlanApplier.h - A plan on its way into the program -------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_PLANAPPLIER_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_PLANAPPLIER_H

#include "FlowPadding.h"
#include "FlowVersions.h"
#include "layout/Dialect/Layout/Transforms/Relayout.h"

namespace mlir::layout {

/// What an op has to do in padding so that its results hold there what their
/// nets promise, and reductions do not count it; `results` is what they hold.
Masks getMasks(const FlowGraph &graph, const FlowNode &node,
               const FlowLabel &label, ValueRange operands,
               const ValueVersions &versions,
               SmallVectorImpl<PadContent> &results);

inline DigitLists getIdentity(Value value) {
  return getIdentityDigits(getShape(value));
}

/// Visits ops in program order: each is rebuilt under its label, on the
/// versions (FlowVersions.h) of its operands that the label wants.
class PlanApplier {
public:
  PlanApplier(FlowGraph &graph, const Plan &plan, Remarks &remarks)
      : graph(graph), plan(plan), remarks(remarks),
        rewriter(graph.nets.empty() ? nullptr
                                    : graph.nets.front().root.getContext()),
        versions(graph, rewriter), touched(graph.nets.size(), false) {}

  LogicalResult run();

private:
  const FlowLabel &getLabel(unsigned variable) const {
    return graph.nodes[variable].labels[plan[variable]];
  }

  LogicalResult visit(unsigned variable);
  /// Lets a value through a pad or a crop when something first asks for what is
  /// behind it.
  LogicalResult passThrough(unsigned net);
  FailureOr<Value> getVersion(Value value, ArrayRef<DigitList> layout,
                              Attribute content = {});
  /// The dims in which the first user that wants a net's value in `place` wants
  /// it there.
  std::optional<DigitLists> getWantedLayout(unsigned net,
                                            const DigitList &place);
  /// What is carried lies in its layout at once, or stands in for it until all
  /// that uses it has been seen to.
  LogicalResult enter(FlowNode &node, const FlowLabel &label);
  LogicalResult rewire(const FlowNode &node, const FlowLabel &label,
                       OpOperand &use);
  LogicalResult closeCarried();
  /// Gives carried values and signatures the types they are planned to have.
  void settleCarried();
  LogicalResult relabel(unsigned variable);
  LogicalResult layOutBeside(FlowNode &node, const FlowLabel &label);
  FailureOr<SmallVector<Value>> build(FlowNode &node, const FlowLabel &label,
                                      ArrayRef<DigitLists> layouts,
                                      ValueRange operands, const Masks &masks);
  /// How every operand of the op lies under a label.
  SmallVector<DigitLists> getLayouts(const FlowNode &node,
                                     const FlowLabel &label) const;

  /// Whether some use reads the value of a net through a rewrite.
  bool hasDerivedUse(unsigned net) const;

  void replaceDim(ShapedDimOpInterface dim);
  void eraseDead();

  FlowGraph &graph;
  const Plan &plan;
  Remarks &remarks;
  IRRewriter rewriter;
  ValueVersions versions;
  std::vector<bool> touched;
  SmallVector<Operation *> replaced;
  /// Casts to the types that carried values will have.
  SmallVector<UnrealizedConversionCastOp> standIns;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_PLANAPPLIER_H
