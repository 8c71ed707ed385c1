//===- PlanningModel.h - Functions as a planning problem --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ties a `Problem`, which consists of numbers only (layout/Solver/Problem.h),
// to the IR that it was built from:
//
//   IR                                               problem
//   -----------------------------------------------  -------------------------
//   an op with tensor operands or results            variable
//   the arguments of a block                         variable
//   a value that regions or calls pass on            variable
//     (`RegionFlow`)
//   a tensor operand or result of one of these       port of the variable
//   a value and all uses of it, also through         net; the value is its root
//     rewrites
//   an order of the root's elements in memory        layout of the net
//   one layout for every port                        candidate of the variable
//
// Rewrites that are bijective index maps (`layout.layout_transform`, reshapes)
// and pads at the high ends of dims are not variables. Their results are
// *derived* values: they belong to the net of the value they are computed from.
// For example,
//
//   %a = linalg.conv_2d_nchw_fchw ...                // tensor<1x64x8x8xf32>
//   %b = layout.layout_transform %a by <(n, c, h, w) -> (n, h, w, c)> ...
//   %c = linalg.exp ins(%b) ...                      // tensor<1x8x8x64xf32>
//
// has one net with root %a, two variables beside it, and no variable for the
// rewrite. If linalg.exp reads %b row-major, the layout of its port is
// (n, h, w, c) in digits of the dims of %a. Layouts of a net are always given
// in digits of the root's dims, so two layouts have the same number iff every
// element has the same position in memory. If the digits cover more than the
// extent of a dim, the value is padded at the high end of that dim. The layouts
// of a derived value that is padded always are of this kind.
//
// A crop at the high ends of dims is a variable whose candidates give its
// source and its result the same padded layout. If a plan needs another layout
// at one of its sides, the net pays for one rewrite that crops and transforms.
// If a rewrite computes the source and nothing else reads it, a candidate of
// the crop is one rewrite with that. Other candidates of a crop, or of an op
// with a padded result, also convert the result to a layout without padding and
// pay for that themselves, so that uses read rewrites of the smaller value, or
// overwrite the padding, so that several uses share that (JoinedCandidates.h).
// A pad of a part of a root's dim is a variable as well: its result begins in
// the layout of its source, without the padding, and each rewrite of it pads.
//
// `ModelBuilder` builds a model. All others read it: solvers its problem, the
// applier and the reports also the IR side.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_PLANNINGMODEL_H
#define LAYOUT_LIB_PLANNING_MODEL_PLANNINGMODEL_H

#include "Analysis/LayoutRules.h"
#include "LayoutConversion.h"
#include "ModelCandidate.h"
#include "RegionFlow.h"
#include "layout/Analysis/Calibration.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "layout/Solver/Problem.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include <deque>

namespace mlir::layout {

/// Compatible layouts beyond the layout options of a critical op, or beyond its
/// present layout if it has no options.
enum class LayoutFlexibility {
  None,
  /// `layout.prefer`: all in which no read absorbs a rewrite (AbsorbedReads.h).
  Standard,
  /// `order = head_major` (LayoutAttributes.td), or a renaming.
  HeadMajor,
  /// `order = absorbed`: any layout of an input; one that differs from the
  /// option's costs a read with strides.
  Absorbed,
  /// Those in which the op computes the same without being rebuilt
  /// (LoopRenaming.h), or, if it has several options, in one of them.
  Renaming
};

/// A tensor operand or result of a variable.
struct ModelPort {
  Value value;
  /// The number of the port in the layout rule: operands, then results.
  unsigned number;
};

/// The IR side of a `Problem::Variable`, with the same number.
struct ModelVariable {
  /// Null for the arguments of a block. For a region flow, the op with the
  /// regions, or the called function.
  Operation *op = nullptr;
  /// The roles of the loops of `op`; null if it is not critical.
  const CriticalOp *critical = nullptr;
  /// If the op is a crop, or a pad whose result is no derived value.
  std::optional<Resize> resize;
  /// The ports of a region flow are its values, then its uses; each of them is
  /// port 0 of the rule.
  std::optional<RegionFlow> regionFlow;
  /// Null if the ports keep their layouts, or are independent of each other.
  const LayoutRule *rule = nullptr;
  LayoutFlexibility flexibility = LayoutFlexibility::None;
  SmallVector<ModelPort, 4> ports;           ///< as in the problem
  SmallVector<ModelCandidate, 0> candidates; ///< as in the problem
};

/// A layout of a net.
struct NetLayout {
  /// Digits of the root's dims, in normal form.
  MixedRadix digits;
  /// The required content of the padding, if that is not `ModelNet::padding`.
  /// Layouts without padding have none.
  Attribute content;
  /// If not empty, the producer writes the value in this order as well, without
  /// padding (`ModelCandidate::croppedOrder`). No use requires such a layout.
  MixedRadix cropped;

