//===- IndexMap.cpp - Maps from logical to physical indices ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file, because it is one class: construction, composition, shapes and
// verdicts all go by the digits of a map where it has any, and by its affine
// expressions otherwise, and respect the same box.
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/IndexMap.h"
#include "Inversion.h"
#include "PaddedMap.h"
#include "layout/Algebra/QuasiAffine.h"
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
  // A physical dim without digits has extent 1. Its expression is a logical dim
  // of extent 1, if one is left, so that transposes remain permutations.
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
  SmallVector<int64_t> source = treatEmptyAsDynamic(from),
                       target = treatEmptyAsDynamic(to);
  SmallVector<int64_t> known(source);
  llvm::erase(known, ShapedType::kDynamic);
  if (!getNumPoints(known))
    return std::nullopt;
  // Both shapes are mixed radix systems for the row-major offset. Each target
  // dim, from the innermost one, is a slice of the digits of the source.
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

/// Returns why `expr` is not quasi-affine, or nullopt if it is.
static std::optional<std::string> getError(AffineExpr expr) {
  std::optional<std::string> error;
  expr.walk([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary || binary.getKind() == AffineExprKind::Add || error)
      return;
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    StringRef requirement;
    if (!constant)
      requirement = "requires factors and divisors to be constants, found ";
    else if (binary.getKind() != AffineExprKind::Mul && constant.getValue() < 1)
      requirement = "requires divisors of at least 1, found ";
    else
      return;
    llvm::raw_string_ostream(error.emplace()) << requirement << part;
  });
  return error;
}

