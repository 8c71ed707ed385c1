//===- FlowGraph.cpp - A function as a planning problem -------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
#include "layout/Analysis/AbsorbedReads.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/LinalgRule.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/Transforms/Relayout.h"
#include "layout/Dialect/Layout/Transforms/Scope.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;
using namespace mlir::layout;

FlowGraph::FlowGraph(func::FuncOp function) { visitRegion(function.getBody()); }

void FlowGraph::visitRegion(Region &region) {
  if (region.empty())
    return;
  // In this order every value is visited before its uses.
  llvm::ReversePostOrderTraversal<Block *> blocks(&region.front());
  for (Block *block : blocks)
    visitBlock(*block);
}

void FlowGraph::visitBlock(Block &block) {
  addNode(nullptr, {}, block.getArguments());
  for (Operation &op : block) {
    // Nested ops first: what they capture is rewired before the op around
    // them is rebuilt.
    for (Region &region : op.getRegions())
      visitRegion(region);
    visitOp(&op);
  }
}

//===----------------------------------------------------------------------===//
// Nets
//===----------------------------------------------------------------------===//

/// How often the ops beside a value run, as far as trip counts are constant.
static Cost getWeight(Value value) {
  Cost weight = 1;
  for (Operation *op = value.getParentBlock()->getParentOp(); op;
       op = op->getParentOp())
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      if (std::optional<APInt> trips = loop.getStaticTripCount())
        weight = multiplySaturating(
            weight, std::max<int64_t>(trips->getSExtValue(), 1));
  return weight;
}

unsigned FlowGraph::addNet(Value root, bool isFree) {
  auto type = cast<RankedTensorType>(root.getType());
  unsigned net = nets.size();
  nets.push_back({root, {}});
  problem.nets.emplace_back();
  problem.nets.back().weight = getWeight(root);
  problem.nets.back().isFree = isFree;
  DigitLists identity = getIdentityDigits(type.getShape());
  derivations.insert({root, {net, identity, identity, /*isRoot=*/true}});
  return net;
}

unsigned FlowGraph::intern(unsigned net, DigitList layout, bool &isNew) {
  SmallVectorImpl<DigitList> &layouts = nets[net].layouts;
  auto found = llvm::find(layouts, layout);
  isNew = found == layouts.end();
  unsigned number = found - layouts.begin();
  if (isNew) {
    layouts.push_back(std::move(layout));
    problem.nets[net].bytes.push_back(
        getByteCount(cast<RankedTensorType>(nets[net].root.getType())).bytes);
  }
  return number;
}

/// The digits of an op that is an index map from its source to its result.
static std::optional<std::pair<Value, IndexMap>> getRewrite(Operation *op) {
  if (auto transform = dyn_cast<LayoutTransformOp>(op))
    return std::pair<Value, IndexMap>(transform.getSource(),
                                      transform.getIndexMap());
  if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return std::nullopt;
  auto from = cast<RankedTensorType>(op->getOperand(0).getType());
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<IndexMap> map =
      IndexMap::getReshape(from.getShape(), to.getShape(), op->getContext());
  if (!map)
    return std::nullopt;
  return std::pair<Value, IndexMap>(op->getOperand(0), *map);
}

bool FlowGraph::derive(Operation *op) {
  auto rewrite = getRewrite(op);
  if (!rewrite || isFrozen(op))
    return false;
  auto [source, map] = *rewrite;
  auto type = cast<RankedTensorType>(source.getType());
  // An encoding gives the type a meaning that is not ours to change.
  if (type.getEncoding() || llvm::is_contained(type.getShape(), 0))
    return false;
  std::optional<DigitLists> digits = map.getDigits(type.getShape());
  if (!digits)
    return false;
  const Derivation &from = getDerivation(source);
  auto root = cast<RankedTensorType>(nets[from.net].root.getType());
  Derivation derivation{from.net, {}, {}};
  for (const DigitList &list : *digits) {
    std::optional<DigitList> composed = compose(list, from.map);
    if (!composed)
      return false;
    derivation.map.push_back(std::move(*composed));
  }
  if (!isExactCover(derivation.map, root.getShape()))
    return false;
  derivation.inverse = invert(derivation.map, root.getShape());
  derivations.insert({op->getResult(0), std::move(derivation)});
  derivedOps.push_back(op);
  return true;
}

