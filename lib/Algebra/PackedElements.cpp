//===- PackedElements.cpp - Elements of less than a byte ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/PackedElements.h"
#include "layout/Algebra/MoveElements.h"

using namespace mlir;
using namespace mlir::layout;

void layout::unpackElements(unsigned bits, ArrayRef<char> packed,
                            MutableArrayRef<char> elements) {
  unsigned perByte = 8 / bits, mask = (1u << bits) - 1;
  for (auto [i, element] : llvm::enumerate(elements))
    element = (packed[i / perByte] >> (i % perByte * bits)) & mask;
}

void layout::packElements(unsigned bits, ArrayRef<char> elements,
                          MutableArrayRef<char> packed) {
  unsigned perByte = 8 / bits, mask = (1u << bits) - 1;
  llvm::fill(packed, 0);
  for (auto [i, element] : llvm::enumerate(elements))
    packed[i / perByte] |= (element & mask) << (i % perByte * bits);
}

/// CallSites `move` with the elements of `source` as bytes, and packs what it
/// writes.
static void moveUnpacked(
    unsigned bits, int64_t numSource, int64_t numTarget, ArrayRef<char> source,
    MutableArrayRef<char> target,
    llvm::function_ref<void(ArrayRef<char>, MutableArrayRef<char>)> move) {
  std::vector<char> from(numSource), to(numTarget);
  unpackElements(bits, source, from);
  move(from, to);
  packElements(bits, to, target);
}

void layout::transformPackedElements(const IndexMap &map,
                                     ArrayRef<int64_t> shape, unsigned bits,
                                     ArrayRef<char> source,
                                     MutableArrayRef<char> target) {
  int64_t count = *getNumPoints(shape);
  moveUnpacked(bits, count, count, source, target,
               [&](ArrayRef<char> from, MutableArrayRef<char> to) {
                 transformElements(map, shape, 1, from, to);
               });
}

void layout::placePackedElements(const PhysicalLayout &layout, unsigned bits,
                                 char padding, ArrayRef<char> source,
                                 MutableArrayRef<char> target) {
  moveUnpacked(bits, layout.getNumElements(), layout.getNumPlaces(), source,
               target, [&](ArrayRef<char> from, MutableArrayRef<char> to) {
                 placeElements(layout, padding, from, to);
               });
}

void layout::collectPackedElements(const PhysicalLayout &layout, unsigned bits,
                                   ArrayRef<char> source,
                                   MutableArrayRef<char> target) {
  moveUnpacked(bits, layout.getNumPlaces(), layout.getNumElements(), source,
               target, [&](ArrayRef<char> from, MutableArrayRef<char> to) {
                 collectElements(layout, 1, from, to);
               });
}
