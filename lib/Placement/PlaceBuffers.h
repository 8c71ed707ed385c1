//===- PlaceBuffers.h - Removal of copies of buffers ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_PLACEBUFFERS_H
#define LAYOUT_LIB_PLACEMENT_PLACEBUFFERS_H

#include "layout/Placement/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Removes copies between buffers of a function by giving one of the two a
/// place in the other. The pass `layout-place-buffers` describes the result. It
/// works on clones beside the function, so that nothing else may change the
/// symbol table around it at the same time.
void placeBuffers(func::FuncOp function);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_PLACEBUFFERS_H