  bool operator==(const NetLayout &other) const {
    return digits == other.digits && content == other.content &&
           cropped == other.cropped;
  }
};

/// The IR side of a `Problem::Net`, with the same number.
struct ModelNet {
  Value root;
  SmallVector<NetLayout, 2> layouts; ///< as in the problem
  /// The content of the padding of all padded versions of the root; null if it
  /// does not matter.
  Attribute padding;
  /// Whether ops of a partition compute and read the value, so that it may not
  /// be rewritten: every rewrite that moves data costs `kForbidden`.
  bool isRigid = false;
};

/// How a value is computed from the root of its net by rewrites and pads alone.
struct Derivation {
  unsigned net;
  ArrayRef<MixedRadix> map;     ///< per dim of the value, digits of the root's
  ArrayRef<MixedRadix> inverse; ///< per dim of the root, digits of the value's
  /// The shape that the digits of the root's dims span: the root's, or a larger
  /// one if the value is padded.
  ArrayRef<int64_t> box;
  /// The content of that padding, if it is not `ModelNet::padding`.
  Attribute content;
  bool isRoot = false;
};

/// The parts of a plan's cost. Rewrites and moves are bytes that are read and
/// written, as --layout-count divides them.
struct PlanFigures {
  Cost rewrites = 0;
  Cost moves = 0;    ///< by crops, and of padding that other moves carry
  Cost separate = 0; ///< ModelCandidate::separate
  Cost prices = 0;   ///< ModelCandidate::price, without `separate`
};

/// What a model depends on besides the program.
struct ModelOptions {
  /// Rewrites of constants of at most that many bytes are free.
  uint64_t constantLimit = 0;
  /// Cost of each byte of padding that an op, but not a move, computes on.
  Cost paddingPrice = 1;
  /// The most candidates that a variable gets by propagation.
  unsigned maxCandidates = 32;
  /// The most candidates of a variable that are products: of the layout options
  /// of an op with renamings of its loops or with orders of single operands, or
  /// of layouts of the source and of the result of a transform.
  unsigned maxProducts = 2048;
  /// Ops that keep their layouts although their rules allow others, because
  /// they cannot be rebuilt in those. For an op with regions and a function,
  /// that concerns the values that they pass on.
  llvm::SmallPtrSet<Operation *, 4> fixedOps;

  /// Whether `op` keeps its layouts by its mark or as one of these.
  bool isFixed(Operation *op) const {
    return isFrozen(op) || fixedOps.contains(op);
  }
};

class PlanningModel {
public:
  PlanningModel() = default;
  PlanningModel(const PlanningModel &) = delete;
  PlanningModel &operator=(const PlanningModel &) = delete;

  const Problem &getProblem() const { return problem; }
  ArrayRef<ModelVariable> getVariables() const { return variables; }
  const ModelVariable &getVariable(unsigned number) const {
    return variables[number];
  }
  ArrayRef<ModelNet> getNets() const { return nets; }
  const ModelNet &getNet(unsigned number) const { return nets[number]; }

  /// Precondition: `value` is a tensor that belongs to a net.
  const Derivation &getDerivation(Value value) const {
    return derivations.find(value)->second;
  }
  unsigned getNetOf(Value value) const { return getDerivation(value).net; }

