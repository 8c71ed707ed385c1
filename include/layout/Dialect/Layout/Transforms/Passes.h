//===- Passes.h - Passes of the layout dialect ------------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each pass requires and leaves behind is said in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES_H
#define LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

/// Where a blocked extent does not divide: leave that side without the block,
/// or pad it to a multiple.
enum class Indivisible { Plain, Pad };

/// Whether critical ops may read operands as only a transpose in disguise
/// would: not at all, or for their bytes.
enum class Absorb { Never, Priced };

/// Solvers of the planning problem.
enum class Strategy { Backward, Forward, Optimal };

/// What tensors become: buffers of their own shapes, or names of others by
/// other indices where their users take such.
enum class BufferForm { Physical, Logical };

/// Functions whose signatures may change with the layouts of their buffers.
enum class BufferFunctions { Private, All };

/// How loops go that read and write buffers: as they did, or along the axes of
/// the physical buffer that is written.
enum class LoopOrder { Keep, Physical };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Dialect/Layout/Transforms/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES_H
