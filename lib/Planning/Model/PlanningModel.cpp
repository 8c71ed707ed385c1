//===- PlanningModel.cpp - Functions as a planning problem ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanningModel.h"
#include "PaddedLayouts.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Interfaces/LinalgRule.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether all calls of the function are part of the plan.
static bool
hasOnlyKnownCallers(func::FuncOp function, const CallSites &calls,
                    const llvm::SmallPtrSetImpl<Operation *> &planned) {
  ArrayRef<func::CallOp> callers = calls.getCallsOf(function);
  return !callers.empty() && llvm::all_of(callers, [&](func::CallOp call) {
    return !isFrozen(call) &&
           planned.contains(call->getParentOfType<func::FuncOp>());
  });
}

/// Ops outside the bodies of structured ops.
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

PlanningModel::PlanningModel(ArrayRef<func::FuncOp> functions,
                             const CallSites &calls, uint64_t constantLimit)
    : calls(calls), constantLimit(constantLimit) {
  // What they hold is dear to move.
  size_t count = countOps(functions);
  nodes.reserve(count);
  nets.reserve(count);
  problem.variables.reserve(count);
  problem.nets.reserve(count);
  llvm::SmallPtrSet<Operation *, 4> planned(functions.begin(), functions.end());
  SmallVector<func::FuncOp> open, closed;
  for (func::FuncOp function : functions)
    (hasOnlyKnownCallers(function, calls, planned) ? open : closed)
        .push_back(function);
  for (func::FuncOp function : open)
    callees.insert({function.getSymNameAttr(), function});
  for (func::FuncOp function : closed)
    visitRegion(function.getBody());
  for (func::FuncOp function : open) // Those that only call each other.
    if (callees.contains(function.getSymNameAttr()))
      enterCallee(function);
  for (unsigned variable : carriedByCalls)
    closeRegionFlow(variable);
  // A pad stands as its users want it, and they come after it.
  for (unsigned variable : llvm::seq<unsigned>(0, nodes.size()))
    if (nodes[variable].resize)
      setResizeCandidates(variable);
}

void PlanningModel::visitRegion(Region &region) {
  if (region.empty())
    return;
  // In this order every value is visited before its uses.
  llvm::ReversePostOrderTraversal<Block *> blocks(&region.front());
  for (Block *block : blocks)
    visitBlock(*block);
}

void PlanningModel::visitBlock(Block &block) {
  addNode(nullptr, {}, block.getArguments());
  for (Operation &op : block) {
    SmallVector<unsigned> regionFlow = addRegionFlow(&op);
    // Nested ops first: what they capture is rewired before the op around
    // them is rebuilt.
    for (Region &region : op.getRegions())
      visitRegion(region);
    if (auto call = dyn_cast<func::CallOp>(op))
      if (func::FuncOp callee = callees.lookup(call.getCalleeAttr().getAttr()))
        enterCallee(callee);
    visitOp(&op);
    for (unsigned variable : regionFlow) {
      problem.variables[variable].last = nodes.size() - 1;
      closeRegionFlow(variable);
    }
  }
}

//===----------------------------------------------------------------------===//
// Nets
//===----------------------------------------------------------------------===//

ArrayRef<MixedRadix> PlanningModel::getIdentity(RankedTensorType type) {
  auto [place, isNew] = identities.try_emplace(type);
  if (isNew)
    place->second = digits.emplace_back(getIdentityDigits(type.getShape()));
  return place->second;
}

unsigned PlanningModel::addNet(Value root, bool isFree) {
  auto type = cast<RankedTensorType>(root.getType());
  unsigned net = nets.size();
  nets.push_back({root, {}, {}});
  problem.nets.emplace_back();
  problem.nets.back().weight =
      std::max<Cost>(calls.getRunsIn(root.getParentBlock()).times, 1);
  problem.nets.back().isFree = isFree;
  ArrayRef<MixedRadix> identity = getIdentity(type);
  derivations.insert({root, {net, identity, identity, /*isRoot=*/true}});
  return net;
}

