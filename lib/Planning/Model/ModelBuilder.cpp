//===- ModelBuilder.cpp - Builds a planning model from functions ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "Analysis/ConstantArguments.h"
#include "Candidates.h"
#include "OpModels/ExternalModels.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/ADT/PostOrderIterator.h"

#define DEBUG_TYPE "layout-flow"
ALWAYS_ENABLED_STATISTIC(numVariables, "Variables of planning problems");
ALWAYS_ENABLED_STATISTIC(numNets, "Nets of planning problems");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Functions, regions and blocks
//===----------------------------------------------------------------------===//

/// Whether all calls of the function are known and may change with it.
static bool
hasOnlyKnownCallers(func::FuncOp function, const CallSites &calls,
                    const llvm::SmallPtrSetImpl<Operation *> &planned) {
  ArrayRef<func::CallOp> callers = calls.getCallsOf(function);
  return !callers.empty() && llvm::all_of(callers, [&](func::CallOp call) {
    return !isFrozen(call) &&
           planned.contains(call->getParentOfType<func::FuncOp>());
  });
}

/// The number of ops outside the bodies of structured ops.
static size_t countOps(ArrayRef<func::FuncOp> functions) {
  size_t count = 0;
  for (func::FuncOp function : functions)
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      ++count;
      return isa<linalg::LinalgOp>(op) ? WalkResult::skip()
                                       : WalkResult::advance();
    });
  return count;
}

std::unique_ptr<const PlanningModel>
ModelBuilder::build(ArrayRef<func::FuncOp> functions,
                    LoopRelayoutCache &relayouts) {
  model->reserve(countOps(functions));
  llvm::SmallPtrSet<Operation *, 4> planned(functions.begin(), functions.end());
  SmallVector<func::FuncOp> called, roots;
  for (func::FuncOp function : functions)
    (hasOnlyKnownCallers(function, calls, planned) ? called : roots)
        .push_back(function);
  for (func::FuncOp function : called)
    callees.insert({function.getSymNameAttr(), function});
  // A called function is visited at its first call.
  for (func::FuncOp function : roots)
    visitRegion(function.getBody());
  // Functions that only call each other are not reached from a root.
  for (func::FuncOp function : called)
    if (callees.contains(function.getSymNameAttr()))
      visitCallee(function);
  for (unsigned variable : callFlows)
    addRegionFlowUses(variable);
  if (isReadBehindLoop())
    model->setCapped();
  numVariables += model->getVariables().size();
  numNets += model->getNets().size();
  LAYOUT_DEBUG({
    func::FuncOp first = functions.front();
    llvm::dbgs() << "problem of @" << first.getName() << ": "
                 << model->getVariables().size() << " variables, "
                 << model->getNets().size() << " nets\n";
  });
  generateCandidates(*model, completed, calls, relayouts, options);
  return std::move(model);
}

/// Whether a value of a loop that branches make is read behind that loop. All
/// its rewrites are weighed as in the loop, although one for such a use runs
/// once (`sinkRewrites`).
bool ModelBuilder::isReadBehindLoop() const {
  return llvm::any_of(model->getNets(), [&](const ModelNet &net) {
    Value root = net.root;
    Block *block = root.getParentBlock();
    unsigned depth = calls.getBranchLoopDepth(block);
    return depth > 0 && llvm::any_of(root.getUsers(), [&](Operation *user) {
             Block *other = block->getParent()->findAncestorBlockInRegion(
                 *user->getBlock());
             return other && calls.getBranchLoopDepth(other) < depth;
           });
  });
}

void ModelBuilder::visitRegion(Region &region) {
  if (region.empty())
    return;
  // Arguments of blocks have nets before the blocks, and get their uses after
  // them, because a branch back passes a value that is computed later.
  SmallVector<unsigned> flows;
  for (RegionFlow &flow : getBranchFlows(region))
    flows.push_back(addRegionFlow(region.getParentOp(), std::move(flow)));
  // In this order every other value is visited before its uses.
  llvm::ReversePostOrderTraversal<Block *> blocks(&region.front());
  for (Block *block : blocks)
    visitBlock(*block);
  endRegionFlows(flows);
}

void ModelBuilder::visitBlock(Block &block) {
  addVariable(nullptr, {}, block.getArguments());
  for (Operation &op : block) {
    // The variables of region flows come before the regions, so that region
    // arguments have nets, and get their uses after them.
    SmallVector<unsigned> flows;
    for (RegionFlow &flow : getRegionFlows(&op))
      flows.push_back(addRegionFlow(&op, std::move(flow)));
    // Variables of nested ops come before that of `op`: the applier rewrites
    // them first, so that a rebuilt `op` captures the rewritten values.
    for (Region &region : op.getRegions())
      visitRegion(region);
    if (auto call = dyn_cast<func::CallOp>(op))
      if (func::FuncOp callee = callees.lookup(call.getCalleeAttr().getAttr()))
        visitCallee(callee);
    visitOp(&op);
    endRegionFlows(flows);
  }
}

