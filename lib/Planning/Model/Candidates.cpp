//===- Candidates.cpp - The candidates of the variables -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One class, because these candidates add layouts to the same worklist: own
// ones, those of pads and crops, and propagated ones. Those that add none are
// in JoinedCandidates.h, and what candidates cost is in CandidateCosts.h.
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "Analysis/PadContents.h"
#include "CandidateCosts.h"
#include "JoinedCandidates.h"
#include "LayoutFlexibility.h"
#include "NetPadding.h"
#include "Relayout/OpLayout.h"
#include "SparseResults.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Support/Debug.h"
#include "mlir/IR/Matchers.h"

#define DEBUG_TYPE "layout-flow"
ALWAYS_ENABLED_STATISTIC(numCandidates, "Candidates of planning problems");

using namespace mlir;
using namespace mlir::layout;

namespace {
class CandidateGenerator {
public:
  CandidateGenerator(PlanningModel &model, const CallSites &calls,
                     LoopRelayoutCache &relayouts, const ModelOptions &options)
      : model(model), calls(calls), relayouts(relayouts), options(options),
        states(model.getVariables().size()) {}

  void addOwnCandidates(unsigned variable);
  void addResizeCandidates(unsigned variable);
  void propagate();

private:
  struct NetLayoutRef {
    unsigned net;
    unsigned layout;
  };
  /// The state of a variable while candidates are generated.
  struct State {
    /// The cost of the rewrite that the op itself is in its present layouts.
    Cost ownRewriteCost = 0;
    /// Factor orders that were tried as candidates, accepted or not.
    SmallVector<FactorOrder, 0> triedOrders;
    /// Orders of one port that were tried by `substitute`.
    SmallVector<std::pair<unsigned, MixedRadix>, 0> triedPortOrders;
  };

  // Candidates. The layouts are in digits of the dims of each port's value.
  bool addCandidate(unsigned variable, ModelCandidate candidate, Cost cost,
                    ArrayRef<MixedRadix> layouts);
  std::optional<SmallVector<NetLayout, 0>>
  getNetLayouts(unsigned variable, const ModelCandidate &candidate,
                ArrayRef<MixedRadix> layouts) const;
  Cost addOwnRewrite(unsigned variable, ModelCandidate &candidate, Cost cost,
                     Cost bytes) const;
  Cost addUnmetPrice(unsigned variable, ModelCandidate &candidate, Cost cost,
                     ArrayRef<MixedRadix> layouts) const;
  bool addSparseIdentity(unsigned variable);
  void addIdentity(unsigned variable, ModelCandidate candidate = {},
                   Cost cost = 0);
  void addForbidden(unsigned variable);
  Cost getPrice(unsigned variable, OpLayoutAttr option) const;
  void addLayoutOption(unsigned variable, OpLayoutAttr option,
                       ArrayRef<OperandLayout> operands);
  void addRuleOptions(unsigned variable);
  void addFactorOrder(unsigned variable, FactorOrder order);

  // Propagation.
  void propagateTo(Problem::PortRef port, unsigned layout);
  void propagateOrder(Problem::PortRef port, std::optional<MixedRadix> digits);
  void propagateUnpadded(Problem::PortRef port, unsigned layout);
  void combineUnitFactors(unsigned variable, const FactorOrder &order);
  void keepInPlace(Problem::PortRef port, unsigned layout);
  void rename(Problem::PortRef port, unsigned layout);
  void substitute(Problem::PortRef port, unsigned layout);
  void substituteOrder(Problem::PortRef port, const FactorOrder &order,
                       ArrayRef<MixedRadix> lists);
  bool mayContractRows(const ModelVariable &variable) const;
  void addSubstituted(unsigned variable, ModelCandidate candidate, Cost cost);

  std::optional<FactorOrder> getProducerOrder(unsigned variable) const;
  bool canRebuild(unsigned variable, const LayoutRule &rule,
                  ArrayRef<MixedRadixMap> layouts);
  Cost getRunCount(unsigned variable) const {
    return layout::getRunCount(model.getVariable(variable), calls);
  }

  PlanningModel &model;
  const CallSites &calls;
  LoopRelayoutCache &relayouts;
  const ModelOptions &options;
  std::vector<State> states; ///< one per variable
  /// Layouts that are still to be propagated; new layouts are appended.
  std::deque<NetLayoutRef> worklist;
};
} // namespace

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Whether the op may compute on padding, where `grown` is its rule with the
/// padded extents: its body must not load, or divide by, undefined elements.
static bool canRunOnPadding(Operation *op, const LayoutRule &rule,
                            const LayoutRule &grown) {
  if (!rule.runsOnPadding(grown))
    return true;
  SmallVector<PadContent> contents;
  for (unsigned port : llvm::seq<unsigned>(0, op->getNumOperands()))
    contents.push_back(rule.ports[port].shape == grown.ports[port].shape
                           ? PadContent::getUnknown()
                           : PadContent::getPoison());
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return succeeded(evaluateOnPads(structured, contents));
  return succeeded(cast<LayoutRuleOpInterface>(op).getPadContents(contents));
}

/// Whether the padding of a result would have to hold something.
static bool mustFill(const PlanningModel &model, const ModelVariable &variable,
                     const ModelPort &port) {
  return port.number >= variable.op->getNumOperands() &&
         model.getNet(model.getNetOf(port.value)).padding;
}

