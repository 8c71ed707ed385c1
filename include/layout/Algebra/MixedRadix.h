//===- MixedRadix.h - Mixed radix representation of indices -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transposes, tilings, fusions and row-major reshapes have a common form: they
// write the index of every dim as a number in a mixed radix numeral system
// (Knuth, The Art of Computer Programming, volume 2, section 4.1) and
// distribute the digits over the physical dims. A digit of dim `d` is
//
//     (d floordiv stride) mod extent        with stride * extent | size of d
//
// and a list of digits, most significant first, denotes the number
// ((digit0 * extent1) + digit1) * extent2 + ... . Composition, inversion and
// equality of such maps are operations on lists: digits are cut until both
// sides use the same radices (a common refinement of two factorizations of an
// extent). All operations below are linear in the number of digits, up to
// sorting.
//
// The extent of a digit may be ShapedType::kDynamic. It is then the most
// significant digit of its dim, and it is a precondition that its stride
// divides the size of the dim.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_MIXEDRADIX_H
#define LAYOUT_ALGEBRA_MIXEDRADIX_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::layout {

/// One digit of dim `dim`: (dim floordiv stride) mod extent. The product of
/// stride and extent does not overflow.
struct Digit {
  unsigned dim;
  int64_t stride;
  int64_t extent;

  bool isDynamic() const { return ShapedType::isDynamic(extent); }
  /// Whether this is the outermost digit of a dim of size `size`.
  bool isOutermost(int64_t size) const {
    return isDynamic() ||
           (!ShapedType::isDynamic(size) && stride * extent == size);
  }
  bool operator==(const Digit &other) const {
    return dim == other.dim && stride == other.stride && extent == other.extent;
  }
  bool operator!=(const Digit &other) const { return !(*this == other); }
};

/// Digits from most to least significant. The empty list denotes 0.
using MixedRadix = SmallVector<Digit, 2>;

/// One list of digits per physical dim.
using MixedRadixMap = SmallVector<MixedRadix, 0>;

/// Returns the number of values that a list can denote, or kDynamic if its most
/// significant digit is dynamic. No other digit may be dynamic.
int64_t getExtent(ArrayRef<Digit> list);

/// Returns the extent of each list: the physical shape of a layout.
SmallVector<int64_t> getListExtents(ArrayRef<MixedRadix> lists);

/// Returns, for each of `rank` dims, the product of the extents of its digits:
/// the shape of which `digits` is an exact cover. The product is kDynamic if a
/// digit is. An extent larger than that of the tensor includes padding at the
/// end of the dim.
SmallVector<int64_t> getSpannedShape(ArrayRef<Digit> digits, unsigned rank);

/// Returns the normal form: without digits of extent 1, and with consecutive
/// digits merged if they are parts of one digit.
MixedRadix normalize(ArrayRef<Digit> list);

/// Returns the digits of (n floordiv stride) mod extent, where `list` denotes
/// n. With extent kDynamic the result is n floordiv stride. Returns nullopt if
/// the result begins or ends within a digit at a position that does not divide
/// its extent.
std::optional<MixedRadix> slice(ArrayRef<Digit> list, int64_t stride,
                                int64_t extent);

/// Substitutes: dim i of `outer` is the number that `inner[i]` denotes. Returns
/// nullopt if the radices have no common refinement.
std::optional<MixedRadix> compose(ArrayRef<Digit> outer,
                                  ArrayRef<MixedRadix> inner);
/// Composes every list with `inner`.
std::optional<MixedRadixMap> composeAll(ArrayRef<MixedRadix> lists,
                                        ArrayRef<MixedRadix> inner);

/// Returns the normalized concatenation of all lists: the digits of the
/// row-major offset, in which memory is traversed.
MixedRadix concat(ArrayRef<MixedRadix> lists);

/// Replaces every extent 0 by kDynamic. Any radix is valid for a dim without
/// indices, so digits are read as if its size were unknown and divisible.
SmallVector<int64_t> treatEmptyAsDynamic(ArrayRef<int64_t> shape);

/// Returns one list per dim of `shape`, with one digit that is the whole dim.
MixedRadixMap getIdentityDigits(ArrayRef<int64_t> shape);

/// How digits cover the dims they are taken from.
enum class Coverage {
  Exact,       ///< every part of every dim once: the map is bijective
  Overlapping, ///< every part, some of them repeatedly: the map is injective
  Incomplete,  ///< some part is missing: the map is not injective
  Unknown,     ///< radices without common refinement (2·3 and 3·2), or an
               ///< incomplete dynamic dim
};
Coverage getCoverage(ArrayRef<MixedRadix> lists, ArrayRef<int64_t> shape);

inline bool isExactCover(ArrayRef<MixedRadix> lists, ArrayRef<int64_t> shape) {
  return getCoverage(lists, shape) == Coverage::Exact;
}

/// Returns the inverse map. `lists` must be an exact cover of `shape`.
MixedRadixMap invert(ArrayRef<MixedRadix> lists, ArrayRef<int64_t> shape);

/// Reads the digits off the structure of a quasi-affine expression over dims of
/// the given sizes (at least 1, or dynamic). Returns nullopt if the expression
/// is not of that form. In particular `e mod m` is not, if `e` has fewer than m
/// values: it denotes a tile that is only partially filled.
std::optional<MixedRadix> getDigits(AffineExpr expr, ArrayRef<int64_t> shape);

/// Guesses the digits of an expression whose structure hides them from its
/// values along every single dim. The result is a candidate: the caller has to
/// prove that it equals `expr`. The box must not be empty. Returns nullopt if
/// no digits fit, or an extent is dynamic or too large for this.
std::optional<MixedRadix> guessDigits(AffineExpr expr, ArrayRef<int64_t> shape);

/// Returns the quasi-affine expression that a list denotes, on dims of the
/// given sizes.
AffineExpr getAffineExpr(ArrayRef<Digit> list, ArrayRef<int64_t> shape,
                         MLIRContext *context);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_MIXEDRADIX_H
