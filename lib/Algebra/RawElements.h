//===- RawElements.h - Index maps, pads and crops on raw data ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These functions apply rewrites to buffers that hold the elements of a static
// shape in row-major order. An element is any number of bytes, which are not
// interpreted. Elements of less than a byte are unpacked to bytes first.
//
// Preconditions, which are not checked: buffers have exactly the size of their
// shapes, source and target do not overlap, and offsets lie within the shapes.
// Buffers need no alignment.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_RAWELEMENTS_H
#define LAYOUT_LIB_ALGEBRA_RAWELEMENTS_H

#include "layout/Algebra/IndexMap.h"

namespace mlir::layout {

/// target[map(i)] = source[i] for every index i of `shape`, on which `map` must
/// be bijective.
void transformElements(const IndexMap &map, ArrayRef<int64_t> shape,
                       size_t elementSize, ArrayRef<char> source,
                       MutableArrayRef<char> target);

/// target[i + offsets] = source[i] for every index i of `shape`. The other
/// elements of the target keep their values. A source of a single element is a
/// splat.
void insertElements(ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets,
                    ArrayRef<int64_t> targetShape, size_t elementSize,
                    ArrayRef<char> source, MutableArrayRef<char> target);

/// target[i] = source[i + offsets] for every index i of `shape`.
void extractElements(ArrayRef<int64_t> sourceShape, ArrayRef<int64_t> offsets,
                     ArrayRef<int64_t> shape, size_t elementSize,
                     ArrayRef<char> source, MutableArrayRef<char> target);

/// Sets every element of `target` to `element`.
void fillElements(ArrayRef<char> element, MutableArrayRef<char> target);

//===----------------------------------------------------------------------===//
// Elements of 1, 2 or 4 bits
//===----------------------------------------------------------------------===//

// Packed elements fill bytes from the least significant bit: bit 0 of byte 0 is
// element 0 of an i1 tensor, the low nibble of byte 0 is element 0 of an i4
// tensor. This is the format of MLIR's dense i1 constants and packed resources.
// A buffer of n elements has ceil(n * bits / 8) bytes.

/// Writes one byte per element, with the upper bits 0.
void unpackElements(unsigned bits, ArrayRef<char> packed,
                    MutableArrayRef<char> elements);

/// Packs elements of one byte each, ignoring their upper bits. Unused bits of
/// the last byte become 0.
void packElements(unsigned bits, ArrayRef<char> elements,
                  MutableArrayRef<char> packed);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_RAWELEMENTS_H
