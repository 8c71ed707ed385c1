//===- IndexMap.cpp - Maps from logical to physical indices ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/IndexMap.h"
#include "layout/Algebra/AffineRange.h"
#include "layout/Algebra/Inversion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

IndexMap IndexMap::getIdentity(unsigned rank, MLIRContext *context) {
  return IndexMap(AffineMap::getMultiDimIdentityMap(rank, context));
}

IndexMap IndexMap::getPermutation(ArrayRef<int64_t> permutation,
                                  MLIRContext *context) {
  return IndexMap(AffineMap::getPermutationMap(permutation, context));
}

IndexMap IndexMap::get(ArrayRef<MixedRadix> digits, ArrayRef<int64_t> shape,
                       MLIRContext *context) {
  // A physical dim without digits has one index. Naming a unit dim of the
  // source there keeps transposes recognisable as permutations.
  SmallVector<unsigned> unitDims;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (size == 1)
      unitDims.push_back(dim);
  auto nextUnitDim = unitDims.begin();

  SmallVector<AffineExpr> results;
  for (const MixedRadix &list : digits) {
    if (list.empty() && nextUnitDim != unitDims.end())
      results.push_back(getAffineDimExpr(*nextUnitDim++, context));
    else
      results.push_back(getAffineExpr(list, shape, context));
  }
  return IndexMap(AffineMap::get(shape.size(), 0, results, context));
}

std::optional<IndexMap> IndexMap::getReshape(ArrayRef<int64_t> from,
                                             ArrayRef<int64_t> to,
                                             MLIRContext *context) {
  SmallVector<int64_t> source = getDigitShape(from), target = getDigitShape(to);
  SmallVector<int64_t> known(source);
  llvm::erase(known, ShapedType::kDynamic);
  if (!getNumPoints(known))
    return std::nullopt;
  // Inner dims fix where the number spelled by all of `from` is cut; whatever
  // is left is the outermost dim, which alone may be dynamic.
  MixedRadix all = concat(getIdentityDigits(source));
  MixedRadixMap results(target.size());
  std::optional<int64_t> stride = 1;
  for (int64_t dim = target.size() - 1; dim >= 0; --dim) {
    if (target[dim] == 1)
      continue;
    if (!stride)
      return std::nullopt;
    std::optional<MixedRadix> list = slice(all, *stride, target[dim]);
    if (!list || getExtent(*list) != target[dim])
      return std::nullopt;
    results[dim] = *list;
    if (ShapedType::isDynamic(target[dim]))
      stride = std::nullopt;
    else
      stride = llvm::checkedMul(*stride, target[dim]);
  }
  if (!isExactCover(results, source))
    return std::nullopt;
  return get(results, source, context);
}

/// Why `expr` may not stand in an index map.
static std::optional<std::string> getError(AffineExpr expr) {
  std::optional<std::string> error;
  expr.walk([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary || binary.getKind() == AffineExprKind::Add || error)
      return;
    std::string text;
    llvm::raw_string_ostream(text) << part;
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!constant)
      error = "requires factors and divisors to be constants, found " + text;
    else if (binary.getKind() != AffineExprKind::Mul && constant.getValue() < 1)
      error = "requires divisors of at least 1, found " + text;
  });
  return error;
}

