//===- StridedForm.cpp - Offsets as sums of strided digits ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/StridedForm.h"
#include "layout/Algebra/DigitSum.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

static AffineExpr getOffset(const PhysicalLayout &layout) {
  AffineExpr offset = getAffineConstantExpr(0, layout.getContext());
  for (auto [result, extent] : llvm::zip_equal(
           layout.getMap().getAffineMap().getResults(), layout.getBox()))
    offset = offset * extent + result;
  return offset;
}

/// The digits of a dim of `size` indices, merged where two count as one.
static StridedDigits getStridedDigits(ArrayRef<WeightedDigit> terms,
                                      unsigned dim, int64_t size) {
  SmallVector<WeightedDigit> own = llvm::filter_to_vector(
      terms, [&](const WeightedDigit &term) { return term.digit.dim == dim; });
  llvm::sort(own, [](const WeightedDigit &a, const WeightedDigit &b) {
    return a.digit.stride > b.digit.stride;
  });
  StridedDigits digits;
  int64_t tile = size; // What the outermost digit counts as one.
  for (const WeightedDigit &term : own) {
    int64_t extent = term.digit.extent;
    bool isContinued =
        !digits.empty() &&
        llvm::checkedMul(extent, term.weight) == digits.back().stride;
    if (isContinued)
      digits.back() = {digits.back().extent * extent, term.weight};
    else
      digits.push_back({extent, term.weight});
    if (digits.size() == 1)
      tile = term.digit.stride;
  }
  digits.front().extent = llvm::divideCeilSigned(size, tile);
  return digits;
}

/// The digit of a dim of size 1.
static StridedDigits getUnitDigit(const PhysicalLayout &layout, unsigned dim) {
  SmallVector<int64_t> origin(layout.getShape().size(), 0), next(origin);
  next[dim] = 1;
  const IndexMap &map = layout.getMap();
  std::optional<int64_t> stride = 0;
  for (auto [from, to, weight] :
       llvm::zip_equal(map.forward(origin), map.forward(next),
                       computeStrides(layout.getBox()))) {
    std::optional<int64_t> distance = llvm::checkedSub(to, from);
    if (!stride || !distance)
      return {};
    stride = llvm::checkedMulAdd(*distance, weight, *stride);
  }
  return stride ? StridedDigits{{1, *stride}} : StridedDigits{};
}

std::optional<StridedForm>
layout::getStridedForm(const PhysicalLayout &layout) {
  ArrayRef<int64_t> shape = layout.getShape();
  std::optional<DigitSum> sum = getDigitSum(getOffset(layout), shape);
  if (!sum || !coverOnce(sum->terms, shape))
    return std::nullopt;
  StridedForm form;
  form.first = sum->base;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    StridedDigits digits = size == 1 ? getUnitDigit(layout, dim)
                                     : getStridedDigits(sum->terms, dim, size);
    form.dims.push_back(std::move(digits));
  }
  return form;
}
