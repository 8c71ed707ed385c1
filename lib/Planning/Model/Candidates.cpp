//===- Candidates.cpp - The candidates of each op
//-----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutFlexibility.h"
#include "PaddedLayouts.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Interfaces/LinalgRule.h"
#include "layout/Interfaces/PadContents.h"
#include "mlir/IR/Matchers.h"
#include <deque>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Candidates an op has by itself
//===----------------------------------------------------------------------===//

/// Bytes of the rewrite that the op is by itself, a flip for instance, which
/// has no digits to flow. A pad or a crop costs that much even where it is part
/// of a chain, for nobody knows yet whether the rest of that will stay.
static Cost getOwnCost(Operation *op, const CallSites &calls) {
  if (isa_and_nonnull<PadOp, CropOp>(op)) {
    Rewrite alone{
        {op}, op->getOperand(0), cast<ShapedType>(op->getResult(0).getType())};
    return isConstantData(alone.source) ? 0 : getBytesMoved(alone, calls).bytes;
  }
  std::optional<Rewrite> rewrite = op ? getRewriteEndingAt(op) : std::nullopt;
  if (!rewrite || isFree(*rewrite) || isConstantData(rewrite->source))
    return 0;
  return getBytesMoved(*rewrite, calls).bytes;
}

bool PlanningModel::addProblemCandidate(unsigned variable,
                                        ArrayRef<NetLayout> layouts, Cost cost,
                                        OpCandidate candidate,
                                        SmallVectorImpl<NetLayoutRef> *added) {
  ModelVariable &node = nodes[variable];
  Problem::Candidate numbers;
  numbers.cost = addSaturating(cost, node.ownCost);
  SmallVector<NetLayout, 0> onRoots;
  for (auto [port, layout] : llvm::zip_equal(node.ports, layouts)) {
    std::optional<MixedRadixMap> lists = getOnRoot(port.value, {layout.digits});
    if (!lists)
      return false;
    onRoots.push_back({std::move(lists->front()), layout.content});
  }
  SmallVector<NetLayoutRef> fresh;
  for (auto [port, onRoot] : llvm::zip_equal(node.ports, onRoots)) {
    unsigned net = getDerivation(port.value).net;
    bool isNew;
    unsigned layout = intern(net, std::move(onRoot), isNew);
    numbers.layouts.push_back(layout);
    if (isNew)
      fresh.push_back({net, layout});
  }
  Problem::Variable &self = problem.variables[variable];
  if ((!candidate.entry || node.flexibility != LayoutFlexibility::None) &&
      llvm::any_of(self.candidates, [&](const Problem::Candidate &other) {
        return other.layouts == numbers.layouts;
      }))
    return false;
  self.candidates.push_back(std::move(numbers));
  node.candidates.push_back(std::move(candidate));
  if (added)
    added->append(fresh.begin(), fresh.end());
  return true;
}

void PlanningModel::addAsItStands(unsigned variable, OpCandidate candidate,
                                  Cost cost) {
  SmallVector<NetLayout, 0> layouts;
  for (const ModelPort &port : nodes[variable].ports)
    layouts.push_back(
        {concat(getIdentity(cast<RankedTensorType>(port.value.getType()))),
         {}});
  addProblemCandidate(variable, layouts, cost, std::move(candidate), nullptr);
}

Cost PlanningModel::getTimes(unsigned variable) const {
  return std::max<Cost>(calls.getRuns(nodes[variable].op).times, 1);
}

/// Bytes of the rewrites an entry with padding puts beside its op.
static Cost getEdgeCost(linalg::LinalgOp op, ArrayRef<OperandLayout> layouts) {
  Cost cost = 0;
  for (auto [operand, layout] : llvm::zip_equal(op->getOpOperands(), layouts)) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    bool isFree = !type || matchPattern(operand.get(), m_Constant()) ||
                  canBeMadeAnew(operand.get());
    MixedRadix place = type ? concat(layout.digits) : MixedRadix();
    if (!type || (place == concat(getIdentityDigits(type.getShape())) &&
                  layout.shape == type.getShape()))
      continue;
    Cost bytes = getByteCount(type).bytes +
                 getByteCount(getPhysicalType(type, layout.digits)).bytes;
    // A result is rewritten as well as its destination.
    cost += (isFree ? 0 : bytes) + (op.isDpsInit(&operand) ? bytes : 0);
  }
  return cost;
}

void PlanningModel::addEntry(unsigned variable, OpLayoutAttr entry) {
  ModelVariable &node = nodes[variable];
  auto op = cast<linalg::LinalgOp>(node.op);
  FailureOr<ArrayRef<OperandLayout>> operands = relayouts.readEntry(op, entry);
  if (failed(operands))
    return;
  OpCandidate candidate;
  candidate.entry = entry;
  bool isPadded = llvm::any_of(
      llvm::zip_equal(op->getOperandTypes(), *operands), [](auto pair) {
        auto type = dyn_cast<RankedTensorType>(std::get<0>(pair));
        return type && type.getShape() != ArrayRef(std::get<1>(pair).shape);
      });
  candidate.price = multiplySaturating(getTimes(variable), entry.getCost());
  if (!isPadded && addFlowingEntry(variable, candidate, *operands))
    return;
  candidate.keepsRewrites = true;
  Cost rewrites =
      multiplySaturating(getTimes(variable), getEdgeCost(op, *operands));
  addAsItStands(variable, candidate, addSaturating(candidate.price, rewrites));
}

