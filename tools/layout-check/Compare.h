//===- Compare.h - Comparison of results ------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_COMPARE_H
#define LAYOUT_CHECK_COMPARE_H

#include "Execution/HostTensor.h"

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
/// Other orders of computation round in other ways. What that may do to `a` is
/// shown by what the same program computes otherwise.
struct Alternatives {
  /// From inputs that are rounded in another way; null if it is not known.
  /// Floats may also differ by 8 times as much as this differs from `a`, but
  /// not by more than a tenth of the largest |a|.
  const HostTensor *perturbed = nullptr;
  /// In f32 what it computes in narrower types (WidenFloats.h); null if it is
  /// not known. Floats may also lie between `a` and this, or differ from this
  /// as from `a`: a sum in bf16 is nearer to this, the shorter its parts are.
  const HostTensor *wide = nullptr;
};
Comparison compare(const HostTensor &a, const HostTensor &b,
                   const Alternatives &alternatives = {});

/// Whether the shapes and all bits are equal.
bool isSame(const HostTensor &a, const HostTensor &b);

/// Whether all elements of a tensor of two or more elements are equal, so that
/// a wrong permutation would go unnoticed.
bool isUniform(const HostTensor &tensor);

} // namespace mlir::layout::execution

#endif // LAYOUT_CHECK_COMPARE_H
