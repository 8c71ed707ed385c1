//===- ChangedOps.cpp - The ops that have changed -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangedOps.h"
#include "layout/Dialect/Layout/IR/Marks.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TinyPtrVector.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// ChangedOps
//===----------------------------------------------------------------------===//

void ChangedOps::add(Operation *op) {
  for (; op && !isa<func::FuncOp>(op); op = op->getParentOp())
    ops.insert(op);
}

/// An op whose result has lost a use may be dead, or have one use left.
void ChangedOps::notifyOperationErased(Operation *op) {
  for (Value operand : op->getOperands())
    if (Operation *producer = operand.getDefiningOp())
      add(producer);
  ops.erase(op);
}

SmallVector<Operation *>
ChangedOps::getWithNeighbors(func::FuncOp function) const {
  DenseSet<Operation *> wanted = ops;
  for (Operation *op : ops) {
    wanted.insert_range(op->getUsers());
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        wanted.insert(producer);
  }
  SmallVector<Operation *> found;
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isFrozen(op))
      return WalkResult::skip();
    if (wanted.contains(op))
      found.push_back(op);
    return WalkResult::advance();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Hashes
//===----------------------------------------------------------------------===//

namespace {
/// A hash that takes a few instructions for each number; llvm::hash_combine
/// takes tens.
class FastHash {
public:
  void add(size_t number) {
    hash = (hash ^ number) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  void add(const void *pointer) { add(reinterpret_cast<size_t>(pointer)); }
  /// Returns the hash, which is neither of the two that DenseMap reserves.
  size_t get() const { return hash >> 1; }

private:
  size_t hash = 0;
};
} // namespace

/// Adds the attributes, operands and types of `op`.
static void addStatement(Operation *op, FastHash &hash) {
  hash.add(op->getName().getAsOpaquePointer());
  hash.add(op->getRawDictionaryAttrs().getAsOpaquePointer());
  hash.add(op->hashProperties());
  for (Value operand : op->getOperands()) {
    hash.add(operand.getAsOpaquePointer());
    hash.add(operand.getType().getAsOpaquePointer());
  }
  for (Type type : op->getResultTypes())
    hash.add(type.getAsOpaquePointer());
}

//===----------------------------------------------------------------------===//
// Equal ops
//===----------------------------------------------------------------------===//

namespace {
/// Erases dead ops of a function, and merges ops with equal ones.
class EqualOps {
public:
  EqualOps(func::FuncOp function, const DenseSet<Operation *> &changed,
           RewriterBase &rewriter);

  /// Erases or merges each op that has changed, or changes by this; returns
  /// false if equal ops may be left.
  bool run();

private:
  /// Adds an op that another one may equal.
  void add(Operation *op);
  /// Merges `op` with equal ones; returns false if some may be left.
  bool merge(Operation *op);
  void eraseDead(Operation *op);
  void noteErased(Operation *op);

  RewriterBase &rewriter;
  SmallVector<Operation *> queue;
  /// Ops by hash. Those of one hash are equal, but for their bodies.
  DenseMap<size_t, llvm::TinyPtrVector<Operation *>> similar;
  DenseSet<Operation *> erased;
};
} // namespace

/// Whether CSE may replace an op by an equal one.
static bool isReplaceable(Operation *op) {
  return op->getNumResults() != 0 && !isSkipped(op);
}

/// Returns the hash of ops in `region` that may equal `op`.
static size_t getHashIn(Region *region, Operation *op) {
  FastHash hash;
  addStatement(op, hash);
  hash.add(region);
  return hash.get();
}

EqualOps::EqualOps(func::FuncOp function, const DenseSet<Operation *> &changed,
                   RewriterBase &rewriter)
    : rewriter(rewriter) {
  if (changed.empty())
    return;
  function.getBody().walk([&](Operation *op) {
    if (changed.contains(op))
      queue.push_back(op);
    if (isReplaceable(op))
      add(op);
  });
}

void EqualOps::add(Operation *op) {
  similar[getHashIn(op->getParentRegion(), op)].push_back(op);
}

bool EqualOps::merge(Operation *op) {
  // Keeps the time linear if many ops differ in their bodies alone.
  unsigned mayDiffer = 64;
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion()) {
    auto found = similar.find(getHashIn(region, op));
    if (found == similar.end())
      continue;
    for (Operation *other : llvm::to_vector(found->second)) {
      if (other == op || erased.contains(other))
        continue;
      if (!OperationEquivalence::isEquivalentTo(
              op, other, OperationEquivalence::IgnoreLocations)) {
        if (mayDiffer-- == 0)
          return false;
        continue;
      }
      if (op->getBlock() != other->getBlock() || !isMemoryEffectFree(op))
        return false;
      if (other->isBeforeInBlock(op))
        std::swap(op, other);
      SmallVector<Operation *> users(other->getUsers());
      noteErased(other);
      rewriter.replaceOp(other, op);
      llvm::append_range(queue, users);
      for (Operation *user : users)
        if (isReplaceable(user))
          add(user);
    }
  }
  return true;
}

/// The ops in the body of an op are erased with it.
void EqualOps::noteErased(Operation *op) {
  op->walk([&](Operation *nested) { erased.insert(nested); });
}

void EqualOps::eraseDead(Operation *op) {
  for (Value operand : op->getOperands())
    if (Operation *producer = operand.getDefiningOp())
      queue.push_back(producer);
  noteErased(op);
  rewriter.eraseOp(op);
}

bool EqualOps::run() {
  bool isComplete = true;
  // Ops are added while the loop runs.
  for (size_t index = 0; index < queue.size(); ++index) {
    Operation *op = queue[index];
    if (erased.contains(op))
      continue;
    if (isOpTriviallyDead(op))
      eraseDead(op);
    else if (isReplaceable(op))
      isComplete &= merge(op);
  }
  return isComplete;
}

bool ChangedOps::mergeEqual(func::FuncOp function, RewriterBase &rewriter) {
  return EqualOps(function, ops, rewriter).run();
}

//===----------------------------------------------------------------------===//
// CleanOps
//===----------------------------------------------------------------------===//

static size_t countUses(Value value) {
  return std::distance(value.use_begin(), value.use_end());
}

/// Returns a hash of all that is stated of `op`, but for the ops in its body,
/// and of how many uses its results and the arguments of its blocks have.
static size_t getHash(Operation *op) {
  FastHash hash;
  addStatement(op, hash);
  hash.add(op->getBlock());
  for (Value result : op->getResults())
    hash.add(countUses(result));
  for (Block *successor : op->getSuccessors())
    hash.add(successor);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments()) {
        hash.add(argument.getType().getAsOpaquePointer());
        hash.add(countUses(argument));
      }
  return hash.get();
}

void CleanOps::addChanged(func::FuncOp function, ChangedOps &changed) const {
  function.getBody().walk([&](Operation *op) {
    auto found = hashes.find(op);
    if (found == hashes.end() || found->second != getHash(op))
      changed.add(op);
  });
}

void CleanOps::record(func::FuncOp function) {
  function.getBody().walk([&](Operation *op) { hashes[op] = getHash(op); });
}