  /// The rewrites that are not variables, because their results are derived.
  ArrayRef<Operation *> getDerivingOps() const { return derivingOps; }
  /// `tensor.dim` and the like outside the bodies of structured ops. They are
  /// not variables, because they work on any layout.
  ArrayRef<ShapedDimOpInterface> getDimOps() const { return dimOps; }
  /// The functions whose signatures the plan may change.
  ArrayRef<func::FuncOp> getFunctionsWithKnownCallers() const {
    return functionsWithKnownCallers;
  }

  /// Expresses a layout of a net's root in digits of the dims of `value`.
  /// Returns nothing if the layout splits them where they do not divide, or
  /// pads what does not begin a dim of `value`.
  std::optional<MixedRadix> getValueLayout(Value value, unsigned layout) const;
  /// Expresses a layout of the root, which the net need not have, likewise.
  std::optional<MixedRadix> getValueLayout(Value value,
                                           const MixedRadix &rootLayout) const;
  /// Expresses a layout of `value`, one list of digits per physical dim, in
  /// digits of the dims of its net's root. Returns nothing as above.
  std::optional<MixedRadixMap> getRootLayout(Value value,
                                             ArrayRef<MixedRadix> layout) const;

  /// What the padding of `value` must hold in a layout, given in digits of the
  /// root of its net, in which a use requires `content` there (null if any will
  /// do). The result is null if that is `ModelNet::padding` or does not matter.
  /// Fails if it would have to hold different contents.
  FailureOr<Attribute> getRequiredContent(Value value, ArrayRef<Digit> layout,
                                          Attribute content) const;

  /// Whether a layout of a net has another shape than its root.
  bool isPadded(unsigned net, const NetLayout &layout) const;
  bool isPadded(unsigned net, unsigned layout) const {
    return isPadded(net, nets[net].layouts[layout]);
  }
  /// Whether the root of a net can be computed again in any layout such that
  /// its padding holds `content`, which is null if any will do.
  bool canRematerialize(unsigned net, Attribute content) const;

  /// The plan that keeps every op or gives it its first layout option. As
  /// transforms in a row fold, one that is no part of a net reads the layout in
  /// which its source is produced, and writes one that is read.
  Plan getBaselinePlan() const;

  /// Replaces candidates with a cropped result that no use reads by those
  /// without it. A plan of least cost has none.
  void dropUnusedCrops(Plan &plan) const;

  /// The ops of partitions, one of each place, at which a plan does what it may
  /// not: a rewrite of a value that they compute, or other layouts than an op
  /// must have.
  SmallVector<Operation *> findForbidden(const Plan &plan) const;

  /// Divides the cost of a plan, without what forbidden rewrites cost.
  PlanFigures getFigures(const Plan &plan) const;

  //===--------------------------------------------------------------------===//
  // Construction, for ModelBuilder and CandidateGenerator. Every function
  // changes the IR side and the problem together.
  //===--------------------------------------------------------------------===//

  /// Reserves space; growth would move all variables and nets.
  void reserve(size_t numOps);

  /// Adds a variable without ports and candidates. `critical` is null if `op`
  /// is not critical.
  unsigned addVariable(Operation *op, const CriticalOp *critical,
                       std::optional<RegionFlow> regionFlow = std::nullopt);
  /// Adds a net with root `root` that no variable produces yet.
  unsigned addNet(Value root, Cost weight, bool isFree);
  /// Forbids rewrites of a net.
  void setRigid(unsigned net) { nets[net].isRigid = true; }
  /// Adds a port that reads a value of a net.
  void addUse(unsigned variable, Value value, unsigned portNumber);
  /// Adds a port that produces the root of a net.
  void addProducer(unsigned variable, Value root, unsigned portNumber);

  /// Makes the result of `op` a value of a net, of which `map` gives the digits
  /// of the root's dims per dim. They span `box`; what exceeds the root holds
  /// `content`.
  void addDerivedValue(Operation *op, unsigned net, MixedRadixMap map,
                       ArrayRef<int64_t> box, Attribute content);
  /// Sets the content of the padding of a value, null if it is
  /// `ModelNet::padding`.
  void setContent(Value value, Attribute content) {
    derivations.find(value)->second.content = content;
  }
  void addDimOp(ShapedDimOpInterface op) { dimOps.push_back(op); }
  void addFunctionWithKnownCallers(func::FuncOp function) {
    functionsWithKnownCallers.push_back(function);
  }

