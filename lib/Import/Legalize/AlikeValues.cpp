//===- AlikeValues.cpp - Values with the dims of others -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlikeValues.h"
#include "Analysis/HeldLayouts.h"
#include "Analysis/LayoutRules.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The loop or factor that indexes one dim of an operand or result.
struct Axis {
  std::optional<unsigned> factor; ///< of the rule or loop of a structured op
  bool isUnit = false; ///< is indexed by no loop, whatever other dims do
};
} // namespace

/// Whether a value may be shared by ops that have nothing to do with each
/// other.
static bool isShared(Value value) {
  Operation *op = value.getDefiningOp();
  return op &&
         (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op));
}

/// The axes of each operand and, after these, of each result. There are none of
/// one that is no tensor, or of which the layout rule says nothing.
static SmallVector<SmallVector<Axis, 4>> getAxes(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  SmallVector<SmallVector<Axis, 4>> axes(values.size());
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  std::optional<LayoutRule> rule = getLayoutRule(op);
  if (!structured && !rule)
    return axes;
  auto getMap = [&](unsigned port) {
    if (!structured)
      return AffineMap();
    unsigned numOperands = op->getNumOperands();
    return port < numOperands
               ? structured.getMatchingIndexingMap(&op->getOpOperand(port))
               : structured.getIndexingMapMatchingResult(
                     op->getResult(port - numOperands));
  };
  for (auto [port, value] : llvm::enumerate(values)) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    const PortRule *known = rule ? &rule->ports[port] : nullptr;
    AffineMap map = getMap(port);
    auto rank = static_cast<size_t>(type ? type.getRank() : 0);
    if ((known && known->dims.size() != rank) ||
        (map && map.getNumResults() != rank))
      continue;
    axes[port].resize(rank);
    for (auto [dim, axis] : llvm::enumerate(axes[port])) {
      if (known) {
        axis.factor = known->dims[dim].getFactor();
        axis.isUnit = axis.factor && rule->factors[*axis.factor].isUnit;
      }
      // A rule leaves out some loops of one iteration.
      if (!map)
        continue;
      if (auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim)))
        axis.factor = loop.getPosition();
    }
  }
  return axes;
}

/// Returns the dim of `to` that has the name of each dim of `from`. Dims along
/// one factor have one name. What is left are dims of size 1: they follow each
/// other as in the other tensor if both have as many dims, as in
///
///   linalg.generic {indexing_maps = [(d0, d1, d2) -> (0, d1, 0),
///                                    (d0, d1, d2) -> (d0, d1, d2)], ...}
///
/// which has one name for the dims at each position.
static std::optional<SmallVector<unsigned, 4>> mapDims(ArrayRef<Axis> from,
                                                       ArrayRef<Axis> to) {
  SmallVector<unsigned, 4> dims(from.size());
  SmallVector<unsigned, 4> left;
  SmallVector<bool, 4> taken(to.size(), false);
  for (auto [dim, axis] : llvm::enumerate(from)) {
    auto isSame = [factor = axis.factor](const Axis &other) {
      return factor && factor == other.factor;
    };
    const auto *found = llvm::find_if(to, isSame);
    if (found == to.end()) {
      left.push_back(dim);
      continue;
    }
    dims[dim] = found - to.begin();
    if (std::exchange(taken[dims[dim]], true) ||
        std::find_if(found + 1, to.end(), isSame) != to.end())
      return std::nullopt;
  }
  if (left.empty())
    return dims;
  if (from.size() != to.size())
    return std::nullopt;
  unsigned next = 0;
  for (unsigned dim : left) {
    while (taken[next])
      ++next;
    bool isUnit = from[dim].isUnit || to[next].isUnit ||
                  (!from[dim].factor && !to[next].factor);
    if (!isUnit)
      return std::nullopt;
    dims[dim] = next++;
  }
  return dims;
}

void AlikeValues::add(Value value, ArrayRef<unsigned> dims) {
  if (!isShared(value))
    next.push_back({value, SmallVector<unsigned, 4>(dims)});
}

/// Adds a value with the dims of `known` in their order.
void AlikeValues::addSame(Value value) {
  auto rank = cast<RankedTensorType>(known.getType()).getRank();
  add(value, llvm::to_vector<4>(llvm::seq<unsigned>(0, rank)));
}

void AlikeValues::addByRule(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  SmallVector<SmallVector<Axis, 4>> axes = getAxes(op);
  for (auto [from, source] : llvm::zip_equal(axes, values)) {
    if (source != known || from.empty())
      continue;
    for (auto [to, value] : llvm::zip_equal(axes, values))
      if (std::optional<SmallVector<unsigned, 4>> dims = mapDims(from, to))
        add(value, *dims);
  }
}

