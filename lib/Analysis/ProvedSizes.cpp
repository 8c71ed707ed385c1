//===- ProvedSizes.cpp - Proofs about sizes of dynamic dims ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProvedSizes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::layout;

using Bounds = ValueBoundsConstraintSet;

static int64_t getSize(Value tensor, int64_t dim) {
  return cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
}

bool layout::isProvedMultiple(Value tensor, int64_t dim, int64_t factor) {
  int64_t extent = getSize(tensor, dim);
  if (!ShapedType::isDynamic(extent))
    return extent % factor == 0;
  if (factor == 1)
    return true;
  Bounds::Variable size(tensor, dim);
  AffineExpr symbol = getAffineSymbolExpr(0, tensor.getContext());
  AffineMap roundDown = AffineMap::get(0, 1, symbol.floorDiv(factor) * factor);
  Bounds::Variable rounded(roundDown, {size});
  return Bounds::compare(size, Bounds::ComparisonOperator::EQ, rounded);
}

bool layout::haveProvedEqualSizes(Value a, Value b, int64_t dim) {
  int64_t extent = getSize(a, dim);
  if (!ShapedType::isDynamic(extent) && extent == getSize(b, dim))
    return true;
  return Bounds::compare({a, dim}, Bounds::ComparisonOperator::EQ, {b, dim});
}

bool layout::hasProvedSplits(Value source, const IndexMap &map) {
  auto type = cast<RankedTensorType>(source.getType());
  std::optional<MixedRadixMap> digits = map.getDigits(type.getShape());
  if (!digits)
    return type.hasStaticShape();
  for (const MixedRadix &list : *digits)
    for (const Digit &digit : list)
      if (digit.isDynamic() &&
          !isProvedMultiple(source, digit.dim, digit.stride))
        return false;
  return true;
}
