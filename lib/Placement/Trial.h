//===- Trial.h - Ops that are created to try something ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_TRIAL_H
#define LAYOUT_LIB_PLACEMENT_TRIAL_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// The buffers and views that were created to try something, erased unless it
/// works.
class Trial {
public:
  explicit Trial(RewriterBase &rewriter) : rewriter(rewriter) {}
  ~Trial() {
    for (Operation *op : llvm::reverse(ops))
      if (op->use_empty())
        rewriter.eraseOp(op);
  }
  Trial(const Trial &) = delete;
  Trial &operator=(const Trial &) = delete;

  Value add(Value value) {
    if (value && value.getDefiningOp())
      ops.push_back(value.getDefiningOp());
    return value;
  }

private:
  RewriterBase &rewriter;
  SmallVector<Operation *> ops;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_TRIAL_H
