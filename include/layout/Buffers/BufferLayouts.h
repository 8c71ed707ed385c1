//===- BufferLayouts.h - Buffers in their physical shape --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes are `layout-apply-buffer-layouts` and `layout-flatten`
// (Passes.td); this is what they do to a module. After RFC 39 of TVM.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_BUFFERS_BUFFERLAYOUTS_H
#define LAYOUT_BUFFERS_BUFFERLAYOUTS_H

#include "layout/Buffers/Passes.h"

namespace mlir::layout {

/// Gives every buffer of the module that asks for a layout its physical shape,
/// and rewrites what uses it. Returns the loops that ops have become, or that
/// have another order now, outer ones first. Where something cannot be
/// rewritten this is a diagnostic at the op, and nothing is changed.
FailureOr<SmallVector<Operation *>>
applyBufferLayouts(ModuleOp module,
                   BufferFunctions functions = BufferFunctions::Private,
                   LoopOrder order = LoopOrder::Keep);

/// Gives every buffer one dim for each of its groups. A diagnostic where that
/// cannot be, or where there are more than `maxRank`; nothing is changed then.
LogicalResult
flattenBuffers(ModuleOp module,
               BufferFunctions functions = BufferFunctions::Private,
               std::optional<unsigned> maxRank = std::nullopt);

} // namespace mlir::layout

#endif // LAYOUT_BUFFERS_BUFFERLAYOUTS_H
