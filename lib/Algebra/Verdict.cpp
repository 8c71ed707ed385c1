//===- Verdict.cpp - Proofs about maps: proved, refuted, unknown ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/Verdict.h"
#include "Decomposition.h"
#include "layout/Algebra/MixedRadix.h"
#include "layout/Support/Debug.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;

#define DEBUG_TYPE "layout-verdict"
ALWAYS_ENABLED_STATISTIC(numEnumerated, "Injectivity proofs by enumeration");
ALWAYS_ENABLED_STATISTIC(numPresburger,
                         "Injectivity proofs by Presburger arithmetic");
ALWAYS_ENABLED_STATISTIC(numUnknown, "Injectivity proofs given up");
ALWAYS_ENABLED_STATISTIC(numCacheHits, "Verdicts taken from a cache");

//===----------------------------------------------------------------------===//
// Limits of enumeration and Presburger arithmetic
//===----------------------------------------------------------------------===//

static bool isEnumerable(ArrayRef<int64_t> shape) {
  std::optional<int64_t> points = getNumPoints(shape);
  return points && *points <= kEnumerationLimit;
}

/// Returns bounds of `expr`, or nullopt if the box is dynamic or they do not
/// fit in 64 bits.
static std::optional<Interval> getStaticRange(AffineExpr expr,
                                              ArrayRef<int64_t> shape) {
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return std::nullopt;
  return getRange(expr, shape);
}

/// Returns whether the box is static and all values fit in 64 bits.
static bool fits(ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> shape) {
  return llvm::none_of(shape, ShapedType::isDynamic) &&
         llvm::all_of(exprs, [&](AffineExpr expr) {
           return getRange(expr, shape).has_value();
         });
}

/// Returns whether Presburger arithmetic answers within milliseconds. It has
/// doubly exponential worst cases and cannot be interrupted.
static bool isWithinPresburgerLimits(ArrayRef<AffineExpr> exprs,
                                     ArrayRef<int64_t> shape) {
  unsigned divisions = 0;
  for (AffineExpr expr : exprs)
    expr.walk([&](AffineExpr part) {
      divisions += part.getKind() == AffineExprKind::FloorDiv ||
                   part.getKind() == AffineExprKind::CeilDiv ||
                   part.getKind() == AffineExprKind::Mod;
    });
  return shape.size() <= 4 && divisions <= 4;
}

namespace {
/// The integer points of one or two copies of a box that satisfy constraints.
class PointSet {
public:
  PointSet(ArrayRef<int64_t> shape, unsigned copies, MLIRContext *context)
      : context(context), numDims(shape.size() * copies) {
    for (unsigned i = 0; i < numDims; ++i) {
      addAtLeastZero(getDim(i));
      addAtLeastZero(shape[i % shape.size()] - 1 - getDim(i));
    }
  }

  AffineExpr getDim(unsigned i) const { return getAffineDimExpr(i, context); }
  void addAtLeastZero(AffineExpr expr) { add(expr, false); }
  void addZero(AffineExpr expr) { add(expr, true); }

  bool isEmpty() const {
    return FlatLinearValueConstraints(
               IntegerSet::get(numDims, 0, constraints, isEquality))
        .isIntegerEmpty();
  }

private:
  void add(AffineExpr expr, bool equality) {
    constraints.push_back(expr);
    isEquality.push_back(equality);
  }

  MLIRContext *context;
  unsigned numDims;
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
};
} // namespace

static Verdict toVerdict(bool proved) {
  return proved ? Verdict::Proved : Verdict::Refuted;
}

//===----------------------------------------------------------------------===//
// Sign
//===----------------------------------------------------------------------===//

/// Returns whether `expr` is at least 0 at some corner of the box. This is a
/// cheap refutation: most expressions have their maximum at a corner.
static bool reachesZeroAtCorner(AffineExpr expr, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> ends(shape.size(), 2);
  return !forEachIndex(ends, [&](ArrayRef<int64_t> corner) {
    SmallVector<int64_t> index;
    for (auto [end, size] : llvm::zip_equal(corner, shape))
      index.push_back(end == 0 ? 0 : size - 1);
    return evaluate(expr, index) < 0;
  });
}

/// Whether `expr` is negative at every point of the box, which is not empty.
static Verdict proveNegative(AffineExpr expr, ArrayRef<int64_t> fullShape) {
  Restriction used = restrictToUsedDims(expr, fullShape);
  AffineExpr value = used.exprs.front();
  ArrayRef<int64_t> shape = used.shape;
  std::optional<Interval> bounds = getStaticRange(value, shape);
  if (!bounds)
    return Verdict::Unknown;
  // Interval bounds decide if all of the interval is negative or none of it.
  if (bounds->high < 0 || bounds->low >= 0)
    return toVerdict(bounds->high < 0);
  if (isEnumerable(shape))
    return toVerdict(
        BoxEvaluator(value, shape).forEach([](ArrayRef<int64_t> values) {
          return values.front() < 0;
        }));
  if (!isWithinPresburgerLimits(value, shape))
    return Verdict::Unknown;
  if (reachesZeroAtCorner(value, shape))
    return Verdict::Refuted;
  PointSet points(shape, 1, expr.getContext());
  points.addAtLeastZero(value);
  return toVerdict(points.isEmpty());
}