/// Whether the padding of some result would have to hold something.
static bool mustFillResults(const PlanningModel &model,
                            const ModelVariable &variable) {
  return llvm::any_of(variable.ports, [&](const ModelPort &port) {
    return mustFill(model, variable, port);
  });
}

/// Whether the padding of a dim that an op accesses at index 0 only, and so
/// never writes, would have to hold something. `grown` is the rule of the
/// variable with padded extents.
static bool mustFillUnitDims(const PlanningModel &model,
                             const ModelVariable &variable,
                             const LayoutRule &grown) {
  auto isPaddedUnit = [&](const Access &access) {
    std::optional<unsigned> factor = grown.getUnitFactor(access);
    return factor && grown.factors[*factor].extent != 1;
  };
  return llvm::any_of(variable.ports, [&](const ModelPort &port) {
    return mustFill(model, variable, port) &&
           llvm::any_of(grown.ports[port.number].dims, isPaddedUnit);
  });
}

/// Whether the op can be rebuilt with the layouts `layouts` of its ports, under
/// `rule`: that of the variable, or the same with padded extents.
bool CandidateGenerator::canRebuild(unsigned variable, const LayoutRule &rule,
                                    ArrayRef<MixedRadixMap> layouts) {
  const ModelVariable &self = model.getVariable(variable);
  auto op = dyn_cast<linalg::LinalgOp>(self.op);
  bool isPadded = &rule != self.rule;
  bool isFlexible = self.flexibility != LayoutFlexibility::None;
  if (self.regionFlow)
    return true;
  if (isPadded && !self.resize &&
      (isFlexible || !canRunOnPadding(self.op, *self.rule, rule) ||
       mustFillUnitDims(model, self, rule) || !holdPaddings(model, self, rule)))
    return false;
  if (!op)
    return true;
  std::string reason;
  FailureOr<const LoopRelayout *> relayout = relayouts.get(op, layouts, reason);
  return succeeded(relayout) &&
         !(isFlexible && absorbsRewrite(op, self.critical, **relayout));
}

//===----------------------------------------------------------------------===//
// Adding candidates
//===----------------------------------------------------------------------===//

/// The layouts of the nets of the ports under a candidate. Returns nothing if
/// one of them cannot be expressed in digits of its net's root, or would need
/// different contents in its padding.
std::optional<SmallVector<NetLayout, 0>>
CandidateGenerator::getNetLayouts(unsigned variable,
                                  const ModelCandidate &candidate,
                                  ArrayRef<MixedRadix> layouts) const {
  const ModelVariable &self = model.getVariable(variable);
  SmallVector<NetLayout, 0> netLayouts;
  for (auto [port, layout] : llvm::zip_equal(self.ports, layouts)) {
    std::optional<MixedRadixMap> lists =
        model.getRootLayout(port.value, {layout});
    if (!lists)
      return std::nullopt;
    FailureOr<Attribute> content = model.getRequiredContent(
        port.value, lists->front(), candidate.getContent(port.number));
    if (failed(content))
      return std::nullopt;
    netLayouts.push_back({std::move(lists->front()), *content, {}});
  }
  return netLayouts;
}

/// Adds a candidate unless the variable has one with the same layouts, or they
/// are not possible. Layout options that have the same layouts are all kept if
/// the op has no flexibility.
bool CandidateGenerator::addCandidate(unsigned variable,
                                      ModelCandidate candidate, Cost cost,
                                      ArrayRef<MixedRadix> layouts) {
  const ModelVariable &self = model.getVariable(variable);
  auto netLayouts = getNetLayouts(variable, candidate, layouts);
  if (!netLayouts)
    return false;
  SmallVector<unsigned, 4> numbers;
  SmallVector<NetLayoutRef> added;
  for (auto [port, rootLayout] : llvm::zip_equal(self.ports, *netLayouts)) {
    unsigned net = model.getNetOf(port.value);
    auto [layout, isNew] = model.internLayout(net, std::move(rootLayout));
    numbers.push_back(layout);
    if (isNew)
      added.push_back({net, layout});
  }
  if ((!candidate.getOption() || self.flexibility != LayoutFlexibility::None) &&
      llvm::any_of(model.getProblem().variables[variable].candidates,
                   [&](const Problem::Candidate &other) {
                     return other.layouts == numbers;
                   }))
    return false;
  model.addCandidate(variable, std::move(candidate), cost, std::move(numbers));
  llvm::append_range(worklist, added);
  return true;
}

/// Adds the bytes of the rewrite that the op itself is to the cost of one of
/// its candidates. A pad that the program asks for is a rewrite, a crop alone
/// is a move.
Cost CandidateGenerator::addOwnRewrite(unsigned variable,
                                       ModelCandidate &candidate, Cost cost,
                                       Cost bytes) const {
  if (isa_and_nonnull<CropOp>(model.getVariable(variable).op))
    candidate.moves = addSaturating(candidate.moves, bytes);
  return addSaturating(cost, bytes);
}