std::optional<std::string> IndexMap::getError(AffineMap map,
                                              ArrayRef<int64_t> separators,
                                              ArrayRef<int64_t> box) {
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
  if (!box.empty() && box.size() != map.getNumResults())
    return llvm::formatv("requires a box of {0} extents, one for each physical "
                         "dim, found {1}",
                         rank, box.size())
        .str();
  for (int64_t extent : box)
    if (extent < 1)
      return llvm::formatv("requires a box of extents of at least 1, found {0}",
                           extent)
          .str();
  for (AffineExpr result : map.getResults())
    if (std::optional<std::string> error = ::getError(result))
      return error;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Composition, inverse, application
//===----------------------------------------------------------------------===//

std::optional<MixedRadixMap>
IndexMap::getDigits(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> sizes = treatEmptyAsDynamic(shape);
  MixedRadixMap digits;
  digits.reserve(map.getNumResults());
  for (AffineExpr result : map.getResults()) {
    std::optional<MixedRadix> list = layout::getDigits(result, sizes);
    if (!list)
      return std::nullopt;
    digits.push_back(std::move(*list));
  }
  return digits;
}

std::optional<SmallVector<int64_t>> IndexMap::getPermutation() const {
  if (!map.isPermutation() || !box.empty())
    return std::nullopt;
  return llvm::map_to_vector(map.getResults(), [](AffineExpr expr) {
    return static_cast<int64_t>(cast<AffineDimExpr>(expr).getPosition());
  });
}

IndexMap IndexMap::compose(const IndexMap &inner) const {
  return IndexMap(simplify(map.compose(inner.map)), separators, box);
}

/// Returns the digits of `outer` after `inner` on `shape`, if both have any.
static std::optional<MixedRadixMap> composeDigits(const IndexMap &outer,
                                                  const IndexMap &inner,
                                                  ArrayRef<int64_t> shape,
                                                  ArrayRef<int64_t> middle) {
  std::optional<MixedRadixMap> first = inner.getDigits(shape);
  std::optional<MixedRadixMap> second = outer.getDigits(middle);
  if (!first || !second)
    return std::nullopt;
  MixedRadixMap result;
  for (const MixedRadix &list : *second) {
    std::optional<MixedRadix> composed = layout::compose(list, *first);
    if (!composed)
      return std::nullopt;
    result.push_back(std::move(*composed));
  }
  return result;
}

IndexMap IndexMap::compose(const IndexMap &inner,
                           ArrayRef<int64_t> shape) const {
  std::optional<SmallVector<int64_t>> middle = inner.getPhysicalShape(shape);
  if (!middle)
    return compose(inner);
  auto digits = composeDigits(*this, inner, shape, *middle);
  IndexMap result =
      digits ? IndexMap(get(*digits, shape, getContext()).map, separators, box)
             : compose(inner);
  // The places of the inner box have places of their own.
  if (!inner.box.empty())
    if (auto places = getPhysicalShape(*middle))
      result.box = std::move(*places);
  return result;
}

std::optional<IndexMap> IndexMap::inverse(ArrayRef<int64_t> shape) const {
  if (hasLargerBox(shape))
    return std::nullopt;
  std::optional<MixedRadixMap> digits = getDigits(shape);
  SmallVector<int64_t> sizes = treatEmptyAsDynamic(shape);
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
  // The first dims of groups, and the numbers of their places; a dynamic extent
  // counts once.
  SmallVector<int64_t> groups, sizes;
  for (auto [dim, result] : llvm::enumerate(map.getResults())) {
    int64_t extent = (*extents)[dim];
    bool startsGroup = dim == 0 || llvm::is_contained(separators, dim);
    if (startsGroup && dim != 0)
      groups.push_back(results.size());
    if (startsGroup) {
      sizes.push_back(ShapedType::isDynamic(extent) ? 1 : extent);
      results.push_back(result);
      continue;
    }
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    if (llvm::MulOverflow(sizes.back(), extent, sizes.back()))
      return std::nullopt;
    results.back() = results.back() * extent + result;
  }
  if (results.empty())
    results.push_back(getAffineConstantExpr(0, getContext()));
  return IndexMap(AffineMap::get(getNumDims(), 0, results, getContext()),
                  groups, box.empty() ? ArrayRef<int64_t>() : sizes);
}

SmallVector<int64_t> IndexMap::forward(ArrayRef<int64_t> index) const {
  return llvm::map_to_vector<6>(map.getResults(), [&](AffineExpr result) {
    return evaluate(result, index);
  });
}

/// Returns whether the box contains `index`. A dynamic dim has no upper end.
static bool contains(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  return llvm::all_of(llvm::zip_equal(shape, index), [](auto dim) {
    auto [size, i] = dim;
    return i >= 0 && (ShapedType::isDynamic(size) || i < size);
  });
}

std::optional<SmallVector<int64_t>>
IndexMap::backward(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) const {
  if (std::optional<AffineMap> back = solveForIndex(map, shape)) {
    // The left inverse is meaningless for positions without an element.
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

static bool isDynamicShape(ArrayRef<int64_t> shape) {
  return llvm::any_of(shape, ShapedType::isDynamic);
}

//===----------------------------------------------------------------------===//
// Physical shape
//===----------------------------------------------------------------------===//

/// Returns the extent of one result, which includes the unused part of tiles.
static std::optional<int64_t> getExtent(AffineExpr result,
                                        ArrayRef<int64_t> shape) {
  if (auto digits = getDigits(result, treatEmptyAsDynamic(shape))) {
    // The dynamic digit of an empty dim has no values, unlike that of a dynamic
    // dim.
    bool empty = llvm::any_of(*digits, [&](const Digit &digit) {
      return digit.isDynamic() && shape[digit.dim] == 0;
    });
    return empty ? 0 : layout::getExtent(*digits);
  }
  Restriction used = restrictToUsedDims(result, shape);
  if (isDynamicShape(used.shape))
    return std::nullopt;
  if (llvm::is_contained(used.shape, 0))
    return 0;
  AffineExpr value = used.exprs.front();
  std::optional<Interval> range;
  if (hasPartialTile(value, used.shape))
    range = getRange(value, used.shape);
  // Tiles do not count below 0.
  if (!range || range->low < 0)
    range = findRange(value, used.shape);
  if (!range || range->low < 0)
    return std::nullopt;
  return llvm::checkedAdd<int64_t>(range->high, 1);
}

static std::optional<SmallVector<int64_t>>
getExtents(ArrayRef<AffineExpr> results, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> extents;
  for (AffineExpr result : results) {
    std::optional<int64_t> extent = getExtent(result, shape);
    if (!extent)
      return std::nullopt;
    extents.push_back(*extent);
  }
  return extents;
}

std::optional<SmallVector<int64_t>>
IndexMap::getPhysicalShape(ArrayRef<int64_t> shape) const {
  auto extents = getExtents(map.getResults(), shape);
  if (!extents)
    return std::nullopt;
  for (auto [extent, least] : llvm::zip(*extents, box))
    if (!ShapedType::isDynamic(extent))
      extent = std::max(extent, least);
  return extents;
}

bool IndexMap::hasLargerBox(ArrayRef<int64_t> shape) const {
  return !box.empty() &&
         getPhysicalShape(shape) != getExtents(map.getResults(), shape);
}

std::optional<SmallVector<AffineExpr>>
IndexMap::getSymbolicPhysicalShape(ArrayRef<AffineExpr> shape) const {
  auto sizes = llvm::map_to_vector(shape, [](AffineExpr extent) {
    auto constant = dyn_cast<AffineConstantExpr>(extent);
    return constant ? constant.getValue() : ShapedType::kDynamic;
  });
  std::optional<MixedRadixMap> digits = getDigits(sizes);
  if (!digits || !box.empty())
    return std::nullopt;
  SmallVector<AffineExpr> physical;
  for (const MixedRadix &list : *digits) {
    AffineExpr extent = getAffineConstantExpr(1, getContext());
    for (const Digit &digit : llvm::reverse(list))
      extent = digit.isDynamic()
                   ? shape[digit.dim].ceilDiv(digit.stride) * extent
                   : extent * digit.extent;
    physical.push_back(extent);
  }
  return physical;
}

//===----------------------------------------------------------------------===//
// Bijectivity, injectivity
//===----------------------------------------------------------------------===//

Verdict IndexMap::isInjective(ArrayRef<int64_t> shape) const {
  return proveInjective(map, shape);
}

/// Proves bijectivity for one independent component of a map on a box that is
/// not empty: a map is bijective iff it is injective and its physical shape has
/// as many points as the box.
static Verdict proveComponentBijective(const Restriction &part,
                                       MLIRContext *context) {
  AffineMap map = AffineMap::get(part.shape.size(), 0, part.exprs, context);
  std::optional<MixedRadixMap> digits = IndexMap(map).getDigits(part.shape);
  if (digits && isExactCover(*digits, part.shape))
    return Verdict::Proved;
  std::optional<int64_t> points = getNumPoints(part.shape);
  auto extents = getExtents(part.exprs, part.shape);
  if (points && extents && getNumPoints(*extents) != points)
    return Verdict::Refuted;
  Verdict injective = proveInjective(map, part.shape);
  if (isProved(injective) && !(points && extents))
    return Verdict::Unknown;
  return injective;
}

/// The map is the product of its components, and a product is bijective iff
/// every factor is.
static Verdict proveBijective(AffineMap map, ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0)) {
    auto extents = getExtents(map.getResults(), shape);
    if (!extents)
      return Verdict::Unknown;
    return llvm::is_contained(*extents, 0) ? Verdict::Proved : Verdict::Refuted;
  }
  SmallVector<Verdict> verdicts;
  for (AffineExpr result : map.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(result))
      if (constant.getValue() != 0)
        verdicts.push_back(Verdict::Refuted);
  for (const Restriction &part :
       getIndependentComponents(map.getResults(), shape))
    verdicts.push_back(proveComponentBijective(part, map.getContext()));
  return getConjunction(verdicts);
}

Verdict IndexMap::isBijective(ArrayRef<int64_t> shape,
                              VerdictCache *cache) const {
  if (hasLargerBox(shape))
    return Verdict::Refuted;
  std::optional<MixedRadixMap> digits = getDigits(shape);
  if (digits && isExactCover(*digits, treatEmptyAsDynamic(shape)))
    return Verdict::Proved;
  // Only digits state which divisibility a dynamic dim requires.
  if (isDynamicShape(shape))
    return isInjective(shape) == Verdict::Refuted ? Verdict::Refuted
                                                  : Verdict::Unknown;
  auto prove = [&] { return proveBijective(map, shape); };
  return cache ? cache->getOrProve(map, shape, prove) : prove();
}

//===----------------------------------------------------------------------===//
// Equality, identity, row-major reshapes
//===----------------------------------------------------------------------===//

static bool anyPartialTile(AffineMap map, ArrayRef<int64_t> shape) {
  return llvm::any_of(map.getResults(), [&](AffineExpr result) {
    Restriction used = restrictToUsedDims(result, shape);
    return !isDynamicShape(used.shape) &&
           hasPartialTile(used.exprs.front(), used.shape);
  });
}

/// Whether two results agree on every point of the box.
static Verdict proveSameResult(AffineExpr a, AffineExpr b,
                               ArrayRef<int64_t> shape) {
  SmallVector<int64_t> sizes = treatEmptyAsDynamic(shape);
  std::optional<MixedRadix> lhs = getDigits(a, sizes),
                            rhs = getDigits(b, sizes);
  if (lhs && rhs && *lhs == *rhs)
    return Verdict::Proved;
  return proveEqual(AffineMap::get(shape.size(), 0, a),
                    AffineMap::get(shape.size(), 0, b), shape);
}

Verdict IndexMap::isEqual(const IndexMap &other,
                          ArrayRef<int64_t> shape) const {
  if (getNumDims() != other.getNumDims() ||
      getNumResults() != other.getNumResults() ||
      separators != other.separators)
    return Verdict::Refuted;
  if (box != other.box) {
    std::optional<SmallVector<int64_t>> places = getPhysicalShape(shape);
    std::optional<SmallVector<int64_t>> others = other.getPhysicalShape(shape);
    if (!places || !others || isDynamicShape(shape))
      return Verdict::Unknown;
    if (*places != *others)
      return Verdict::Refuted;
  }
  if (map == other.map)
    return Verdict::Proved;
  std::optional<MixedRadixMap> lhs = getDigits(shape);
  std::optional<MixedRadixMap> rhs = other.getDigits(shape);
  if (lhs && rhs && *lhs == *rhs)
    return Verdict::Proved;
  // The mixed radix form of a bijective map is unique.
  SmallVector<int64_t> sizes = treatEmptyAsDynamic(shape);
  if (lhs && rhs && isExactCover(*lhs, sizes) && isExactCover(*rhs, sizes) &&
      !isDynamicShape(sizes))
    return Verdict::Refuted;
  // Maps that agree on the box may still differ in the unused part of tiles.
  std::optional<SmallVector<int64_t>> physical = getPhysicalShape(shape);
  std::optional<SmallVector<int64_t>> otherPhysical =
      other.getPhysicalShape(shape);
  bool known = physical && otherPhysical;
  if (known && !isDynamicShape(shape) && *physical != *otherPhysical)
    return Verdict::Refuted;
  // An empty box has no index at which the maps differ, but its dynamic dims
  // may: they are the same only if the maps are, whatever the extents.
  bool isPartlyKnown =
      llvm::is_contained(shape, int64_t(0)) && isDynamicShape(shape);
  SmallVector<Verdict> verdicts;
  for (auto [a, b] : llvm::zip_equal(map.getResults(), other.map.getResults()))
    verdicts.push_back(
        proveSameResult(a, b, isPartlyKnown ? ArrayRef(sizes) : shape));
  if (!known &&
      (anyPartialTile(map, shape) || anyPartialTile(other.map, shape)))
    verdicts.push_back(Verdict::Unknown);
  Verdict verdict = getConjunction(verdicts);
  return isPartlyKnown && !isProved(verdict) ? Verdict::Unknown : verdict;
}

Verdict IndexMap::isIdentity(ArrayRef<int64_t> shape) const {
  if (!separators.empty() || getNumDims() != getNumResults())
    return Verdict::Refuted;
  return isEqual(getIdentity(getNumDims(), getContext()), shape);
}

/// Whether a permutation keeps the order of all dims but those of extent 1.
static bool keepsOrder(AffineMap permutation, ArrayRef<int64_t> shape) {
  int64_t last = -1;
  for (AffineExpr result : permutation.getResults()) {
    int64_t dim = cast<AffineDimExpr>(result).getPosition();
    if (shape[dim] == 1)
      continue;
    if (dim < last)
      return false;
    last = dim;
  }
  return true;
}

static Verdict proveRowMajorReshape(const IndexMap &index,
                                    ArrayRef<int64_t> shape) {
  SmallVector<int64_t> sizes = treatEmptyAsDynamic(shape);
  std::optional<MixedRadixMap> digits = index.getDigits(shape);
  if (digits && isExactCover(*digits, sizes)) {
    if (concat(*digits) == concat(getIdentityDigits(sizes)))
      return Verdict::Proved;
    // On a static box without empty dims, a different order of digits is a
    // different map. Dynamic sizes may be 0 or 1 at run time.
    if (!isDynamicShape(sizes))
      return Verdict::Refuted;
  }
  std::optional<int64_t> points = getNumPoints(shape);
  std::optional<SmallVector<int64_t>> physical = index.getPhysicalShape(shape);
  // A reshape is injective.
  if (!points || !physical)
    return index.isInjective(shape) == Verdict::Refuted ? Verdict::Refuted
                                                        : Verdict::Unknown;
  if (getNumPoints(*physical) != points)
    return Verdict::Refuted;
  if (*points == 0)
    return Verdict::Proved;
  MLIRContext *context = index.getContext();
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(index.getNumDims(), context);
  auto getOffset = [&](AffineMap map, ArrayRef<int64_t> box) {
    return AffineMap::get(map.getNumDims(), 0,
                          getRowMajorOffset(map.getResults(), box, context));
  };
  return proveEqual(getOffset(index.getAffineMap(), *physical),
                    getOffset(identity, shape), shape);
}

Verdict IndexMap::isRowMajorReshape(ArrayRef<int64_t> shape,
                                    VerdictCache *cache) const {
  if (hasLargerBox(shape))
    return Verdict::Refuted;
  if (map.isPermutation() && !isDynamicShape(shape) &&
      !llvm::is_contained(shape, 0))
    return keepsOrder(map, shape) ? Verdict::Proved : Verdict::Refuted;
  auto prove = [&] { return proveRowMajorReshape(*this, shape); };
  return cache ? cache->getOrProve(map, shape, prove) : prove();
}

//===----------------------------------------------------------------------===//
// Canonical form
//===----------------------------------------------------------------------===//

/// Returns the digits of all results. Digits that the structure of a result
/// does not show are guessed from its values, and the guess is proved.
static std::optional<MixedRadixMap> findDigits(const IndexMap &map,
                                               ArrayRef<int64_t> shape) {
  MixedRadixMap digits;
  digits.reserve(map.getNumResults());
  for (AffineExpr result : map.getAffineMap().getResults()) {
    std::optional<MixedRadix> list =
        getDigits(result, treatEmptyAsDynamic(shape));
    if (!list && !llvm::is_contained(shape, 0) &&
        !hasPartialTile(result, shape))
      list = guessDigits(result, shape);
    if (!list)
      return std::nullopt;
    digits.push_back(std::move(*list));
  }
  IndexMap canonical = IndexMap::get(digits, shape, map.getContext());
  if (!isProved(IndexMap(map.getAffineMap()).isEqual(canonical, shape)))
    return std::nullopt;
  return digits;
}

/// Returns the shape for which to write the digits of a padded map as
/// expressions. If the elements do not reach the last value of the outermost
/// digit of a dim, only its `mod` shows the extent of the tile. As static sizes
/// omit this `mod`, the size becomes dynamic.
static SmallVector<int64_t>
getShapeForExpressions(const PaddedMap &padded, const MixedRadixMap &digits) {
  SmallVector<int64_t> shape(padded.shape);
  for (const MixedRadix &list : digits)
    for (const Digit &digit : list) {
      int64_t size = padded.shape[digit.dim];
      int64_t last = size - 1 - padded.high[digit.dim];
      if (digit.stride * digit.extent == size &&
          last / digit.stride != digit.extent - 1)
        shape[digit.dim] = ShapedType::kDynamic;
    }
  return shape;
}

IndexMap IndexMap::canonicalize(ArrayRef<int64_t> shape) const {
  if (!box.empty()) {
    IndexMap inner = IndexMap(map, separators).canonicalize(shape);
    return hasLargerBox(shape) ? IndexMap(inner.map, separators, box) : inner;
  }
  if (std::optional<MixedRadixMap> digits = findDigits(*this, shape))
    return IndexMap(get(*digits, shape, getContext()).map, separators);
  std::optional<PaddedMap> padded = getPaddedMap(*this, shape);
  std::optional<MixedRadixMap> digits =
      padded ? padded->map.getDigits(padded->shape) : std::nullopt;
  if (!digits)
    return IndexMap(simplify(map), separators);
  SmallVector<AffineExpr> shifted;
  for (auto [dim, low] : llvm::enumerate(padded->low))
    shifted.push_back(getAffineDimExpr(dim, getContext()) + low);
  AffineMap bijection =
      get(*digits, getShapeForExpressions(*padded, *digits), getContext()).map;
  auto results =
      llvm::map_to_vector(bijection.getResults(), [&](AffineExpr expr) {
        return expr.replaceDims(shifted);
      });
  return IndexMap(AffineMap::get(getNumDims(), 0, results, getContext()),
                  separators);
}

/// Whether nothing in an expression is divided.
static bool isLinear(AffineExpr expr) {
  return !expr.walk([](AffineExpr part) {
                return isa<AffineBinaryOpExpr>(part) &&
                               part.getKind() != AffineExprKind::Add &&
                               part.getKind() != AffineExprKind::Mul
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Whether an expression is one digit of a dim, as in `d0 floordiv 16` and
/// `d0 mod 16`. The uniquer of expressions has simplified those by 1.
static bool isDigit(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return binary &&
         (binary.getKind() == AffineExprKind::FloorDiv ||
          binary.getKind() == AffineExprKind::Mod) &&
         isa<AffineDimExpr>(binary.getLHS()) &&
         isa<AffineConstantExpr>(binary.getRHS());
}

/// The normal form of one result: the sum of its digits, where it has any on
/// every shape, and the terms of a linear expression in the order of the dims.
/// Other results stay: a shorter form might hide digits that it has on a shape.
static AffineExpr getNormalForm(AffineExpr expr, ArrayRef<int64_t> shape,
                                MLIRContext *context) {
  if (isa<AffineDimExpr, AffineConstantExpr>(expr) || isDigit(expr))
    return expr;
  IndexMap single(AffineMap::get(shape.size(), 0, expr));
  if (std::optional<MixedRadixMap> digits = findDigits(single, shape))
    expr = simplify(
        IndexMap::get(*digits, shape, context).getAffineMap().getResult(0),
        shape.size());
  return isLinear(expr) ? simplifyAffineExpr(expr, shape.size(), 0) : expr;
}

AffineMap layout::getNormalForm(AffineMap map) {
  if (IndexMap::getError(map, {}))
    return map;
  SmallVector<int64_t> anyShape(map.getNumDims(), ShapedType::kDynamic);
  auto results = llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return ::getNormalForm(expr, anyShape, map.getContext());
  });
  return AffineMap::get(map.getNumDims(), 0, results, map.getContext());
}