void ModelBuilder::visitCallee(func::FuncOp function) {
  callees.erase(function.getSymNameAttr());
  model->addFunctionWithKnownCallers(function);
  ArrayRef<func::CallOp> callers = calls.getCallsOf(function);
  for (RegionFlow &flow : getArgumentFlows(function, callers))
    callFlows.push_back(addRegionFlow(function, std::move(flow)));
  SmallVector<unsigned> results;
  for (RegionFlow &flow : getResultFlows(function, callers))
    results.push_back(addRegionFlow(function, std::move(flow)));
  visitRegion(function.getBody());
  // A result is used after the call, so its variable spans the function.
  for (unsigned variable : results)
    model->endRegions(variable);
  llvm::append_range(callFlows, results);
}

//===----------------------------------------------------------------------===//
// Nets
//===----------------------------------------------------------------------===//

/// Whether ops of a partition compute `root` and read it: an op with that mark
/// computes it, or it belongs to a function that is one.
static bool isInsidePartition(Value root) {
  Operation *op = root.getDefiningOp();
  if (op && op->hasAttr(LayoutDialect::kPartition))
    return true;
  auto function = root.getParentRegion()->getParentOfType<func::FuncOp>();
  return function && function->hasAttr(LayoutDialect::kPartition);
}

void ModelBuilder::addNet(Value root, bool isFree) {
  unsigned net = model->addNet(
      root, std::max<Cost>(calls.getRunsIn(root.getParentBlock()).times, 1),
      isFree);
  if (isInsidePartition(root))
    model->setRigid(net);
}

/// The source of an op that is an index map from its source to its result, and
/// that map.
static std::optional<std::pair<Value, IndexMap>> getIndexMap(Operation *op) {
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

/// Returns a dim of the root with one element that no dim of a value with the
/// digits `map` stands for; all of them are in the same place in memory.
static std::optional<unsigned> findUnitDim(ArrayRef<MixedRadix> map,
                                           ArrayRef<int64_t> box) {
  llvm::SmallBitVector isUnit(box.size());
  for (auto [dim, size] : llvm::enumerate(box))
    isUnit[dim] = size == 1;
  for (const MixedRadix &list : map)
    for (const Digit &digit : list)
      isUnit.reset(digit.dim);
  int unit = isUnit.find_first();
  return unit < 0 ? std::nullopt : std::optional<unsigned>(unit);
}

/// Makes the result of a pad a derived value. Each padded dim must begin with
/// the outermost digit of a dim of the root, which the padding makes larger.
bool ModelBuilder::addDerivedPad(Operation *op) {
  std::optional<Resize> pad = matchPad(op);
  if (!pad)
    return false;
  const Derivation &from = model->getDerivation(op->getOperand(0));
  bool isPadded = from.box != getShape(model->getNet(from.net).root);
  if (isPadded && from.content && pad->content && from.content != pad->content)
    return false;
  MixedRadixMap map(from.map.begin(), from.map.end());
  SmallVector<int64_t> box(from.box);
  for (auto [dim, size, list] : llvm::enumerate(pad->larger.getShape(), map)) {
    if (size == pad->smaller.getDimSize(dim))
      continue;
    if (list.empty()) {
      std::optional<unsigned> unit = from.isRoot ? dim : findUnitDim(map, box);
      if (!unit)
        return false;
      list.push_back({*unit, 1, 1});
    }
    if (!growOutermostDigit(list, box, size))
      return false;
    box[list.front().dim] = list.front().stride * list.front().extent;
  }
  model->addDerivedValue(op, from.net, std::move(map), box,
                         pad->content ? pad->content : from.content);
  return true;
}

bool ModelBuilder::addDerivedValue(Operation *op) {
  if (isa<PadOp>(op) && op->hasAttr(LayoutDialect::kPartition))
    return false;
  if (isa<PadOp>(op))
    return addDerivedPad(op);
  auto rewrite = getIndexMap(op);
  if (!rewrite || isFrozen(op))
    return false;
  auto [source, map] = *rewrite;
  auto type = cast<RankedTensorType>(source.getType());
  // The meaning of an encoding is unknown, so its type has to stay.
  if (type.getEncoding() || llvm::is_contained(type.getShape(), 0))
    return false;
  std::optional<MixedRadixMap> digits = map.getDigits(type.getShape());
  if (!digits)
    return false;
  const Derivation &from = model->getDerivation(source);
  std::optional<MixedRadixMap> composed = composeAll(*digits, from.map);
  if (!composed || !isExactCover(*composed, from.box))
    return false;
  model->addDerivedValue(op, from.net, std::move(*composed), from.box,
                         from.content);
  return true;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Whether rewrites of the op's results cost nothing: they fold into constants,
/// or the value can be computed in any layout.
bool ModelBuilder::isFreeProducer(Operation *op) const {
  if (isa<tensor::EmptyOp>(op) ||
      (op->getNumResults() == 1 && getSplatScalar(op->getResult(0))))
    return !isFrozen(op);
  auto isConstant = [](Operation *op) {
    return op->hasTrait<OpTrait::ConstantLike>() || getConstantElements(op);
  };
  if (isConstant(op)) {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    return type &&
           isWithinLimit(type, getConstantElements(op), options.constantLimit);
  }
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return producesSplat(structured) && !isFrozen(op);
  // Casts of constants fold, too.
  if (!isa<CastOpInterface>(op) || op->getNumOperands() != 1 ||
      !isa<RankedTensorType>(op->getOperand(0).getType()))
    return false;
  unsigned net = model->getNetOf(op->getOperand(0));
  Operation *root = model->getNet(net).root.getDefiningOp();
  return root && model->getProblem().nets[net].isFree &&
         (isConstant(root) || isa<CastOpInterface>(root));
}

void ModelBuilder::visitOp(Operation *op) {
  if (addDerivedValue(op))
    return;
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op)) {
    // The applier finds those in the body of a structured op itself: it updates
    // them just before it rebuilds that op.
    if (!isa<linalg::LinalgOp>(op->getParentOp()))
      model->addDimOp(dim);
    return;
  }
  addVariable(op, op->getOperands(), op->getResults());
}

