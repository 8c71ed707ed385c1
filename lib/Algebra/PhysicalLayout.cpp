//===- PhysicalLayout.cpp - Layouts of tensors of known shape -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/PhysicalLayout.h"
#include "Inversion.h"
#include "LinearCombination.h"
#include "PaddedMap.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns an error whose text is the concatenation of `parts`. Shapes are
/// printed as 2x3.
template <typename... Parts>
static llvm::Error makeError(const Parts &...parts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](const auto &part) {
    if constexpr (std::is_convertible_v<decltype(part), ArrayRef<int64_t>>)
      llvm::interleave(ArrayRef<int64_t>(part), os, "x");
    else
      os << part;
  };
  (print(parts), ...);
  return llvm::createStringError(text);
}

/// Returns whether the digits of the map prove it bijective on the shape with
/// full tiles, hence injective on `shape`. This is faster than a proof on
/// `shape`.
static bool hasDigitsOnFullTiles(const IndexMap &map, ArrayRef<int64_t> shape) {
  std::optional<SmallVector<int64_t>> full =
      getFullTileShape(map.getAffineMap(), shape);
  if (!full || llvm::is_contained(*full, 0))
    return false;
  std::optional<MixedRadixMap> digits = map.getDigits(*full);
  return digits && isExactCover(*digits, *full);
}

llvm::Expected<PhysicalLayout> PhysicalLayout::get(IndexMap map,
                                                   ArrayRef<int64_t> shape,
                                                   ArrayRef<int64_t> box) {
  if (map.getNumDims() != shape.size())
    return makeError("requires a shape of ", map.getNumDims(), " dims for ",
                     map.getAffineMap(), ", found ", shape.size());
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return makeError("requires a static shape");
  if (!getNumPoints(shape))
    return makeError("requires a shape whose element count fits 63 bits, "
                     "found ",
                     shape);
  if (!hasDigitsOnFullTiles(map, shape) && !isProved(map.isInjective(shape)))
    return makeError("requires a map that is proved injective on ", shape,
                     ", found ", map.getAffineMap());
  std::optional<SmallVector<int64_t>> extents = map.getPhysicalShape(shape);
  if (!extents)
    return makeError("requires a map of known extents on ", shape, ", found ",
                     map.getAffineMap());
  SmallVector<int64_t> physical(box.empty() ? ArrayRef(*extents) : box);
  bool isContained =
      physical.size() == extents->size() &&
      llvm::all_of(llvm::zip_equal(*extents, physical), [](auto dim) {
        return std::get<0>(dim) <= std::get<1>(dim);
      });
  if (!isContained)
    return makeError("requires a box that holds ", *extents, ", found ",
                     physical);
  if (!getNumPoints(physical))
    return makeError("requires a box whose number of places fits 63 bits, "
                     "found ",
                     physical);
  return PhysicalLayout(std::move(map), shape, physical);
}

IndexMap PhysicalLayout::getMapWithBox() const {
  std::optional<SmallVector<int64_t>> extents = map.getPhysicalShape(shape);
  if (extents && ArrayRef(*extents) == getBox())
    return map;
  return IndexMap(map.getAffineMap(), map.getSeparators(), box);
}

int64_t PhysicalLayout::getNumElements() const { return *getNumPoints(shape); }

int64_t PhysicalLayout::getNumPositions() const { return *getNumPoints(box); }

int64_t PhysicalLayout::getOffset(ArrayRef<int64_t> index) const {
  return linearize(map.forward(index), computeStrides(box));
}

std::optional<SmallVector<int64_t>> PhysicalLayout::getStrides() const {
  // Compute the strides at the origin, then prove that the offset is the linear
  // function with these strides.
  AffineExpr offset =
      getRowMajorOffset(map.getAffineMap().getResults(), box, getContext());
  if (llvm::is_contained(shape, 0))
    return std::nullopt;
  SmallVector<int64_t> origin(shape.size(), 0), strides;
  AffineExpr linear =
      getAffineConstantExpr(evaluate(offset, origin), getContext());
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    SmallVector<int64_t> next(origin);
    next[dim] = 1;
    strides.push_back(evaluate(offset, next) - evaluate(offset, origin));
    linear = linear + getAffineDimExpr(dim, getContext()) * strides.back();
  }
  Verdict same = proveEqual(AffineMap::get(shape.size(), 0, offset),
                            AffineMap::get(shape.size(), 0, linear), shape);
  if (!isProved(same))
    return std::nullopt;
  return strides;
}

//===----------------------------------------------------------------------===//
// StridedForm
//===----------------------------------------------------------------------===//

/// Returns the digits of a dim of the given size. Adjacent digits are merged if
/// they have a common stride.
static StridedDigits getStridedDigits(ArrayRef<WeightedDigit> terms,
                                      unsigned dim, int64_t size) {
  SmallVector<WeightedDigit> own = llvm::filter_to_vector(
      terms, [&](const WeightedDigit &term) { return term.digit.dim == dim; });
  llvm::sort(own, [](const WeightedDigit &a, const WeightedDigit &b) {
    return a.digit.stride > b.digit.stride;
  });
  StridedDigits digits;
  int64_t tile = size; // The number of indices per step of the outermost digit.
  for (const WeightedDigit &term : own) {
    int64_t extent = term.digit.extent;
    bool isMergeable =
        !digits.empty() &&
        llvm::checkedMul(extent, term.weight) == digits.back().stride;
    if (isMergeable)
      digits.back() = {digits.back().extent * extent, term.weight};
    else
      digits.push_back({extent, term.weight});
    if (digits.size() == 1)
      tile = term.digit.stride;
  }
  digits.front().extent = llvm::divideCeilSigned(size, tile);
  return digits;
}

/// Returns the digit of a dim of size 1.
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
  std::optional<LinearCombination> sum = getLinearCombination(
      getRowMajorOffset(layout.getMap().getAffineMap().getResults(),
                        layout.getBox(), layout.getContext()),
      shape);
  if (!sum || !coversEachDimOnce(sum->terms, shape))
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

//===----------------------------------------------------------------------===//
// ElementFinder
//===----------------------------------------------------------------------===//

std::optional<ElementFinder> ElementFinder::get(const PhysicalLayout &layout) {
  ElementFinder finder(layout);
  if (std::optional<AffineMap> solution =
          solveForIndex(layout.getMap().getAffineMap(), layout.getShape())) {
    finder.leftInverse = IndexMap(*solution);
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
ElementFinder::getIndexAt(ArrayRef<int64_t> position) const {
  if (leftInverse) {
    SmallVector<int64_t> index = leftInverse->forward(position);
    bool isInside =
        llvm::all_of(llvm::zip_equal(index, layout.getShape()), [](auto dim) {
          auto [i, size] = dim;
          return i >= 0 && i < size;
        });
    bool isElement =
        isInside && ArrayRef(layout.getMap().forward(index)) == position;
    return isElement ? std::optional(index) : std::nullopt;
  }
  auto element =
      elements.find(linearize(position, computeStrides(layout.getBox())));
  if (element == elements.end())
    return std::nullopt;
  return delinearize(element->second, computeStrides(layout.getShape()));
}
