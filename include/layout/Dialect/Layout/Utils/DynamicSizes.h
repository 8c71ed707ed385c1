//===- DynamicSizes.h - What is known of run-time sizes ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splitting a `?` dim assumes that the factor divides its size. These prove it
// from the program (value bounds); "false" means not known.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_UTILS_DYNAMICSIZES_H
#define LAYOUT_DIALECT_LAYOUT_UTILS_DYNAMICSIZES_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/IR/Value.h"

namespace mlir::layout {

/// Whether the size of dim `dim` of `tensor` is a multiple of `factor`.
bool isProvedMultiple(Value tensor, int64_t dim, int64_t factor);

/// Whether dim `dim` of `a` and of `b` have the same size.
bool haveProvedEqualSizes(Value a, Value b, int64_t dim);

/// Whether every dynamic dim of `source` that `map` splits divides.
bool hasProvedSplits(Value source, const IndexMap &map);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_UTILS_DYNAMICSIZES_H
