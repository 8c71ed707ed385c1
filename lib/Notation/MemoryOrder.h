//===- MemoryOrder.h - Digits in the order memory is walked -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a notation that speaks of strides, or of reshapes and transposes, has to
// know about a layout that comes from elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_MEMORYORDER_H
#define LAYOUT_LIB_NOTATION_MEMORYORDER_H

#include "layout/Algebra/LinearCombination.h"
#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

/// The offset of every element as digits that cover each dim once, outermost in
/// memory first. A dim of one element is there too, as a digit of extent 1: in
/// its place where it is a physical dim by itself, otherwise next to the dim in
/// front of it. An error when the tensor is empty or the layout does not deal
/// out digits.
llvm::Expected<LinearCombination> getMemoryOrder(const PhysicalLayout &layout);

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_MEMORYORDER_H
