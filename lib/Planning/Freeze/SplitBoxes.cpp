//===- SplitBoxes.cpp - Slices and the like that fit no blocks ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitBoxes.h"
#include "Analysis/LayoutRules.h"
#include "BlockFinder.h"
#include "OpModels/ExternalModels.h"
#include "layout/Analysis/Remarks.h"

using namespace mlir;
using namespace mlir::layout;

unsigned layout::splitBoxes(func::FuncOp function) {
  LayoutRules rules;
  BlockFinder finder(rules, BlockFinder::Reshapes::Count);
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  IRRewriter rewriter(function.getContext());
  unsigned numSplit = 0;
  for (Operation *op : ops) {
    Location loc = op->getLoc();
    if (!splitBox(rewriter, op, [&](Value value, unsigned dim) {
          return finder.find(value, dim);
        }))
      continue;
    finder.forget(op);
    remark::passed(loc, getRemark("split-box", "layout-freeze", function))
        << "moves the blocks and the other dims apart from what fits no block";
    ++numSplit;
  }
  return numSplit;
}

/// Whether the device that `op` runs on has layouts of one dim more than the
/// results of `op`.
static bool mayAddDim(Operation *op, const LayoutTargets &targets) {
  FailureOr<const LayoutTarget *> device = targets.lookup(op);
  if (failed(device))
    return false;
  return !*device || !(*device)->maxRank ||
         llvm::all_of(op->getResultTypes(), [&](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return tensor && tensor.getRank() < *(*device)->maxRank;
         });
}

unsigned layout::separateParts(func::FuncOp function,
                               const LayoutTargets &targets) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  IRRewriter rewriter(function.getContext());
  unsigned numSeparated = 0;
  for (Operation *op : ops) {
    Location loc = op->getLoc();
    if (!mayAddDim(op, targets) || !separateParts(rewriter, op))
      continue;
    remark::passed(loc, getRemark("separate", "layout-freeze", function))
        << "joins parts that are shuffled along a dim of their own";
    ++numSeparated;
  }
  return numSeparated;
}