/// Adds the price of a preference that a candidate of it does not meet.
Cost CandidateGenerator::addUnmetPrice(unsigned variable,
                                       ModelCandidate &candidate, Cost cost,
                                       ArrayRef<MixedRadix> layouts) const {
  auto op = dyn_cast_or_null<ConstraintOp>(model.getVariable(variable).op);
  if (!op || !op.isPreference() || layouts.front() == op.getPreferredDigits())
    return cost;
  candidate.isUnmet = true;
  double bytes = static_cast<double>(getByteCount(op.getType()).bytes) *
                 op.getPrice().convertToDouble();
  constexpr Cost most = std::numeric_limits<Cost>::max();
  Cost price =
      bytes < static_cast<double>(most) ? static_cast<Cost>(bytes) : most;
  price = multiplySaturating(getRunCount(variable), price);
  candidate.price = addSaturating(candidate.price, price);
  return addSaturating(cost, price);
}

/// Adds a candidate under which every port has its present layout.
void CandidateGenerator::addIdentity(unsigned variable,
                                     ModelCandidate candidate, Cost cost) {
  const ModelVariable &self = model.getVariable(variable);
  MixedRadixMap layouts;
  for (const ModelPort &port : self.ports)
    layouts.push_back(concat(
        model.getIdentityLayout(cast<RankedTensorType>(port.value.getType()))));
  cost =
      addOwnRewrite(variable, candidate, cost, states[variable].ownRewriteCost);
  cost = addUnmetPrice(variable, candidate, cost, layouts);
  addCandidate(variable, std::move(candidate), cost, layouts);
}

/// Adds a candidate for an option that needs rewrites at an op of a partition,
/// where none may be.
void CandidateGenerator::addForbidden(unsigned variable) {
  ModelCandidate candidate;
  candidate.price = kForbidden;
  addIdentity(variable, std::move(candidate), kForbidden);
}

/// Returns the price of a layout option: its cost, and that of its padding.
Cost CandidateGenerator::getPrice(unsigned variable,
                                  OpLayoutAttr option) const {
  Cost padding = multiplySaturating(option.getPadding(), options.paddingPrice);
  return multiplySaturating(getRunCount(variable),
                            addSaturating(option.getCost(), padding));
}

void CandidateGenerator::addLayoutOption(unsigned variable, OpLayoutAttr option,
                                         ArrayRef<OperandLayout> operands) {
  const ModelVariable &self = model.getVariable(variable);
  auto op = cast<linalg::LinalgOp>(self.op);
  ModelCandidate candidate;
  candidate.price = getPrice(variable, option);
  ModelCandidate throughNets = candidate;
  ChosenLayouts chosen{option, {}, {}};
  for (const OperandLayout &operand : operands) {
    chosen.operands.push_back(operand.digits);
    throughNets.contents.push_back(operand.content);
  }
  MixedRadixMap layouts = getPortLayouts(self, chosen.operands);
  throughNets.form = std::move(chosen);
  if (addCandidate(variable, std::move(throughNets), candidate.price, layouts))
    return;
  if (self.op->hasAttr(LayoutDialect::kPartition))
    return addForbidden(variable);
  candidate.form = LocallyRewritten{option};
  Cost rewrites = multiplySaturating(getRunCount(variable),
                                     getLocalRewriteCost(op, operands));
  Cost cost = addSaturating(candidate.price, rewrites);
  addIdentity(variable, std::move(candidate), cost);
}

/// Adds the layout options of an op that is not structured.
void CandidateGenerator::addRuleOptions(unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  auto options = self.op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (!options || isFrozen(self.op))
    return;
  for (auto option : options.getAsRange<OpLayoutAttr>()) {
    std::string reason;
    FailureOr<SmallVector<MixedRadixMap>> ports =
        layout::getPortLayouts(self.op, option, reason);
    if (failed(ports))
      continue;
    ModelCandidate candidate;
    candidate.price = getPrice(variable, option);
    ModelCandidate throughNets = candidate;
    throughNets.form =
        ChosenLayouts{option, {}, {ports->begin(), ports->end()}};
    MixedRadixMap layouts;
    for (const ModelPort &port : self.ports)
      layouts.push_back(concat((*ports)[port.number]));
    if (addCandidate(variable, std::move(throughNets), candidate.price,
                     layouts))
      continue;
    if (self.op->hasAttr(LayoutDialect::kPartition)) {
      addForbidden(variable);
      continue;
    }
    candidate.form = LocallyRewritten{option};
    Cost rewrites = multiplySaturating(getRunCount(variable),
                                       getLocalRewriteCost(self.op, *ports));
    Cost cost = addSaturating(candidate.price, rewrites);
    addIdentity(variable, std::move(candidate), cost);
  }
}

