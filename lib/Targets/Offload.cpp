//===- Offload.cpp - Ops that a backend computes --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/Offload.h"
#include "FulfilledConditions.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Marks.h"
#include "layout/Targets/LayoutTarget.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

llvm::Expected<NamePattern> NamePattern::create(StringRef text) {
  auto owned = std::make_shared<const std::string>(text);
  llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(*owned);
  if (!glob)
    return glob.takeError();
  return NamePattern(std::move(owned), std::move(*glob));
}

llvm::Error KindSet::add(StringRef name) {
  // The name of an op begins with that of its dialect.
  if (llvm::is_contained(getPositionalKinds(), name) || name.contains('.')) {
    others.insert(name.str());
    return llvm::Error::success();
  }
  llvm::Expected<SmallVector<OpKind, 3>> kinds = OpKind::parse(name);
  if (!kinds)
    return kinds.takeError();
  lettered.insert(kinds->begin(), kinds->end());
  return llvm::Error::success();
}

bool KindSet::contains(Operation *op, const CriticalOpAnalysis &criticalOps,
                       const Conditions &when) const {
  if (!others.empty()) {
    PositionalAlternative conditions;
    conditions.when = when;
    if (llvm::any_of(
            getPositionalKindsOf(op),
            [&](StringRef kind) { return others.count(kind.str()) != 0; }) &&
        holdsFor(op, conditions))
      return true;
  }
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || lettered.empty())
    return false;
  const CriticalOp *roles = criticalOps.lookupOnTensors(op);
  std::optional<CriticalOp> pooling;
  if (!roles)
    pooling = getPoolingRoles(structured);
  if (pooling)
    roles = &*pooling;
  return roles &&
         llvm::any_of(OpKind::getAllOf(structured, *roles), [&](OpKind kind) {
           return lettered.count(kind) != 0 &&
                  fulfills(structured, *roles, kind, when);
         });
}

/// The name of what an op calls; empty if it calls nothing that has a name.
static StringRef getCallee(Operation *op) {
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call)
    return "";
  auto symbol = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
  return symbol ? symbol.getLeafReference().getValue() : "";
}

static bool matchesName(const OffloadPattern &pattern, StringRef name) {
  return llvm::any_of(pattern.callees, [&](const NamePattern &glob) {
    return glob.match(name);
  });
}

//===----------------------------------------------------------------------===//
// Partitions of ops in line
//===----------------------------------------------------------------------===//

namespace {
/// Finds the partitions of the ops of one function.
class PartitionFinder {
public:
  PartitionFinder(const LayoutTargets &targets,
                  const CriticalOpAnalysis &criticalOps)
      : targets(targets), criticalOps(criticalOps) {}

  LogicalResult run(func::FuncOp function, std::vector<Partition> &partitions);

private:
  using Ops = llvm::SetVector<Operation *>;

  const OffloadPattern *getPattern(Operation *op, const LayoutTarget &target);
  void takeComposite(Operation *root, const OffloadPattern &pattern);
  void takeConnected(Operation *op);
  bool isConvex(const Ops &ops, Operation *next) const;

  const LayoutTargets &targets;
  const CriticalOpAnalysis &criticalOps;
  /// The targets of the ops that may be taken.
  llvm::DenseMap<Operation *, const LayoutTarget *> devices;
  /// The ops of each partition; those of merged ones are empty.
  std::vector<Ops> found;
  /// The numbers of the partitions of the ops.
  llvm::DenseMap<Operation *, unsigned> numbers;
  /// Those whose ops plain patterns take, which may become larger.
  llvm::DenseSet<unsigned> isOpen;
};
} // namespace

/// Whether an op in line may be taken: it computes on tensors and does nothing
/// else.
static bool canBeTaken(Operation *op) {
  return !isSkipped(op) && !op->hasTrait<OpTrait::ConstantLike>() &&
         (isMemoryEffectFree(op) || isa<CallOpInterface>(op)) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// The first pattern that takes an op; null if none does.
const OffloadPattern *PartitionFinder::getPattern(Operation *op,
                                                  const LayoutTarget &target) {
  for (const OffloadPattern &pattern : target.offload)
    if (pattern.callees.empty()
            ? pattern.kinds.contains(op, criticalOps, pattern.when)
            : matchesName(pattern, getCallee(op)))
      return &pattern;
  return nullptr;
}

/// The op that alone reads all results of `op`; null if there is none.
static Operation *getOnlyUser(Operation *op) {
  Operation *user = nullptr;
  for (Operation *other : op->getUsers()) {
    if (user && other != user)
      return nullptr;
    user = other;
  }
  return user;
}

/// Adds the ops in front of a root and behind it.
void PartitionFinder::takeComposite(Operation *root,
                                    const OffloadPattern &pattern) {
  unsigned number = found.size();
  Ops &ops = found.emplace_back();
  auto isFree = [&](Operation *op, const KindSet &kinds) {
    return op && op->getBlock() == root->getBlock() && !numbers.contains(op) &&
           devices.lookup(op) == devices.lookup(root) &&
           kinds.contains(op, criticalOps);
  };
  for (Value operand : root->getOperands())
    if (Operation *producer = operand.getDefiningOp();
        isFree(producer, pattern.precededBy) && getOnlyUser(producer) == root)
      ops.insert(producer);
  ops.insert(root);
  for (Operation *next = getOnlyUser(root); isFree(next, pattern.followedBy);
       next = getOnlyUser(next))
    ops.insert(next);
  for (Operation *op : ops)
    numbers[op] = number;
}

/// Whether no op outside of `ops` depends on one of them and is one on which
/// `next`, which comes behind them, depends.
bool PartitionFinder::isConvex(const Ops &ops, Operation *next) const {
  Block *block = next->getBlock();
  Ops reached;
  auto addUsers = [&](Operation *op) {
    for (Operation *user : op->getUsers())
      if (Operation *inBlock = block->findAncestorOpInBlock(*user);
          inBlock && !ops.contains(inBlock) && inBlock != next &&
          inBlock->isBeforeInBlock(next))
        reached.insert(inBlock);
  };
  for (Operation *op : ops)
    addUsers(op);
  for (unsigned position = 0; position < reached.size(); ++position)
    addUsers(reached[position]);
  auto dependsOn = [&](Operation *op, const Ops &others) {
    bool isFound = false;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *producer = operand.getDefiningOp())
          isFound |= others.contains(producer);
    });
    return isFound;
  };
  if (dependsOn(next, reached))
    return false;
  // The union of partitions may have something between them.
  return llvm::none_of(ops,
                       [&](Operation *op) { return dependsOn(op, reached); });
}

