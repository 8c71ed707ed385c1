//===- PlanningModel.h - Functions as a planning problem --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ties a `Problem` to the IR it was made from. Variables are operations and
// block arguments. Rewrites that stand in the program (layout transforms,
// reshapes that are index maps) are no variables: they disappear into nets. A
// net is one root value with all uses of the values derived from it, and its
// layouts are digit sequences over the dims of the root, so that two layouts
// are one number iff they are the same place in memory. Digits that cover more
// than a dim say that the value is padded behind its end.
//
// A value that regions or calls carry (`RegionFlow`) is one variable, too.
//
// Pads and crops at the high ends (`Resize`) are variables whose candidates let
// the value through in the larger box: what reads the padded value reads the
// other one, padded. Where that is not how it lies, the net pays for a rewrite,
// which pads and transforms in one go.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_PLANNINGMODEL_H
#define LAYOUT_LIB_PLANNING_MODEL_PLANNINGMODEL_H

#include "LoopRelayoutCache.h"
#include "layout/Analysis/CallSites.h"
#include "layout/Analysis/LayoutRules.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Solver/Problem.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include <functional>

namespace mlir::layout {

/// What a candidate means for the op.
struct OpCandidate {
  /// An order of digits of the factors of the op's rule.
  FactorOrder digits;
  /// Or one of the op's own entries, and how its operands then lie. One that
  /// pads, or cuts an operand where the root of its net cannot be cut, keeps
  /// its rewrites beside the op: values pass as they stand, and the candidate
  /// has their cost.
  OpLayoutAttr entry;
  bool keepsRewrites = false;
  SmallVector<MixedRadixMap, 0> operands;
  /// What of its cost is no rewrite: an entry's own, and reads with strides.
  Cost price = 0;

  bool isAsItStands() const { return digits.empty() && !entry; }
};

/// The operand that lies as a port of a structured op does: results lie as
/// their destinations.
inline unsigned getOperandOf(linalg::LinalgOp op, unsigned port) {
  if (port < op->getNumOperands())
    return port;
  return op.getDpsInitOperand(port - op->getNumOperands())->getOperandNumber();
}

struct ModelPort {
  Value value;
  unsigned number; ///< of the port in the rule: operands, then results
};

/// An op that puts padding behind the ends of dims or takes it away; all
/// widths are static.
struct Resize {
  RankedTensorType larger;
  RankedTensorType smaller;
  bool isPad;
  /// What stands in the padding; null if that is not known (crop) or does not
  /// matter (pad).
  Attribute content;
};
std::optional<Resize> getResize(Operation *op);

/// One value that enters, leaves or goes round the regions of an op: initial
/// values, arguments, yields and results are all it, and lie alike. So are what
/// all calls of a function hand to an argument of it, and what it returns.
struct RegionFlow {
  SmallVector<OpOperand *, 0> uses;
  SmallVector<Value, 0> values;
};

/// In which layouts besides its entries a critical op may be.
enum class LayoutFlexibility {
  None,
  Standard, ///< `layout.prefer`: in which no read hides a rewrite
  HeadMajor,
  Absorbed
};

struct ModelVariable {
  Operation *op = nullptr; ///< null for the arguments of a block
  std::optional<Resize> resize;
  /// Its ports are the values and then the uses, all port 0 of the rule.
  std::optional<RegionFlow> regionFlow;
  const LayoutRule *rule = nullptr; ///< of the graph
  LayoutFlexibility flexibility = LayoutFlexibility::None;
  /// What the op costs under every candidate.
  Cost ownCost = 0;
  SmallVector<ModelPort, 4> ports;        ///< as in the problem's variable
  SmallVector<OpCandidate, 0> candidates; ///< as in the problem's variable
  /// Candidates that were offered already, had or not.
  SmallVector<FactorOrder, 0> offered;
  /// The same of ports by themselves (`PlanningModel::substitute`).
  SmallVector<std::pair<unsigned, MixedRadix>, 0> substituted;
  /// Whether the op can be rebuilt under any valid candidate of its rule.
  bool isAlwaysRebuilt = true;
};

struct NetLayout {
  /// Normalised digits of the root's dims.
  MixedRadix digits;
  /// What has to stand in the padding, if it is not what the net has there.
  Attribute content;

  bool operator==(const NetLayout &other) const {
    return digits == other.digits && content == other.content;
  }
};

/// How the ports of a structured op lie whose operands lie so.
SmallVector<NetLayout, 0> getPortLayouts(const ModelVariable &node,
                                         ArrayRef<MixedRadixMap> operands);

struct ModelNet {
  Value root;
  /// The layouts in use.
  SmallVector<NetLayout, 2> layouts;
  /// What stands in the padding of padded versions; null if it does not matter.
  Attribute padding;
};

/// How a value is made from the root of its net by rewrites alone.
struct Derivation {
  unsigned net;
  ArrayRef<MixedRadix> map;     ///< per dim of the value, digits of the root's
  ArrayRef<MixedRadix> inverse; ///< per dim of the root, digits of the value's
  bool isRoot = false;
};

class PlanningModel {
public:
  /// Reads functions that belong together (`CallSites::group`) and have no
  /// unreachable blocks; every variable has its candidate 0 afterwards,
  /// critical ops with entries all of theirs. Rewrites of constants of at most
  /// `constantLimit` bytes are free.
  PlanningModel(ArrayRef<func::FuncOp> functions, const CallSites &calls,
                uint64_t constantLimit);