//===----------------------------------------------------------------------===//
// Injectivity
//===----------------------------------------------------------------------===//

/// Sorts the images of all points and compares adjacent ones.
static Verdict enumerateInjective(ArrayRef<AffineExpr> exprs,
                                  ArrayRef<int64_t> shape) {
  size_t width = exprs.size(), numPoints = *getNumPoints(shape);
  std::vector<int64_t> images;
  images.reserve(numPoints * width);
  BoxEvaluator(exprs, shape).forEach([&](ArrayRef<int64_t> image) {
    images.insert(images.end(), image.begin(), image.end());
    return true;
  });
  auto getImage = [&](size_t point) {
    return ArrayRef(images).slice(point * width, width);
  };
  auto order = llvm::to_vector(llvm::seq<size_t>(0, numPoints));
  llvm::sort(order,
             [&](size_t a, size_t b) { return getImage(a) < getImage(b); });
  auto collision =
      std::adjacent_find(order.begin(), order.end(), [&](size_t a, size_t b) {
        return getImage(a) == getImage(b);
      });
  return toVerdict(collision == order.end());
}

/// Decides by Presburger arithmetic whether two distinct points have the same
/// image. The box is not dynamic.
static Verdict solveInjective(ArrayRef<AffineExpr> exprs,
                              ArrayRef<int64_t> shape) {
  unsigned rank = shape.size();
  // Dim i is the first in which the points differ, and the second point is the
  // larger one: one emptiness test per dim.
  for (unsigned i = 0; i < rank; ++i) {
    PointSet pairs(shape, 2, exprs.front().getContext());
    for (unsigned j = 0; j < i; ++j)
      pairs.addZero(pairs.getDim(j) - pairs.getDim(rank + j));
    pairs.addAtLeastZero(pairs.getDim(rank + i) - pairs.getDim(i) - 1);
    for (AffineExpr expr : exprs)
      pairs.addZero(expr - expr.shiftDims(rank, rank));
    if (!pairs.isEmpty())
      return Verdict::Refuted;
  }
  return Verdict::Proved;
}

/// Proves injectivity for expressions that form one independent component.
static Verdict proveComponentInjective(const Restriction &part) {
  ArrayRef<int64_t> shape = part.shape;
  MixedRadixMap digits;
  for (AffineExpr expr : part.exprs)
    if (std::optional<MixedRadix> list = getDigits(expr, shape))
      digits.push_back(std::move(*list));
  if (digits.size() == part.exprs.size()) {
    Coverage coverage = getCoverage(digits, shape);
    if (coverage != Coverage::Unknown)
      return toVerdict(coverage != Coverage::Incomplete);
  }
  if (!fits(part.exprs, shape))
    return Verdict::Unknown;
  if (isEnumerable(shape)) {
    ++numEnumerated;
    return enumerateInjective(part.exprs, shape);
  }
  if (isWithinPresburgerLimits(part.exprs, shape)) {
    ++numPresburger;
    return solveInjective(part.exprs, shape);
  }
  ++numUnknown;
  LAYOUT_DEBUG({
    llvm::dbgs() << "no injectivity proof on ";
    llvm::interleave(shape, llvm::dbgs(), "x");
    llvm::dbgs() << " for ";
    llvm::interleaveComma(part.exprs, llvm::dbgs());
    llvm::dbgs() << "\n";
  });
  return Verdict::Unknown;
}

/// Whether `expr` is at least 0 on the box.
static Verdict proveNotNegative(AffineExpr expr, ArrayRef<int64_t> shape) {
  if (getDigits(expr, shape))
    return Verdict::Proved;
  return proveNegative(-expr - 1, shape);
}

Verdict layout::proveInjective(AffineMap map, ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0))
    return Verdict::Proved;
  SmallVector<Verdict> verdicts;
  for (AffineExpr result : map.getResults())
    verdicts.push_back(proveNotNegative(result, shape));
  SmallVector<AffineExpr> exprs(map.getResults());
  if (llvm::none_of(shape, ShapedType::isDynamic))
    exprs = decompose(exprs, shape);
  // The map is the product of its components, and a product is injective iff
  // every factor is.
  for (const Restriction &part : getIndependentComponents(exprs, shape))
    verdicts.push_back(proveComponentInjective(part));
  return getConjunction(verdicts);
}

//===----------------------------------------------------------------------===//
// Equality and ranges
//===----------------------------------------------------------------------===//

