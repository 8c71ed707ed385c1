//===- MoveElements.h - Rewrites on raw data --------------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What layout_transform, pad and crop do, on buffers that hold the elements of
// a static shape in row-major order, `elementSize` bytes each.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_MOVEELEMENTS_H
#define LAYOUT_ALGEBRA_MOVEELEMENTS_H

#include "layout/Algebra/IndexMap.h"

namespace mlir::layout {

/// target[map(i)] = source[i] for every index i of `shape`, on which `map` is
/// bijective.
void transformElements(const IndexMap &map, ArrayRef<int64_t> shape,
                       size_t elementSize, ArrayRef<char> source,
                       MutableArrayRef<char> target);

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
