//===- ElementFinder.h - Which element lies at a place ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_ELEMENTFINDER_H
#define LAYOUT_ALGEBRA_ELEMENTFINDER_H

#include "layout/Algebra/PhysicalLayout.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::layout {

/// Answers from memory to logical indices, for layouts with padding, too.
class ElementFinder {
public:
  /// Nothing when the layout's map is not solved (Inversion.h) and has more
  /// than kEnumerationLimit elements.
  static std::optional<ElementFinder> get(const PhysicalLayout &layout);

  /// The logical index of the element at a physical index within the box;
  /// nothing if there is none.
  std::optional<SmallVector<int64_t>> getIndexAt(ArrayRef<int64_t> place) const;

private:
  explicit ElementFinder(const PhysicalLayout &layout) : layout(layout) {}

  PhysicalLayout layout;
  /// From physical to logical indices, right where there is an element.
  std::optional<IndexMap> back;
  /// Without that: the numbers of the elements in row-major order, by offset.
  llvm::DenseMap<int64_t, int64_t> elements;
};

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_ELEMENTFINDER_H
