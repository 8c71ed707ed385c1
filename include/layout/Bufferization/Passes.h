//===- Passes.h - Passes from tensors to buffers ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes.td states precondition and effect of each pass.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_BUFFERIZATION_PASSES_H
#define LAYOUT_BUFFERIZATION_PASSES_H

#include "layout/Interfaces/LayoutPass.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

/// The form of a bufferized layout_transform: a new buffer,
/// or where its users permit it a `layout.reindex` of the buffer of its source.
enum class BufferForm { Physical, Logical };

} // namespace mlir::layout

LAYOUT_CHOICE_PARSER(mlir::layout::BufferForm)

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Bufferization/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_BUFFERIZATION_PASSES_H
