//===- Compare.h - Are two results the same ---------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_COMPARE_H
#define LAYOUT_CHECK_COMPARE_H

#include "HostTensor.h"

#include <string>

namespace mlir::layout::execution {

/// What comparing `b` with the reference `a` has shown.
struct Comparison {
  bool equal = true;
  /// For a person: the worst difference, where, and what was allowed; or the
  /// first disagreement that is no matter of size.
  std::string detail;
};

/// Integers must agree exactly, floats up to 1e-4 (f16 and bf16: 2e-2) of the
/// largest finite |a|; NaN and infinities stand at the same places. A complex
/// number is compared part by part.
Comparison compare(const HostTensor &a, const HostTensor &b);

/// Bitwise equality, shape included.
bool isSame(const HostTensor &a, const HostTensor &b);

/// Whether there are two or more elements and all are equal, which any
/// permutation of them leaves as it is.
bool isUniform(const HostTensor &tensor);

} // namespace mlir::layout::execution

#endif // LAYOUT_CHECK_COMPARE_H
