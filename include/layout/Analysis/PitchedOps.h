//===- PitchedOps.h - Which ops accept parts of buffers ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_PITCHEDOPS_H
#define LAYOUT_ANALYSIS_PITCHEDOPS_H

#include "layout/Interfaces/PitchedAccess.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// What it costs `op`, on tensors or on buffers, to read or write a value at a
/// pitch: what the attribute `layout.pitched` says (`true`, `false` or a
/// price), else what the op says as a LayoutRuleOpInterface. It is free for
/// other structured ops and for moves. The result is nothing if all values of
/// the op must be in buffers of their own: if it is any other op, or marked
/// `layout.skip`.
std::optional<PitchedAccess> getPitchedAccess(Operation *op);

/// Whether the elements of a buffer are contiguous in row-major order, at any
/// offset. False if that is not known.
bool isContiguous(MemRefType type);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_PITCHEDOPS_H
