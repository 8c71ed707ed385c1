//===- PhysicalLayout.cpp - Where a tensor's elements lie -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/PhysicalLayout.h"
#include "layout/Algebra/Inversion.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

/// An error whose text is all of `parts`, shapes written as 2x3.
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

/// Whether the map is bijective, by its digits, on a shape that holds this one.
/// Unlike a proof on the shape itself this takes no time.
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
  SmallVector<int64_t> places(box.empty() ? ArrayRef(*extents) : box);
  bool holds = places.size() == extents->size() &&
               llvm::all_of(llvm::zip_equal(*extents, places), [](auto dim) {
                 return std::get<0>(dim) <= std::get<1>(dim);
               });
  if (!holds)
    return makeError("requires a box that holds ", *extents, ", found ",
                     places);
  if (!getNumPoints(places))
    return makeError("requires a box whose number of places fits 63 bits, "
                     "found ",
                     places);
  return PhysicalLayout(std::move(map), shape, places);
}

int64_t PhysicalLayout::getNumElements() const { return *getNumPoints(shape); }

int64_t PhysicalLayout::getNumPlaces() const { return *getNumPoints(box); }

int64_t PhysicalLayout::getOffset(ArrayRef<int64_t> index) const {
  return linearize(map.forward(index), computeStrides(box));
}

std::optional<SmallVector<int64_t>> PhysicalLayout::getStrides() const {
  // Every dim steps alone, and all of its steps are equal: checked on the
  // offset as one affine expression.
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
