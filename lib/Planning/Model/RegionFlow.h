//===- RegionFlow.h - Values that regions and calls pass on -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_REGIONFLOW_H
#define LAYOUT_LIB_PLANNING_MODEL_REGIONFLOW_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Values that need one common layout, because an op with regions or a call
/// passes them on unchanged. For example,
///
///   %r = scf.for ... iter_args(%arg = %init) -> tensor<4xf32> {
///     ...
///     scf.yield %next : tensor<4xf32>
///   }
///
/// is one flow with the values %r and %arg and the uses of %init and %next. The
/// argument of a block is a flow whose uses are the operands of the branches to
/// it. A destination of
///
///   %r = scf.forall ... shared_outs(%out = %init) -> tensor<4xf32> {
///     ...
///     scf.forall.in_parallel {
///       tensor.parallel_insert_slice %part into %out[%i] [1] [1] ...
///     }
///   }
///
/// is a flow with the values %r and %out and the use of %init; the insertion
/// has a layout rule of its own. A tensor that an async region yields is a flow
/// with the values that are taken out of its carrier (AsyncResults.h). For
/// a private function with known callers, each argument is a flow whose uses
/// are the operands of all calls, and each result is a flow whose values are
/// the results of all calls and whose uses are operands of its returns.
struct RegionFlow {
  SmallVector<OpOperand *, 0> uses;
  SmallVector<Value, 0> values;
  /// Passes the tensor on in a type of its own, such as
  /// `!async.value<tensor<4xf32>>`; null for most flows.
  Value carrier = {};
};

/// The flows through the regions of `op`. There are none if it is frozen or
/// neither a RegionBranchOpInterface, nor a parallel loop with destinations,
/// nor asynchronous. A flow whose values and uses do not all have the same
/// tensor type is left out, as is one of tensors without elements or with an
/// encoding.
SmallVector<RegionFlow> getRegionFlows(Operation *op);

/// The flows into the arguments of the blocks of `region`, all of which can be
/// reached, with the same exceptions. There are none if its op is frozen; the
/// entry block has none.
SmallVector<RegionFlow> getBranchFlows(Region &region);

/// The flows from the operands of `calls`, which are all calls of `function`,
/// to its arguments, with the same exceptions. An argument whose attributes lay
/// out its buffer is left out as well: it keeps its dims.
SmallVector<RegionFlow> getArgumentFlows(func::FuncOp function,
                                         ArrayRef<func::CallOp> calls);

/// The flows from the returns of `function` to the results of `calls`, which
/// are all its calls, with all these exceptions.
SmallVector<RegionFlow> getResultFlows(func::FuncOp function,
                                       ArrayRef<func::CallOp> calls);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_REGIONFLOW_H
