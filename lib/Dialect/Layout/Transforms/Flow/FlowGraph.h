//===- FlowGraph.h - A function as a planning problem -----------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ties a `Problem` to the IR it was made from. Variables are operations and
// block arguments. Rewrites that stand in the program (layout transforms,
// reshapes that are index maps) are no variables: they disappear into nets. A
// net is one root value with all uses of the values derived from it, and its
// layouts are digit sequences over the dims of the root, so that two layouts
// are one number iff they are the same place in memory.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWGRAPH_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWGRAPH_H

#include "layout/Analysis/LayoutRuleInterface.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Planner/Problem.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"

namespace mlir::layout {

/// What a label means for the op.
struct FlowLabel {
  /// An order of digits of the factors of the op's rule.
  Label digits;
  /// Or one of the op's own entries, and how its operands then lie. One that
  /// pads keeps its rewrites beside the op: values pass as they stand, and the
  /// label has their cost.
  OpLayoutAttr entry;
  bool isPadded = false;
  SmallVector<DigitLists> operands;

  bool isAsItStands() const { return digits.empty() && !entry; }
};

struct FlowPort {
  Value value;
  unsigned number; ///< of the port in the rule: operands, then results
};

struct FlowNode {
  Operation *op = nullptr; ///< null for the arguments of a block
  std::optional<LayoutRule> rule;
  SmallVector<FlowPort, 4> ports;   ///< as in the problem's variable
  SmallVector<FlowLabel, 0> labels; ///< as in the problem's variable
  /// Labels that were offered already, had or not.
  SmallVector<Label, 4> offered;
  /// Whether the op can be rebuilt under any valid label of its rule.
  bool isAlwaysRebuilt = true;
};

struct FlowNet {
  Value root;
  /// The layouts in use, as normalised digits of the root's dims.
  SmallVector<DigitList, 4> layouts;
};

/// How a value is made from the root of its net by rewrites alone.
struct Derivation {
  unsigned net;
  DigitLists map;     ///< per dim of the value, digits of the root's dims
  DigitLists inverse; ///< per dim of the root, digits of the value's dims
  bool isRoot = false;
};

class FlowGraph {
public:
  /// Reads the function, which has no unreachable blocks; every variable has
  /// its label 0 afterwards, critical ops with entries all of theirs.
  explicit FlowGraph(func::FuncOp function);

  Problem problem;
  std::vector<FlowNode> nodes; ///< one per variable
  std::vector<FlowNet> nets;   ///< one per net of the problem

  const Derivation &getDerivation(Value value) const {
    return derivations.find(value)->second;
  }
  /// Ops that are no variables because their results are derived.
  ArrayRef<Operation *> getDerivedOps() const { return derivedOps; }
  /// Sizes asked of tensors; they do not mind layouts.
  ArrayRef<ShapedDimOpInterface> getDimOps() const { return dimOps; }

  /// Adds a label to an agnostic variable if it is new and can be had; the
  /// layouts it brings to nets are appended to `added`.
  struct NetLayout {
    unsigned net;
    unsigned layout;
  };
  void addLabel(unsigned variable, Label label,
                SmallVectorImpl<NetLayout> &added);

  /// The digits of a value's dims in a layout of its net; nothing if the layout
  /// cuts them where they do not divide.
  std::optional<DigitList> getLayoutOf(Value value, unsigned layout) const;

private:
  void visitRegion(Region &region);
  void visitBlock(Block &block);
  void visitOp(Operation *op);
  bool derive(Operation *op);
  void addNode(Operation *op, ValueRange operands, ValueRange results);
  void setLabels(unsigned variable);
  void addAsItStands(unsigned variable, FlowLabel label, Cost cost);
  void addEntry(unsigned variable, OpLayoutAttr entry);
  unsigned addNet(Value root, bool isFree);
  unsigned intern(unsigned net, DigitList layout, bool &isNew);
  bool addProblemLabel(unsigned variable, ArrayRef<DigitList> layouts,
                       Cost cost, FlowLabel label,
                       SmallVectorImpl<NetLayout> *added);

  DenseMap<Value, Derivation> derivations;
  SmallVector<Operation *> derivedOps;
  SmallVector<ShapedDimOpInterface> dimOps;
};

/// Gives agnostic variables the labels that flow to them from both sides: from
/// critical ops, signatures and everything as it stands, to a fixpoint, at most
/// `maxLabels` each, nearest first.
void generateLabels(FlowGraph &graph, unsigned maxLabels = 16);

/// Rewrites the function into the plan. What the plan leaves as it stands is
/// not touched.
LogicalResult applyPlan(FlowGraph &graph, const Plan &plan);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWGRAPH_H
