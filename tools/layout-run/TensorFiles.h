//===- TensorFiles.h - Tensors in files and on the screen -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_TENSORFILES_H
#define LAYOUT_RUN_TENSORFILES_H

#include "Execution/HostTensor.h"

#include "llvm/Support/Error.h"

namespace mlir::layout::run {

/// Reads a NumPy file, version 1.0 of the format that numpy.lib.format
/// documents: C order and little endian. bfloat16, which NumPy lacks, is `<V2`
/// as ml_dtypes writes it; integers of less than 8 bits take a byte each. The
/// contents must fit `type`: a ranked tensor or memref, whose dynamic dims take
/// the sizes of the file, or a scalar, for a file of rank 0.
llvm::Expected<execution::HostTensor> readNpy(StringRef path, Type type);

/// Writes a NumPy file. After an error there is no file.
llvm::Error writeNpy(StringRef path, const execution::HostTensor &tensor);

/// Prints the elements in nested brackets. Large tensors are abbreviated: only
/// the first and last elements of each dim are printed.
void print(const execution::HostTensor &tensor, raw_ostream &os);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_TENSORFILES_H
