//===- PhysicalLayout.h - Where a tensor's elements lie ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every notation of a layout comes down to once the shape of the tensor is
// known: an index map, and the box of places that it sends the elements into.
// The box is stored in row-major order. It may be larger than what the elements
// span; the places that hold none are padding.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_PHYSICALLAYOUT_H
#define LAYOUT_ALGEBRA_PHYSICALLAYOUT_H

#include "layout/Algebra/IndexMap.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

class PhysicalLayout {
public:
  /// The layout of a tensor of the static `shape` under `map`; without `box`
  /// the box that the map spans. An error when the map is not proved injective
  /// on the shape, the box does not hold what it spans, or 63 bits do not hold
  /// the number of places.
  static llvm::Expected<PhysicalLayout>
  get(IndexMap map, ArrayRef<int64_t> shape, ArrayRef<int64_t> box = {});

  /// The same where the way in which `map` was made shows that it is injective
  /// on the static `shape` and stays within `box`, which has a number of places
  /// that fits 63 bits: nothing is proved again.
  static PhysicalLayout getKnown(IndexMap map, ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> box) {
    return PhysicalLayout(std::move(map), shape, box);
  }

  /// Extents of the logical dims.
  ArrayRef<int64_t> getShape() const { return shape; }
  /// From logical to physical indices.
  const IndexMap &getMap() const { return map; }
  /// Extents of the physical dims, padding included.
  ArrayRef<int64_t> getBox() const { return box; }
  MLIRContext *getContext() const { return map.getContext(); }

  int64_t getNumElements() const;
  /// Elements and padding.
  int64_t getNumPlaces() const;
  /// How many places after the first one the element at `index` lies.
  int64_t getOffset(ArrayRef<int64_t> index) const;
  /// By how many places neighbours in a logical dim are apart, for every dim;
  /// nothing when one number does not say it (a tiled dim). A dim of extent 1
  /// counts as having the stride its only index would have next.
  std::optional<SmallVector<int64_t>> getStrides() const;

private:
  PhysicalLayout(IndexMap map, ArrayRef<int64_t> shape, ArrayRef<int64_t> box)
      : map(std::move(map)), shape(shape), box(box) {}

  IndexMap map;
  SmallVector<int64_t> shape, box;
};

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_PHYSICALLAYOUT_H
