//===- EdgeLayouts.cpp - Layouts of the values at an op -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeLayouts.h"
#include "layout/Algebra/MixedRadix.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<int64_t> layout::getPaddedShape(ArrayRef<int64_t> shape,
                                            EdgeLayoutAttr layout) {
  SmallVector<int64_t> padded(shape);
  for (auto [size, width] : llvm::zip(padded, layout.getPad()))
    if (ShapedType::isStatic(size))
      size += width;
  return padded;
}

/// Whether both maps put the elements in the same order in memory.
static bool haveSameOrder(const IndexMap &one, const IndexMap &other,
                          ArrayRef<int64_t> shape) {
  std::optional<MixedRadixMap> first = one.getDigits(shape),
                               second = other.getDigits(shape);
  return first && second &&
         normalize(concat(*first)) == normalize(concat(*second));
}

bool layout::agrees(EdgeLayoutAttr stated, EdgeLayoutAttr required,
                    RankedTensorType type) {
  IndexMap given =
      stated.isAsItStands()
          ? IndexMap::getIdentity(type.getRank(), type.getContext())
          : stated.getIndexMap();
  return stated.getPad() == required.getPad() &&
         haveSameOrder(given, required.getIndexMap(),
                       getPaddedShape(type.getShape(), required));
}