/// Adds the candidate in which all ports have the digits of the rule's factors
/// in the order `order`, if it is new and the op can be rebuilt so. An op with
/// sparse results whose padding must be filled, which it never writes, computes
/// them without padding, and a rewrite pads them.
void CandidateGenerator::addFactorOrder(unsigned variable, FactorOrder order) {
  const ModelVariable &self = model.getVariable(variable);
  State &state = states[variable];
  if (std::optional<int64_t> stick = getStickOfResults(self.op))
    setSparseResults(order, *self.rule, cast<linalg::LinalgOp>(self.op),
                     mustFillResults(model, self) ? 1 : *stick);
  if (llvm::is_contained(state.triedOrders, order))
    return;
  state.triedOrders.push_back(order);

  const LayoutRules::OrderedPorts &ordered =
      model.getRules().getLayouts(*self.rule, order);
  if (!ordered.rule)
    return;
  bool isPadded = ordered.rule != self.rule;
  // A pad reads its source without padding.
  if (isPadded && self.resize && self.resize->isPad)
    return;
  if (!canRebuild(variable, *ordered.rule, ordered.ports))
    return;
  MixedRadixMap layouts;
  for (const ModelPort &port : self.ports)
    layouts.push_back(ordered.joined[port.number]);
  ModelCandidate candidate;
  if (self.regionFlow) {
    Value value = self.regionFlow->values.front();
    candidate.contents.assign(1, model.getNet(model.getNetOf(value)).padding);
  } else if (isPadded && !self.resize) {
    // An op pays for the padding it reads and writes. A broadcast costs nothing
    // in the ops that read it, which pay for the padding.
    Cost bytes = multiplySaturating(getRunCount(variable),
                                    getBytesOfPadding(self, layouts));
    auto structured = dyn_cast_or_null<linalg::LinalgOp>(self.op);
    if (isMovement(self.op))
      candidate.moves = bytes;
    else if (!structured || !broadcastsElements(structured))
      candidate.price = multiplySaturating(bytes, options.paddingPrice);
  }
  // A slice of a slice moves the first one, unless the plan allows both to
  // become one. The same holds for insertions and pads.
  if (isMovement(self.op))
    candidate.separate = multiplySaturating(
        getRunCount(variable), getSeparateMoveBytes(self, layouts));
  candidate.price = addSaturating(candidate.price, candidate.separate);
  if (!order.empty())
    candidate.form = OrderedFactors{std::move(order)};
  Cost cost = addSaturating(candidate.moves, candidate.price);
  auto transform = dyn_cast_or_null<LayoutTransformOp>(self.op);
  cost = addOwnRewrite(variable, candidate, cost,
                       transform
                           ? getOwnRewriteCost(transform, ordered.ports, calls)
                           : states[variable].ownRewriteCost);
  cost = addUnmetPrice(variable, candidate, cost, layouts);
  addCandidate(variable, std::move(candidate), cost, layouts);
}

//===----------------------------------------------------------------------===//
// Own candidates
//===----------------------------------------------------------------------===//

void CandidateGenerator::addOwnCandidates(unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  if (self.regionFlow && !options.isFixed(self.op)) {
    auto type = cast<RankedTensorType>(self.ports.front().value.getType());
    model.setKind(variable, Problem::Kind::Agnostic);
    model.setRule(variable, model.getRules().keep(
                                getSameLayoutRule(type, /*numOperands=*/1)));
    addIdentity(variable);
    return;
  }
  states[variable].ownRewriteCost = getOwnRewriteCost(self.op, calls);
  if (!self.op || options.isFixed(self.op)) {
    addIdentity(variable);
    // A renaming changes no op, but nothing at a skipped one changes.
    if (self.critical && !isSkipped(self.op) &&
        !options.fixedOps.contains(self.op))
      model.setFlexibility(variable, LayoutFlexibility::Renaming);
    return;
  }

  auto structured = dyn_cast<linalg::LinalgOp>(self.op);
  if (structured)
    for (auto [option, operands] : relayouts.readOptions(structured))
      addLayoutOption(variable, option, operands);
  else
    addRuleOptions(variable);
  if (!self.candidates.empty()) {
    LayoutFlexibility flexibility = getFlexibility(self.op);
    model.setFlexibility(variable, flexibility);
    if (flexibility == LayoutFlexibility::Standard)
      model.setRule(variable, model.getRules().get(self.op));
    if (flexibility == LayoutFlexibility::None && self.critical &&
        !self.op->hasAttr(LayoutDialect::kPartition))
      model.setFlexibility(variable, LayoutFlexibility::Renaming);
    if (self.candidates.size() > 1 || flexibility != LayoutFlexibility::None)
      model.setKind(variable, Problem::Kind::Critical);
    return;
  }

  if (!addSparseIdentity(variable))
    addIdentity(variable);
  if (self.critical && !self.op->hasAttr(LayoutDialect::kOpLayout))
    model.setFlexibility(variable, LayoutFlexibility::Renaming);
  if (self.op->hasAttr(LayoutDialect::kOpLayout) || self.critical ||
      (structured && producesSplat(structured)))
    return;
  const LayoutRule *rule = model.getRules().get(self.op);
  if (!rule)
    return;
  model.setRule(variable, rule);
  model.setKind(variable, Problem::Kind::Agnostic);
  if (auto constraint = dyn_cast<ConstraintOp>(self.op);
      constraint && constraint.isPreference())
    if (std::optional<MixedRadix> digits = constraint.getPreferredDigits())
      if (const std::optional<FactorOrder> &order =
              model.getRules().pull(*rule, /*port=*/0, *digits))
        addFactorOrder(variable, *order);
}

/// Adds, for an op with sparse results, the candidate in which its operands
/// have their present layouts. Returns whether there is one.
bool CandidateGenerator::addSparseIdentity(unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  if (!getStickOfResults(self.op) || options.isFixed(self.op) ||
      self.op->hasAttr(LayoutDialect::kOpLayout))
    return false;
  const LayoutRule *rule = model.getRules().get(self.op);
  if (!rule)
    return false;
  const ModelPort &input = self.ports.front();
  const std::optional<FactorOrder> &order = model.getRules().pull(
      *rule, input.number,
      normalize(concat(getIdentityDigits(getShape(input.value)))));
  if (!order)
    return false;
  model.setRule(variable, rule);
  addFactorOrder(variable, *order);
  return !self.candidates.empty();
}

