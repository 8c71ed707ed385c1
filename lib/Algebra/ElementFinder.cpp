//===- ElementFinder.cpp - Which element lies at a place ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/ElementFinder.h"
#include "layout/Algebra/Inversion.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<ElementFinder> ElementFinder::get(const PhysicalLayout &layout) {
  ElementFinder finder(layout);
  if (std::optional<AffineMap> solution =
          solveForIndex(layout.getMap().getAffineMap(), layout.getShape())) {
    finder.back = IndexMap(*solution);
    return finder;
  }
  if (layout.getNumElements() > kEnumerationLimit)
    return std::nullopt;
  forEachIndex(layout.getShape(), [&](ArrayRef<int64_t> index) {
    finder.elements.try_emplace(layout.getOffset(index),
                                finder.elements.size());
    return true;
  });
  return finder;
}

std::optional<SmallVector<int64_t>>
ElementFinder::getIndexAt(ArrayRef<int64_t> place) const {
  if (back) {
    SmallVector<int64_t> index = back->forward(place);
    bool isInside =
        llvm::all_of(llvm::zip_equal(index, layout.getShape()), [](auto dim) {
          auto [i, size] = dim;
          return i >= 0 && i < size;
        });
    bool isElement =
        isInside && ArrayRef(layout.getMap().forward(index)) == place;
    return isElement ? std::optional(index) : std::nullopt;
  }
  auto element =
      elements.find(linearize(place, computeStrides(layout.getBox())));
  if (element == elements.end())
    return std::nullopt;
  return delinearize(element->second, computeStrides(layout.getShape()));
}
