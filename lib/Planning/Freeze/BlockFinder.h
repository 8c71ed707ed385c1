//===- BlockFinder.h - Blocks in which ops want a dim -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_BLOCKFINDER_H
#define LAYOUT_LIB_PLANNING_FREEZE_BLOCKFINDER_H

#include "Analysis/LayoutRules.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

class LayoutTransformOp;

/// Finds the blocks in which ops want a dim of a value: its own, and those of
/// the dims that run along with it in ops without requests, such as the operand
/// of an elementwise op.
class BlockFinder {
public:
  /// Whether the factors into which a reshape splits a dim (which moves no
  /// data) count as blocks of the dim.
  enum class Reshapes { Count, Ignore };

  BlockFinder(LayoutRules &rules, Reshapes reshapes)
      : rules(rules), reshapes(reshapes) {}

  /// Returns the sizes of the blocks, which are larger than 1. Keeps the rules
  /// of the ops that it visits, which many searches share.
  SmallVector<int64_t> find(Value value, unsigned dim);

  /// Drops the rule of an op that has been erased: another op may get its
  /// address.
  void forget(Operation *op) { ruleOf.erase(op); }

private:
  const LayoutRule *getRule(Operation *op);
  void visit(Operation *op, unsigned port, unsigned dim);
  void visit(LayoutTransformOp transform, unsigned port, unsigned dim);
  void addBlocks(AffineMap map, unsigned dim);
  void addPort(Operation *op, unsigned port, unsigned dim);

  LayoutRules &rules;
  Reshapes reshapes;
  DenseMap<Operation *, const LayoutRule *> ruleOf;
  /// The dims and the blocks that the present search has met.
  llvm::SmallSetVector<std::pair<Value, unsigned>, 8> dims;
  llvm::SmallSetVector<int64_t, 2> blocks;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_BLOCKFINDER_H
