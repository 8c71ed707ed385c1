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
    if (Operation *producer = operand ? operand.getDefiningOp() : nullptr)
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
/// Hashes what is stated of an op. It takes a few instructions for each number,
/// llvm::hash_combine takes tens.
class OpHasher {
public:
  void add(size_t number) { hash = mix(hash ^ number); }
  void add(const void *pointer) { add(reinterpret_cast<size_t>(pointer)); }

  /// Adds the attributes, operands and result types of `op`. The order of
  /// operands does not count if the op is commutative.
  void addContents(Operation *op);

  /// Returns the hash, which is neither of the two that DenseMap reserves.
  size_t get() const { return hash >> 1; }

private:
  static size_t mix(size_t number) {
    number *= 0x9e3779b97f4a7c15;
    return number ^ (number >> 32);
  }

  size_t hash = 0;
};
} // namespace

void OpHasher::addContents(Operation *op) {
  add(op->getName().getAsOpaquePointer());
  add(op->getRawDictionaryAttrs().getAsOpaquePointer());
  add(op->hashProperties());
  // To ask for a trait takes longer than all the rest.
  const bool isCommutative = op->getNumOperands() > 1 &&
                             op->getNumRegions() == 0 &&
                             op->hasTrait<OpTrait::IsCommutative>();
  size_t sum = 0;
  for (Value operand : op->getOperands())
    if (isCommutative)
      sum += mix(reinterpret_cast<size_t>(operand.getAsOpaquePointer()));
    else
      add(operand.getAsOpaquePointer());
  add(sum);
  for (Type type : op->getResultTypes())
    add(type.getAsOpaquePointer());
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
  /// Whether an op in a body beside `op` may equal it.
  bool mayEqualInner(Operation *op) const;
  void eraseDead(Operation *op);
  void noteErased(Operation *op);

  RewriterBase &rewriter;
  SmallVector<Operation *> queue;
  /// Ops by hash; most of those with the same hash are equal.
  DenseMap<size_t, llvm::TinyPtrVector<Operation *>> similar;
  /// Ops that an op outside of their region may equal, by hash.
  DenseMap<size_t, llvm::TinyPtrVector<Operation *>> inner;
  /// The regions with ops that have a body.
  DenseSet<Region *> outerRegions;
  DenseSet<Operation *> erased;
};
} // namespace

/// Whether CSE may replace an op by an equal one.
static bool isReplaceable(Operation *op) { return op->getNumResults() != 0; }

/// Returns the hash of ops in `region` that may equal `op`, or of ops in any
/// region if that is null.
static size_t getHashIn(Region *region, Operation *op) {
  OpHasher hash;
  hash.addContents(op);
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
    if (op->getNumRegions() != 0)
      outerRegions.insert(op->getParentRegion());
  });
}

/// Whether all operands of `op` come from outside of the body that it is in.
static bool isInvariantInBody(Operation *op) {
  Region *region = op->getParentRegion();
  return !isa<func::FuncOp>(region->getParentOp()) &&
         llvm::none_of(op->getOperands(), [&](Value operand) {
           return region->isAncestor(operand.getParentRegion());
         });
}

void EqualOps::add(Operation *op) {
  similar[getHashIn(op->getParentRegion(), op)].push_back(op);
  if (isInvariantInBody(op))
    inner[getHashIn(nullptr, op)].push_back(op);
}

/// How many ops with the same hash are compared to an op, if they differ. If
/// there are more, they are taken for equal, so that the time is bounded.
static constexpr unsigned mostDifferent = 64;

bool EqualOps::mayEqualInner(Operation *op) const {
  Region *region = op->getParentRegion();
  if (!outerRegions.contains(region))
    return false;
  auto found = inner.find(getHashIn(nullptr, op));
  if (found == inner.end())
    return false;
  return found->second.size() > mostDifferent ||
         llvm::any_of(found->second, [&](Operation *other) {
           return !erased.contains(other) &&
                  region->isProperAncestor(other->getParentRegion()) &&
                  OperationEquivalence::isEquivalentTo(
                      op, other, OperationEquivalence::IgnoreLocations);
         });
}

bool EqualOps::merge(Operation *op) {
  unsigned mayDiffer = mostDifferent;
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
  return !mayEqualInner(op);
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
// CleanedOpHashes
//===----------------------------------------------------------------------===//

static size_t countUses(Value value) {
  return std::distance(value.use_begin(), value.use_end());
}

/// Returns a hash of all that is stated of `op`, but for the ops in its body,
/// and of how many uses its results and the arguments of its blocks have.
static size_t getHash(Operation *op) {
  OpHasher hash;
  hash.addContents(op);
  hash.add(op->getBlock());
  for (Type type : op->getOperandTypes())
    hash.add(type.getAsOpaquePointer());
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

void CleanedOpHashes::addChanged(func::FuncOp function,
                                 ChangedOps &changed) const {
  auto recorded = hashes.find(function);
  function.getBody().walk([&](Operation *op) {
    if (recorded == hashes.end() ||
        recorded->second.lookup_or(op, 0) != getHash(op))
      changed.add(op);
  });
}

void CleanedOpHashes::record(func::FuncOp function) {
  DenseMap<Operation *, size_t> present;
  function.getBody().walk([&](Operation *op) { present[op] = getHash(op); });
  hashes[function] = std::move(present);
}
