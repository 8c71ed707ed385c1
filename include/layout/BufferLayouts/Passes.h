//===- Passes.h - Passes on layouts of buffers ------------------*- C++ -*-===//
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

#ifndef LAYOUT_BUFFERLAYOUTS_PASSES_H
#define LAYOUT_BUFFERLAYOUTS_PASSES_H

#include "layout/Interfaces/LayoutPass.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

/// The functions whose signatures may change.
enum class BufferFunctions { Private, All };

/// The order of loops that access buffers: unchanged, or that of the dims of
/// the physical buffer that is written.
enum class LoopOrder { Keep, Physical };

} // namespace mlir::layout

LAYOUT_CHOICE_PARSER(mlir::layout::BufferFunctions)
LAYOUT_CHOICE_PARSER(mlir::layout::LoopOrder)

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/BufferLayouts/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_BUFFERLAYOUTS_PASSES_H