/// The factor order that the producer of a crop's source has under candidate 0.
std::optional<FactorOrder>
CandidateGenerator::getProducerOrder(unsigned variable) const {
  const ModelVariable &self = model.getVariable(variable);
  const ModelPort &port = self.ports.front();
  const Problem &problem = model.getProblem();
  Problem::PortRef producer = problem.nets[model.getNetOf(port.value)].producer;
  const Problem::Variable &neighbor = problem.variables[producer.variable];
  if (neighbor.candidates.empty())
    return std::nullopt;
  std::optional<MixedRadix> digits = model.getValueLayout(
      port.value, neighbor.candidates.front().layouts[producer.port]);
  return digits ? self.rule->pull(port.number, *digits) : std::nullopt;
}

void CandidateGenerator::addResizeCandidates(unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  RankedTensorType type =
      self.resize->isPad ? self.resize->smaller : self.resize->larger;
  model.setKind(variable, Problem::Kind::Agnostic);
  model.setRule(variable, model.getRules().keep(getSameLayoutRule(
                              type, self.op->getNumOperands())));
  std::optional<FactorOrder> order;
  if (!self.resize->isPad)
    order = getProducerOrder(variable);
  if (order)
    addFactorOrder(variable, *order);
  addFactorOrder(variable,
                 normalize(concat(getIdentityDigits(type.getShape()))));
  if (!self.candidates.empty())
    return;
  // The op resizes a dim that the root does not have. It stays in the program,
  // like any op without a rule.
  model.setResize(variable, std::nullopt);
  model.setRule(variable, nullptr);
  model.setKind(variable, Problem::Kind::Fixed);
  states[variable].triedOrders.clear();
  const ModelPort &source = self.ports.front();
  const Problem &problem = model.getProblem();
  Problem::PortRef producer =
      problem.nets[model.getNetOf(source.value)].producer;
  const auto &produced = problem.variables[producer.variable].candidates;
  if (!produced.empty() &&
      addJoinedCrop(model, calls, variable,
                    produced.front().layouts[producer.port]))
    return;
  addOwnCandidates(variable);
}

//===----------------------------------------------------------------------===//
// Propagated candidates
//===----------------------------------------------------------------------===//

/// Adds the candidates that differ from one of the variable in the layout of
/// this port, which becomes the given one of its net, or one that the op's
/// flexibility offers in its stead. An operand for which the layout option
/// states a layout keeps that.
void CandidateGenerator::substitute(Problem::PortRef ref, unsigned layout) {
  const ModelVariable &self = model.getVariable(ref.variable);
  const ModelPort &port = self.ports[ref.port];
  auto op = cast<linalg::LinalgOp>(self.op);
  OpOperand &operand = op->getOpOperand(getTiedOperandNumber(op, port.number));
  OpLayoutAttr option = self.candidates.front().getOption();
  if (!option ||
      !option.getOperands()[operand.getOperandNumber()].isAsItStands())
    return;
  std::optional<MixedRadix> digits = model.getValueLayout(port.value, layout);
  if (!digits)
    return;
  LayoutRule rule = getSameLayoutRule(
      cast<RankedTensorType>(port.value.getType()), /*numOperands=*/1);
  for (const MixedRadix &order :
       getFlexibleOrders(self.flexibility, op, operand, *digits))
    if (std::optional<FactorOrder> factorOrder = rule.pull(0, order))
      substituteOrder(ref, *factorOrder, rule.getPortLayout(0, *factorOrder));
}

