//===- Proof.cpp - Proved, refuted, not known -----------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/Proof.h"
#include "layout/Algebra/Digits.h"
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
static Verdict enumerateInjective(AffineMap map, ArrayRef<int64_t> shape) {
  size_t width = map.getNumResults(), numPoints = *getNumPoints(shape);
  std::vector<int64_t> images;
  images.reserve(numPoints * width);
  bool nonNegative = forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    for (AffineExpr result : map.getResults())
      if (images.emplace_back(evaluate(result, index)) < 0)
        return false;
    return true;
  });
  if (!nonNegative)
    return Verdict::Refuted;
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

/// Two distinct points with one image, or an image below 0, must not exist.
static Verdict solveInjective(AffineMap map, ArrayRef<int64_t> shape) {
  MLIRContext *context = map.getContext();
  unsigned rank = shape.size();
  for (AffineExpr result : map.getResults()) {
    PointSet negative(shape, 1, context);
    negative.addAtLeastZero(-result - 1);
    if (!negative.isEmpty())
      return Verdict::Refuted;
  }
  // First difference at dim i, and there the second point is larger.
  for (unsigned i = 0; i < rank; ++i) {
    PointSet pairs(shape, 2, context);
    for (unsigned j = 0; j < i; ++j)
      pairs.addZero(pairs.getDim(j) - pairs.getDim(rank + j));
    pairs.addAtLeastZero(pairs.getDim(rank + i) - pairs.getDim(i) - 1);
    for (AffineExpr result : map.getResults())
      pairs.addZero(result - result.shiftDims(rank, rank));
    if (!pairs.isEmpty())
      return Verdict::Refuted;
  }
  return Verdict::Proved;
}

/// One part of a map, whose results have dims in common.
static Verdict provePartInjective(const Restriction &part,
                                  MLIRContext *context) {
  ArrayRef<int64_t> shape = part.shape;
  DigitLists digits;
  for (AffineExpr expr : part.exprs)
    if (std::optional<DigitList> list = getDigits(expr, shape))
      digits.push_back(std::move(*list));
  if (digits.size() == part.exprs.size()) {
    Cover cover = getCover(digits, shape);
    if (cover != Cover::Unclear)
      return toVerdict(cover != Cover::Gap);
  }
  if (!fits(part.exprs, shape))
    return Verdict::Unknown;
  AffineMap map = AffineMap::get(shape.size(), 0, part.exprs, context);
  if (isEnumerable(shape))
    return enumerateInjective(map, shape);
  if (isWithinPresburgerLimits(part.exprs, shape))
    return solveInjective(map, shape);
  return Verdict::Unknown;
}

Verdict layout::proveInjective(AffineMap map, ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0))
    return Verdict::Proved;
  // A product of maps is injective iff each of them is. Constants take no part
  // in it, but must not be below 0.
  SmallVector<Verdict> verdicts;
  for (AffineExpr result : map.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(result))
      verdicts.push_back(toVerdict(constant.getValue() >= 0));
  for (const Restriction &part : getIndependentParts(map.getResults(), shape))
    verdicts.push_back(provePartInjective(part, map.getContext()));
  return getConjunction(verdicts);
}

//===----------------------------------------------------------------------===//
// Equal, range
//===----------------------------------------------------------------------===//

Verdict layout::proveNegative(AffineExpr expr, ArrayRef<int64_t> fullShape) {
  Restriction used = restrictToUsedDims(expr, fullShape);
  AffineExpr value = used.exprs.front();
  ArrayRef<int64_t> shape = used.shape;
  if (!fits(value, shape))
    return Verdict::Unknown;
  if (isEnumerable(shape))
    return toVerdict(forEachIndex(shape, [&](ArrayRef<int64_t> index) {
      return evaluate(value, index) < 0;
    }));
  if (!isWithinPresburgerLimits(value, shape))
    return Verdict::Unknown;
  PointSet points(shape, 1, expr.getContext());
  points.addAtLeastZero(value);
  return toVerdict(points.isEmpty());
}

Verdict layout::proveEqual(AffineMap lhs, AffineMap rhs,
                           ArrayRef<int64_t> shape) {
  if (getNumPoints(shape) == 0)
    return Verdict::Proved;
  SmallVector<Verdict> verdicts;
  for (auto [a, b] : llvm::zip_equal(lhs.getResults(), rhs.getResults())) {
    // Each difference is simplified by itself, which settles most of them.
    AffineExpr difference =
        simplifyAffineExpr(a - b, shape.size(), /*numSymbols=*/0);
    verdicts.push_back(proveNegative(difference - 1, shape));
    verdicts.push_back(proveNegative(-difference - 1, shape));
  }
  return getConjunction(verdicts);
}

std::optional<Interval> layout::findRange(AffineExpr expr,
                                          ArrayRef<int64_t> fullShape) {
  Restriction used = restrictToUsedDims(expr, fullShape);
  AffineExpr value = used.exprs.front();
  std::optional<Interval> bounds = getRange(value, used.shape);
  if (!bounds || !fits(value, used.shape))
    return std::nullopt;
  if (!isEnumerable(used.shape)) {
    // The bounds are the answer if they are reached.
    bool reached =
        proveNegative(value - bounds->high, used.shape) == Verdict::Refuted &&
        proveNegative(bounds->low - value, used.shape) == Verdict::Refuted;
    return reached ? bounds : std::nullopt;
  }
  Interval range{bounds->high, bounds->low};
  forEachIndex(used.shape, [&](ArrayRef<int64_t> index) {
    int64_t x = evaluate(value, index);
    range = {std::min(range.low, x), std::max(range.high, x)};
    return true;
  });
  return range;
}

//===----------------------------------------------------------------------===//
// ProofCache
//===----------------------------------------------------------------------===//

size_t ProofCache::KeyHash::operator()(const Key &key) const {
  return llvm::hash_combine(hash_value(key.map),
                            llvm::hash_combine_range(key.shape));
}

Verdict ProofCache::getOrProve(AffineMap map, ArrayRef<int64_t> shape,
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
