//===- Checked.h - Arithmetic that reports overflow -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SUPPORT_CHECKED_H
#define LAYOUT_LIB_SUPPORT_CHECKED_H

#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <optional>

namespace mlir::layout {

/// Returns the product, or nullopt if it does not fit in 64 bits. Proofs about
/// maps multiply often, and llvm::checkedMul computes with numbers of any
/// width.
inline std::optional<int64_t> multiplyChecked(int64_t a, int64_t b) {
  int64_t product;
  if (llvm::MulOverflow(a, b, product))
    return std::nullopt;
  return product;
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_SUPPORT_CHECKED_H
