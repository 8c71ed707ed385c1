//===- SliceTerms.h - Division of sums of digits ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_SLICETERMS_H
#define LAYOUT_LIB_ALGEBRA_SLICETERMS_H

#include "layout/Algebra/DigitSum.h"

namespace mlir::layout {

/// A sum of terms is kept in order of falling weight, each weight at least the
/// range of all terms below it.
using Term = WeightedDigit;
using Terms = SmallVector<Term, 4>;

/// The terms of (sum floordiv stride) mod extent; an extent of kDynamic takes
/// everything above `stride`. Nothing when a cut falls inside a digit that it
/// does not divide.
std::optional<Terms> sliceTerms(ArrayRef<Term> terms, int64_t stride,
                                int64_t extent);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_SLICETERMS_H
