//===- CarriedBuffers.h - Buffers that loops carry --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's bufferization copies values that loops carry in each iteration,
// where a loop could hand over a buffer of its own.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERIZATION_CARRIEDBUFFERS_H
#define LAYOUT_LIB_BUFFERIZATION_CARRIEDBUFFERS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Before bufferization, gives what a loop computes for its next iteration an
/// empty tensor inside of the loop. Each iteration would write the buffer of
/// one outside, and copy it:
///
///   %e = tensor.empty() : tensor<8xf32>
///   %r = scf.for ... iter_args(%v = %x) -> (tensor<8xf32>) {
///     %y = linalg.exp ins(%v) outs(%e)
///     scf.yield %y
///   }
///
/// becomes
///
///   %r = scf.for ... iter_args(%v = %x) -> (tensor<8xf32>) {
///     %e = tensor.empty() : tensor<8xf32>
///     %y = linalg.exp ins(%v) outs(%e)
///     scf.yield %y
///   }
void separateYieldedValues(RewriterBase &rewriter, ModuleOp module);

/// After bufferization, lets each iteration of an `scf.while` hand over the
/// buffers that it begins with, which upstream copies:
///
///   scf.while (%v = %x) : (memref<8xf32>) -> memref<8xf32> {
///     %a = memref.alloc() : memref<8xf32>
///     memref.copy %v, %a
///     scf.condition(%c) %a
///   } do {
///   ^bb0(%v: memref<8xf32>):
///     %b = memref.alloc() : memref<8xf32>
///     linalg.exp ins(%v) outs(%b)
///     scf.yield %b
///   }
///
/// becomes
///
///   scf.while (%v = %x) : (memref<8xf32>) -> memref<8xf32> {
///     scf.condition(%c) %v
///   } do {
///     ...
///   }
void handOverArguments(RewriterBase &rewriter, ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERIZATION_CARRIEDBUFFERS_H
