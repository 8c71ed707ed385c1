//===- AsyncResults.cpp - Tensors of async regions ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncResults.h"
#include "mlir/Dialect/Async/IR/Async.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns what `use` takes out of an async value; null if it does something
/// else with it.
static Value getTakenOut(OpOperand &use) {
  if (auto await = dyn_cast<async::AwaitOp>(use.getOwner()))
    return await.getResult();
  auto execute = dyn_cast<async::ExecuteOp>(use.getOwner());
  if (!execute)
    return {};
  unsigned first = execute.getBodyOperands().getBeginOperandIndex();
  return execute.getBodyRegion().getArgument(use.getOperandNumber() - first);
}

SmallVector<AsyncResult> layout::getAsyncResults(Operation *op) {
  SmallVector<AsyncResult> results;
  auto execute = dyn_cast<async::ExecuteOp>(op);
  if (!execute)
    return results;
  Operation *yield = execute.getBodyRegion().front().getTerminator();
  for (auto [yielded, carrier] :
       llvm::zip_equal(yield->getOpOperands(), execute.getBodyResults())) {
    AsyncResult result{&yielded, carrier, /*takenOut=*/{}};
    for (OpOperand &use : carrier.getUses())
      result.takenOut.push_back(getTakenOut(use));
    if (!result.takenOut.empty() &&
        !llvm::is_contained(result.takenOut, Value()))
      results.push_back(std::move(result));
  }
  return results;
}