SmallVector<NetLayout, 0>
layout::getPortLayouts(const ModelVariable &node,
                       ArrayRef<MixedRadixMap> operands) {
  auto op = cast<linalg::LinalgOp>(node.op);
  SmallVector<NetLayout, 0> layouts;
  for (const ModelPort &port : node.ports)
    layouts.push_back({concat(operands[getOperandOf(op, port.number)]), {}});
  return layouts;
}

bool PlanningModel::addFlowingEntry(unsigned variable, OpCandidate candidate,
                                    ArrayRef<OperandLayout> operands) {
  for (const OperandLayout &operand : operands)
    candidate.operands.push_back(operand.digits);
  SmallVector<NetLayout, 0> layouts =
      getPortLayouts(nodes[variable], candidate.operands);
  Cost price = candidate.price;
  return addProblemCandidate(variable, layouts, price, std::move(candidate),
                             nullptr);
}

Cost PlanningModel::getRewriteCost(const Plan &plan) const {
  Cost cost = problem.getCost(plan);
  for (auto [node, candidate] : llvm::zip_equal(nodes, plan))
    cost -= node.candidates[candidate].price;
  return std::max<Cost>(cost, 0);
}

/// Whether each factor places a dim of some port by itself, so that all digits
/// of it stand alone in an access.
static bool placesAllFactors(const LayoutRule &rule) {
  llvm::SmallBitVector placed(rule.factors.size());
  for (auto [number, factor] : llvm::enumerate(rule.factors))
    placed[number] = factor.extent == 1;
  for (const PortRule &port : rule.ports)
    if (port.isTensor && !port.isPinned)
      for (const Access &access : port.dims)
        if (access.kind == Access::Kind::Digits)
          for (const Digit &digit : access.digits)
            placed.set(digit.dim);
  return placed.all();
}

void PlanningModel::setCandidates(unsigned variable) {
  ModelVariable &node = nodes[variable];
  Problem::Variable &self = problem.variables[variable];
  node.ownCost = getOwnCost(node.op, calls);
  if (!node.op || isFrozen(node.op)) {
    addAsItStands(variable, OpCandidate(), 0);
    return;
  }

  auto structured = dyn_cast<linalg::LinalgOp>(node.op);
  auto entries = node.op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  // All layouts of no elements are one.
  bool isEmpty =
      structured && llvm::is_contained(structured.getStaticLoopRanges(), 0);
  if (structured && entries && !isEmpty)
    for (auto entry : entries.getAsRange<OpLayoutAttr>())
      addEntry(variable, entry);
  if (!self.candidates.empty()) {
    node.flexibility = getFlexibility(structured);
    if (node.flexibility == LayoutFlexibility::Standard)
      node.rule = rules.get(node.op);
    if (self.candidates.size() > 1 ||
        node.flexibility != LayoutFlexibility::None)
      self.kind = Problem::Kind::Critical;
    return;
  }

  addAsItStands(variable, OpCandidate(), 0);
  if (entries ||
      (structured && (classify(structured) || isUniform(structured))))
    return;
  node.rule = rules.get(node.op);
  if (!node.rule)
    return;
  self.kind = Problem::Kind::Agnostic;
  node.isAlwaysRebuilt = !structured || placesAllFactors(*node.rule);
}

