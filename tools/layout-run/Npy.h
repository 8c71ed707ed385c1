//===- Npy.h - Tensors in NumPy files ---------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Format version 1.0 of numpy.lib.format: C order, little endian. bfloat16,
// which NumPy does not know, is `<V2`, as ml_dtypes writes it; sub-byte
// integers take a byte each.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_NPY_H
#define LAYOUT_RUN_NPY_H

#include "HostTensor.h"

#include "llvm/Support/Error.h"

namespace mlir::layout::run {

/// Reads a file into a value of the given type: a ranked tensor or memref,
/// whose dynamic dims are those of the file, or a scalar, from a file of rank
/// 0.
llvm::Expected<execution::HostTensor> readNpy(StringRef path, Type type);

/// Writes a file, whole or not at all.
llvm::Error writeNpy(StringRef path, const execution::HostTensor &tensor);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_NPY_H