  Problem problem;
  SmallVector<ModelVariable, 0> nodes; ///< one per variable
  SmallVector<ModelNet, 0> nets;       ///< one per net of the problem
  LayoutRules rules;                   ///< of the nodes
  LoopRelayoutCache relayouts;         ///< of structured ops

  const Derivation &getDerivation(Value value) const {
    return derivations.find(value)->second;
  }
  /// Ops that are no variables because their results are derived.
  ArrayRef<Operation *> getDerivedOps() const { return derivedOps; }
  /// Sizes asked of tensors; they do not mind layouts.
  ArrayRef<ShapedDimOpInterface> getDimOps() const { return dimOps; }
  /// Functions whose signatures are part of the plan.
  ArrayRef<func::FuncOp> getFunctionsWithKnownCallers() const {
    return functionsWithKnownCallers;
  }

  const CallSites &calls;
  const uint64_t constantLimit;

  struct NetLayoutRef {
    unsigned net;
    unsigned layout;
  };
  /// What a plan costs by rewrites alone.
  Cost getRewriteCost(const Plan &plan) const;

  /// Adds a candidate of the variable's rule if it is new and can be had; the
  /// layouts it brings to nets are appended to `added`.
  void addCandidate(unsigned variable, FactorOrder candidate,
                    SmallVectorImpl<NetLayoutRef> &added);
  /// Adds the candidates of a critical op with flexibility in which one port
  /// lies in a layout of its net, or beside it, and the others as in a
  /// candidate that it has; at most `maxCandidates` in all.
  void substitute(Problem::PortRef port, unsigned layout,
                  unsigned maxCandidates, SmallVectorImpl<NetLayoutRef> &added);

  /// The digits of a value's dims in a layout of its net; nothing if the layout
  /// cuts them where they do not divide, or pads what is no dim of the value.
  std::optional<MixedRadix> getLayoutOf(Value value, unsigned layout) const;
  /// The other way round, for lists of digits: of the root's dims.
  std::optional<MixedRadixMap> getOnRoot(Value value,
                                         ArrayRef<MixedRadix> layout) const;

private:
  void visitRegion(Region &region);
  void visitBlock(Block &block);
  void visitOp(Operation *op);
  SmallVector<unsigned> addRegionFlow(Operation *op);
  unsigned addRegionFlow(Operation *op, RegionFlow regionFlow);
  void closeRegionFlow(unsigned variable);
  void enterCallee(func::FuncOp function);
  bool derive(Operation *op);
  ArrayRef<MixedRadix> getIdentity(RankedTensorType type);
  void addNode(Operation *op, ValueRange operands, ValueRange results);
  void setCandidates(unsigned variable);
  void setResizeCandidates(unsigned variable);
  std::optional<FactorOrder> getLayoutBeside(unsigned variable) const;
  bool supplies(unsigned net, Attribute content);
  bool canLieSo(unsigned variable, const LayoutRule &rule,
                ArrayRef<MixedRadixMap> layouts);
  Cost getTimes(unsigned variable) const;
  void addSubstituted(Problem::PortRef port, const FactorOrder &order,
                      ArrayRef<MixedRadix> lists, unsigned maxCandidates,
                      SmallVectorImpl<NetLayoutRef> &added);
  void addAsItStands(unsigned variable, OpCandidate candidate, Cost cost);
  void addEntry(unsigned variable, OpLayoutAttr entry);
  bool addFlowingEntry(unsigned variable, OpCandidate candidate,
                       ArrayRef<OperandLayout> operands);
  unsigned addNet(Value root, bool isFree);
  unsigned intern(unsigned net, NetLayout layout, bool &isNew);
  bool addProblemCandidate(unsigned variable, ArrayRef<NetLayout> layouts,
                           Cost cost, OpCandidate candidate,
                           SmallVectorImpl<NetLayoutRef> *added);

  DenseMap<Value, Derivation> derivations;
  /// The digits of derivations; the identities of roots, by type.
  std::deque<MixedRadixMap> digits;
  DenseMap<Type, ArrayRef<MixedRadix>> identities;
  /// The variables of what is regionFlow; its parts take no part in other
  /// nodes.
  DenseMap<OpOperand *, unsigned> carriedUses;
  DenseSet<Value> carriedValues;
  SmallVector<Operation *> derivedOps;
  SmallVector<ShapedDimOpInterface> dimOps;
  /// Open functions not visited yet, by name, and those that were.
  DenseMap<StringAttr, func::FuncOp> callees;
  SmallVector<func::FuncOp, 2> functionsWithKnownCallers;
  SmallVector<unsigned> carriedByCalls;
};

/// Gives agnostic variables the candidates that flow to them from both sides:
/// from critical ops, signatures and everything as it stands, to a fixpoint, at
/// most `maxCandidates` each, nearest first.
void generateCandidates(PlanningModel &graph, unsigned maxCandidates = 32);

/// Remarks yet to be made: threads that plan at once leave that to one of them,
/// in the order of the program.
using Remarks = std::vector<std::function<void()>>;

/// Rewrites the function into the plan. What the plan leaves as it stands is
/// not touched.
LogicalResult applyPlan(PlanningModel &graph, const Plan &plan,
                        Remarks &remarks);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_PLANNINGMODEL_H
