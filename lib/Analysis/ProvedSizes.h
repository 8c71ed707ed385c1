//===- ProvedSizes.h - Proofs about sizes of dynamic dims -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_PROVEDSIZES_H
#define LAYOUT_LIB_ANALYSIS_PROVEDSIZES_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/IR/Value.h"

namespace mlir::layout {

// Splitting a dynamic dim assumes that the factor divides its size. These
// functions prove such facts from the program with upstream's value bounds.
// They return false if no proof is found.

/// Returns whether the size of dim `dim` of `tensor` is a multiple of `factor`.
bool isProvedMultiple(Value tensor, int64_t dim, int64_t factor);

/// Returns whether dim `dim` has the same size in `a` and `b`.
bool haveProvedEqualSizes(Value a, Value b, int64_t dim);

/// Returns whether every split of a dynamic dim of `source` in `map` divides
/// the size of the dim.
bool hasProvedSplits(Value source, const IndexMap &map);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_PROVEDSIZES_H
