//===- DigitSum.h - Numbers that digits add up to ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an element lies in memory is a number: a sum of digits of its indices,
// each times the distance between neighbours in it. A list of digits (Digits.h)
// is such a sum without gaps; here weights may leave places unused, and a dim
// need not fill its tiles. 20 channels in blocks of 16 are the digits
// `c mod 16` of extent 16 and `c floordiv 16` of extent 2, of which the second
// block holds 4.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_DIGITSUM_H
#define LAYOUT_ALGEBRA_DIGITSUM_H

#include "layout/Algebra/MixedRadix.h"

namespace mlir::layout {

/// A digit and by how much the sum grows with it.
struct WeightedDigit {
  Digit digit;
  int64_t weight;

  bool operator==(const WeightedDigit &other) const {
    return digit == other.digit && weight == other.weight;
  }
};

/// base + the sum of weight times digit over `terms`, by falling weight.
struct DigitSum {
  int64_t base = 0;
  SmallVector<WeightedDigit, 4> terms;
};

/// The digits that `expr` adds up on a static box without empty dims. Extents
/// are at least 2; the topmost digit of a dim counts as many values as occur,
/// and neighbours that are one digit of one weight are merged. Nothing when
/// `expr` is no such sum (a remainder of an offset or of clashing radices, a
/// negative factor), or 62 bits do not hold a value.
std::optional<DigitSum> getDigitSum(AffineExpr expr, ArrayRef<int64_t> shape);

/// Whether the digits of the terms are those of some way to write every dim of
/// `shape`, each once: then distinct digits are distinct indices.
bool coverOnce(ArrayRef<WeightedDigit> terms, ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_DIGITSUM_H
