//===- Passes.h - Passes on buffers -----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each pass requires and leaves behind is said in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_BUFFERS_PASSES_H
#define LAYOUT_BUFFERS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

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
#include "layout/Buffers/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_BUFFERS_PASSES_H
