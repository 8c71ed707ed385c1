//===- ChangedOps.h - The ops that have changed -----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PIPELINES_CHANGEDOPS_H
#define LAYOUT_LIB_PIPELINES_CHANGEDOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/AnalysisManager.h"

namespace mlir::layout {

/// The ops of a function that a rewriter with this listener inserts or changes,
/// and those that are added. An op changes together with those in its body.
class ChangedOps : public RewriterBase::Listener {
public:
  void add(Operation *op);
  void clear() { ops.clear(); }
  bool empty() const { return ops.empty(); }

  /// The changed ops of `function`, and the ops that use one of their results
  /// or compute one of their operands, in program order and without ops that
  /// are frozen. If no pattern applied before the changes, one may apply to
  /// these. Patterns that look further than at such a neighbor are not found
  /// this way; upstream's driver also leaves them out after its first visit.
  SmallVector<Operation *> getWithNeighbors(func::FuncOp function) const;

  /// Erases changed ops that are dead, and replaces ops by equal ones of the
  /// same block, if at least one of the two has changed. This takes less time
  /// than to eliminate common subexpressions of the whole function. Returns
  /// false if that might find more, provided that it would have found none
  /// before the changes.
  bool mergeEqual(func::FuncOp function, RewriterBase &rewriter);

private:
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    add(op);
  }
  void notifyOperationModified(Operation *op) override { add(op); }
  void notifyOperationReplaced(Operation *op, ValueRange) override {
    llvm::for_each(op->getUsers(), [&](Operation *user) { add(user); });
  }
  void notifyOperationErased(Operation *op) override;

  DenseSet<Operation *> ops;
};

/// A module analysis: the ops of functions that have been cleaned up, as hashes
/// of what patterns look at first. It survives all changes of the module, and
/// so tells what has been changed since. An op that is created at the address
/// of an erased one is known by another hash, or does the same.
class CleanedOpHashes {
public:
  explicit CleanedOpHashes(Operation *) {}

  /// Adds the ops of `function` that have changed since `record`: all of them
  /// before the first one.
  void addChanged(func::FuncOp function, ChangedOps &changed) const;

  /// Records the ops of `function`.
  void record(func::FuncOp function);

  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

private:
  DenseMap<Operation *, DenseMap<Operation *, size_t>> hashes; ///< by function
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PIPELINES_CHANGEDOPS_H
