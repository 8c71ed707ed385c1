//===- Candidates.cpp - The candidates of the variables -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "CandidateCosts.h"
#include "LayoutFlexibility.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/PadContents.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Support/Debug.h"
#include "mlir/IR/Matchers.h"

#define DEBUG_TYPE "layout-flow"
ALWAYS_ENABLED_STATISTIC(numCandidates, "Candidates of planning problems");
ALWAYS_ENABLED_STATISTIC(numCapped,
                         "Candidates left out because a variable has too many");

using namespace mlir;
using namespace mlir::layout;

namespace {
class CandidateGenerator {
public:
  CandidateGenerator(PlanningModel &model, const CallSites &calls,
                     LoopRelayoutCache &relayouts, unsigned maxCandidates)
      : model(model), calls(calls), relayouts(relayouts),
        maxCandidates(maxCandidates), states(model.getVariables().size()) {}

  /// Chooses `ModelNet::padding`, such that few pads need another content.
  void requirePaddings();
  void addOwnCandidates(unsigned variable);
  void addResizeCandidates(unsigned variable);
  void addCropConversions(unsigned variable);
  void propagate();

private:
  struct NetLayoutRef {
    unsigned net;
    unsigned layout;
  };
  /// The state of a variable while candidates are generated.
  struct State {
    /// The cost of the rewrite that the op itself is; part of each candidate's.
    Cost ownRewriteCost = 0;
    /// Factor orders that were tried as candidates, accepted or not.
    SmallVector<FactorOrder, 0> triedOrders;
    /// Orders of one port that were tried by `substitute`.
    SmallVector<std::pair<unsigned, MixedRadix>, 0> triedPortOrders;
  };

  // Candidates. The layouts are in digits of the dims of each port's value.
  bool addCandidate(unsigned variable, ModelCandidate candidate, Cost cost,
                    ArrayRef<NetLayout> layouts);
  void addIdentity(unsigned variable, ModelCandidate candidate = {},
                   Cost cost = 0);
  void addLayoutOption(unsigned variable, OpLayoutAttr option);
  void addFactorOrder(unsigned variable, FactorOrder order);
  void addCropConversion(unsigned variable, FactorOrder order,
                         const MixedRadix &from, const MixedRadix &to);

  // Propagation.
  void propagateTo(Problem::PortRef port, unsigned layout);
  void substitute(Problem::PortRef port, unsigned layout);
  void substituteOrder(Problem::PortRef port, const FactorOrder &order,
                       ArrayRef<MixedRadix> lists);

  std::optional<FactorOrder> getProducerOrder(unsigned variable) const;
  bool canRebuild(unsigned variable, const LayoutRule &rule,
                  ArrayRef<MixedRadixMap> layouts);
  bool requirePadding(unsigned net, Attribute content);
  Cost getRunCount(unsigned variable) const {
    return std::max<Cost>(calls.getRuns(model.getVariable(variable).op).times,
                          1);
  }

