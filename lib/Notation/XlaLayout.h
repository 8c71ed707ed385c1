//===- XlaLayout.h - Minor-to-major orders and tiles of XLA -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HLO prints the layout of a tensor behind its shape: bf16[32,256]{1,0:T(8,128)
// (2,1)}. The part in braces is read here (without spaces):
//
//   * the logical dims, the most minor one first: {0,1} is column-major;
//   * then, behind ":T", tiles. They are applied to the dims in physical order,
//     major to minor, the last number of a tile to the most minor dim; dims of
//     extent 1 are added in front where a tile is longer. A dim of extent e
//     under t becomes ceil(e / t) tiles, in its place, and t places within one
//     tile, behind all dims: a tile that is not full is padded;
//   * the next tile applies to the dims that the one before has made;
//   * '*' in a tile combines the dim with the next more minor one first.
//
// So {1,0:T(2,2)} puts element (2, 3) of 3x5 at (1, 1, 0, 1) of 2x3x2x2, which
// is place 17. This is "Tiled layout" of XLA's documentation; memory spaces and
// other fields of an HLO layout say nothing about places and are errors.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_XLALAYOUT_H
#define LAYOUT_LIB_NOTATION_XLALAYOUT_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

class XlaLayout {
public:
  /// Sizes of at least 1, or kCombined for '*', which is not the last.
  using Tile = SmallVector<int64_t, 4>;
  static constexpr int64_t kCombined = -1;

  /// `minorToMajor` is a permutation; tiles are not empty.
  XlaLayout(ArrayRef<int64_t> minorToMajor, ArrayRef<Tile> tiles)
      : minorToMajor(minorToMajor), tiles(tiles) {}

  /// Reads a layout in braces; a NotationError says what is wrong with any
  /// other text.
  static llvm::Expected<XlaLayout> parse(StringRef text);
  std::string str() const;

  ArrayRef<int64_t> getMinorToMajor() const { return minorToMajor; }
  ArrayRef<Tile> getTiles() const { return tiles; }
  unsigned getRank() const { return minorToMajor.size(); }

  /// The layout of a tensor of static `shape`; an error when its rank is not
  /// that of the layout or 63 bits do not hold the number of places.
  llvm::Expected<PhysicalLayout> getPhysicalLayout(ArrayRef<int64_t> shape,
                                                   MLIRContext *context) const;
  /// A layout with the offsets and the number of places of `layout`, which it
  /// has on that shape, in as few tiles as its blocks allow. A dim that stands
  /// behind a block is written as a block of its whole extent. An error where
  /// dims, or dims read as one number, are not cut into blocks that nest.
  static llvm::Expected<XlaLayout> get(const PhysicalLayout &layout);

  bool operator==(const XlaLayout &other) const {
    return minorToMajor == other.minorToMajor && tiles == other.tiles;
  }
  bool operator!=(const XlaLayout &other) const { return !(*this == other); }

private:
  SmallVector<int64_t, 6> minorToMajor;
  SmallVector<Tile, 2> tiles;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_XLALAYOUT_H
