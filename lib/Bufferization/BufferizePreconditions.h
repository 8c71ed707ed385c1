//===- BufferizePreconditions.h - Which programs get buffers ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What layout-bufferize requires of a program. Upstream's bufferization takes
// it for granted, and crashes or gives the program invalid buffers.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERIZATION_BUFFERIZEPRECONDITIONS_H
#define LAYOUT_LIB_BUFFERIZATION_BUFFERIZEPRECONDITIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Emits an error where the program requires a layout that bufferization would
/// not give it, or has no valid buffers.
LogicalResult verifyHasBuffers(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERIZATION_BUFFERIZEPRECONDITIONS_H
