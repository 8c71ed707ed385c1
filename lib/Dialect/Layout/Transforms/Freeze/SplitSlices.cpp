//===- SplitSlices.cpp - Slices that fit no blocks ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitSlices.h"
#include "BlockFinder.h"
#include "layout/Analysis/LayoutRules.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/ExternalModels/ExternalModels.h"

using namespace mlir;
using namespace mlir::layout;

unsigned layout::splitSlices(func::FuncOp function) {
  LayoutRules rules;
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  IRRewriter rewriter(function.getContext());
  unsigned numSplit = 0;
  for (Operation *op : ops) {
    Location loc = op->getLoc();
    if (!splitSlice(rewriter, op, [&](Value value, unsigned dim) {
          return BlockFinder(rules, BlockFinder::Reshapes::Count)
              .find(value, dim);
        }))
      continue;
    remark::passed(loc, getRemark("split-slice", "layout-freeze", function))
        << "takes the blocks and the other dims first, then what fits no block";
    ++numSplit;
  }
  return numSplit;
}
