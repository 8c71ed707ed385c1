//===- OneDnnTag.h - Memory format tags of oneDNN ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneDNN names the physical order of dims by letters: 'a' is the first logical
// dim, 'b' the second, and so on, 12 at most. The letters stand in the order
// of memory, major first. A dim that is cut into blocks is an upper-case
// letter, and its blocks follow behind all letters, from outer to inner, as a
// size and the lower-case letter:
//
//     aBcd16b      (a, b, c, d) -> (a, b floordiv 16, c, d, b mod 16)
//     aBCd8b16c2b  b in blocks of 16, each of them 8 times 2
//
// A dim is padded up to a multiple of its blocks. See dnnl_format_tag_t and
// "Understanding Memory Formats" in oneDNN's documentation.
//
// Tags with names for letters are read, too, where oneDNN has one reading of
// the set of names: the logical order of the dims is one of
//
//     nc ncw nchw ncdhw                        activations
//     oi oiw oihw oidhw goiw goihw goidhw      weights
//     tnc ldnc ldigo ldio ldgo                 recurrent networks
//
// so that "nChw16c" is aBcd16b and "hwio" is cdba. Printed are a, b, c, ….
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_NOTATION_ONEDNNTAG_H
#define LAYOUT_NOTATION_ONEDNNTAG_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

class OneDnnTag {
public:
  /// One inner block.
  struct Block {
    /// Logical dim.
    unsigned dim;
    /// At least 1.
    int64_t size;

    bool operator==(const Block &other) const {
      return dim == other.dim && size == other.size;
    }
  };
  /// The dims of oneDNN's largest tensor (DNNL_MAX_NDIMS).
  static constexpr unsigned kMaxRank = 12;

  /// `order` is a permutation of 1 to kMaxRank dims; 64 bits hold the product
  /// of the blocks of each dim.
  OneDnnTag(ArrayRef<unsigned> order, ArrayRef<Block> blocks)
      : order(order), blocks(blocks) {}

  /// Reads a tag; a NotationError says what is wrong with any other text.
  static llvm::Expected<OneDnnTag> parse(StringRef text);
  std::string str() const;

  /// Logical dims by the order of their outer parts, major to minor.
  ArrayRef<unsigned> getOrder() const { return order; }
  /// Major to minor.
  ArrayRef<Block> getBlocks() const { return blocks; }
  unsigned getRank() const { return order.size(); }

  /// The layout of a tensor of static `shape`; an error when its rank is not
  /// that of the tag or 63 bits do not hold the number of places.
  llvm::Expected<PhysicalLayout> getPhysicalLayout(ArrayRef<int64_t> shape,
                                                   MLIRContext *context) const;
  /// A tag with the offsets and the number of places of `layout`, which it has
  /// on that shape. Blocks that the shape does not need are not written, and
  /// one that it needs may be as large as its dim.
  static llvm::Expected<OneDnnTag> get(const PhysicalLayout &layout);

  bool operator==(const OneDnnTag &other) const {
    return order == other.order && blocks == other.blocks;
  }
  bool operator!=(const OneDnnTag &other) const { return !(*this == other); }

private:
  SmallVector<unsigned, 6> order;
  SmallVector<Block, 4> blocks;
};

} // namespace mlir::layout

#endif // LAYOUT_NOTATION_ONEDNNTAG_H
