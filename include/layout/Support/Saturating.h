//===- Saturating.h - Saturating arithmetic for costs -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Byte counts and costs are products of shapes, trip counts and user-defined
// costs, which may exceed 64 bits. They are not negative, and an overflow
// yields the largest value, which compares as more expensive than everything
// else.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SUPPORT_SATURATING_H
#define LAYOUT_SUPPORT_SATURATING_H

#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <limits>

namespace mlir::layout {

/// Returns min(a + b, INT64_MAX). Requires a, b >= 0.
inline int64_t addSaturating(int64_t a, int64_t b) {
  int64_t sum;
  return llvm::AddOverflow(a, b, sum) ? std::numeric_limits<int64_t>::max()
                                      : sum;
}

/// Returns min(a * b, INT64_MAX). Requires a, b >= 0.
inline int64_t multiplySaturating(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product) ? std::numeric_limits<int64_t>::max()
                                          : product;
}

} // namespace mlir::layout

#endif // LAYOUT_SUPPORT_SATURATING_H