void AlikeValues::addFlow(RegionBranchOpInterface op) {
  RegionBranchSuccessorMapping mapping;
  op.getSuccessorOperandInputMapping(mapping);
  for (auto &[operand, inputs] : mapping) {
    if (operand->get() != known && !llvm::is_contained(inputs, known))
      continue;
    for (Value value : inputs)
      if (value.getType() == known.getType())
        addSame(value);
    if (operand->get().getType() == known.getType())
      addSame(operand->get());
  }
}

/// Adds what a parallel loop, whose iterations pass nothing on, writes into.
void AlikeValues::addLoop(LoopLikeOpInterface op) {
  size_t number = op.getInits().size();
  if (op->getNumResults() != number || op.getRegionIterArgs().size() != number)
    return;
  for (auto [init, argument, result] :
       llvm::zip_equal(op.getInits(), op.getRegionIterArgs(), op->getResults()))
    if (llvm::is_contained({init, Value(argument), Value(result)}, known))
      for (Value value : {init, Value(argument), Value(result)})
        if (value.getType() == known.getType())
          addSame(value);
}

/// The calls of a private function in the order of the program, found once.
ArrayRef<CallOpInterface>
AlikeValues::getCallers(FunctionOpInterface function) {
  auto [place, isNew] = callers.try_emplace(function);
  if (!isNew)
    return place->second;
  auto uses = SymbolTable::getSymbolUses(function, function->getParentOp());
  if (!uses)
    return {};
  for (SymbolTable::SymbolUse use : *uses)
    if (auto call = dyn_cast<CallOpInterface>(use.getUser());
        call && call.getArgOperands().size() == function.getNumArguments())
      place->second.push_back(call);
  return place->second;
}

/// Adds what callers pass as `known`, an argument of a private function.
void AlikeValues::addCallers() {
  auto argument = cast<BlockArgument>(known);
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function || !function.isPrivate() ||
      !argument.getOwner()->isEntryBlock())
    return;
  for (CallOpInterface call : getCallers(function))
    addSame(call.getArgOperands()[argument.getArgNumber()]);
}

/// Adds the argument of the called function that is `known`, and what it
/// returns as `known`.
void AlikeValues::addCallee(CallOpInterface op) {
  auto callee = dyn_cast_or_null<FunctionOpInterface>(
      op.resolveCallableInTable(&symbols));
  if (!callee || callee.isExternal())
    return;
  for (auto [operand, argument] :
       llvm::zip(op.getArgOperands(), callee.getArguments()))
    if (operand == known)
      addSame(argument);
  for (OpResult result : op->getResults())
    for (Block &block : callee.getFunctionBody())
      if (Operation *end = block.getTerminator();
          result == known && end->hasTrait<OpTrait::ReturnLike>())
        addSame(end->getOperand(result.getResultNumber()));
}

void AlikeValues::addThrough(Operation *op) {
  bool isSame =
      isHolder(op) || (isa<CastOpInterface>(op) && op->getNumOperands() == 1 &&
                       op->getNumResults() == 1);
  if (!isSame)
    return addByRule(op);
  for (Value value : {op->getOperand(0), Value(op->getResult(0))})
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      if (type.getRank() == cast<RankedTensorType>(known.getType()).getRank())
        addSame(value);
}

SmallVector<Alike> AlikeValues::getNextTo(Value value) {
  known = value;
  next.clear();
  auto visitRegions = [&](Operation *op) {
    if (auto branch = dyn_cast_or_null<RegionBranchOpInterface>(op))
      addFlow(branch);
    if (auto loop = dyn_cast_or_null<LoopLikeOpInterface>(op))
      addLoop(loop);
  };
  auto visit = [&](Operation *op) {
    if (auto call = dyn_cast<CallOpInterface>(op))
      return addCallee(call);
    addThrough(op);
    visitRegions(op);
  };
  auto visitParent = [&](Block *block) { visitRegions(block->getParentOp()); };
  if (Operation *op = known.getDefiningOp()) {
    visit(op);
  } else {
    visitParent(cast<BlockArgument>(known).getOwner());
    addCallers();
  }
  for (Operation *user : known.getUsers()) {
    visit(user);
    if (user->hasTrait<OpTrait::IsTerminator>())
      visitParent(user->getBlock());
  }
  return std::move(next);
}
