//===- Print.h - Tensors for people -----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_PRINT_H
#define LAYOUT_RUN_PRINT_H

#include "HostTensor.h"

namespace mlir::layout::run {

/// Prints the elements in nested brackets; of many only those at the ends.
void print(const execution::HostTensor &tensor, raw_ostream &os);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_PRINT_H
