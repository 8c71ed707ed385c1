//===- Passes.h - Passes on buffers -----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes.td describes each pass with its pre- and postcondition.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_BUFFERS_PASSES_H
#define LAYOUT_BUFFERS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

/// The form of a bufferized layout_transform: a new buffer,
/// or where its users permit it a `layout.reindex` of the buffer of its source.
enum class BufferForm { Physical, Logical };

/// The functions whose signatures may change.
enum class BufferFunctions { Private, All };

/// The order of loops that access buffers: unchanged, or that of the dims of
/// the physical buffer that is written.
enum class LoopOrder { Keep, Physical };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Buffers/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_BUFFERS_PASSES_H
