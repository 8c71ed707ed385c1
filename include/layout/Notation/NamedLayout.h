//===- NamedLayout.h - Named dims with alignment ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "N[a=32][ns:opaque]HW*" is how Glow writes what an operand has to look like
// (its document "Tensor Layout"): for each dim, in order,
//
//   * a letter of either case that names it, or `*` for any name;
//   * then in brackets, in any number and order: `a=` and a number of elements
//     that the dim's extent is a multiple of, at most once; and information
//     that only a backend understands, a namespace, `:`, and whatever stands in
//     front of the next `]`.
//
// A name of several letters stands in braces: "{batch}C". `*` may be repeated,
// a name may not. There is no text for tiles.
//
// As a layout of a tensor it means: the dims in this order, row-major, each
// rounded up to a multiple of its alignment. Extents and alignments count
// elements. What backends wrote for themselves has no meaning here; it is kept
// byte for byte.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_NOTATION_NAMEDLAYOUT_H
#define LAYOUT_NOTATION_NAMEDLAYOUT_H

#include "layout/Algebra/PhysicalLayout.h"
#include <string>

namespace mlir::layout {

struct NamedDim {
  /// A letter; a letter, then letters, digits and `_`; or "*".
  std::string name = "*";
  /// From 1 to NamedLayout::kMaxAlignment; 1 asks for nothing.
  int64_t alignment = 1;
  /// The texts in brackets: a namespace, `:`, and any text without `]`.
  SmallVector<std::string, 0> blobs = {};

  bool isAny() const { return name == "*"; }
  bool operator==(const NamedDim &other) const {
    return name == other.name && alignment == other.alignment &&
           blobs == other.blobs;
  }
};

class NamedLayout {
public:
  /// Which layouts tensors have by default.
  enum class Defaults {
    Any,       ///< `*` for every dim
    Canonical, ///< 4-D is NHWC, every other rank any
  };
  static constexpr int64_t kMaxAlignment = (int64_t(1) << 32) - 1;
  /// The largest rank of a predefined layout.
  static constexpr unsigned kMaxRank = 6;

  /// The layout of a scalar.
  NamedLayout() = default;
  static llvm::Expected<NamedLayout> get(ArrayRef<NamedDim> dims);
  /// Dims with these names and no further demand.
  static llvm::Expected<NamedLayout> getNamed(ArrayRef<StringRef> names);
  static NamedLayout getDefault(unsigned rank, Defaults defaults);
  /// The default layouts for ranks 0 to kMaxRank.
  static SmallVector<NamedLayout, 0> getPredefined(Defaults defaults);

  /// Reads a text as above; a NotationError says what is wrong with any other.
  static llvm::Expected<NamedLayout> parse(StringRef text);
  /// Alignment first, `[a=1]` left out.
  std::string str() const;

  ArrayRef<NamedDim> getDims() const { return dims; }
  unsigned getRank() const { return dims.size(); }

  /// Why a tensor of `shape` does not have this layout; nothing if it does.
  /// The extent of every dim has to be a multiple of the alignment. If `given`
  /// says in which layout the tensor is, dims that both name have to have one
  /// name, and extents count with the padding they have there.
  std::optional<std::string>
  getUnsatisfied(ArrayRef<int64_t> shape,
                 const NamedLayout *given = nullptr) const;
  bool isSatisfiedBy(ArrayRef<int64_t> shape,
                     const NamedLayout *given = nullptr) const {
    return !getUnsatisfied(shape, given);
  }

  /// The layout whose dim i is dim permutation[i] of this one, names, alignment
  /// and blobs. An error when `permutation` is none of as many dims.
  llvm::Expected<NamedLayout> permute(ArrayRef<int64_t> permutation) const;
  /// The permutation that brings `source` into the order of this layout: dim i
  /// of this one is dim result[i] there. Where no name demands anything else
  /// dims stay; `*` takes what other names leave over, in order. An error when
  /// a name is missing or not enough names are known.
  llvm::Expected<SmallVector<int64_t>>
  getPermutationFrom(const NamedLayout &source) const;
  /// An error, naming both, when `permutation` does not bring the names of
  /// `source` into the order of this layout.
  llvm::Error checkPermutation(ArrayRef<int64_t> permutation,
                               const NamedLayout &source) const;

  /// The layout of a tensor whose dims are in the order of this text.
  llvm::Expected<PhysicalLayout> getPhysicalLayout(ArrayRef<int64_t> shape,
                                                   MLIRContext *context) const;
  /// The layout of a tensor whose dims have names and are in their order.
  llvm::Expected<PhysicalLayout>
  getPhysicalLayout(ArrayRef<int64_t> shape, ArrayRef<StringRef> logicalNames,
                    MLIRContext *context) const;
  /// The text that means `layout` for a tensor whose dims have `logicalNames`,
  /// or no names if there are none. An error when dims are cut, or are in
  /// another order and have no names.
  static llvm::Expected<NamedLayout> get(const PhysicalLayout &layout,
                                         ArrayRef<StringRef> logicalNames = {});

  bool operator==(const NamedLayout &other) const { return dims == other.dims; }
  bool operator!=(const NamedLayout &other) const { return !(*this == other); }

private:
  explicit NamedLayout(ArrayRef<NamedDim> dims) : dims(dims) {}

  SmallVector<NamedDim, 0> dims;
};

} // namespace mlir::layout

#endif // LAYOUT_NOTATION_NAMEDLAYOUT_H
