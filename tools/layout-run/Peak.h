//===- Peak.h - What the processor can compute at most ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_PEAK_H
#define LAYOUT_RUN_PEAK_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"

namespace mlir::layout::run {

/// Measures how many additions and multiplications this machine computes in a
/// second: the best of several calls of a compiled loop of independent
/// multiply-adds on full vectors, in that many threads.
llvm::Expected<double> measurePeak(FloatType type, unsigned threads);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_PEAK_H