unsigned PlanningModel::intern(unsigned net, NetLayout layout, bool &isNew) {
  SmallVectorImpl<NetLayout> &layouts = nets[net].layouts;
  auto found = llvm::find(layouts, layout);
  isNew = found == layouts.end();
  unsigned number = found - layouts.begin();
  if (isNew) {
    problem.nets[net].bytes.push_back(getBytesIn(
        cast<RankedTensorType>(nets[net].root.getType()), layout.digits));
    layouts.push_back(std::move(layout));
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

bool PlanningModel::derive(Operation *op) {
  auto rewrite = getRewrite(op);
  if (!rewrite || isFrozen(op))
    return false;
  auto [source, map] = *rewrite;
  auto type = cast<RankedTensorType>(source.getType());
  // An encoding gives the type a meaning that is not ours to change.
  if (type.getEncoding() || llvm::is_contained(type.getShape(), 0))
    return false;
  std::optional<MixedRadixMap> rewritten = map.getDigits(type.getShape());
  if (!rewritten)
    return false;
  const Derivation &from = getDerivation(source);
  auto root = cast<RankedTensorType>(nets[from.net].root.getType());
  std::optional<MixedRadixMap> composed = composeAll(*rewritten, from.map);
  if (!composed || !isExactCover(*composed, root.getShape()))
    return false;
  ArrayRef<MixedRadix> inverse =
      digits.emplace_back(invert(*composed, root.getShape()));
  ArrayRef<MixedRadix> onRoot = digits.emplace_back(std::move(*composed));
  derivations.insert({op->getResult(0), {from.net, onRoot, inverse}});
  derivedOps.push_back(op);
  return true;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Whether a rewrite of the op's results costs nothing: constants (it folds),
/// and what can be made anew in any layout.
static bool isFreeProducer(Operation *op, const PlanningModel &graph) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      isa<ml_program::GlobalLoadConstOp>(op)) {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    ElementsAttr value;
    matchPattern(op, m_Constant(&value));
    return type && isWithinLimit(type, value, graph.constantLimit);
  }
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

void PlanningModel::visitOp(Operation *op) {
  if (derive(op))
    return;
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op)) {
    // One in the body of a structured op has to be right before that op is
    // rebuilt, so it is looked for there.
    if (!isa<linalg::LinalgOp>(op->getParentOp()))
      dimOps.push_back(dim);
    return;
  }
  addNode(op, op->getOperands(), op->getResults());
}

void PlanningModel::addNode(Operation *op, ValueRange operands,
                            ValueRange results) {
  unsigned variable = nodes.size();
  ModelVariable node;
  node.op = op;
  if (op)
    node.resize = getResize(op);
  Problem::Variable numbers;
  auto isOwnUse = [&](unsigned index) {
    return isa<RankedTensorType>(operands[index].getType()) &&
           !carriedUses.contains(&op->getOpOperand(index));
  };
  auto isOwnValue = [&](Value value) {
    return isa<RankedTensorType>(value.getType()) &&
           !carriedValues.contains(value);
  };
  if (llvm::none_of(llvm::seq<unsigned>(0, operands.size()), isOwnUse) &&
      llvm::none_of(results, isOwnValue))
    return;

  for (auto [index, operand] : llvm::enumerate(operands)) {
    if (!isOwnUse(index))
      continue;
    unsigned net = getDerivation(operand).net;
    unsigned port = node.ports.size();
    node.ports.push_back({operand, static_cast<unsigned>(index)});
    numbers.ports.push_back({net, /*isResult=*/false});
    problem.nets[net].uses.push_back({variable, port});
  }
  bool isFree = op && isFreeProducer(op, *this);
  for (auto [index, result] : llvm::enumerate(results)) {
    if (!isOwnValue(result))
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
  if (!nodes.back().resize)
    setCandidates(variable);
}