void ModelBuilder::addVariable(Operation *op, ValueRange operands,
                               ValueRange results) {
  auto isPortOperand = [&](unsigned number) {
    return isa<RankedTensorType>(operands[number].getType()) &&
           !regionFlowUses.contains(&op->getOpOperand(number));
  };
  auto isPortResult = [&](Value value) {
    return isa<RankedTensorType>(value.getType()) &&
           !regionFlowValues.contains(value);
  };
  if (llvm::none_of(llvm::seq<unsigned>(0, operands.size()), isPortOperand) &&
      llvm::none_of(results, isPortResult))
    return;

  unsigned variable =
      model->addVariable(op, op ? criticalOps.lookup(op) : nullptr);
  // The backend pads and crops itself.
  if (op && !options.fixedOps.contains(op) &&
      !op->hasAttr(LayoutDialect::kPartition))
    model->setResize(variable, isa<PadOp>(op) ? matchPad(op) : matchCrop(op));
  for (unsigned number : llvm::seq<unsigned>(0, operands.size()))
    if (isPortOperand(number))
      model->addUse(variable, operands[number], number);
  bool isFree = op && isFreeProducer(op);
  for (auto [number, result] : llvm::enumerate(results)) {
    if (!isPortResult(result))
      continue;
    addNet(result, isFree || dependsOnConstantArgumentsAlone(result));
    model->addProducer(variable, result, operands.size() + number);
    if (const auto &resize = model->getVariable(variable).resize;
        resize && resize->isPad)
      model->setContent(result, resize->content);
  }
  completed.push_back(variable);
}

unsigned ModelBuilder::addRegionFlow(Operation *op, RegionFlow flow) {
  regionFlowUses.insert(flow.uses.begin(), flow.uses.end());
  regionFlowValues.insert(flow.values.begin(), flow.values.end());
  unsigned variable =
      model->addVariable(op, /*critical=*/nullptr, std::move(flow));
  for (Value value : model->getVariable(variable).regionFlow->values) {
    addNet(value, /*isFree=*/false);
    model->addProducer(variable, value, /*portNumber=*/0);
  }
  return variable;
}

void ModelBuilder::endRegionFlows(ArrayRef<unsigned> flows) {
  for (unsigned variable : flows) {
    model->endRegions(variable);
    addRegionFlowUses(variable);
  }
}

void ModelBuilder::addRegionFlowUses(unsigned variable) {
  for (OpOperand *use : model->getVariable(variable).regionFlow->uses)
    model->addUse(variable, use->get(), /*portNumber=*/0);
  completed.push_back(variable);
}
