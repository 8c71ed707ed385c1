//===- NormalForms.cpp - Forms from which notations are written -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalForms.h"
#include "Algebra/PaddedMap.h"
#include "Parsing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Memory order
//===----------------------------------------------------------------------===//

static auto findDim(LinearCombination &sum, unsigned dim) {
  return llvm::find_if(sum.terms, [&](const WeightedDigit &term) {
    return term.digit.dim == dim;
  });
}

/// Inserts the dims of extent 1 that are physical dims by themselves at their
/// position: after all digits of the same stride.
static void insertUnitResults(const PhysicalLayout &layout,
                              LinearCombination &sum) {
  int64_t stride = 1;
  auto results = layout.getMap().getAffineMap().getResults();
  for (auto [result, extent] :
       llvm::reverse(llvm::zip_equal(results, layout.getBox()))) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (dim && layout.getShape()[dim.getPosition()] == 1 &&
        findDim(sum, dim.getPosition()) == sum.terms.end()) {
      auto *place = llvm::find_if(sum.terms, [&](const WeightedDigit &term) {
        return term.weight < stride ||
               (term.weight == stride && term.digit.extent == 1);
      });
      // A dim of extent 1 between the blocks of another dim has no stride of
      // its own.
      int64_t weight = stride;
      if (place != sum.terms.end() &&
          place->weight * place->digit.extent > stride)
        weight = place == sum.terms.begin() ? layout.getNumPositions()
                                            : std::prev(place)->weight;
      sum.terms.insert(place, {{dim.getPosition(), 1, 1}, weight});
    }
    stride *= extent;
  }
}

/// Inserts all other dims of extent 1 after the digits of the preceding dim.
static void insertUnitDims(const PhysicalLayout &layout,
                           LinearCombination &sum) {
  for (unsigned dim = 0; dim < layout.getShape().size(); ++dim) {
    if (findDim(sum, dim) != sum.terms.end())
      continue;
    if (dim == 0) {
      sum.terms.insert(sum.terms.begin(),
                       {{dim, 1, 1}, layout.getNumPositions()});
      continue;
    }
    // The innermost digit of the predecessor.
    auto last =
        llvm::find_if(llvm::reverse(sum.terms), [&](const WeightedDigit &term) {
          return term.digit.dim == dim - 1;
        }).base();
    sum.terms.insert(last, {{dim, 1, 1}, std::prev(last)->weight});
  }
}

llvm::Expected<LinearCombination>
layout::getMemoryOrder(const PhysicalLayout &layout) {
  AffineMap map = layout.getMap().getAffineMap();
  if (layout.getNumElements() == 0)
    return makeError("requires a tensor that is not empty");
  AffineExpr offset = getAffineConstantExpr(0, layout.getContext());
  for (auto [result, extent] :
       llvm::zip_equal(map.getResults(), layout.getBox()))
    offset = offset * extent + result;
  std::optional<LinearCombination> sum =
      getLinearCombination(offset, layout.getShape());
  if (!sum || !coversEachDimOnce(sum->terms, layout.getShape())) {
    return makeError("requires a layout that deals out the digits of its dims, "
                     "found {0}",
                     map);
  }
  insertUnitResults(layout, *sum);
  insertUnitDims(layout, *sum);
  return *sum;
}

int64_t BlockedForm::getBlock(unsigned dim) const {
  int64_t product = 1;
  for (const Digit &block : blocks)
    if (block.dim == dim)
      product *= block.extent;
  return product;
}