void CandidateGenerator::substituteOrder(Problem::PortRef ref,
                                         const FactorOrder &order,
                                         ArrayRef<MixedRadix> lists) {
  const ModelVariable &self = model.getVariable(ref.variable);
  const Problem::Variable &numbers = model.getProblem().variables[ref.variable];
  State &state = states[ref.variable];
  const ModelPort &port = self.ports[ref.port];
  auto op = cast<linalg::LinalgOp>(self.op);
  auto type = cast<RankedTensorType>(port.value.getType());
  std::pair<unsigned, MixedRadix> known(ref.port, order);
  if (order == normalize(concat(getIdentityDigits(type.getShape()))) ||
      llvm::is_contained(state.triedPortOrders, known))
    return;
  state.triedPortOrders.push_back(std::move(known));
  bool isFree = self.flexibility == LayoutFlexibility::HeadMajor ||
                model.getProblem().nets[model.getNetOf(port.value)].isFree;
  Cost readCost = isFree ? 0
                         : multiplySaturating(getRunCount(ref.variable),
                                              getByteCount(type).bytes);
  unsigned operand = getTiedOperandNumber(op, port.number);
  // How the other operands may follow this order.
  using Aligner =
      std::function<void(linalg::LinalgOp, MutableArrayRef<MixedRadixMap>)>;
  SmallVector<Aligner, 2> aligners;
  bool isResult = op.isDpsInit(&op->getOpOperand(operand));
  if (!isResult) {
    aligners.push_back([&](linalg::LinalgOp op, auto operands) {
      alignResult(op, op->getOpOperand(operand), operands);
    });
  } else {
    aligners.push_back(alignInnermost);
    if (mayContractRows(self))
      aligners.push_back(alignContracted);
  }
  unsigned original = numbers.candidates.front().layouts[ref.port];
  for (unsigned other : llvm::seq<unsigned>(0, self.candidates.size())) {
    const auto *chosen =
        std::get_if<ChosenLayouts>(&self.candidates[other].form);
    if (numbers.candidates[other].layouts[ref.port] != original || !chosen ||
        chosen->renaming)
      continue;
    // Candidates are products over the ports, so there may be more of them.
    if (model.isAtLimit(ref.variable, options.maxProducts))
      return;
    ModelCandidate candidate = self.candidates[other];
    candidate.price = addSaturating(candidate.price, readCost);
    auto &layouts = std::get<ChosenLayouts>(candidate.form).operands;
    layouts[operand].assign(lists.begin(), lists.end());
    bool isAligned = self.flexibility != LayoutFlexibility::HeadMajor ||
                     keepsVectors(op, layouts);
    Cost cost = addSaturating(numbers.candidates[other].cost, readCost);
    if (isAligned) {
      addSubstituted(ref.variable, std::move(candidate), cost);
      continue;
    }
    // The result follows an input of the op as it stands: other candidates are
    // products of that one.
    if (!isResult && other != 0)
      continue;
    for (const Aligner &align : aligners) {
      if (model.isAtLimit(ref.variable, options.maxProducts))
        return;
      ModelCandidate aligned = candidate;
      auto &alignedLayouts = std::get<ChosenLayouts>(aligned.form).operands;
      align(op, alignedLayouts);
      if (keepsVectors(op, alignedLayouts))
        addSubstituted(ref.variable, std::move(aligned), cost);
    }
  }
}

/// Whether products along contracted dims are worth considering: an input would
/// have to be rewritten for products along columns, which are faster. What an
/// elementwise op computes for the contraction alone is written by columns at
/// no cost, and a target that states layouts of weights has kernels for those.
bool CandidateGenerator::mayContractRows(const ModelVariable &variable) const {
  auto stated = variable.op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (!stated ||
      !llvm::all_of(stated.getAsRange<OpLayoutAttr>(),
                    [](OpLayoutAttr option) { return option.isAsItStands(); }))
    return false;
  auto op = cast<linalg::LinalgOp>(variable.op);
  return llvm::any_of(op.getDpsInputs(), [&](Value input) {
    const Problem::Net &net = model.getProblem().nets[model.getNetOf(input)];
    bool isWrittenForIt =
        input.hasOneUse() && model.getVariable(net.producer.variable).rule;
    return !isConstantData(input) && !isWrittenForIt;
  });
}

/// Adds a candidate in which operands of a contraction have orders of their own
/// if the op can be rebuilt with them.
void CandidateGenerator::addSubstituted(unsigned variable,
                                        ModelCandidate candidate, Cost cost) {
  const ModelVariable &self = model.getVariable(variable);
  auto op = cast<linalg::LinalgOp>(self.op);
  auto &operands = std::get<ChosenLayouts>(candidate.form).operands;
  splitAlike(op, operands);
  std::string reason;
  if (failed(relayouts.get(op, operands, reason)))
    return;
  MixedRadixMap layouts = getPortLayouts(self, operands);
  addCandidate(variable, std::move(candidate), cost, layouts);
}

/// The renaming of `op` under which `operand` would have the order `order`, if
/// it takes the layout `layout` behind it, or none. Returns nothing if there is
/// none, or nothing would be renamed, or the flexibility of the op forbids it.
static std::optional<LoopRenaming>
getRenaming(linalg::LinalgOp op, OpOperand &operand, ArrayRef<Digit> order,
            ArrayRef<MixedRadix> layout, LayoutFlexibility flexibility) {
  std::optional<LoopRenaming> renaming =
      layout.empty() ? LoopRenaming::get(op, operand, order)
                     : LoopRenaming::get(op, operand, order, layout);
  // Orders of single operands permute all other loops.
  if (!renaming || renaming->isIdentity() ||
      (flexibility == LayoutFlexibility::HeadMajor &&
       !renaming->renamesReductionsAlone(op)))
    return std::nullopt;
  return renaming;
}

