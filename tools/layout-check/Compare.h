//===- Compare.h - Comparison of results ------------------------*- C++ -*-===//
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

/// The outcome of a comparison with a reference.
struct Comparison {
  bool equal = true;
  /// A text for the user: the worst difference, its position and the tolerance;
  /// or the first position where the kinds of values differ.
  std::string detail;
};

/// Compares `b` with the reference `a`. Integers must be equal. Floats may
/// differ by 1e-4 (f16: 2e-2, bf16: 1.6e-1) times the largest finite |a|; NaN
/// and infinities must be at the same positions. Complex numbers are compared
/// by parts.
///
/// `perturbed`, if given, is what the program of `a` computes from inputs that
/// are rounded in another way. Floats may also differ by 8 times as much as it
/// differs from `a`, but not by more than a tenth of the largest |a|: other
/// orders of computation round in other ways, too.
Comparison compare(const HostTensor &a, const HostTensor &b,
                   const HostTensor *perturbed = nullptr);

/// Whether the shapes and all bits are equal.
bool isSame(const HostTensor &a, const HostTensor &b);

/// Whether all elements of a tensor of two or more elements are equal, so that
/// a wrong permutation would go unnoticed.
bool isUniform(const HostTensor &tensor);

} // namespace mlir::layout::execution

#endif // LAYOUT_CHECK_COMPARE_H