llvm::Error BlockedForm::verifyNesting() const {
  SmallVector<int64_t> strides(paddedShape);
  for (const Digit &block : blocks) {
    if (block.stride > strides[block.dim])
      return makeError(
          "requires the blocks of a dim from outer to inner, found d{0} in "
          "steps of {1} behind steps of {2}",
          block.dim, block.stride, strides[block.dim]);
    strides[block.dim] = block.stride;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Digits that fill the box
//===----------------------------------------------------------------------===//

/// Returns the dim of extent 1 that a result consists of, if any.
static std::optional<unsigned> getUnitDim(AffineExpr result,
                                          ArrayRef<int64_t> shape) {
  auto dim = dyn_cast<AffineDimExpr>(result);
  if (!dim || shape[dim.getPosition()] != 1)
    return std::nullopt;
  return dim.getPosition();
}

/// Pads the digits of `list` to `extent` values: enlarges a dim of `shape`, or
/// appends a filler to it. Returns whether that is possible.
static bool padList(MixedRadix &list, AffineExpr result, int64_t extent,
                    SmallVectorImpl<int64_t> &shape) {
  if (getExtent(list) == extent)
    return true;
  if (list.empty()) {
    std::optional<unsigned> unit = getUnitDim(result, shape);
    if (!unit) {
      unit = shape.size();
      shape.push_back(1);
    }
    list.push_back({*unit, 1, 1});
  }
  Digit &top = list.front();
  int64_t rest = getExtent(ArrayRef(list).drop_front());
  if (!top.isOutermost(shape[top.dim]) || extent % rest != 0 ||
      extent / rest < top.extent)
    return false;
  top.extent = extent / rest;
  shape[top.dim] = top.stride * top.extent;
  return true;
}

std::optional<MixedRadixMap>
layout::getFillingDigits(const IndexMap &map, ArrayRef<int64_t> box,
                         SmallVectorImpl<int64_t> &shape) {
  std::optional<SmallVector<int64_t>> full =
      getFullTileShape(map.getAffineMap(), shape);
  if (!full)
    return std::nullopt;
  std::optional<MixedRadixMap> lists = map.getDigits(*full);
  if (!lists || !isExactCover(*lists, *full))
    return std::nullopt;
  shape.assign(full->begin(), full->end());
  for (auto [list, result, extent] :
       llvm::zip_equal(*lists, map.getAffineMap().getResults(), box))
    if (!padList(list, result, extent, shape))
      return std::nullopt;
  return lists;
}

//===----------------------------------------------------------------------===//
// Outer parts and blocks
//===----------------------------------------------------------------------===//

namespace {
/// A digit, or a dim with an outer part of extent 1, and its physical dim.
struct PlacedDigit {
  Digit digit;
  unsigned result;
};
} // namespace

/// Returns whether two neighboring digits can be merged into one.
static bool continues(const Digit &major, const Digit &minor) {
  return major.dim == minor.dim && major.stride == minor.stride * minor.extent;
}

static Digit join(const Digit &major, const Digit &minor) {
  return {minor.dim, minor.stride, major.extent * minor.extent};
}

/// Returns all digits in the order of memory, and merges neighbors of dims that
/// are not padded. In a padded dim two digits stay apart, because their extents
/// tell which block the dim is padded to.
static SmallVector<PlacedDigit> flatten(ArrayRef<MixedRadix> lists,
                                        ArrayRef<int64_t> shape,
                                        ArrayRef<int64_t> paddedShape) {
  SmallVector<PlacedDigit> all;
  for (auto [result, list] : llvm::enumerate(lists))
    for (const Digit &digit : list) {
      bool isPadded = digit.dim >= shape.size() ||
                      shape[digit.dim] != paddedShape[digit.dim];
      if (!isPadded && !all.empty() && continues(all.back().digit, digit))
        all.back().digit = join(all.back().digit, digit);
      else
        all.push_back({digit, static_cast<unsigned>(result)});
    }
  return all;
}

/// Returns, for each dim, the first result that depends on it. For a dim
/// without a result that is the one of the preceding dim.
static SmallVector<unsigned> getFirstResults(AffineMap map) {
  SmallVector<unsigned> first;
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim) {
    unsigned place = dim == 0 ? 0 : first.back();
    for (unsigned result = map.getNumResults(); result-- > 0;)
      if (map.getResult(result).isFunctionOfDim(dim))
        place = result;
    first.push_back(place);
  }
  return first;
}

llvm::Expected<BlockedForm> BlockedForm::get(const IndexMap &map,
                                             ArrayRef<int64_t> shape,
                                             ArrayRef<int64_t> box) {
  if (llvm::is_contained(shape, 0))
    return makeError("requires a tensor with elements, or no place either");
  BlockedForm form;
  form.paddedShape.assign(shape.begin(), shape.end());
  std::optional<MixedRadixMap> lists =
      getFillingDigits(map, box, form.paddedShape);
  if (!lists)
    return makeError(
        "requires dims in nested blocks, padded at their ends, found {0} from "
        "{1:$[x]} into {2:$[x]}",
        map.getAffineMap(), llvm::make_range(shape.begin(), shape.end()),
        llvm::make_range(box.begin(), box.end()));

  // Outer parts come first, padded only to a multiple of their blocks. All
  // digits from the first other one on are blocks.
  SmallVector<PlacedDigit> outer;
  SmallVector<bool> isPlaced(shape.size(), false);
  auto isOuter = [&](const Digit &digit) {
    return digit.dim < shape.size() &&
           digit.isOutermost(form.paddedShape[digit.dim]) &&
           llvm::divideCeil(shape[digit.dim], digit.stride) ==
               static_cast<uint64_t>(digit.extent);
  };
  for (const PlacedDigit &placed : flatten(*lists, shape, form.paddedShape)) {
    if (form.blocks.empty() && isOuter(placed.digit)) {
      outer.push_back(placed);
      isPlaced[placed.digit.dim] = true;
    } else if (!form.blocks.empty() &&
               continues(form.blocks.back(), placed.digit)) {
      form.blocks.back() = join(form.blocks.back(), placed.digit);
    } else {
      form.blocks.push_back(placed.digit);
    }
  }
  for (const Digit &block : form.blocks)
    if (block.extent > Cursor::kMaxSize)
      return makeError("requires blocks of at most {0}, found {1}",
                       Cursor::kMaxSize, block.extent);
  SmallVector<unsigned> first = getFirstResults(map.getAffineMap());
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    if (!isPlaced[dim])
      outer.insert(
          llvm::upper_bound(outer, first[dim],
                            [](unsigned result, const PlacedDigit &at) {
                              return result < at.result;
                            }),
          PlacedDigit{{dim, 1, 1}, first[dim]});
  for (const PlacedDigit &placed : outer)
    form.order.push_back(placed.digit.dim);
  return form;
}

//===----------------------------------------------------------------------===//
// Runs of dims
//===----------------------------------------------------------------------===//

/// Adds the factor of each dim in `expr`. Returns false if `expr` is not a
/// linear combination of dims.
static bool addFactors(AffineExpr expr, int64_t factor,
                       MutableArrayRef<int64_t> factors) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    int64_t &sum = factors[dim.getPosition()];
    return !llvm::AddOverflow(sum, factor, sum);
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return addFactors(binary.getLHS(), factor, factors) &&
           addFactors(binary.getRHS(), factor, factors);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && constant &&
         !llvm::MulOverflow(factor, constant.getValue(), factor) &&
         addFactors(binary.getLHS(), factor, factors);
}

