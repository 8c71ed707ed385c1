//===- StridedCopies.h - Copies between strided buffers ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_STRIDEDCOPIES_H
#define LAYOUT_LIB_KERNELS_STRIDEDCOPIES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replaces a copy of strided buffers by a linalg.generic, which is compiled.
/// Upstream lowers it to a call of a slow library function. A copy of
/// contiguous memory stays: it is one call of memcpy.
void expandStridedCopy(RewriterBase &rewriter, memref::CopyOp copy);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_STRIDEDCOPIES_H