  PlanningModel &model;
  const CallSites &calls;
  LoopRelayoutCache &relayouts;
  unsigned maxCandidates;
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
  SmallVector<PadContent> contents;
  for (unsigned port : llvm::seq<unsigned>(0, op->getNumOperands()))
    contents.push_back(rule.ports[port].shape == grown.ports[port].shape
                           ? PadContent::getUnknown()
                           : PadContent::getPoison());
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return succeeded(evaluateOnPads(structured, contents));
  return succeeded(cast<LayoutRuleOpInterface>(op).getPadContents(contents));
}

/// Whether the op can be rebuilt with the layouts `layouts` of its ports, under
/// `rule`: that of the variable, or the same with padded extents.
bool CandidateGenerator::canRebuild(unsigned variable, const LayoutRule &rule,
                                    ArrayRef<MixedRadixMap> layouts) {
  const ModelVariable &self = model.getVariable(variable);
  auto op = dyn_cast<linalg::LinalgOp>(self.op);
  bool isPadded = &rule != self.rule;
  bool isFlexible = self.flexibility != LayoutFlexibility::None;
  if (isPadded && !self.resize &&
      (isFlexible || self.regionFlow ||
       !canRunOnPadding(self.op, *self.rule, rule)))
    return false;
  if (!op)
    return true;
  std::string reason;
  FailureOr<const LoopRelayout *> relayout = relayouts.get(op, layouts, reason);
  return succeeded(relayout) &&
         !(isFlexible && absorbsRewrite(op, self.critical, **relayout));
}

/// Whether every reduction runs at least one step, so that the op writes all
/// elements of its results.
static bool alwaysReduces(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  return llvm::all_of(llvm::zip_equal(op.getIteratorTypesArray(), ranges),
                      [](auto loop) {
                        auto [type, range] = loop;
                        return type == utils::IteratorType::parallel ||
                               (range != 0 && !ShapedType::isDynamic(range));
                      });
}

/// Whether the results of an op that only moves elements hold `content` in
/// their padding if its operands do.
static bool preservesPadding(LayoutRuleOpInterface op, Attribute content) {
  SmallVector<PadContent> operands(op->getNumOperands(),
                                   PadContent::get(content));
  FailureOr<SmallVector<PadContent>> results = op.getPadContents(operands);
  return succeeded(results) && llvm::all_of(*results, [&](PadContent result) {
           return result.fits(PadContent::get(content));
         });
}

/// Makes padded versions of a net hold `content` in their padding, if its
/// producer can provide that at no cost. Returns whether they hold it.
bool CandidateGenerator::requirePadding(unsigned net, Attribute content) {
  const ModelNet &self = model.getNet(net);
  if (!content || self.padding == content)
    return true;
  if (self.padding)
    return false;
  const ModelVariable &producer =
      model.getVariable(model.getProblem().nets[net].producer.variable);
  if (producer.resize) {
    // The result of a crop is its source with the elements it removes. That of
    // a pad is padded further by what it holds.
    if (producer.resize->content != content)
      return false;
  } else if (auto op = dyn_cast_or_null<linalg::LinalgOp>(producer.op)) {
    // The rebuilt body can select `content` in the padding.
    auto typed = dyn_cast<TypedAttr>(content);
    if (!alwaysReduces(op) || !typed ||
        typed.getType() != getElementTypeOrSelf(self.root.getType()))
      return false;
  } else if (auto op = dyn_cast_or_null<LayoutRuleOpInterface>(producer.op);
             op && !isFrozen(producer.op)) {
    if (!preservesPadding(op, content) ||
        !llvm::all_of(op->getOperands(), [&](Value operand) {
          return !isa<RankedTensorType>(operand.getType()) ||
                 requirePadding(model.getNetOf(operand), content);
        }))
      return false;
  }
  model.setPadding(net, content);
  return true;
}

//===----------------------------------------------------------------------===//
// Adding candidates
//===----------------------------------------------------------------------===//

void CandidateGenerator::requirePaddings() {
  for (Operation *op : model.getDerivingOps()) {
    Value value = op->getResult(0);
    const Derivation &derivation = model.getDerivation(value);
    if (requirePadding(derivation.net, derivation.content))
      model.setContent(value, {});
  }
}

/// Adds a candidate unless the variable has one with the same layouts, or some
/// layout cannot be expressed in digits of its net's root. Layout options that
/// have the same layouts are all kept if the op has no flexibility.
bool CandidateGenerator::addCandidate(unsigned variable,
                                      ModelCandidate candidate, Cost cost,
                                      ArrayRef<NetLayout> layouts) {
  const ModelVariable &self = model.getVariable(variable);
  SmallVector<NetLayout, 0> rootLayouts;
  for (auto [port, layout] : llvm::zip_equal(self.ports, layouts)) {
    std::optional<MixedRadixMap> lists =
        model.getRootLayout(port.value, {layout.digits});
    if (!lists)
      return false;
    Attribute content = model.getDerivation(port.value).content;
    rootLayouts.push_back({std::move(lists->front()), content});
  }
  SmallVector<unsigned, 4> numbers;
  SmallVector<NetLayoutRef> added;
  for (auto [port, rootLayout] : llvm::zip_equal(self.ports, rootLayouts)) {
    unsigned net = model.getNetOf(port.value);
    auto [layout, isNew] = model.internLayout(net, std::move(rootLayout));
    numbers.push_back(layout);
    if (isNew)
      added.push_back({net, layout});
  }
  if ((!candidate.option || self.flexibility != LayoutFlexibility::None) &&
      llvm::any_of(model.getProblem().variables[variable].candidates,
                   [&](const Problem::Candidate &other) {
                     return other.layouts == numbers;
                   }))
    return false;
  if (isa_and_nonnull<PadOp, CropOp>(self.op) && !self.resize)
    candidate.moves = states[variable].ownRewriteCost;
  model.addCandidate(variable, std::move(candidate),
                     addSaturating(cost, states[variable].ownRewriteCost),
                     std::move(numbers));
  llvm::append_range(worklist, added);
  ++numCandidates;
  return true;
}

/// Adds a candidate under which every port has its present layout.
void CandidateGenerator::addIdentity(unsigned variable,
                                     ModelCandidate candidate, Cost cost) {
  SmallVector<NetLayout, 0> layouts;
  for (const ModelPort &port : model.getVariable(variable).ports)
    layouts.push_back({concat(model.getIdentityLayout(
                           cast<RankedTensorType>(port.value.getType()))),
                       {}});
  addCandidate(variable, std::move(candidate), cost, layouts);
}

void CandidateGenerator::addLayoutOption(unsigned variable,
                                         OpLayoutAttr option) {
  const ModelVariable &self = model.getVariable(variable);
  auto op = cast<linalg::LinalgOp>(self.op);
  FailureOr<ArrayRef<OperandLayout>> operands =
      relayouts.readOption(op, option);
  if (failed(operands))
    return;
  ModelCandidate candidate;
  candidate.option = option;
  candidate.price = multiplySaturating(getRunCount(variable), option.getCost());
  bool isPadded = llvm::any_of(
      llvm::zip_equal(op->getOperandTypes(), *operands), [](auto pair) {
        auto type = dyn_cast<RankedTensorType>(std::get<0>(pair));
        return type && type.getShape() != ArrayRef(std::get<1>(pair).shape);
      });
  if (!isPadded) {
    ModelCandidate throughNets = candidate;
    for (const OperandLayout &operand : *operands)
      throughNets.operands.push_back(operand.digits);
    SmallVector<NetLayout, 0> layouts =
        getPortLayouts(self, throughNets.operands);
    if (addCandidate(variable, std::move(throughNets), candidate.price,
                     layouts))
      return;
  }
  candidate.hasLocalRewrites = true;
  Cost rewrites = multiplySaturating(getRunCount(variable),
                                     getLocalRewriteCost(op, *operands));
  Cost cost = addSaturating(candidate.price, rewrites);
  addIdentity(variable, std::move(candidate), cost);
}

/// Adds the candidate in which all ports have the digits of the rule's factors
/// in the order `order`, if it is new and the op can be rebuilt so.
void CandidateGenerator::addFactorOrder(unsigned variable, FactorOrder order) {
  const ModelVariable &self = model.getVariable(variable);
  State &state = states[variable];
  if (llvm::is_contained(state.triedOrders, order))
    return;
  state.triedOrders.push_back(order);

  std::optional<LayoutRule> grown;
  const LayoutRule *rule = self.rule->growTo(order, grown);
  if (!rule)
    return;
  bool isPadded = rule != self.rule;
  // A pad reads its source without padding.
  if (isPadded && self.resize && self.resize->isPad)
    return;
  SmallVector<MixedRadixMap> ports = rule->getLayouts(order);
  if (!canRebuild(variable, *rule, ports))
    return;
  SmallVector<NetLayout, 0> layouts;
  for (const ModelPort &port : self.ports)
    layouts.push_back({concat(ports[port.number]), {}});
  ModelCandidate candidate;
  if (isPadded && !self.resize) {
    // An op pays for the padding it reads and writes.
    bool isMove = isMovement(self.op);
    Cost cost = multiplySaturating(getRunCount(variable),
                                   getBytesOfPadding(self, layouts));
    (isMove ? candidate.moves : candidate.price) = cost;
  }
  candidate.factorOrder = std::move(order);
  Cost cost = addSaturating(candidate.moves, candidate.price);
  addCandidate(variable, std::move(candidate), cost, layouts);
}

//===----------------------------------------------------------------------===//
// Own candidates
//===----------------------------------------------------------------------===//

void CandidateGenerator::addOwnCandidates(unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  if (self.regionFlow) {
    auto type = cast<RankedTensorType>(self.ports.front().value.getType());
    model.setKind(variable, Problem::Kind::Agnostic);
    model.setRule(variable, model.getRules().keep(
                                getSameLayoutRule(type, /*numOperands=*/1)));
    addIdentity(variable);
    return;
  }
  State &state = states[variable];
  state.ownRewriteCost = getOwnRewriteCost(self.op, calls);
  if (!self.op || isFrozen(self.op)) {
    addIdentity(variable);
    return;
  }

  auto structured = dyn_cast<linalg::LinalgOp>(self.op);
  auto options = self.op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  // All layouts of a tensor without elements are the same.
  bool isEmpty =
      structured && llvm::is_contained(structured.getStaticLoopRanges(), 0);
  if (structured && options && !isEmpty)
    for (auto option : options.getAsRange<OpLayoutAttr>())
      addLayoutOption(variable, option);
  if (!self.candidates.empty()) {
    LayoutFlexibility flexibility = getFlexibility(structured);
    model.setFlexibility(variable, flexibility);
    if (flexibility == LayoutFlexibility::Standard)
      model.setRule(variable, model.getRules().get(self.op));
    if (self.candidates.size() > 1 || flexibility != LayoutFlexibility::None)
      model.setKind(variable, Problem::Kind::Critical);
    return;
  }

  addIdentity(variable);
  if (options || self.critical || (structured && producesSplat(structured)))
    return;
  const LayoutRule *rule = model.getRules().get(self.op);
  if (!rule)
    return;
  model.setRule(variable, rule);
  model.setKind(variable, Problem::Kind::Agnostic);
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

/// Adds the candidate in which a crop reads its source in the order `order`,
/// the digits `from`, and is converted at once to the digits `to` of its
/// result.
void CandidateGenerator::addCropConversion(unsigned variable, FactorOrder order,
                                           const MixedRadix &from,
                                           const MixedRadix &to) {
  ConversionCost cost =
      getConversionCost(model.getVariable(variable).resize->smaller, from, to);
  Cost runs = getRunCount(variable);
  ModelCandidate candidate;
  candidate.factorOrder = std::move(order);
  candidate.croppedOrder = to;
  candidate.moves = multiplySaturating(runs, cost.moves);
  Cost total =
      addSaturating(candidate.moves, multiplySaturating(runs, cost.rewrites));
  addCandidate(variable, std::move(candidate), total, {{from, {}}, {to, {}}});
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
  if (order) {
    addFactorOrder(variable, *order);
    addCropConversion(
        variable, *order, concat(self.rule->getPortLayout(0, *order)),
        normalize(concat(getIdentityDigits(self.resize->smaller.getShape()))));
  }
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
  addOwnCandidates(variable);
}

/// The layouts that the candidates of a variable give one of its ports.
static llvm::SmallSetVector<unsigned, 4> getLayouts(const Problem &problem,
                                                    Problem::PortRef port) {
  llvm::SmallSetVector<unsigned, 4> layouts;
  for (const Problem::Candidate &candidate :
       problem.variables[port.variable].candidates)
    layouts.insert(candidate.layouts[port.port]);
  return layouts;
}

/// Adds candidates that convert the source of a crop, from a layout in which
/// its producer may write it, to a layout without padding that a use may read.
void CandidateGenerator::addCropConversions(unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  const Problem &problem = model.getProblem();
  Value source = self.ports.front().value, result = self.ports.back().value;
  const Problem::Net &sourceNet = problem.nets[model.getNetOf(source)];
  const ModelNet &resultNet = model.getNet(model.getNetOf(result));
  ArrayRef<Problem::PortRef> uses = problem.nets[model.getNetOf(result)].uses;
  // For one use, a rewrite of the net does the same.
  if (sourceNet.isFree || uses.size() < 2)
    return;
  llvm::SmallSetVector<unsigned, 4> required;
  for (Problem::PortRef use : uses)
    required.insert_range(getLayouts(problem, use));
  for (unsigned produced : getLayouts(problem, sourceNet.producer)) {
    std::optional<MixedRadix> from = model.getValueLayout(source, produced);
    std::optional<FactorOrder> order =
        from ? self.rule->pull(0, *from) : std::nullopt;
    if (!order)
      continue;
    for (unsigned layout : required) {
      MixedRadix to = resultNet.layouts[layout].digits;
      if (ArrayRef(getSpannedShape(to, self.resize->smaller.getRank())) !=
          self.resize->smaller.getShape())
        continue;
      if (self.candidates.size() >= 4 * maxCandidates) {
        model.setCapped();
        ++numCapped;
        return;
      }
      addCropConversion(variable, *order, *from, to);
    }
  }
}

//===----------------------------------------------------------------------===//
// Propagated candidates
//===----------------------------------------------------------------------===//

/// Adds the candidates that differ from one of the variable in the layout of
/// this port, which becomes the given one of its net, or one that the op's
/// flexibility offers in its stead.
void CandidateGenerator::substitute(Problem::PortRef ref, unsigned layout) {
  const ModelVariable &self = model.getVariable(ref.variable);
  const ModelPort &port = self.ports[ref.port];
  auto op = cast<linalg::LinalgOp>(self.op);
  OpOperand &operand = op->getOpOperand(getTiedOperandNumber(op, port.number));
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
  unsigned original = numbers.candidates.front().layouts[ref.port];
  for (unsigned other : llvm::seq<unsigned>(0, self.candidates.size())) {
    if (numbers.candidates[other].layouts[ref.port] != original)
      continue;
    // Candidates are products over the ports, so there may be more of them.
    if (self.candidates.size() >= 4 * maxCandidates) {
      model.setCapped();
      ++numCapped;
      return;
    }
    ModelCandidate candidate = self.candidates[other];
    candidate.price = addSaturating(candidate.price, readCost);
    candidate.operands[getTiedOperandNumber(op, port.number)].assign(
        lists.begin(), lists.end());
    splitAlike(op, candidate.operands);
    std::string reason;
    if (failed(relayouts.get(op, candidate.operands, reason)))
      continue;
    SmallVector<NetLayout, 0> layouts =
        getPortLayouts(self, candidate.operands);
    Cost cost = addSaturating(
        numbers.candidates[other].cost - state.ownRewriteCost, readCost);
    addCandidate(ref.variable, std::move(candidate), cost, layouts);
  }
}

/// Adds the candidates that a layout of its net suggests to a variable.
void CandidateGenerator::propagateTo(Problem::PortRef ref, unsigned layout) {
  const ModelVariable &self = model.getVariable(ref.variable);
  if (!self.rule) {
    if (self.flexibility != LayoutFlexibility::None)
      substitute(ref, layout);
    return;
  }
  const ModelPort &port = self.ports[ref.port];
  std::optional<MixedRadix> digits = model.getValueLayout(port.value, layout);
  if (!digits)
    return;
  const std::optional<FactorOrder> &order =
      model.getRules().pull(*self.rule, port.number, *digits);
  if (!order)
    return;
  if (self.candidates.size() >= maxCandidates) {
    model.setCapped();
    ++numCapped;
    return;
  }
  addFactorOrder(ref.variable, *order);
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
                                unsigned maxCandidates) {
  CandidateGenerator generator(model, calls, relayouts, maxCandidates);
  generator.requirePaddings();
  for (unsigned variable : order)
    if (!model.getVariable(variable).resize)
      generator.addOwnCandidates(variable);
  // A crop or pad takes the layout of its producer, so it comes after that.
  for (unsigned variable : llvm::seq<unsigned>(0, model.getVariables().size()))
    if (model.getVariable(variable).resize)
      generator.addResizeCandidates(variable);
  generator.propagate();
  for (unsigned variable : llvm::seq<unsigned>(0, model.getVariables().size()))
    if (const auto &resize = model.getVariable(variable).resize;
        resize && !resize->isPad)
      generator.addCropConversions(variable);
  model.listRewriteCosts();
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
