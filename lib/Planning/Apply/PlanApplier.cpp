//===- PlanApplier.cpp - Rewrites a function into a plan ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanApplier.h"
#include "layout/Dialect/Layout/Utils/PassRemarks.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether a loop around `op` does not contain what defines `root`.
static bool runsMoreOften(Operation *op, Value root) {
  Region *rootRegion = root.getParentRegion();
  for (Operation *parent = op->getParentOp();
       parent && !parent->isAncestor(rootRegion->getParentOp());
       parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      return true;
  return false;
}

LogicalResult PlanApplier::run() {
  bool changes = false;
  for (auto [variable, node] : llvm::enumerate(graph.nodes)) {
    if (getCandidate(variable).isAsItStands())
      continue;
    changes = true;
    for (Problem::Port port : graph.problem.variables[variable].ports)
      touched[port.net] = true;
  }
  // What can be made anew is made where it is wanted, whatever the plan.
  for (unsigned net : llvm::seq<unsigned>(0, graph.nets.size()))
    if (canBeMadeAnew(graph.nets[net].root) && hasDerivedUse(net))
      touched[net] = changes = true;
  // Rewrites in a loop of a value from outside are made once, outside.
  for (Operation *op : graph.getDerivedOps()) {
    unsigned net = graph.getDerivation(op->getResult(0)).net;
    if (runsMoreOften(op, graph.nets[net].root))
      touched[net] = changes = true;
  }
  if (!changes)
    return success();
  for (unsigned variable : llvm::seq<unsigned>(0, graph.nodes.size()))
    if (failed(visit(variable)))
      return failure();
  if (failed(closeRegionFlow()))
    return failure();
  for (ShapedDimOpInterface dim : graph.getDimOps())
    replaceDim(dim);
  eraseDead();
  settleRegionFlow();
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Which choice was made for an op, and how its values lie then.
static void remarkChoice(Operation *op, const OpCandidate &candidate,
                         ArrayRef<MixedRadixMap> layouts, Remarks &remarks) {
  if (!op->getContext()->getRemarkEngine())
    return;
  SmallVector<std::pair<RankedTensorType, MixedRadixMap>, 1> results;
  for (auto [number, result] : llvm::enumerate(op->getResults()))
    if (auto type = dyn_cast<RankedTensorType>(result.getType());
        type && !candidate.entry)
      results.push_back({type, layouts[op->getNumOperands() + number]});
  remarks.push_back([loc = op->getLoc(), name = op->getName(),
                     head = getRemark("choice", "layout-flow", op),
                     entry = candidate.entry, results = std::move(results)] {
    remark::detail::InFlightRemark made = remark::passed(loc, head);
    if (!made) // Nobody listens.
      return;
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (entry)
      stream << " is laid out as " << entry;
    for (auto [number, result] : llvm::enumerate(results))
      stream << (number ? ", " : " writes ")
             << IndexMap::get(result.second, result.first.getShape(),
                              loc.getContext())
                    .getAffineMap();
    made << remark::add("{0}{1}", name.getStringRef(), text);
  });
}

LogicalResult PlanApplier::visit(unsigned variable) {
  ModelVariable &node = graph.nodes[variable];
  const OpCandidate &candidate = getCandidate(variable);
  if (auto structured = dyn_cast_or_null<linalg::LinalgOp>(node.op))
    for (auto dim :
         llvm::to_vector(structured.getBlock()->getOps<ShapedDimOpInterface>()))
      replaceDim(dim);
  if (node.regionFlow)
    return enter(node, candidate);
  if (candidate.keepsRewrites)
    return layOutBeside(node, candidate);
  if (node.resize) {
    replaced.push_back(node.op);
    return success();
  }
  if (!candidate.isAsItStands())
    return relabel(variable);
  for (const ModelPort &port : node.ports) {
    unsigned net = graph.getDerivation(port.value).net;
    if (!touched[net])
      continue;
    MixedRadixMap identity = getIdentity(port.value);
    bool isResult = !node.op || port.number >= node.op->getNumOperands();
    if (isResult) {
      versions.add(net, port.value, identity);
      continue;
    }
    FailureOr<Value> operand = getVersion(port.value, identity);
    if (failed(operand))
      return failure();
    node.op->setOperand(port.number, *operand);
  }
  return success();
}

LogicalResult PlanApplier::layOutBeside(ModelVariable &node,
                                        const OpCandidate &candidate) {
  for (const ModelPort &port : node.ports) {
    if (port.number >= node.op->getNumOperands())
      continue;
    FailureOr<Value> operand = getVersion(port.value, getIdentity(port.value));
    if (failed(operand))
      return failure();
    node.op->setOperand(port.number, *operand);
  }
  std::string reason;
  FailureOr<LaidOutOp> laidOut = layOutOp(
      rewriter, cast<linalg::LinalgOp>(node.op), candidate.entry, reason);
  if (failed(laidOut))
    return node.op->emitOpError("cannot take the layouts planned for it: ")
           << reason;
  remarkChoice(node.op, candidate, {}, remarks);
  laidOut->op->setAttr(LayoutDialect::kFrozen, rewriter.getUnitAttr());
  for (const ModelPort &port : node.ports)
    if (port.number >= node.op->getNumOperands())
      versions.add(graph.getDerivation(port.value).net,
                   laidOut->results[port.number - node.op->getNumOperands()],
                   getIdentity(port.value));
  replaced.push_back(node.op);
  return success();
}

std::optional<MixedRadixMap>
PlanApplier::getWantedLayout(unsigned net, const MixedRadix &place) {
  for (Problem::PortRef use : graph.problem.nets[net].uses) {
    const ModelVariable &node = graph.nodes[use.variable];
    const ModelPort &port = node.ports[use.port];
    const OpCandidate &candidate = getCandidate(use.variable);
    if (node.resize)
      continue;
    std::optional<MixedRadixMap> onRoot = graph.getOnRoot(
        port.value, candidate.isAsItStands() || candidate.keepsRewrites
                        ? getIdentity(port.value)
                        : getLayouts(node, candidate)[port.number]);
    if (onRoot && concat(*onRoot) == place)
      return onRoot;
  }
  return std::nullopt;
}

FailureOr<Value> PlanApplier::getVersion(Value value,
                                         ArrayRef<MixedRadix> layout,
                                         Attribute content) {
  unsigned net = graph.getDerivation(value).net;
  if (!versions.isKnown(net) && failed(passThrough(net)))
    return failure();
  return versions.getVersion(value, layout, content);
}

LogicalResult PlanApplier::passThrough(unsigned net) {
  unsigned variable = graph.problem.nets[net].producer.variable;
  const ModelVariable &node = graph.nodes[variable];
  if (!node.resize)
    return emitError(graph.nets[net].root.getLoc())
           << "a planned value is used before it is made";
  const OpCandidate &candidate = getCandidate(variable);
  const ModelPort &source = node.ports.front(), &result = node.ports.back();
  const Resize &resize = *node.resize;
  // What is made for a user is made as that wants it.
  std::optional<MixedRadixMap> layout = getWantedLayout(net, candidate.digits);
  if (!layout)
    layout = normalizeAll(getLayouts(node, candidate)[result.number]);
  FailureOr<Value> value = getVersion(
      source.value, *layout, resize.isPad ? resize.content : Attribute());
  if (failed(value))
    return failure();
  PadContent content = versions.getContent(*value);
  if (!resize.isPad && resize.content)
    content = PadContent::get(resize.content);
  versions.add(net, *value, std::move(*layout), content);
  return success();
}

SmallVector<MixedRadixMap>
PlanApplier::getLayouts(const ModelVariable &node,
                        const OpCandidate &candidate) const {
  if (candidate.entry) {
    SmallVector<MixedRadixMap> layouts = llvm::to_vector(candidate.operands);
    auto structured = cast<linalg::LinalgOp>(node.op);
    for (OpOperand &init : structured.getDpsInitsMutable())
      layouts.push_back(candidate.operands[init.getOperandNumber()]);
    return layouts;
  }
  std::optional<LayoutRule> grown;
  return node.rule->growTo(candidate.digits, grown)
      ->getLayouts(candidate.digits);
}

LogicalResult PlanApplier::relabel(unsigned variable) {
  ModelVariable &node = graph.nodes[variable];
  const OpCandidate &candidate = getCandidate(variable);
  SmallVector<MixedRadixMap> layouts = getLayouts(node, candidate);

  SmallVector<Value> operands = llvm::to_vector(node.op->getOperands());
  for (const ModelPort &port : node.ports) {
    if (port.number >= operands.size())
      continue;
    FailureOr<Value> operand = getVersion(port.value, layouts[port.number]);
    if (failed(operand))
      return failure();
    operands[port.number] = *operand;
  }
  rewriter.setInsertionPoint(node.op);
  SmallVector<PadContent> contents;
  Masks masks = getMasks(graph, node, candidate, operands, versions, contents);
  FailureOr<SmallVector<Value>> results =
      build(node, candidate, layouts, operands, masks);
  if (failed(results))
    return failure();
  // Scalars have no layout.
  for (auto [result, value] : llvm::zip_equal(node.op->getResults(), *results))
    if (!isa<TensorType>(result.getType()))
      rewriter.replaceAllUsesWith(result, value);
  for (const ModelPort &port : node.ports) {
    if (port.number < operands.size())
      continue;
    unsigned net = graph.getDerivation(port.value).net;
    unsigned number = port.number - operands.size();
    versions.add(net, (*results)[number], normalizeAll(layouts[port.number]),
                 contents[number]);
  }
  remarkChoice(node.op, candidate, layouts, remarks);
  // An op around it is rebuilt with what stands in its body then.
  if (llvm::none_of(node.op->getResultTypes(), llvm::IsaPred<TensorType>))
    rewriter.eraseOp(std::exchange(node.op, nullptr));
  else
    replaced.push_back(node.op);
  return success();
}

FailureOr<SmallVector<Value>>
PlanApplier::build(ModelVariable &node, const OpCandidate &candidate,
                   ArrayRef<MixedRadixMap> layouts, ValueRange operands,
                   const Masks &masks) {
  std::string reason;
  FailureOr<SmallVector<Value>> results = failure();
  if (auto structured = dyn_cast<linalg::LinalgOp>(node.op)) {
    FailureOr<const LoopRelayout *> relayout =
        graph.relayouts.get(structured, layouts, reason);
    if (succeeded(relayout))
      results = SmallVector<Value>(
          rebuild(rewriter, structured, **relayout, operands, masks)
              ->getResults());
  } else {
    results = layOut(rewriter, node.op, layouts, operands, reason);
  }
  if (failed(results))
    return node.op->emitOpError("cannot take the layouts planned for it: ")
           << reason;
  if (candidate.entry || node.flexibility != LayoutFlexibility::None)
    results->front().getDefiningOp()->setAttr(LayoutDialect::kFrozen,
                                              rewriter.getUnitAttr());
  return results;
}

bool PlanApplier::hasDerivedUse(unsigned net) const {
  return llvm::any_of(graph.problem.nets[net].uses, [&](Problem::PortRef use) {
    return graph.nodes[use.variable].ports[use.port].value !=
           graph.nets[net].root;
  });
}

void PlanApplier::replaceDim(ShapedDimOpInterface dim) {
  if (!isa<RankedTensorType>(dim.getShapedValue().getType()))
    return;
  const Derivation &derivation = graph.getDerivation(dim.getShapedValue());
  std::optional<int64_t> index = getConstantIntValue(dim.getDimension());
  if (!touched[derivation.net] || !index)
    return;
  if (!versions.isKnown(derivation.net) && failed(passThrough(derivation.net)))
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(dim);
  OpFoldResult size =
      versions.getSize(derivation.net, derivation.map[*index], dim.getLoc());
  rewriter.replaceOp(
      dim, getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), size));
}

