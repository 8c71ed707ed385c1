//===- Saturating.h - Sums and products that stop at the top ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Byte counts and costs are never negative, and come from shapes, trip counts
// and prices that a user may choose as large as the type allows.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SUPPORT_SATURATING_H
#define LAYOUT_SUPPORT_SATURATING_H

#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <limits>

namespace mlir::layout {

/// `a + b` of numbers that are not negative, at most the largest one there is.
inline int64_t addSaturating(int64_t a, int64_t b) {
  int64_t sum;
  return llvm::AddOverflow(a, b, sum) ? std::numeric_limits<int64_t>::max()
                                      : sum;
}

/// `a * b` of numbers that are not negative, at most the largest one there is.
inline int64_t multiplySaturating(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product) ? std::numeric_limits<int64_t>::max()
                                          : product;
}

} // namespace mlir::layout

#endif // LAYOUT_SUPPORT_SATURATING_H