std::optional<std::string> IndexMap::getError(AffineMap map,
                                              ArrayRef<int64_t> separators) {
  if (map.getNumSymbols() != 0)
    return llvm::formatv("requires an index map without symbols, found {0}",
                         map.getNumSymbols())
        .str();
  int64_t previous = 0, rank = map.getNumResults();
  for (int64_t separator : separators) {
    if (separator <= previous || separator >= rank)
      return llvm::formatv("requires axis separators to rise within 1 to {0}, "
                           "found {1} after {2}",
                           rank - 1, separator, previous)
          .str();
    previous = separator;
  }
  for (AffineExpr result : map.getResults())
    if (std::optional<std::string> error = ::getError(result))
      return error;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Digits, composition, inverse, application
//===----------------------------------------------------------------------===//

std::optional<MixedRadixMap>
IndexMap::getDigits(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> sizes = getDigitShape(shape);
  MixedRadixMap digits;
  for (AffineExpr result : map.getResults()) {
    std::optional<MixedRadix> list = layout::getDigits(result, sizes);
    if (!list)
      return std::nullopt;
    digits.push_back(std::move(*list));
  }
  return digits;
}

std::optional<SmallVector<int64_t>> IndexMap::getPermutation() const {
  if (!map.isPermutation())
    return std::nullopt;
  return llvm::map_to_vector(map.getResults(), [](AffineExpr expr) {
    return static_cast<int64_t>(cast<AffineDimExpr>(expr).getPosition());
  });
}

IndexMap IndexMap::compose(const IndexMap &inner) const {
  return IndexMap(simplify(map.compose(inner.map)), separators);
}

IndexMap IndexMap::compose(const IndexMap &inner,
                           ArrayRef<int64_t> shape) const {
  std::optional<MixedRadixMap> first = inner.getDigits(shape);
  std::optional<SmallVector<int64_t>> middle = inner.getPhysicalShape(shape);
  if (!first || !middle)
    return compose(inner);
  std::optional<MixedRadixMap> second = getDigits(*middle);
  if (!second)
    return compose(inner);
  MixedRadixMap result;
  for (const MixedRadix &list : *second) {
    std::optional<MixedRadix> composed = layout::compose(list, *first);
    if (!composed)
      return compose(inner);
    result.push_back(std::move(*composed));
  }
  return IndexMap(get(result, shape, getContext()).map, separators);
}

std::optional<IndexMap> IndexMap::inverse(ArrayRef<int64_t> shape) const {
  std::optional<MixedRadixMap> digits = getDigits(shape);
  SmallVector<int64_t> sizes = getDigitShape(shape);
  if (digits && isExactCover(*digits, sizes)) {
    auto physical = llvm::map_to_vector(*digits, getExtent);
    return get(invert(*digits, sizes), physical, getContext());
  }
  if (!isProved(isBijective(shape)))
    return std::nullopt;
  std::optional<AffineMap> solution = solveForIndex(map, shape);
  return solution ? std::optional(IndexMap(*solution)) : std::nullopt;
}

std::optional<IndexMap> IndexMap::flatten(ArrayRef<int64_t> shape) const {
  std::optional<SmallVector<int64_t>> extents = getPhysicalShape(shape);
  if (!extents)
    return std::nullopt;
  SmallVector<AffineExpr> results;
  SmallVector<int64_t> groups;
  for (auto [dim, result] : llvm::enumerate(map.getResults())) {
    bool startsGroup = dim == 0 || llvm::is_contained(separators, dim);
    if (!startsGroup && ShapedType::isDynamic((*extents)[dim]))
      return std::nullopt;
    if (startsGroup && dim != 0)
      groups.push_back(results.size());
    if (startsGroup)
      results.push_back(result);
    else
      results.back() = results.back() * (*extents)[dim] + result;
  }
  if (results.empty())
    results.push_back(getAffineConstantExpr(0, getContext()));
  return IndexMap(AffineMap::get(getNumDims(), 0, results, getContext()),
                  groups);
}

SmallVector<int64_t> IndexMap::forward(ArrayRef<int64_t> index) const {
  return llvm::map_to_vector<6>(map.getResults(), [&](AffineExpr result) {
    return evaluate(result, index);
  });
}

/// Whether `index` lies in the box; a dynamic dim has no known end.
static bool contains(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  return llvm::all_of(llvm::zip_equal(shape, index), [](auto dim) {
    auto [size, i] = dim;
    return i >= 0 && (ShapedType::isDynamic(size) || i < size);
  });
}

std::optional<SmallVector<int64_t>>
IndexMap::backward(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) const {
  if (std::optional<AffineMap> back = solveForIndex(map, shape)) {
    // Where no element lies its values are arithmetic only.
    SmallVector<int64_t> logical = IndexMap(*back).forward(index);
    if (contains(shape, logical) && ArrayRef(forward(logical)) == index)
      return logical;
    return std::nullopt;
  }
  std::optional<int64_t> points = getNumPoints(shape);
  if (!points || *points > kEnumerationLimit)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> found;
  forEachIndex(shape, [&](ArrayRef<int64_t> logical) {
    if (ArrayRef(forward(logical)) != index)
      return true;
    found = llvm::to_vector(logical);
    return false;
  });
  return found;
}
