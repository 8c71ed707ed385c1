//===- PackTensor.h - Tensors into and out of their layouts -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies between a tensor, whose elements lie at any distances, and the buffer
// that holds it in a layout. An element is any number of bytes, which are not
// interpreted. The strides of the tensor count bytes, one for each dim: they
// may be negative (the tensor begins at the element with index 0 all the same),
// 0, or no multiple of the size of an element.
//
// Preconditions, which are not checked: the buffer has as many places as the
// layout, and tensor and buffer do not overlap. They need no alignment.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_PACKTENSOR_H
#define LAYOUT_LIB_ALGEBRA_PACKTENSOR_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

/// Copies every element to its place. Padding keeps its contents.
void packTensor(const PhysicalLayout &layout, size_t elementSize,
                const char *tensor, ArrayRef<int64_t> strides, char *buffer);

/// Copies every element from its place.
void unpackTensor(const PhysicalLayout &layout, size_t elementSize,
                  const char *buffer, char *tensor, ArrayRef<int64_t> strides);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_PACKTENSOR_H