/// Whether the op can be run on padding: its body loads nothing and divides by
/// nothing that stands there.
static bool runsOnPadding(Operation *op, const LayoutRule &rule,
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

/// Whether an op can be rebuilt so that its ports lie as `layouts` says.
bool PlanningModel::canLieSo(unsigned variable, const LayoutRule &rule,
                             ArrayRef<MixedRadixMap> layouts) {
  const ModelVariable &node = nodes[variable];
  auto op = dyn_cast<linalg::LinalgOp>(node.op);
  bool isPadded = &rule != node.rule;
  bool isCritical = node.flexibility != LayoutFlexibility::None;
  if (isPadded && !node.resize &&
      (isCritical || node.regionFlow ||
       !runsOnPadding(node.op, *node.rule, rule)))
    return false;
  if (!op || (node.isAlwaysRebuilt && !isCritical && !isPadded))
    return true;
  std::string reason;
  FailureOr<const LoopRelayout *> relayout = relayouts.get(op, layouts, reason);
  return succeeded(relayout) && !(isCritical && hidesRewrite(op, **relayout));
}

void PlanningModel::addCandidate(unsigned variable, FactorOrder candidate,
                                 SmallVectorImpl<NetLayoutRef> &added) {
  ModelVariable &node = nodes[variable];
  if (llvm::is_contained(node.offered, candidate))
    return;
  node.offered.push_back(candidate);

  std::optional<LayoutRule> grown;
  const LayoutRule *rule = node.rule->growTo(candidate, grown);
  if (!rule)
    return;
  bool isPadded = rule != node.rule;
  SmallVector<MixedRadixMap> ports = rule->getLayouts(candidate);
  if (!canLieSo(variable, *rule, ports))
    return;
  SmallVector<NetLayout, 0> layouts;
  Cost cost = 0;
  for (const ModelPort &port : node.ports) {
    auto type = cast<RankedTensorType>(port.value.getType());
    layouts.push_back({concat(ports[port.number]), {}});
    // An op pays for the padding it reads and writes.
    if (isPadded && !node.resize)
      cost = addSaturating(cost, getBytesIn(type, layouts.back().digits) -
                                     getByteCount(type).bytes);
  }
  if (cost != 0)
    cost = multiplySaturating(getTimes(variable), cost);
  if (node.resize && node.resize->isPad) {
    // Its source has to have the right padding; if something else stands
    // there, that is cut off first.
    unsigned net = getDerivation(node.ports.front().value).net;
    if (!supplies(net, node.resize->content)) {
      layouts.front().content = node.resize->content;
      cost = addSaturating(
          cost,
          multiplySaturating(
              getTimes(variable),
              multiplySaturating(2, getByteCount(node.resize->smaller).bytes)));
    }
  }
  OpCandidate opCandidate;
  opCandidate.digits = std::move(candidate);
  addProblemCandidate(variable, layouts, cost, std::move(opCandidate), &added);
}

/// The layout of the larger tensor under candidate 0 of what is at its other
/// end.
std::optional<FactorOrder>
PlanningModel::getLayoutBeside(unsigned variable) const {
  const ModelVariable &node = nodes[variable];
  const ModelPort &port =
      node.resize->isPad ? node.ports.back() : node.ports.front();
  const Problem::Net &net = problem.nets[getDerivation(port.value).net];
  if (node.resize->isPad && net.uses.empty())
    return std::nullopt;
  Problem::PortRef other = node.resize->isPad ? net.uses.front() : net.producer;
  const Problem::Variable &beside = problem.variables[other.variable];
  if (beside.candidates.empty())
    return std::nullopt;
  std::optional<MixedRadix> digits =
      getLayoutOf(port.value, beside.candidates.front().layouts[other.port]);
  return digits ? node.rule->pull(port.number, *digits) : std::nullopt;
}

void PlanningModel::setResizeCandidates(unsigned variable) {
  ModelVariable &node = nodes[variable];
  problem.variables[variable].kind = Problem::Kind::Agnostic;
  node.rule = rules.keep(
      getPassingRule(node.resize->larger, node.op->getNumOperands()));
  SmallVector<NetLayoutRef> added;
  if (std::optional<FactorOrder> candidate = getLayoutBeside(variable))
    addCandidate(variable, *candidate, added);
  addCandidate(
      variable,
      normalize(concat(getIdentityDigits(node.resize->larger.getShape()))),
      added);
  if (!problem.variables[variable].candidates.empty())
    return;
  // What it pads is no dim of the net: a barrier like any other.
  node.resize.reset();
  node.rule = nullptr;
  node.offered.clear();
  problem.variables[variable].kind = Problem::Kind::Fixed;
  setCandidates(variable);
}

//===----------------------------------------------------------------------===//
// Candidates that flow
//===----------------------------------------------------------------------===//

void layout::generateCandidates(PlanningModel &graph, unsigned maxCandidates) {
  // Breadth first from everything as it stands, so that what is near comes
  // before what is far when the cap bites.
  std::deque<PlanningModel::NetLayoutRef> queue;
  for (auto [number, net] : llvm::enumerate(graph.nets))
    for (unsigned layout : llvm::seq<unsigned>(0, net.layouts.size()))
      queue.push_back({static_cast<unsigned>(number), layout});

  auto offer = [&](Problem::PortRef ref, unsigned layout) {
    ModelVariable &node = graph.nodes[ref.variable];
    if (!node.rule && node.flexibility == LayoutFlexibility::None)
      return;
    const ModelPort &port = node.ports[ref.port];
    SmallVector<PlanningModel::NetLayoutRef> added;
    if (!node.rule) {
      // Its ports are free of each other, so candidates are products.
      graph.substitute(ref, layout, 4 * maxCandidates, added);
      llvm::append_range(queue, added);
      return;
    }
    std::optional<MixedRadix> digits = graph.getLayoutOf(port.value, layout);
    if (!digits)
      return;
    const std::optional<FactorOrder> &candidate =
        graph.rules.pull(*node.rule, port.number, *digits);
    if (!candidate)
      return;
    if (node.candidates.size() >= maxCandidates) {
      graph.problem.isCapped = true;
      return;
    }
    graph.addCandidate(ref.variable, *candidate, added);
    llvm::append_range(queue, added);
  };

  while (!queue.empty()) {
    PlanningModel::NetLayoutRef item = queue.front();
    queue.pop_front();
    const Problem::Net &net = graph.problem.nets[item.net];
    // Nobody pays for a rewrite of a free net, so nobody need adapt to it.
    if (net.isFree)
      continue;
    offer(net.producer, item.layout);
    for (Problem::PortRef use : net.uses)
      offer(use, item.layout);
  }
}