/// Whether two expressions agree on the box, which is not empty.
static Verdict proveSame(AffineExpr a, AffineExpr b, ArrayRef<int64_t> shape) {
  // Simplification usually reduces the difference to a constant.
  AffineExpr difference = simplifyAffineExpr(a - b, shape.size(), 0);
  if (auto constant = dyn_cast<AffineConstantExpr>(difference))
    return toVerdict(constant.getValue() == 0);
  Restriction used = restrictToUsedDims({a, b}, shape);
  if (fits(used.exprs, used.shape) && isEnumerable(used.shape))
    return toVerdict(BoxEvaluator(used.exprs, used.shape)
                         .forEach([](ArrayRef<int64_t> values) {
                           return values.front() == values.back();
                         }));
  return getConjunction({proveNegative(difference - 1, shape),
                         proveNegative(-difference - 1, shape)});
}

Verdict layout::proveEqual(AffineMap lhs, AffineMap rhs,
                           ArrayRef<int64_t> shape) {
  if (getNumPoints(shape) == 0)
    return Verdict::Proved;
  SmallVector<Verdict> verdicts;
  for (auto [a, b] : llvm::zip_equal(lhs.getResults(), rhs.getResults()))
    verdicts.push_back(proveSame(a, b, shape));
  return getConjunction(verdicts);
}

std::optional<Interval> layout::findRange(AffineExpr expr,
                                          ArrayRef<int64_t> fullShape) {
  Restriction used = restrictToUsedDims(expr, fullShape);
  AffineExpr value = used.exprs.front();
  std::optional<Interval> bounds = getStaticRange(value, used.shape);
  if (!bounds)
    return std::nullopt;
  if (!isEnumerable(used.shape)) {
    // The interval is the exact range if some point attains each bound.
    bool isAttained =
        proveNegative(value - bounds->high, used.shape) == Verdict::Refuted &&
        proveNegative(bounds->low - value, used.shape) == Verdict::Refuted;
    return isAttained ? bounds : std::nullopt;
  }
  Interval range{bounds->high, bounds->low};
  BoxEvaluator(value, used.shape).forEach([&](ArrayRef<int64_t> values) {
    int64_t x = values.front();
    range = {std::min(range.low, x), std::max(range.high, x)};
    return true;
  });
  return range;
}

//===----------------------------------------------------------------------===//
// Collisions
//===----------------------------------------------------------------------===//

/// Searches a box for a collision by enumerating its points.
static std::optional<Collision> searchBox(AffineMap map,
                                          ArrayRef<int64_t> box) {
  std::map<SmallVector<int64_t>, SmallVector<int64_t>> indices;
  std::optional<Collision> found;
  forEachIndex(box, [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> position = llvm::map_to_vector(
        map.getResults(), [&](AffineExpr e) { return evaluate(e, index); });
    if (llvm::any_of(position, [](int64_t value) { return value < 0; })) {
      found = {llvm::to_vector(index), std::nullopt, position};
      return false;
    }
    auto [other, isNew] = indices.insert({position, llvm::to_vector(index)});
    if (!isNew)
      found = {other->second, llvm::to_vector(index), position};
    return isNew;
  });
  return found;
}

/// Returns the extents, reduced to at most `limit`.
static SmallVector<int64_t> clip(ArrayRef<int64_t> shape, int64_t limit) {
  return llvm::map_to_vector(shape, [&](int64_t extent) {
    return ShapedType::isDynamic(extent) ? limit : std::min(extent, limit);
  });
}

std::optional<Collision> layout::findCollision(AffineMap map,
                                               ArrayRef<int64_t> shape) {
  // Search small boxes first: small indices make readable diagnostics.
  for (int64_t limit = 2; isEnumerable(clip(shape, limit)); limit *= 2) {
    if (std::optional<Collision> found = searchBox(map, clip(shape, limit)))
      return found;
    if (limit >= kEnumerationLimit)
      break;
  }
  // Then search along each dim for indices that are further apart.
  for (unsigned dim : llvm::seq<unsigned>(0, shape.size())) {
    SmallVector<int64_t> line(shape.size(), 1);
    line[dim] = clip(shape, kEnumerationLimit)[dim];
    if (std::optional<Collision> found = searchBox(map, line))
      return found;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// VerdictCache
//===----------------------------------------------------------------------===//

size_t VerdictCache::KeyHash::operator()(const Key &key) const {
  return llvm::hash_combine(hash_value(key.map),
                            llvm::hash_combine_range(key.shape));
}

Verdict VerdictCache::getOrProve(AffineMap map, ArrayRef<int64_t> shape,
                                 llvm::function_ref<Verdict()> prove) {
  Key key{map, llvm::to_vector(shape)};
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = verdicts.find(key);
    if (it != verdicts.end()) {
      ++numCacheHits;
      return it->second;
    }
  }
  // The lock is not held during the proof. Two threads may prove the same
  // claim, which costs less than waiting for each other.
  Verdict verdict = prove();
  std::lock_guard<std::mutex> lock(mutex);
  verdicts.emplace(std::move(key), verdict);
  return verdict;
}
