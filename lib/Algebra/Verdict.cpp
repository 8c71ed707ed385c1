//===- Verdict.cpp - Proved, refuted, not known ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/Verdict.h"
#include "BoxValues.h"
#include "Separate.h"
#include "layout/Algebra/MixedRadix.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<int64_t> layout::getNumPoints(ArrayRef<int64_t> shape) {
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return std::nullopt;
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t points = 1;
  for (int64_t size : shape) {
    std::optional<int64_t> product = llvm::checkedMul(points, size);
    if (!product)
      return std::nullopt;
    points = *product;
  }
  return points;
}

bool layout::forEachIndex(ArrayRef<int64_t> shape,
                          llvm::function_ref<bool(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(shape, 0))
    return true;
  SmallVector<int64_t> index(shape.size(), 0);
  while (true) {
    if (!visit(index))
      return false;
    int64_t dim = shape.size();
    while (--dim >= 0 && ++index[dim] == shape[dim])
      index[dim] = 0;
    if (dim < 0)
      return true;
  }
}

//===----------------------------------------------------------------------===//
// What may be asked
//===----------------------------------------------------------------------===//

static bool isEnumerable(ArrayRef<int64_t> shape) {
  std::optional<int64_t> points = getNumPoints(shape);
  return points && *points <= kEnumerationLimit;
}

/// Bounds on a box that is static; nothing if 64 bits do not hold them.
static std::optional<Interval> getStaticRange(AffineExpr expr,
                                              ArrayRef<int64_t> shape) {
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return std::nullopt;
  return getRange(expr, shape);
}

/// Whether the box is static and 64 bits hold all values taken there.
static bool fits(ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> shape) {
  return llvm::none_of(shape, ShapedType::isDynamic) &&
         llvm::all_of(exprs, [&](AffineExpr expr) {
           return getRange(expr, shape).has_value();
         });
}

/// Presburger cannot be interrupted, so it is asked only what it answers in
/// milliseconds.
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
/// Integer points of one or two copies of a box that meet constraints.
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
// Injective
//===----------------------------------------------------------------------===//

/// Looks at every point.
static Verdict enumerateInjective(ArrayRef<AffineExpr> exprs,
                                  ArrayRef<int64_t> shape) {
  size_t width = exprs.size(), numPoints = *getNumPoints(shape);
  std::vector<int64_t> images;
  images.reserve(numPoints * width);
  BoxValues(exprs, shape).forEach([&](ArrayRef<int64_t> image) {
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

/// Two distinct points with one image must not exist.
static Verdict solveInjective(ArrayRef<AffineExpr> exprs,
                              ArrayRef<int64_t> shape) {
  unsigned rank = shape.size();
  // First difference at dim i, and there the second point is larger.
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

/// Whether expressions that have dims in common tell all points apart.
static Verdict provePartInjective(const Restriction &part) {
  ArrayRef<int64_t> shape = part.shape;
  MixedRadixMap digits;
  for (AffineExpr expr : part.exprs)
    if (std::optional<MixedRadix> list = getDigits(expr, shape))
      digits.push_back(std::move(*list));
  if (digits.size() == part.exprs.size()) {
    Cover cover = getCover(digits, shape);
    if (cover != Cover::Unclear)
      return toVerdict(cover != Cover::Gap);
  }
  if (!fits(part.exprs, shape))
    return Verdict::Unknown;
  if (isEnumerable(shape))
    return enumerateInjective(part.exprs, shape);
  if (isWithinPresburgerLimits(part.exprs, shape))
    return solveInjective(part.exprs, shape);
  return Verdict::Unknown;
}

/// Whether `expr` stays at 0 or above.
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
    exprs = separate(exprs, shape);
  // A product of maps is injective iff each of them is.
  for (const Restriction &part : getIndependentParts(exprs, shape))
    verdicts.push_back(provePartInjective(part));
  return getConjunction(verdicts);
}

//===----------------------------------------------------------------------===//
// Equal, range
//===----------------------------------------------------------------------===//

/// Whether `expr` is at least 0 at a corner of the box, where most expressions
/// take their largest value.
static bool reachesZeroAtCorner(AffineExpr expr, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> ends(shape.size(), 2);
  return !forEachIndex(ends, [&](ArrayRef<int64_t> corner) {
    SmallVector<int64_t> index;
    for (auto [end, size] : llvm::zip_equal(corner, shape))
      index.push_back(end == 0 ? 0 : size - 1);
    return evaluate(expr, index) < 0;
  });
}

Verdict layout::proveNegative(AffineExpr expr, ArrayRef<int64_t> fullShape) {
  Restriction used = restrictToUsedDims(expr, fullShape);
  AffineExpr value = used.exprs.front();
  ArrayRef<int64_t> shape = used.shape;
  std::optional<Interval> bounds = getStaticRange(value, shape);
  if (!bounds)
    return Verdict::Unknown;
  // Bounds settle most questions.
  if (bounds->high < 0 || bounds->low >= 0)
    return toVerdict(bounds->high < 0);
  if (isEnumerable(shape))
    return toVerdict(
        BoxValues(value, shape).forEach([](ArrayRef<int64_t> values) {
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

static Verdict proveSame(AffineExpr a, AffineExpr b, ArrayRef<int64_t> shape) {
  // The difference is simplified by itself, which settles most questions.
  AffineExpr difference = simplifyAffineExpr(a - b, shape.size(), 0);
  if (auto constant = dyn_cast<AffineConstantExpr>(difference))
    return toVerdict(constant.getValue() == 0);
  Restriction used = restrictToUsedDims({a, b}, shape);
  if (fits(used.exprs, used.shape) && isEnumerable(used.shape))
    return toVerdict(
        BoxValues(used.exprs, used.shape).forEach([](ArrayRef<int64_t> values) {
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
    // The bounds are the answer if they are reached.
    bool reached =
        proveNegative(value - bounds->high, used.shape) == Verdict::Refuted &&
        proveNegative(bounds->low - value, used.shape) == Verdict::Refuted;
    return reached ? bounds : std::nullopt;
  }
  Interval range{bounds->high, bounds->low};
  BoxValues(value, used.shape).forEach([&](ArrayRef<int64_t> values) {
    int64_t x = values.front();
    range = {std::min(range.low, x), std::max(range.high, x)};
    return true;
  });
  return range;
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
    if (it != verdicts.end())
      return it->second;
  }
  // Proved without the lock: two threads may do the same work once, which is
  // cheaper than one waiting for the other.
  Verdict verdict = prove();
  std::lock_guard<std::mutex> lock(mutex);
  verdicts.emplace(std::move(key), verdict);
  return verdict;
}
