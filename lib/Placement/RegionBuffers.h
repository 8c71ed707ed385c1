//===- RegionBuffers.h - Buffers that regions pass on -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_REGIONBUFFERS_H
#define LAYOUT_LIB_PLACEMENT_REGIONBUFFERS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Lets ops with regions pass on fewer buffers. A buffer that a loop carries
/// unchanged is used directly, and one that each branch of an `scf.if`
/// allocates is allocated in front of it:
///
///   %r = scf.if %p -> (memref<8xf32>) {
///     %a = memref.alloc() : memref<8xf32>
///     linalg.exp ins(%x) outs(%a)
///     scf.yield %a
///   } else {
///     %b = memref.alloc() : memref<8xf32>
///     linalg.tanh ins(%x) outs(%b)
///     scf.yield %b
///   }
///
/// becomes
///
///   %r = memref.alloc() : memref<8xf32>
///   scf.if %p {
///     linalg.exp ins(%x) outs(%r)
///   } else {
///     linalg.tanh ins(%x) outs(%r)
///   }
void simplifyRegionBuffers(RewriterBase &rewriter, Operation *function);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_REGIONBUFFERS_H