/// Adds an op to the partitions of its operands, as far as that leaves nothing
/// in between.
void PartitionFinder::takeConnected(Operation *op) {
  unsigned number = found.size();
  found.emplace_back().insert(op);
  numbers[op] = number;
  isOpen.insert(number);
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    auto other = producer ? numbers.find(producer) : numbers.end();
    if (other == numbers.end() || other->second == number ||
        !isOpen.contains(other->second) ||
        devices.lookup(producer) != devices.lookup(op) ||
        producer->getBlock() != op->getBlock())
      continue;
    Ops merged = found[other->second];
    merged.insert(found[number].begin(), found[number].end());
    merged.remove(op);
    if (!isConvex(merged, op))
      continue;
    merged.insert(op);
    found[other->second].clear();
    for (Operation *member : merged)
      numbers[member] = number;
    found[number] = std::move(merged);
  }
}

LogicalResult PartitionFinder::run(func::FuncOp function,
                                   std::vector<Partition> &partitions) {
  SmallVector<std::pair<Operation *, const OffloadPattern *>> taken;
  auto walked = function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    FailureOr<const LayoutTarget *> target = targets.lookup(op);
    if (failed(target))
      return WalkResult::interrupt();
    if (*target && canBeTaken(op)) {
      devices[op] = *target;
      if (const OffloadPattern *pattern = getPattern(op, **target))
        taken.push_back({op, pattern});
    }
    return isa<linalg::LinalgOp>(op) ? WalkResult::skip()
                                     : WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  // Roots take the ops around them first.
  for (auto [op, pattern] : taken)
    if (pattern->isComposite() && !numbers.contains(op))
      takeComposite(op, *pattern);
  for (auto [op, pattern] : taken) {
    if (numbers.contains(op))
      continue;
    if (!isa<CallOpInterface>(op)) {
      takeConnected(op);
      continue;
    }
    numbers[op] = found.size();
    found.emplace_back().insert(op);
  }
  for (const Ops &ops : found) {
    if (ops.empty())
      continue;
    Partition &partition = partitions.emplace_back();
    partition.ops.assign(ops.begin(), ops.end());
    if (isa<CallOpInterface>(partition.ops.front()))
      partition.calls.swap(partition.ops);
    else
      llvm::sort(partition.ops, [](Operation *a, Operation *b) {
        return a->isBeforeInBlock(b);
      });
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Partitions that are functions
//===----------------------------------------------------------------------===//

/// Whether the whole body of a function is offloaded.
static FailureOr<bool> isCallee(func::FuncOp function,
                                const LayoutTargets &targets) {
  FailureOr<const LayoutTarget *> target = targets.lookup(function);
  if (failed(target))
    return failure();
  return *target && !function.isExternal() && !isSkipped(function) &&
         llvm::any_of((*target)->offload, [&](const OffloadPattern &pattern) {
           return matchesName(pattern, function.getName());
         });
}

/// Returns the ops of a function that compute tensors.
static SmallVector<Operation *> getComputingOps(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != function && !op->hasTrait<OpTrait::ConstantLike>() &&
        !isSkipped(op) &&
        llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
      ops.push_back(op);
    return isa<linalg::LinalgOp>(op) ? WalkResult::skip()
                                     : WalkResult::advance();
  });
  return ops;
}

FailureOr<std::vector<Partition>>
layout::findPartitions(ArrayRef<func::FuncOp> functions,
                       const LayoutTargets &targets,
                       const CriticalOpAnalysis &criticalOps) {
  std::vector<Partition> inLine, partitions;
  if (llvm::none_of(targets.devices, [](const auto &device) {
        return !device.second.offload.empty();
      }))
    return partitions;
  llvm::StringMap<unsigned> callees;
  for (func::FuncOp function : functions) {
    FailureOr<bool> isWhole = isCallee(function, targets);
    if (failed(isWhole))
      return failure();
    if (!*isWhole) {
      if (failed(PartitionFinder(targets, criticalOps).run(function, inLine)))
        return failure();
      continue;
    }
    callees[function.getName()] = partitions.size();
    Partition &partition = partitions.emplace_back();
    partition.function = function;
    partition.ops = getComputingOps(function);
  }
  for (Partition &partition : inLine) {
    auto callee = partition.calls.empty()
                      ? callees.end()
                      : callees.find(getCallee(partition.calls.front()));
    if (callee == callees.end())
      partitions.push_back(std::move(partition));
    else
      llvm::append_range(partitions[callee->second].calls, partition.calls);
  }
  return partitions;
}