/// Returns the dims whose row-major linear index is `expr`, if there are such.
static std::optional<DimRun> getRun(AffineExpr expr, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> factors(shape.size(), 0);
  if (!addFactors(expr, 1, factors))
    return std::nullopt;
  DimRun run;
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    if (factors[dim] != 0)
      run.push_back(dim);
  llvm::sort(run, [&](unsigned a, unsigned b) {
    return std::tuple(factors[b], shape[b], a) <
           std::tuple(factors[a], shape[a], b);
  });
  int64_t stride = 1;
  for (unsigned dim : llvm::reverse(run))
    if (factors[dim] != stride || llvm::MulOverflow(stride, shape[dim], stride))
      return std::nullopt;
  return run;
}

std::optional<DimRunMap> layout::readDimRuns(AffineMap map,
                                             ArrayRef<int64_t> shape) {
  llvm::MapVector<AffineExpr, DimRun> sums;
  map.walkExprs([&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || (binary.getKind() != AffineExprKind::FloorDiv &&
                    binary.getKind() != AffineExprKind::Mod))
      return;
    if (binary.getLHS().getKind() == AffineExprKind::Add)
      if (std::optional<DimRun> run = getRun(binary.getLHS(), shape))
        sums.insert({binary.getLHS(), std::move(*run)});
  });

  MLIRContext *context = map.getContext();
  DimRunMap result;
  auto addRun = [&](ArrayRef<unsigned> run) {
    int64_t extent = 1;
    for (unsigned dim : run)
      extent *= shape[dim];
    result.shape.push_back(extent);
    result.runs.emplace_back(run);
    return getAffineDimExpr(result.runs.size() - 1, context);
  };
  // Replace the linear indices of runs by new dims after the old ones, then
  // renumber the dims that are left.
  DenseMap<AffineExpr, AffineExpr> names;
  SmallVector<AffineExpr> numbers(shape.size());
  for (auto &[sum, run] : sums) {
    for (unsigned dim : run) {
      if (numbers[dim])
        return std::nullopt;
      numbers[dim] = sum;
    }
    names[sum] = getAffineDimExpr(numbers.size(), context);
    numbers.push_back(addRun(run));
  }
  AffineMap named = map.replace(names, numbers.size(), 0);
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    if (!numbers[dim])
      numbers[dim] = addRun(dim);
    else if (named.isFunctionOfDim(dim))
      return std::nullopt;
  }
  result.map =
      IndexMap(named.replaceDimsAndSymbols(numbers, {}, result.runs.size(), 0));
  return result;
}
