//===- DeadOps.cpp - Ops whose results nothing reads ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadOps.h"
#include "layout/Dialect/Marks.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

void layout::eraseDeadOps(Operation *root) {
  root->walk<WalkOrder::PreOrder, ReverseIterator>([](Operation *op) {
    if (isSkipped(op) || isFrozen(op))
      return WalkResult::skip();
    if (!isOpTriviallyDead(op))
      return WalkResult::advance();
    op->erase();
    return WalkResult::skip();
  });
}
