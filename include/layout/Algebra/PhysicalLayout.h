//===- PhysicalLayout.h - Layouts of tensors of known shape -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Once the shape of a tensor is known, every notation of a layout amounts to an
// index map and a box of positions, which is stored in row-major order. The box
// may be larger than the image of the map; positions that hold no element are
// padding. Offsets and strides count positions.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_PHYSICALLAYOUT_H
#define LAYOUT_ALGEBRA_PHYSICALLAYOUT_H

#include "layout/Algebra/IndexMap.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

class PhysicalLayout {
public:
  /// Returns the layout of a tensor of the static `shape` under `map`. The
  /// default box is the physical shape of the map. Returns an error if the map
  /// is not proved injective on the shape, the box does not contain the
  /// physical shape, or the number of positions does not fit in 63 bits.
  static llvm::Expected<PhysicalLayout>
  get(IndexMap map, ArrayRef<int64_t> shape, ArrayRef<int64_t> box = {});

  /// As above, without checks. The caller guarantees that `map` is injective on
  /// the static `shape` with images in `box`, whose number of positions fits in
  /// 63 bits.
  static PhysicalLayout getKnown(IndexMap map, ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> box) {
    return PhysicalLayout(std::move(map), shape, box);
  }

  /// The extents of the logical dims.
  ArrayRef<int64_t> getShape() const { return shape; }
  /// The map from logical to physical indices.
  const IndexMap &getMap() const { return map; }
  /// The extents of the physical dims, including padding.
  ArrayRef<int64_t> getBox() const { return box; }
  /// The map, with the box if that is larger than what the map needs: together
  /// with the shape, it is the layout.
  IndexMap getMapWithBox() const;
  MLIRContext *getContext() const { return map.getContext(); }

  int64_t getNumElements() const;
  /// The number of elements and padding.
  int64_t getNumPositions() const;
  int64_t getNumPaddingPositions() const {
    return getNumPositions() - getNumElements();
  }
  /// Returns the offset of the element at `index`.
  int64_t getOffset(ArrayRef<int64_t> index) const;
  /// Returns the distance between neighbours in each logical dim. Returns
  /// nullopt if it is not constant for some dim (a tiled dim), or the tensor is
  /// empty. For a dim of extent 1 it is the distance to the next index, if
  /// there were one.
  std::optional<SmallVector<int64_t>> getStrides() const;

private:
  PhysicalLayout(IndexMap map, ArrayRef<int64_t> shape, ArrayRef<int64_t> box)
      : map(std::move(map)), shape(shape), box(box) {}

  IndexMap map;
  SmallVector<int64_t> shape, box;
};

//===----------------------------------------------------------------------===//
// StridedForm
//===----------------------------------------------------------------------===//

/// A loop over part of a dim: `extent` steps with distance `stride`.
struct StridedDigit {
  int64_t extent;
  int64_t stride;

  bool operator==(const StridedDigit &other) const {
    return extent == other.extent && stride == other.stride;
  }
};

/// The digits of a dim, most significant first, as few as possible. The product
/// of their extents is the size of the dim or, if its last tile is partial,
/// larger; the outermost extent is as small as possible.
using StridedDigits = SmallVector<StridedDigit, 2>;

/// The offset of an element as a sum over the digits of its index. For example,
/// 64 channels in blocks of 16 have the digits (4, 50176) and (16, 1). A dim
/// with one digit has one stride; a dim with several is tiled. Tiles may be
/// partial, and the first element may have an offset, so padded layouts have
/// this form, too.
struct StridedForm {
  /// The offset of the first element.
  int64_t first = 0;
  /// The digits of every logical dim. A dim of size 1 has one digit, whose
  /// stride is the distance to the next index, if there were one; or no digit,
  /// if that distance does not fit in 64 bits.
  SmallVector<StridedDigits> dims;
};

/// Returns the strided form of a layout. Returns nullopt if the tensor is empty
/// or the offset is no linear combination of digits that cover every dim once
/// (LinearCombination.h), for example for skews.
std::optional<StridedForm> getStridedForm(const PhysicalLayout &layout);

//===----------------------------------------------------------------------===//
// ElementFinder
//===----------------------------------------------------------------------===//

/// Finds the logical index of the element at a position of a layout, which may
/// have padding. Built for many queries: the map is inverted or enumerated
/// once.
class ElementFinder {
public:
  /// Returns nullopt if the map of the layout cannot be inverted (Inversion.h)
  /// and the tensor has more than kEnumerationLimit elements.
  static std::optional<ElementFinder> get(const PhysicalLayout &layout);

  /// Returns the logical index of the element at a physical index in the box,
  /// or nullopt if the position is padding.
  std::optional<SmallVector<int64_t>>
  getIndexAt(ArrayRef<int64_t> position) const;

private:
  explicit ElementFinder(const PhysicalLayout &layout) : layout(layout) {}

  PhysicalLayout layout;
  /// The left inverse of the map, if known.
  std::optional<IndexMap> leftInverse;
  /// Otherwise, the row-major numbers of the elements by their offset.
  llvm::DenseMap<int64_t, int64_t> elements;
};

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_PHYSICALLAYOUT_H