std::optional<DigitList> FlowGraph::getLayoutOf(Value value,
                                                unsigned layout) const {
  const Derivation &derivation = getDerivation(value);
  const DigitList &onRoot = nets[derivation.net].layouts[layout];
  if (derivation.isRoot)
    return onRoot;
  return compose(onRoot, derivation.inverse);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Whether a rewrite of the op's results costs nothing: constants (it folds),
/// and what can be made anew in any layout.
static bool isFreeProducer(Operation *op, const FlowGraph &graph) {
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      isa<tensor::EmptyOp, ml_program::GlobalLoadConstOp>(op))
    return true;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return isUniform(structured) && !isFrozen(op);
  if (!isa<CastOpInterface>(op) || op->getNumOperands() != 1 ||
      !isa<RankedTensorType>(op->getOperand(0).getType()))
    return false;
  unsigned net = graph.getDerivation(op->getOperand(0)).net;
  Operation *root = graph.nets[net].root.getDefiningOp();
  return root && graph.problem.nets[net].isFree &&
         (root->hasTrait<OpTrait::ConstantLike>() ||
          isa<ml_program::GlobalLoadConstOp, CastOpInterface>(root));
}

void FlowGraph::visitOp(Operation *op) {
  if (derive(op))
    return;
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    // Inside the body of a structured op it is cloned with the body and has to
    // be rewired like any use.
    if (!isa<linalg::LinalgOp>(op->getParentOp())) {
      dimOps.push_back(dim);
      return;
    }
  }
  addNode(op, op->getOperands(), op->getResults());
}

void FlowGraph::addNode(Operation *op, ValueRange operands,
                        ValueRange results) {
  unsigned variable = nodes.size();
  FlowNode node;
  node.op = op;
  Problem::Variable numbers;
  auto isTensor = [](Value value) {
    return isa<RankedTensorType>(value.getType());
  };
  if (llvm::none_of(operands, isTensor) && llvm::none_of(results, isTensor))
    return;

  for (auto [index, operand] : llvm::enumerate(operands)) {
    if (!isTensor(operand))
      continue;
    unsigned net = getDerivation(operand).net;
    unsigned port = node.ports.size();
    node.ports.push_back({operand, static_cast<unsigned>(index)});
    numbers.ports.push_back({net, /*isResult=*/false});
    problem.nets[net].uses.push_back({variable, port});
  }
  bool isFree = op && isFreeProducer(op, *this);
  for (auto [index, result] : llvm::enumerate(results)) {
    if (!isTensor(result))
      continue;
    unsigned net = addNet(result, isFree);
    unsigned port = node.ports.size();
    node.ports.push_back(
        {result, static_cast<unsigned>(operands.size() + index)});
    numbers.ports.push_back({net, /*isResult=*/true});
    problem.nets[net].producer = {variable, port};
  }
  nodes.push_back(std::move(node));
  problem.variables.push_back(std::move(numbers));
  setLabels(variable);
}

bool FlowGraph::addProblemLabel(unsigned variable, ArrayRef<DigitList> layouts,
                                Cost cost, FlowLabel label,
                                SmallVectorImpl<NetLayout> *added) {
  FlowNode &node = nodes[variable];
  Problem::Label numbers;
  numbers.cost = cost;
  SmallVector<DigitList, 0> onRoots;
  for (auto [port, layout] : llvm::zip_equal(node.ports, layouts)) {
    const Derivation &derivation = getDerivation(port.value);
    std::optional<DigitList> onRoot = layout;
    if (!derivation.isRoot)
      onRoot = compose(layout, derivation.map);
    if (!onRoot)
      return false;
    onRoots.push_back(std::move(*onRoot));
  }
  SmallVector<NetLayout> fresh;
  for (auto [port, onRoot] : llvm::zip_equal(node.ports, onRoots)) {
    unsigned net = getDerivation(port.value).net;
    bool isNew;
    unsigned layout = intern(net, std::move(onRoot), isNew);
    numbers.layouts.push_back(layout);
    if (isNew)
      fresh.push_back({net, layout});
  }
  Problem::Variable &self = problem.variables[variable];
  if (!label.entry &&
      llvm::any_of(self.labels, [&](const Problem::Label &other) {
        return other.layouts == numbers.layouts;
      }))
    return false;
  self.labels.push_back(std::move(numbers));
  node.labels.push_back(std::move(label));
  if (added)
    added->append(fresh.begin(), fresh.end());
  return true;
}

void FlowGraph::addAsItStands(unsigned variable, FlowLabel label, Cost cost) {
  SmallVector<DigitList, 0> layouts;
  for (const FlowPort &port : nodes[variable].ports)
    layouts.push_back(concat(getIdentityDigits(
        cast<RankedTensorType>(port.value.getType()).getShape())));
  addProblemLabel(variable, layouts, cost, std::move(label), nullptr);
}