void PlanApplier::eraseDead() {
  llvm::SmallPtrSet<Operation *, 16> isReplaced(replaced.begin(),
                                                replaced.end());
  SmallVector<Operation *> worklist(replaced);
  for (Operation *op : graph.getDerivedOps())
    if (touched[graph.getDerivation(op->getResult(0)).net])
      worklist.push_back(op);
  llvm::SmallPtrSet<Operation *, 16> erased;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    // What was replaced may have effects (an assertion in its body), which its
    // replacement has as well.
    if (erased.contains(op) ||
        !(isReplaced.contains(op) ? op->use_empty() : isOpTriviallyDead(op)))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        worklist.push_back(producer);
    erased.insert(op);
    op->dropAllReferences();
  }
  // What is nested in an op goes with it.
  SmallVector<Operation *> outermost;
  for (Operation *op : erased) {
    Operation *parent = op->getParentOp();
    while (parent && !erased.contains(parent))
      parent = parent->getParentOp();
    if (!parent)
      outermost.push_back(op);
  }
  for (Operation *op : outermost)
    rewriter.eraseOp(op);
}

LogicalResult layout::applyPlan(PlanningModel &graph, const Plan &plan,
                                Remarks &remarks) {
  if (graph.nets.empty())
    return success();
  return PlanApplier(graph, plan, remarks).run();
}
