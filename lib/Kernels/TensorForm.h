//===- TensorForm.h - Kernels on buffers as kernels on tensors --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_TENSORFORM_H
#define LAYOUT_LIB_KERNELS_TENSORFORM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Rewrites the structured ops of a kernel, which has a single block, to ops on
/// tensors. No buffer that they write overlaps another one.
///
///   linalg.generic ins(%x) outs(%t)
///   linalg.generic ins(%t) outs(%y)
///
/// becomes
///
///   %0 = bufferization.to_tensor %x restrict
///   %1 = tensor.empty()
///   %2 = linalg.generic ins(%0) outs(%1)
///   %3 = bufferization.to_tensor %y restrict writable
///   %4 = linalg.generic ins(%2) outs(%3)
///   bufferization.materialize_in_destination %4 in restrict writable %y
void rewriteOnTensors(func::FuncOp kernel);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_TENSORFORM_H