/// Adds the candidates in which the loops of a critical op are renamed such
/// that this port would have the given layout of its net, without its layout
/// option or else with it, alone and beside other renamings, but not beside
/// other orders of single operands.
void CandidateGenerator::rename(Problem::PortRef ref, unsigned layout) {
  const ModelVariable &self = model.getVariable(ref.variable);
  const ModelPort &port = self.ports[ref.port];
  auto op = cast<linalg::LinalgOp>(self.op);
  OpOperand &operand = op->getOpOperand(getTiedOperandNumber(op, port.number));
  std::optional<MixedRadix> digits = model.getValueLayout(port.value, layout);
  if (!digits)
    return;
  std::optional<LoopRenaming> plain =
      getRenaming(op, operand, *digits, {}, self.flexibility);
  llvm::SmallDenseMap<Attribute, std::optional<LoopRenaming>, 2> behindOptions;
  auto getBehindOption = [&](OpLayoutAttr option) {
    if (!option)
      return std::optional<LoopRenaming>();
    auto [known, isNew] = behindOptions.try_emplace(option);
    if (isNew)
      known->second = getRenaming(
          op, operand, *digits,
          relayouts.getOptionLayouts(op, option)[operand.getOperandNumber()],
          self.flexibility);
    return known->second;
  };
  for (unsigned other : llvm::seq<unsigned>(0, self.candidates.size())) {
    ModelCandidate candidate = self.candidates[other];
    OpLayoutAttr option = candidate.getOption();
    const LoopRenaming *present = candidate.getRenaming();
    bool isSubstituted = self.flexibility == LayoutFlexibility::HeadMajor &&
                         other != 0 && !present;
    if (candidate.isLocal() || isSubstituted)
      continue;
    std::optional<LoopRenaming> renaming =
        plain ? plain : getBehindOption(option);
    if (renaming && present)
      renaming = present->merge(*renaming);
    if (!renaming)
      continue;
    auto operands =
        option
            ? renaming->getLayouts(op, relayouts.getOptionLayouts(op, option))
            : renaming->getLayouts(op);
    if (!operands)
      continue;
    // Candidates are products of options and renamings, so there may be more.
    if (model.isAtLimit(ref.variable,
                        option ? options.maxProducts : options.maxCandidates))
      return;
    MixedRadixMap layouts = getPortLayouts(self, *operands);
    if (option)
      candidate.form = ChosenLayouts{option, renaming, std::move(*operands)};
    else
      candidate.form = RenamedLoops{*renaming, std::move(*operands)};
    Cost cost =
        model.getProblem().variables[ref.variable].candidates[other].cost;
    addCandidate(ref.variable, std::move(candidate), cost, layouts);
    model.setKind(ref.variable, Problem::Kind::Critical);
  }
}

/// Adds the candidate in which a transform that is no part of a net has the
/// layout `layout` at one port, and at the other one that in which it moves
/// nothing. So this transform is a reshape if its source is laid out as
/// (d1, d0) and its result as (d0, d2, d1):
///
///   %1 = layout.layout_transform %0 by <(d0, d1) ->
///          (d1 floordiv 2, d0, d1 mod 2)>
///          : tensor<2x6xf32> to tensor<3x2x2xf32>
void CandidateGenerator::keepInPlace(Problem::PortRef ref, unsigned layout) {
  const ModelVariable &self = model.getVariable(ref.variable);
  auto op = cast<LayoutTransformOp>(self.op);
  std::optional<MixedRadix> digits =
      model.getValueLayout(self.ports[ref.port].value, layout);
  if (!digits || options.isFixed(op) || isConstantData(op.getSource()) ||
      !op.getType().hasStaticShape())
    return;
  bool isResult = ref.port != 0;
  ArrayRef<int64_t> here = getShape(self.ports[ref.port].value),
                    there = getShape(self.ports[1 - ref.port].value);
  std::optional<IndexMap> map = op.getIndexMap();
  if (!isResult)
    map = map->inverse(here);
  if (!map || ArrayRef(getSpannedShape(*digits, here.size())) != here)
    return;
  IndexMap order = IndexMap::get({*digits}, here, op.getContext());
  std::optional<MixedRadixMap> inPlace =
      order.compose(*map, there).canonicalize(there).getDigits(there);
  if (!inPlace || model.isAtLimit(ref.variable, options.maxCandidates))
    return;
  MixedRadixMap layouts = {inPlace->front(), std::move(*digits)};
  if (!isResult)
    std::swap(layouts.front(), layouts.back());
  ModelCandidate candidate;
  candidate.form = JoinedRewrite();
  if (addCandidate(ref.variable, std::move(candidate), /*cost=*/0, layouts))
    model.setKind(ref.variable, Problem::Kind::Agnostic);
}

/// Adds the candidates that a layout of its net suggests to a variable.
void CandidateGenerator::propagateTo(Problem::PortRef ref, unsigned layout) {
  const ModelVariable &self = model.getVariable(ref.variable);
  if (isa_and_nonnull<LayoutTransformOp>(self.op))
    keepInPlace(ref, layout);
  if (!self.rule) {
    bool renames = self.flexibility == LayoutFlexibility::Renaming ||
                   self.flexibility == LayoutFlexibility::HeadMajor;
    bool substitutes = self.flexibility != LayoutFlexibility::None &&
                       self.flexibility != LayoutFlexibility::Renaming;
    if (substitutes)
      substitute(ref, layout);
    if (renames)
      rename(ref, layout);
    return;
  }
  // Most layouts of a value with many uses come too late; whether they would
  // give a candidate does not matter if the problem is known to be capped.
  if (model.getProblem().isCapped &&
      self.candidates.size() >= options.maxCandidates)
    return;
  propagateOrder(ref, model.getValueLayout(self.ports[ref.port].value, layout));
  propagateUnpadded(ref, layout);
}

/// Adds the candidates that a layout without the padding of a layout of its net
/// suggests. A crop leaves the rows of a tile in this order, and so it may be
/// read where the tile may not, as in front of these heads of four columns:
///
///   %1 = layout.crop %0 offsets [0, 0] sizes [5, 12]
///          : tensor<32x32xf32> to tensor<5x12xf32>
///   %2 = layout.layout_transform %1 by <(d0, d1) -> (d1 floordiv 4, d0,
///          d1 mod 4)> : tensor<5x12xf32> to tensor<3x5x4xf32>
void CandidateGenerator::propagateUnpadded(Problem::PortRef ref,
                                           unsigned layout) {
  const ModelVariable &self = model.getVariable(ref.variable);
  Value value = self.ports[ref.port].value;
  const ModelNet &net = model.getNet(model.getNetOf(value));
  if (model.isPadded(model.getNetOf(value), layout))
    if (std::optional<MixedRadix> whole =
            dropPadding(net.layouts[layout].digits, getShape(net.root)))
      propagateOrder(ref, model.getValueLayout(value, *whole));
}

