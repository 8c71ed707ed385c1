//===- Words.h - Words that text and pictures share -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPLAIN_WORDS_H
#define LAYOUT_LIB_EXPLAIN_WORDS_H

#include "Explanation.h"
#include "Picture.h"

namespace mlir::layout::explain {

/// `NCHW16c of 1x64x56x56xf16`
std::string getTitle(const Explanation &about);

/// `401,408`
std::string getNumber(int64_t number);

/// `48 bytes`, or `4 bits` where that is no whole number of bytes.
std::string getAmount(int64_t bits);

/// `n=1 co=4 h=56 w=56 ci=16`
std::string getExtents(ArrayRef<std::string> names, ArrayRef<int64_t> extents);

/// `401,408 bytes, no padding`, and whether elements are packed.
std::string getSize(const Explanation &about);

/// The places of the element that is looked at, if any, and its neighbours.
SmallVector<SmallVector<int64_t>> getWantedPlaces(const Explanation &about);

enum class Role { Other, Wanted, Neighbour };
/// Returns the relation of the element with this index to the explained one.
Role getRole(const Explanation &about, ArrayRef<int64_t> index);

/// Where a row begins, by the dims in which others begin elsewhere.
std::string getRowLabel(const Explanation &about, const Picture &picture,
                        const Row &row);

/// The number of a column, the first one with the name of the dim that the
/// columns run through: `ci=0`.
std::string getColumnLabel(const Explanation &about, const Picture &picture,
                           size_t position);

} // namespace mlir::layout::explain

#endif // LAYOUT_LIB_EXPLAIN_WORDS_H
