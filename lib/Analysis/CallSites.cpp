//===- CallSites.cpp - Call sites and run counts of functions -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/CallSites.h"
#include "ModuleFunctions.h"
#include "layout/Support/Saturating.h"
#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether only control flow of a function is around the call, and no other op,
/// which may be rebuilt together with its body.
static bool isOnPath(Operation *call) {
  Operation *parent = call->getParentOp();
  while (isa_and_nonnull<RegionBranchOpInterface>(parent))
    parent = parent->getParentOp();
  return isa_and_nonnull<func::FuncOp>(parent);
}

/// Finds the loops that branches between blocks make, as in
///
///   ^head(%x: tensor<4xf32>):
///     cf.cond_br %again, ^body, ^exit
///   ^body:
///     cf.br ^head(%y : tensor<4xf32>)
void CallSites::findBranchLoops(Operation *root) {
  DominanceInfo dominance;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // The body of a structured op holds no tensors.
    if (isa<linalg::LinalgOp>(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions()) {
      if (region.empty() || region.hasOneBlock())
        continue;
      CFGLoopInfo loops(dominance.getDomTree(&region));
      for (Block &block : region)
        if (unsigned depth = loops.getLoopDepth(&block))
          loopDepths.insert({&block, depth});
    }
    return WalkResult::advance();
  });
}

/// Whether all calls of a function can be in its module.
static bool hasLocalCallsOnly(func::FuncOp function) {
  return function.isPrivate() && !function.isExternal();
}

CallSites::CallSites(ModuleOp module) {
  findBranchLoops(module);
  for (ModuleOp part : getModules(module))
    findCalls(part);
}

void CallSites::findCalls(ModuleOp module) {
  // The uses of symbols are in the attributes of all ops.
  if (llvm::none_of(module.getOps<func::FuncOp>(), hasLocalCallsOnly))
    return;
  SymbolTable symbols(module);
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses) // An unregistered op may have more uses.
    return;
  llvm::SmallPtrSet<Operation *, 4> escaped;
  for (SymbolTable::SymbolUse use : *uses) {
    auto function =
        symbols.lookup<func::FuncOp>(use.getSymbolRef().getRootReference());
    if (!function)
      continue;
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!hasLocalCallsOnly(function) || !call ||
        call.getCalleeAttr() != use.getSymbolRef() || !isOnPath(call))
      escaped.insert(function);
    else
      calls[function].push_back(call);
  }
  for (Operation *function : escaped)
    calls.erase(function);
  for (auto function : module.getOps<func::FuncOp>())
    if (calls.contains(function))
      countRuns(function);
}

CallSites::CallSites(const CallSites &other, ArrayRef<func::FuncOp> functions,
                     const IRMapping &clones) {
  for (func::FuncOp function : functions) {
    findBranchLoops(function);
    for (func::CallOp call : other.getCallsOf(function))
      calls[function].push_back(
          cast<func::CallOp>(clones.lookupOrDefault(call.getOperation())));
    if (auto count = other.runs.find(function); count != other.runs.end())
      runs.insert(*count);
  }
}

ArrayRef<func::CallOp> CallSites::getCallsOf(Operation *function) const {
  auto found = calls.find(function);
  return found == calls.end() ? ArrayRef<func::CallOp>() : found->second;
}

/// Returns the trip count of a loop.
static RunCount getTripCount(LoopLikeOpInterface loop) {
  constexpr RunCount unknown = {kUnknownTripCount, false};
  auto lower = loop.getLoopLowerBounds();
  auto upper = loop.getLoopUpperBounds();
  auto steps = loop.getLoopSteps();
  if (!lower || !upper || !steps)
    return unknown;
  RunCount product;
  for (auto [from, to, step] : llvm::zip_equal(*lower, *upper, *steps)) {
    std::optional<int64_t> first = getConstantIntValue(from);
    std::optional<int64_t> last = getConstantIntValue(to);
    std::optional<int64_t> by = getConstantIntValue(step);
    if (!first || !last || !by || *by <= 0)
      return unknown;
    int64_t distance;
    if (*last <= *first)
      distance = 0;
    else if (llvm::SubOverflow(*last, *first, distance))
      distance = std::numeric_limits<int64_t>::max();
    product.times =
        multiplySaturating(product.times, llvm::divideCeil(distance, *by));
  }
  return product;
}

RunCount CallSites::getRuns(Operation *op) const {
  return op->getBlock() ? getRunsIn(op->getBlock()) : RunCount();
}

RunCount CallSites::getRunsIn(Block *block) const {
  RunCount count;
  auto multiply = [&](RunCount by) {
    count.times = multiplySaturating(count.times, by.times);
    count.isKnown &= by.isKnown;
  };
  for (; block && block->getParentOp();
       block = block->getParentOp()->getBlock()) {
    for (unsigned depth = loopDepths.lookup(block); depth > 0; --depth)
      multiply({kUnknownTripCount, false});
    Operation *op = block->getParentOp();
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      multiply(getTripCount(loop));
    if (getCallsOf(op).empty())
      continue;
    multiply(runs.lookup(op));
    break;
  }
  return count;
}

bool CallSites::isInLoopWithout(Operation *op, Block *block) const {
  Block *around = op->getBlock();
  while (around->getParent() != block->getParent()) {
    Operation *parent = around->getParentOp();
    if (isa<LoopLikeOpInterface>(parent) || getBranchLoopDepth(around) > 0)
      return true;
    around = parent->getBlock();
    if (!around || isa<func::FuncOp>(parent))
      return false;
  }
  return getBranchLoopDepth(around) > getBranchLoopDepth(block);
}

void CallSites::countRuns(Operation *function) {
  // A recursive function is visited again before its sum is complete; its run
  // count is not known.
  if (!runs.insert({function, {1, false}}).second)
    return;
  RunCount sum = {0, true};
  for (func::CallOp call : getCallsOf(function)) {
    Operation *caller = call->getParentOfType<func::FuncOp>();
    if (!getCallsOf(caller).empty())
      countRuns(caller);
    RunCount of = getRuns(call);
    sum.times = addSaturating(sum.times, of.times);
    sum.isKnown &= of.isKnown;
  }
  runs.insert_or_assign(function, sum);
}

SmallVector<SmallVector<func::FuncOp>>
CallSites::group(ArrayRef<func::FuncOp> functions) const {
  llvm::EquivalenceClasses<Operation *> linked;
  for (func::FuncOp function : functions) {
    linked.insert(function);
    for (func::CallOp call : getCallsOf(function))
      linked.unionSets(call->getParentOfType<func::FuncOp>(), function);
  }
  SmallVector<SmallVector<func::FuncOp>> groups;
  DenseMap<Operation *, unsigned> numbers;
  for (func::FuncOp function : functions) {
    auto [number, isNew] =
        numbers.insert({linked.getLeaderValue(function), groups.size()});
    if (isNew)
      groups.emplace_back();
    groups[number->second].push_back(function);
  }
  return groups;
}
