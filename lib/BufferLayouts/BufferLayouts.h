//===- BufferLayouts.h - Physical layouts of buffers ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERLAYOUTS_BUFFERLAYOUTS_H
#define LAYOUT_LIB_BUFFERLAYOUTS_BUFFERLAYOUTS_H

#include "layout/BufferLayouts/Passes.h"

namespace mlir::layout {

/// Gives each buffer for which a layout is requested its physical shape, and
/// rewrites its users. Returns the loops that were created or reordered, outer
/// loops before inner ones. If an op cannot be rewritten, emits an error at it,
/// leaves the module unchanged, and fails.
FailureOr<SmallVector<Operation *>>
applyBufferLayouts(ModuleOp module,
                   BufferFunctions functions = BufferFunctions::Private,
                   LoopOrder order = LoopOrder::Keep);

/// Gives each reshape of a memref inside `root` the type that upstream requires
/// for its source. A cast restores the type for its users.
void updateReshapeTypes(Operation *root);

/// Gives each buffer one dim for each group of its layout, and rewrites its
/// users. If an op cannot be rewritten, or if a buffer had more than `maxRank`
/// dims, emits an error, leaves the module unchanged, and fails.
LogicalResult
flattenBuffers(ModuleOp module,
               BufferFunctions functions = BufferFunctions::Private,
               std::optional<unsigned> maxRank = std::nullopt);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERLAYOUTS_BUFFERLAYOUTS_H
