//===- PackedElements.h - Elements of less than a byte ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites on raw data whose elements have 1, 2 or 4 bits and fill bytes from
// the lowest bit up: bit 0 of byte 0 is element 0 of an i1 tensor, the low
// nibble of byte 0 that of an i4 tensor. So do dense constants of i1 and packed
// resources of MLIR. A buffer of n elements has ceil(n * bits / 8) bytes; bits
// of its last byte that hold no element are not read, and written as 0.
//
// Elements are moved as bytes in between: each buffer costs another of one byte
// per element for the time of the call. What is not checked is what
// MoveElements.h does not check.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_PACKEDELEMENTS_H
#define LAYOUT_ALGEBRA_PACKEDELEMENTS_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

/// One byte for each element, its upper bits 0.
void unpackElements(unsigned bits, ArrayRef<char> packed,
                    MutableArrayRef<char> elements);

/// The other way; upper bits of the elements are not looked at.
void packElements(unsigned bits, ArrayRef<char> elements,
                  MutableArrayRef<char> packed);

/// What transformElements does.
void transformPackedElements(const IndexMap &map, ArrayRef<int64_t> shape,
                             unsigned bits, ArrayRef<char> source,
                             MutableArrayRef<char> target);

/// What placeElements does; the lowest bits of `padding` are the element.
void placePackedElements(const PhysicalLayout &layout, unsigned bits,
                         char padding, ArrayRef<char> source,
                         MutableArrayRef<char> target);

/// What collectElements does.
void collectPackedElements(const PhysicalLayout &layout, unsigned bits,
                           ArrayRef<char> source, MutableArrayRef<char> target);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_PACKEDELEMENTS_H
