//===- MixedRadix.h - Mixed-radix digits of tensor indices ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transposes, tilings, fusions and row-major reshapes all do the same thing:
// they cut the index of every dim into mixed-radix digits and deal the digits
// out again. A digit of dim `d` is
//
//     (d floordiv stride) mod extent        with stride * extent | size of d
//
// and a list of digits, major to minor, denotes the number they spell. Every
// question about such maps (bijective? identity? free at run time?) becomes a
// question about lists, answered in time linear in their length.
//
// The extent of a digit may be ShapedType::kDynamic; it is then the outermost
// digit of its dim, and cutting it assumes that the factor divides the size.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_MIXEDRADIX_H
#define LAYOUT_ALGEBRA_MIXEDRADIX_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::layout {

/// One digit of dim `dim`: (dim floordiv stride) mod extent.
struct Digit {
  unsigned dim;
  int64_t stride;
  int64_t extent;

  bool isDynamic() const { return ShapedType::isDynamic(extent); }
  bool operator==(const Digit &other) const {
    return dim == other.dim && stride == other.stride && extent == other.extent;
  }
  bool operator!=(const Digit &other) const { return !(*this == other); }
};

/// Digits from major to minor; the empty list denotes 0.
using MixedRadix = SmallVector<Digit, 2>;

/// One list per physical dim.
using MixedRadixMap = SmallVector<MixedRadix, 0>;

/// The number of values a list spells, its outermost digit alone dynamic;
/// kDynamic if that is so.
int64_t getExtent(ArrayRef<Digit> list);

/// The extents of the `rank` dims that digits cover exactly; kDynamic where one
/// of them is. More than a dim has is padding behind its end.
SmallVector<int64_t> getDigitBox(ArrayRef<Digit> digits, unsigned rank);

/// Drops digits of extent 1 and merges neighbours that were one digit.
MixedRadix normalize(ArrayRef<Digit> list);

/// The digits of (number spelled by `list` floordiv stride) mod extent; an
/// extent of kDynamic takes everything above `stride`. Nothing when a cut
/// falls inside a digit that it does not divide.
std::optional<MixedRadix> slice(ArrayRef<Digit> list, int64_t stride,
                                int64_t extent);

/// Replaces every digit of `outer`, whose dims number the lists of `inner`, by
/// what it is made of there. Nothing when some cut does not divide.
std::optional<MixedRadix> compose(ArrayRef<Digit> outer,
                                  ArrayRef<MixedRadix> inner);
/// Every list composed with `inner`.
std::optional<MixedRadixMap> composeAll(ArrayRef<MixedRadix> lists,
                                        ArrayRef<MixedRadix> inner);

/// All lists one after the other: the order in which memory is walked.
MixedRadix concat(ArrayRef<MixedRadix> lists);

/// The sizes with which digits are read. Nothing constrains the digits of an
/// empty dim: it counts as of unknown, fitting size.
SmallVector<int64_t> getDigitShape(ArrayRef<int64_t> shape);

/// One whole digit per dim of `shape`.
MixedRadixMap getIdentityDigits(ArrayRef<int64_t> shape);

/// How the digits of some lists cover the dims they are taken from.
enum class Cover {
  Exact,   ///< every part of every dim once: the map is bijective
  Overlap, ///< every part, some of them repeatedly: injective
  Gap,     ///< some part not at all: not injective
  Unclear, ///< cuts that do not nest (2·3 and 3·2), or a gap in a dynamic dim
};
Cover getCover(ArrayRef<MixedRadix> lists, ArrayRef<int64_t> shape);

inline bool isExactCover(ArrayRef<MixedRadix> lists, ArrayRef<int64_t> shape) {
  return getCover(lists, shape) == Cover::Exact;
}

/// The digits of every dim of `shape` in terms of the lists that cover it
/// exactly: the inverse map.
MixedRadixMap invert(ArrayRef<MixedRadix> lists, ArrayRef<int64_t> shape);

/// Reads the digits off an affine expression over dims of the given sizes (at
/// least 1 or dynamic); nothing when it is not of that form. `e mod m` where
/// `e` has fewer than m values claims a tile that is not full, and is not.
std::optional<MixedRadix> getDigits(AffineExpr expr, ArrayRef<int64_t> shape);

/// The affine expression a list denotes, on dims of the given sizes.
AffineExpr getAffineExpr(ArrayRef<Digit> list, ArrayRef<int64_t> shape,
                         MLIRContext *context);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_MIXEDRADIX_H
