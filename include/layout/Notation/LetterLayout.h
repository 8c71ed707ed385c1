//===- LetterLayout.h - Layouts written with letters ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "NCHW16c" is how frameworks write a layout: an upper-case letter names a dim
// of the tensor, a size and a lower-case letter name an inner block of it. The
// order of the letters is the order of the physical dims. With dims N, C, H, W
// the text means
//
//     (n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)
//
// A dim may have several blocks; the rightmost is the innermost one. Blocks in
// brackets are one physical dim: "OIHW[4o4i]" ends in (o mod 4) * 4 + i mod 4.
// This is the notation of TVM's TOPI library. "NHWC[a=8]" rounds the extent of
// the dim in front of the brackets up to a multiple of 8 elements, as in Glow's
// document "Tensor Layout".
//
// Devices that read memory in sticks, which are units of so many bytes, cut a
// dim into sticks, whatever the elements are: "NC[stick]HW" of 128 bytes is
// NCHW64c of f16 and NCHW32c of f32. A stick is behind all blocks, and the dim
// is padded to whole sticks ("Tensors with Device-Specific Layouts", an RFC for
// PyTorch). "NHWC[a=stick]" and "NHWC[a=line]" round up to whole sticks and
// cache lines without a cut.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_NOTATION_LETTERLAYOUT_H
#define LAYOUT_NOTATION_LETTERLAYOUT_H

#include "layout/Algebra/PhysicalLayout.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

/// What the block or the alignment of an axis counts.
enum class LetterUnit { Elements, Sticks, Lines };

/// The sizes of units in bytes, at least 1, as far as they are known.
struct UnitBytes {
  std::optional<int64_t> stick = std::nullopt, line = std::nullopt;
};

/// One physical dim: what is left of a logical dim outside its blocks, or one
/// of its blocks.
struct LetterAxis {
  /// Upper case.
  char letter;
  /// The size of the block; 0 for the part outside all blocks, 1 for a stick.
  int64_t block = 0;
  /// Whether it is one physical dim together with the axis in front, a block
  /// like itself.
  bool isFused = false;
  /// What the extent of the dim is rounded up to a multiple of, in `unit`; 1
  /// for a block.
  int64_t alignment = 1;
  /// Other units than elements have no number: they are one.
  LetterUnit unit = LetterUnit::Elements;

  bool isBlock() const { return block != 0; }
  bool isStick() const { return isBlock() && unit == LetterUnit::Sticks; }
  bool isAligned() const {
    return alignment != 1 || (!isBlock() && unit != LetterUnit::Elements);
  }
  bool operator==(const LetterAxis &other) const {
    return letter == other.letter && block == other.block &&
           isFused == other.isFused && alignment == other.alignment &&
           unit == other.unit;
  }
};

class LetterLayout {
public:
  LetterLayout() = default;
  /// Every letter has one axis that is no block. Sticks go behind the other
  /// axes, in the order of their letters.
  explicit LetterLayout(ArrayRef<LetterAxis> axes);

  /// Reads a text such as "NCHW16c"; a NotationError says what is wrong with
  /// any other.
  static llvm::Expected<LetterLayout> parse(StringRef text);

  std::string str() const;
  ArrayRef<LetterAxis> getAxes() const { return axes; }
  /// The letters that are no blocks, in order.
  std::string getLetters() const;
  bool has(char letter) const;
  bool hasStick(char letter) const;
  /// Whether the dim has blocks or a stick.
  bool isCut(char letter) const;
  /// The product of the blocks of a letter, in elements; 1 if it has none.
  int64_t getBlock(char letter) const;
  /// What the extent of a dim is rounded up to a multiple of, besides whole
  /// blocks, in elements; 1 if nothing is asked for.
  int64_t getAlignment(char letter) const;
  /// Whether a size depends on the type of the elements.
  bool hasUnits() const;
  /// The layout of elements of so many bits, in which blocks take the place of
  /// sticks; their dims are aligned to whole blocks. An error if the size of a
  /// unit is not known, or is not a whole number of elements.
  llvm::Expected<LetterLayout> inElements(const UnitBytes &sizes,
                                          int64_t elementBits) const;

  /// The layout of a tensor that lacks the dim.
  LetterLayout without(char letter) const;
  /// The layout in which the dim is not cut.
  LetterLayout withoutBlocks(char letter) const;

  /// The map into this layout from a tensor with one dim for every letter of
  /// `dims`. A letter without blocks stands for all dims of its name, in order.
  /// Returns nullopt if the letters are not those of the layout, if a letter
  /// with blocks names several dims, or if the layout has units.
  std::optional<IndexMap> getIndexMap(StringRef dims,
                                      MLIRContext *context) const;

  /// The layout of a tensor of static `shape` whose dims have the letters
  /// `dims`, in their order. A dim is padded up to a multiple of its alignment
  /// and its blocks.
  llvm::Expected<PhysicalLayout> getPhysicalLayout(ArrayRef<int64_t> shape,
                                                   StringRef dims,
                                                   MLIRContext *context) const;
  /// A text with the offsets and the number of places of `layout`, which it has
  /// on that shape; blocks that one physical dim holds together are written one
  /// by one. An error when the layout is not made of blocks behind all dims, or
  /// `dims` is not one upper-case letter for each dim.
  static llvm::Expected<LetterLayout> get(const PhysicalLayout &layout,
                                          StringRef dims);

  bool operator==(const LetterLayout &other) const {
    return axes == other.axes;
  }
  bool operator!=(const LetterLayout &other) const { return !(*this == other); }

private:
  SmallVector<LetterAxis, 6> axes;
};

} // namespace mlir::layout

#endif // LAYOUT_NOTATION_LETTERLAYOUT_H
