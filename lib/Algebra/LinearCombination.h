//===- LinearCombination.h - Linear combinations of digits ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The offset of an element in memory is a linear combination of digits of its
// index: a constant plus the sum of weight * digit, where the weight is the
// distance between elements whose digits differ by 1. A list of digits
// (MixedRadix.h) is a linear combination without gaps. Here the weights may
// leave positions unused, and a dim need not fill its tiles. For example, 20
// channels in blocks of 16 have the digits `c mod 16` of extent 16 and
// `c floordiv 16` of extent 2, and the second block holds 4 channels.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_LINEARCOMBINATION_H
#define LAYOUT_LIB_ALGEBRA_LINEARCOMBINATION_H

#include "layout/Algebra/MixedRadix.h"

namespace mlir::layout {

/// The product of a digit and its weight.
struct WeightedDigit {
  Digit digit;
  int64_t weight;

  bool operator==(const WeightedDigit &other) const {
    return digit == other.digit && weight == other.weight;
  }
};

/// base + the sum of weight * digit over `terms`, sorted by decreasing weight.
struct LinearCombination {
  int64_t base = 0;
  SmallVector<WeightedDigit, 4> terms;
};

/// Writes `expr` as a linear combination of digits on a static box that is not
/// empty. Extents of digits are at least 2. The extent of the most significant
/// digit of a dim is the number of values that occur. Consecutive digits are
/// merged if they are one digit with one weight. Returns nullopt if `expr` has
/// no such form (remainders of offsets or of radices without common refinement,
/// negative factors), or a value does not fit in 62 bits.
std::optional<LinearCombination> getLinearCombination(AffineExpr expr,
                                                      ArrayRef<int64_t> shape);

/// Returns whether the digits of the terms are those of one mixed radix system
/// per dim of `shape`, each once. Then distinct tuples of digits correspond to
/// distinct indices.
bool coversEachDimOnce(ArrayRef<WeightedDigit> terms, ArrayRef<int64_t> shape);

/// Returns the terms of (sum floordiv stride) mod extent, or of sum floordiv
/// stride if the extent is kDynamic. `terms` must be sorted by decreasing
/// weight, and every weight must be larger than the sum of all later terms can
/// get. Returns nullopt if the result begins or ends within a digit at a
/// position that does not divide its extent.
std::optional<SmallVector<WeightedDigit, 4>>
sliceTerms(ArrayRef<WeightedDigit> terms, int64_t stride, int64_t extent);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_LINEARCOMBINATION_H