  /// The number of a layout of a net, and whether it has been added just now.
  std::pair<unsigned, bool> internLayout(unsigned net, NetLayout layout);
  /// Adds a candidate with one layout of its net per port.
  void addCandidate(unsigned variable, ModelCandidate candidate, Cost cost,
                    SmallVector<unsigned, 4> layouts);

  void setKind(unsigned variable, Problem::Kind kind) {
    problem.variables[variable].kind = kind;
  }
  void setRule(unsigned variable, const LayoutRule *rule) {
    variables[variable].rule = rule;
  }
  void setFlexibility(unsigned variable, LayoutFlexibility flexibility) {
    variables[variable].flexibility = flexibility;
  }
  void setResize(unsigned variable, std::optional<Resize> resize) {
    variables[variable].resize = resize;
  }
  /// Says that the regions of a region flow end with the newest variable.
  void endRegions(unsigned variable) {
    problem.variables[variable].last = variables.size() - 1;
  }
  /// Says that cheaper plans may exist than those that are described.
  void setCapped() { problem.isCapped = true; }
  void setPadding(unsigned net, Attribute padding) {
    nets[net].padding = padding;
  }
  /// Lists the costs of the rewrites of nets with padded layouts, which are not
  /// always the bytes of both layouts. A free net with padding that its root
  /// cannot be computed with is not free any more. Call it when all layouts are
  /// known.
  void listRewriteCosts();
  /// Whether a variable has as many candidates as it may have; then the problem
  /// is marked as capped.
  bool isAtLimit(unsigned variable, size_t limit);
  /// The number of variables that were at it.
  size_t getNumCapped() const { return capped.size(); }

  /// The rules of the variables live as long as the model.
  LayoutRules &getRules() { return rules; }
  /// The row-major layout of a type; computed once per type.
  ArrayRef<MixedRadix> getIdentityLayout(RankedTensorType type);

private:
  ConversionCost getConversionCost(unsigned net, const NetLayout &from,
                                   const NetLayout &to) const;
  ConversionCost getConversionCost(unsigned net, unsigned from,
                                   unsigned to) const;
  bool readsCropped(unsigned net, const Plan &plan) const;
  bool canRematerialize(unsigned net, const NetLayout &layout) const;
  void forbidRewrites(unsigned net);
  Cost getBytesMoved(unsigned net, const Plan &plan) const;
  Cost getNetCost(unsigned net, const Plan &plan) const;

  Problem problem;
  SmallVector<ModelVariable, 0> variables;
  llvm::SmallDenseSet<unsigned> capped; ///< variables at the limit
  SmallVector<ModelNet, 0> nets;
  LayoutRules rules;

  DenseMap<Value, Derivation> derivations;
  /// The digits that derivations and identities refer to.
  std::deque<MixedRadixMap> digits;
  std::deque<SmallVector<int64_t>> boxes;
  DenseMap<Type, ArrayRef<MixedRadix>> identities;

  SmallVector<Operation *> derivingOps;
  SmallVector<ShapedDimOpInterface> dimOps;
  SmallVector<func::FuncOp, 2> functionsWithKnownCallers;
};

/// The model's problem with costs in the unit of the calibration: a rewrite
/// costs what its bytes cost in runs of the length that stays contiguous, other
/// costs are converted as copies of that many bytes. Plans of the result are
/// plans of the model.
Problem getCalibratedProblem(const PlanningModel &model,
                             const Calibration &calibration);

/// The number of the operand that has the layout of a port of a structured op:
/// a result has the layout of its destination.
inline unsigned getTiedOperandNumber(linalg::LinalgOp op, unsigned port) {
  if (port < op->getNumOperands())
    return port;
  return op.getDpsInitOperand(port - op->getNumOperands())->getOperandNumber();
}

/// The layout of each port of a structured op whose operands have the layouts
/// `operands`.
MixedRadixMap getPortLayouts(const ModelVariable &variable,
                             ArrayRef<MixedRadixMap> operands);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_PLANNINGMODEL_H
