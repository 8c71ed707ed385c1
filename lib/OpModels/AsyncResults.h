//===- AsyncResults.h - Tensors of async regions ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OPMODELS_ASYNCRESULTS_H
#define LAYOUT_LIB_OPMODELS_ASYNCRESULTS_H

#include "mlir/IR/Value.h"

namespace mlir::layout {

/// A value that a region computes some time. In
///
///   %token, %carrier = async.execute -> !async.value<tensor<4xf32>> {
///     ...
///     async.yield %yielded : tensor<4xf32>
///   }
///   %r = async.await %carrier : !async.value<tensor<4xf32>>
///
/// the value that is taken out is %r.
struct AsyncResult {
  OpOperand *yielded;
  Value carrier;
  /// Results of async.await, and arguments of the region of an async.execute
  /// that waits for the value.
  SmallVector<Value> takenOut;
};

/// Returns the results of the region of `op`. There are none if `op` is no
/// async.execute. A result that is not taken out, or whose carrier has another
/// user as well, is left out.
SmallVector<AsyncResult> getAsyncResults(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OPMODELS_ASYNCRESULTS_H