/// Bytes of the rewrites an entry with padding puts beside its op.
static Cost getEdgeCost(linalg::LinalgOp op, ArrayRef<OperandLayout> layouts) {
  Cost cost = 0;
  for (auto [operand, layout] : llvm::zip_equal(op->getOpOperands(), layouts)) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    bool isFree = !type || matchPattern(operand.get(), m_Constant()) ||
                  canBeMadeAnew(operand.get());
    DigitList place = type ? concat(layout.digits) : DigitList();
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

void FlowGraph::addEntry(unsigned variable, OpLayoutAttr entry) {
  FlowNode &node = nodes[variable];
  auto op = cast<linalg::LinalgOp>(node.op);
  std::string reason;
  FailureOr<SmallVector<OperandLayout>> operands =
      readOpLayout(op, entry, reason);
  if (failed(operands) || failed(getRelayout(op, *operands, reason)))
    return;
  FlowLabel label;
  label.entry = entry;
  label.isPadded = llvm::any_of(
      llvm::zip_equal(op->getOperandTypes(), *operands), [](auto pair) {
        auto type = dyn_cast<RankedTensorType>(std::get<0>(pair));
        return type && type.getShape() != ArrayRef(std::get<1>(pair).shape);
      });
  if (label.isPadded) {
    addAsItStands(variable, std::move(label),
                  addSaturating(entry.getCost(), getEdgeCost(op, *operands)));
    return;
  }
  for (OperandLayout &operand : *operands)
    label.operands.push_back(std::move(operand.digits));
  SmallVector<DigitList, 0> layouts;
  for (const FlowPort &port : node.ports) {
    unsigned number = port.number;
    if (number >= node.op->getNumOperands())
      number = op.getDpsInitOperand(number - node.op->getNumOperands())
                   ->getOperandNumber();
    layouts.push_back(concat(label.operands[number]));
  }
  addProblemLabel(variable, layouts, entry.getCost(), std::move(label),
                  nullptr);
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

void FlowGraph::setLabels(unsigned variable) {
  FlowNode &node = nodes[variable];
  Problem::Variable &self = problem.variables[variable];
  if (!node.op || isFrozen(node.op)) {
    addAsItStands(variable, FlowLabel(), 0);
    return;
  }

  auto structured = dyn_cast<linalg::LinalgOp>(node.op);
  auto entries = node.op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (structured && entries)
    for (auto entry : entries.getAsRange<OpLayoutAttr>())
      addEntry(variable, entry);
  if (!self.labels.empty()) {
    if (node.op->hasAttr(LayoutDialect::kPrefer))
      node.rule = getLayoutRule(node.op);
    if (self.labels.size() > 1 || node.rule)
      self.kind = Problem::Kind::Critical;
    return;
  }

  addAsItStands(variable, FlowLabel(), 0);
  if (entries ||
      (structured && (classify(structured) || isUniform(structured))))
    return;
  node.rule = getLayoutRule(node.op);
  if (!node.rule)
    return;
  self.kind = Problem::Kind::Agnostic;
  node.isAlwaysRebuilt = !structured || placesAllFactors(*node.rule);
}

/// Whether the op would read an input in another order than is standard for it,
/// which it does not do as it stands: that is a rewrite in hiding.
static bool hidesRewrite(linalg::LinalgOp op, const Relayout &relayout) {
  Accesses before(op);
  std::optional<CriticalOp> roles;
  if (before.roles) {
    roles = CriticalOp{before.roles->kind, {}};
    for (const Digit &loop : relayout.loops)
      roles->roles.push_back(before.roles->roles[loop.dim]);
  }
  SmallVector<int64_t> ranges = llvm::map_to_vector(
      relayout.loops, [](const Digit &loop) { return loop.extent; });
  Accesses after(relayout.maps, ranges, before.numInputs, std::move(roles));
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    unsigned number = input->getOperandNumber();
    return readsInAnotherOrder(after, number) &&
           !readsInAnotherOrder(before, number) &&
           !isConstantData(input->get());
  });
}

void FlowGraph::addLabel(unsigned variable, Label label,
                         SmallVectorImpl<NetLayout> &added) {
  FlowNode &node = nodes[variable];
  if (llvm::is_contained(node.offered, label))
    return;
  node.offered.push_back(label);

  SmallVector<DigitLists> ports;
  for (unsigned port : llvm::seq<unsigned>(0, node.rule->ports.size()))
    ports.push_back(node.rule->ports[port].isTensor
                        ? node.rule->getPortLayout(port, label)
                        : DigitLists());
  auto structured = dyn_cast<linalg::LinalgOp>(node.op);
  bool isCritical = problem.variables[variable].kind == Problem::Kind::Critical;
  if (structured && (!node.isAlwaysRebuilt || isCritical)) {
    SmallVector<OperandLayout> operands;
    for (unsigned number : llvm::seq<unsigned>(0, node.op->getNumOperands()))
      operands.push_back({node.rule->ports[number].shape, ports[number]});
    std::string reason;
    FailureOr<Relayout> relayout = getRelayout(structured, operands, reason);
    if (failed(relayout) || (isCritical && hidesRewrite(structured, *relayout)))
      return;
  }
  SmallVector<DigitList, 0> layouts;
  for (const FlowPort &port : node.ports)
    layouts.push_back(concat(ports[port.number]));
  FlowLabel flowLabel;
  flowLabel.digits = std::move(label);
  addProblemLabel(variable, layouts, 0, std::move(flowLabel), &added);
}