/// Adds the candidates that the order `digits` of one of its ports suggests to
/// a variable with a rule.
void CandidateGenerator::propagateOrder(Problem::PortRef ref,
                                        std::optional<MixedRadix> digits) {
  const ModelVariable &self = model.getVariable(ref.variable);
  const ModelPort &port = self.ports[ref.port];
  // The rule of a crop is that of its source: a layout of what it leaves must
  // cover the larger extents.
  std::optional<MixedRadixMap> grown;
  if (digits && self.resize && !self.resize->isPad) {
    grown = growLeadingDigits({*digits}, self.resize->larger.getShape());
    digits = grown ? std::optional(grown->front()) : std::nullopt;
  }
  if (!digits)
    return;
  const std::optional<FactorOrder> &order =
      model.getRules().pull(*self.rule, port.number, *digits);
  if (!order)
    return;
  if (model.isAtLimit(ref.variable, options.maxCandidates))
    return;
  if (self.flexibility == LayoutFlexibility::Standard && self.critical)
    return addFactorOrder(
        ref.variable, getConvolutionOrder(cast<linalg::LinalgOp>(self.op),
                                          *self.critical, port.number, *order));
  addFactorOrder(ref.variable, *order);
  combineUnitFactors(ref.variable, *order);
}

/// Adds the candidates that combine `order` with the padding of unit factors in
/// other orders, and their orders with its padding. A broadcast operand with
/// one element in each stick may be read whatever the order of the other
/// operands is.
void CandidateGenerator::combineUnitFactors(unsigned variable,
                                            const FactorOrder &order) {
  const LayoutRule &rule = *model.getVariable(variable).rule;
  auto isUnit = [&](const Digit &digit) {
    return rule.factors[digit.dim].isUnit;
  };
  if (llvm::none_of(rule.factors,
                    [](const Factor &factor) { return factor.isUnit; }))
    return;
  auto combine = [&](const FactorOrder &loops, const FactorOrder &units) {
    FactorOrder combined;
    llvm::copy_if(loops, std::back_inserter(combined),
                  [&](const Digit &digit) { return !isUnit(digit); });
    llvm::copy_if(units, std::back_inserter(combined), isUnit);
    if (!llvm::is_contained(states[variable].triedOrders, combined) &&
        !model.isAtLimit(variable, options.maxCandidates))
      addFactorOrder(variable, std::move(combined));
  };
  // Adding an order changes the list.
  SmallVector<FactorOrder, 0> others = states[variable].triedOrders;
  bool isPadded = llvm::any_of(order, isUnit);
  for (const FactorOrder &other : others) {
    if (isPadded)
      combine(other, order);
    if (llvm::any_of(other, isUnit))
      combine(order, other);
  }
}

void CandidateGenerator::propagate() {
  // Breadth first from the layouts of own candidates, so that a variable at the
  // cap has the layouts of its nearest neighbours.
  worklist.clear();
  for (auto [number, net] : llvm::enumerate(model.getNets()))
    for (unsigned layout : llvm::seq<unsigned>(0, net.layouts.size()))
      worklist.push_back({static_cast<unsigned>(number), layout});
  while (!worklist.empty()) {
    NetLayoutRef item = worklist.front();
    worklist.pop_front();
    const Problem::Net &net = model.getProblem().nets[item.net];
    // Rewrites of a free net cost nothing, so no neighbour has to adapt to it.
    if (net.isFree)
      continue;
    propagateTo(net.producer, item.layout);
    for (Problem::PortRef use : net.uses)
      propagateTo(use, item.layout);
  }
}

void layout::generateCandidates(PlanningModel &model, ArrayRef<unsigned> order,
                                const CallSites &calls,
                                LoopRelayoutCache &relayouts,
                                const ModelOptions &options) {
  choosePaddings(model, relayouts, options);
  CandidateGenerator generator(model, calls, relayouts, options);
  for (unsigned variable : order)
    if (!model.getVariable(variable).resize)
      generator.addOwnCandidates(variable);
  // A crop or pad takes the layout of its producer, so it comes after that.
  for (unsigned variable : llvm::seq<unsigned>(0, model.getVariables().size()))
    if (model.getVariable(variable).resize)
      generator.addResizeCandidates(variable);
  generator.propagate();
  addJoinedCandidates(model, calls, options);
  model.listRewriteCosts();
  for (const ModelVariable &variable : model.getVariables())
    numCandidates += variable.candidates.size();
  LAYOUT_DEBUG({
    for (auto [number, variable] : llvm::enumerate(model.getVariables())) {
      llvm::dbgs() << "variable " << number << ": ";
      if (variable.op)
        llvm::dbgs() << variable.op->getName();
      else
        llvm::dbgs() << "block arguments";
      llvm::dbgs() << ", " << variable.candidates.size() << " candidates\n";
    }
  });
}
