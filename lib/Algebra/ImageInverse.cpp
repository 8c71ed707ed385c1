//===- ImageInverse.cpp - The way back, and what is padding ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/Inversion.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether `expr` is below 0 everywhere in the box, which is not empty.
static bool isNegative(AffineExpr expr, ArrayRef<int64_t> box) {
  return isProved(proveNegative(expr, box));
}

/// Whether the physical index `place` of the box is what `result`, an
/// expression of the physical dims, gives back everywhere.
static bool isSame(AffineExpr result, AffineExpr place, ArrayRef<int64_t> box) {
  std::optional<MixedRadix> lhs = getDigits(result, box);
  std::optional<MixedRadix> rhs = getDigits(place, box);
  if (lhs && rhs && *lhs == *rhs)
    return true;
  return isNegative(result - place - 1, box) &&
         isNegative(place - result - 1, box);
}

bool ImageInverse::isPadding(ArrayRef<int64_t> index) const {
  return llvm::any_of(padding, [&](IntegerSet set) {
    return llvm::all_of(llvm::zip_equal(set.getConstraints(), set.getEqFlags()),
                        [&](auto c) {
                          auto [constraint, isEquality] = c;
                          int64_t value = evaluate(constraint, index);
                          return isEquality ? value == 0 : value >= 0;
                        });
  });
}

std::optional<ImageInverse> layout::invertOnImage(const IndexMap &map,
                                                  ArrayRef<int64_t> shape) {
  std::optional<SmallVector<int64_t>> box = map.getPhysicalShape(shape);
  if (!box || llvm::any_of(shape, ShapedType::isDynamic) ||
      !isProved(map.isInjective(shape)))
    return std::nullopt;
  std::optional<AffineMap> back = solveForIndex(map.getAffineMap(), shape);
  if (!back)
    return std::nullopt;

  ImageInverse inverse{IndexMap(*back), {}};
  unsigned rank = box->size();
  auto addPadding = [&](AffineExpr atLeastZero) {
    AffineExpr expr = simplify(atLeastZero, rank);
    if (!isNegative(expr, *box))
      inverse.padding.push_back(IntegerSet::get(rank, 0, expr, false));
  };
  if (getNumPoints(*box) == 0)
    return inverse;
  if (isProved(map.isBijective(shape)))
    return inverse;
  for (auto [expr, size] : llvm::zip_equal(back->getResults(), shape)) {
    addPadding(-expr - 1);
    addPadding(expr - size);
  }
  AffineMap image = map.compose(inverse.map).getAffineMap();
  for (auto [dim, result] : llvm::enumerate(image.getResults())) {
    AffineExpr place = getAffineDimExpr(dim, map.getContext());
    if (isSame(result, place, *box))
      continue;
    addPadding(result - place - 1);
    addPadding(place - result - 1);
  }
  return inverse;
}
