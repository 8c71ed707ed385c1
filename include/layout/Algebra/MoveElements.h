//===- MoveElements.h - Rewrites on raw data --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What index maps, pads and crops do, on buffers that hold the elements of a
// static shape in row-major order, `elementSize` bytes each: any number of
// bytes that means nothing here. Elements of less than a byte: see
// PackedElements.h.
//
// Nothing is checked. Buffers hold exactly the elements of their shapes, need
// no alignment, and source and target do not overlap; offsets are within the
// shapes they count in.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_MOVEELEMENTS_H
#define LAYOUT_ALGEBRA_MOVEELEMENTS_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

/// target[map(i)] = source[i] for every index i of `shape`, on which `map` is
/// bijective.
void transformElements(const IndexMap &map, ArrayRef<int64_t> shape,
                       size_t elementSize, ArrayRef<char> source,
                       MutableArrayRef<char> target);

/// target[map(i)] = source[i] for every index i of the layout's shape, where
/// `target` holds the layout's box; places without an element become `padding`,
/// whose size is that of an element.
void placeElements(const PhysicalLayout &layout, ArrayRef<char> padding,
                   ArrayRef<char> source, MutableArrayRef<char> target);

/// The way back: target[i] = source[map(i)] for every index i of the layout's
/// shape, where `source` holds the layout's box. Padding is not looked at.
void collectElements(const PhysicalLayout &layout, size_t elementSize,
                     ArrayRef<char> source, MutableArrayRef<char> target);

/// target[i + offsets] = source[i] for every index i of `shape`; the elements
/// around that box stay. A source of a single element stands for all of them.
void insertElements(ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets,
                    ArrayRef<int64_t> targetShape, size_t elementSize,
                    ArrayRef<char> source, MutableArrayRef<char> target);

/// target[i] = source[i + offsets] for every index i of `shape`.
void extractElements(ArrayRef<int64_t> sourceShape, ArrayRef<int64_t> offsets,
                     ArrayRef<int64_t> shape, size_t elementSize,
                     ArrayRef<char> source, MutableArrayRef<char> target);

/// Every element of `target` becomes `element`.
void fillElements(ArrayRef<char> element, MutableArrayRef<char> target);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_MOVEELEMENTS_H
