//===- QuasiAffine.cpp - Quasi-affine expressions on boxes ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/QuasiAffine.h"
#include "LinearCombination.h"
#include "Support/Checked.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

std::optional<int64_t> layout::getNumPoints(ArrayRef<int64_t> shape) {
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return std::nullopt;
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t points = 1;
  for (int64_t size : shape) {
    std::optional<int64_t> product = multiplyChecked(points, size);
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
// Evaluation and simplification
//===----------------------------------------------------------------------===//

int64_t layout::evaluate(AffineExpr expr, ArrayRef<int64_t> dims) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = cast<AffineBinaryOpExpr>(expr);
  return evaluate(binary.getKind(), evaluate(binary.getLHS(), dims),
                  evaluate(binary.getRHS(), dims));
}

BoxEvaluator::BoxEvaluator(ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> shape)
    : shape(shape), initial(shape.size(), 0) {
  llvm::DenseMap<AffineExpr, unsigned> slots;
  auto lastDims = llvm::to_vector(llvm::seq<unsigned>(0, shape.size()));
  auto addSlot = [&](AffineExpr expr, int64_t value, unsigned lastDim) {
    slots[expr] = initial.size();
    initial.push_back(value);
    lastDims.push_back(lastDim);
  };
  for (AffineExpr expr : exprs) {
    // The walk is in post-order; subexpressions seen before keep their slot.
    expr.walk([&](AffineExpr part) {
      if (slots.contains(part))
        return;
      if (auto dim = dyn_cast<AffineDimExpr>(part)) {
        slots[part] = dim.getPosition();
      } else if (auto constant = dyn_cast<AffineConstantExpr>(part)) {
        addSlot(part, constant.getValue(), 0);
      } else {
        auto binary = cast<AffineBinaryOpExpr>(part);
        unsigned lhs = slots.at(binary.getLHS());
        unsigned rhs = slots.at(binary.getRHS());
        unsigned lastDim = std::max(lastDims[lhs], lastDims[rhs]);
        steps.push_back({part.getKind(), static_cast<unsigned>(initial.size()),
                         lhs, rhs, lastDim});
        addSlot(part, 0, lastDim);
      }
    });
    results.push_back(slots.at(expr));
  }
  llvm::sort(steps, [](const Step &a, const Step &b) {
    return std::make_pair(a.lastDim, a.result) <
           std::make_pair(b.lastDim, b.result);
  });
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    auto dependsOn = llvm::find_if(
        steps, [&](const Step &step) { return step.lastDim >= dim; });
    firstStep.push_back(dependsOn - steps.begin());
  }
  if (!llvm::is_contained(shape, 0))
    addIncrements(exprs);
}

/// Adds the increments of expressions that are sums of multiples of dims:
///
///   6 * d0 + d1 on 4 x 3 grows by 6 - 2 = 4 with d0 and by 1 with d1
void BoxEvaluator::addIncrements(ArrayRef<AffineExpr> exprs) {
  SmallVector<SmallVector<int64_t>> found(shape.size());
  for (AffineExpr expr : exprs) {
    std::optional<LinearCombination> sum = getLinearCombination(expr, shape);
    if (!sum)
      return;
    SmallVector<int64_t> weights(shape.size(), 0);
    for (auto [digit, weight] : sum->terms) {
      if (digit.stride != 1 || digit.extent != shape[digit.dim])
        return;
      weights[digit.dim] += weight;
    }
    int64_t last = 0; // the sum of the later dims at their ends
    for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
      found[dim].push_back(weights[dim] - last);
      last += weights[dim] * (shape[dim] - 1);
    }
  }
  increments = std::move(found);
}

bool BoxEvaluator::forEach(
    llvm::function_ref<bool(ArrayRef<int64_t>)> visit) const {
  if (llvm::is_contained(shape, 0))
    return true;
  SmallVector<int64_t> values(initial), found(results.size());
  auto evaluateFrom = [&](size_t first) {
    for (const Step &step : ArrayRef(steps).drop_front(first))
      values[step.result] =
          evaluate(step.kind, values[step.lhs], values[step.rhs]);
    for (auto [value, slot] : llvm::zip_equal(found, results))
      value = values[slot];
  };
  evaluateFrom(0);
  while (visit(found)) {
    int64_t dim = shape.size();
    while (--dim >= 0 && ++values[dim] == shape[dim])
      values[dim] = 0;
    if (dim < 0)
      return true;
    if (increments.empty()) {
      evaluateFrom(firstStep[dim]);
      continue;
    }
    for (auto [value, increment] : llvm::zip_equal(found, increments[dim]))
      value += increment;
  }
  return false;
}

bool BoxEvaluator::forEachRow(
    llvm::function_ref<bool(ArrayRef<int64_t>, ArrayRef<int64_t>, int64_t)>
        visit) const {
  if (increments.empty()) {
    SmallVector<int64_t> steps(results.size(), 0);
    return forEach([&](ArrayRef<int64_t> values) {
      return visit(values, steps, /*count=*/1);
    });
  }
  // The points with index 0 in the last dim are those of a box of rows.
  ArrayRef<int64_t> steps = increments.back();
  BoxEvaluator ofRows(*this);
  ofRows.shape.back() = 1;
  // The increments of earlier dims step from the end of the last dim.
  for (SmallVector<int64_t> &increment : ofRows.increments)
    for (auto [value, step] : llvm::zip_equal(increment, steps))
      value += step * (shape.back() - 1);
  return ofRows.forEach([&](ArrayRef<int64_t> values) {
    return visit(values, steps, shape.back());
  });
}

namespace {
/// (number floordiv stride) mod extent; without an extent, the quotient.
struct Part {
  AffineExpr number;
  int64_t stride = 1;
  std::optional<int64_t> extent;

  explicit Part(AffineExpr expr) : number(expr) {
    auto take = [&](AffineExprKind kind) -> std::optional<int64_t> {
      auto binary = dyn_cast<AffineBinaryOpExpr>(number);
      if (!binary || binary.getKind() != kind)
        return std::nullopt;
      auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
      if (!divisor || divisor.getValue() <= 0)
        return std::nullopt;
      number = binary.getLHS();
      return divisor.getValue();
    };
    extent = take(AffineExprKind::Mod);
    stride = take(AffineExprKind::FloorDiv).value_or(1);
  }

  AffineExpr get() const {
    AffineExpr expr = number.floorDiv(stride);
    return extent ? expr % *extent : expr;
  }
};
} // namespace

/// Makes `part` stand for `part * size + next` if both are parts of one number
/// that follow each other: 4 * (n floordiv 12) + (n floordiv 3) mod 4 is
/// n floordiv 3.
static bool append(Part &part, AffineExpr next, int64_t size) {
  Part minor(next);
  std::optional<int64_t> stride = llvm::checkedMul(minor.stride, size);
  std::optional<int64_t> extent =
      llvm::checkedMul(part.extent.value_or(1), size);
  if (part.number != minor.number || minor.extent != size || !extent ||
      stride != part.stride)
    return false;
  part.stride = minor.stride;
  if (part.extent)
    part.extent = extent;
  return true;
}

AffineExpr layout::getRowMajorOffset(ArrayRef<AffineExpr> index,
                                     ArrayRef<int64_t> shape,
                                     MLIRContext *context) {
  AffineExpr offset = getAffineConstantExpr(0, context);
  std::optional<Part> last;
  for (auto [i, size] : llvm::zip_equal(index, shape)) {
    offset = offset * size;
    if (last && append(*last, i, size))
      continue;
    if (last)
      offset = offset + last->get() * size;
    last = Part(i);
  }
  return last ? offset + last->get() : offset;
}

AffineExpr layout::simplify(AffineExpr expr, unsigned numDims) {
  auto getLength = [](AffineExpr expr) {
    int64_t length = 0;
    expr.walk([&](AffineExpr) { ++length; });
    return length;
  };
  AffineExpr flat = simplifyAffineExpr(expr, numDims, /*numSymbols=*/0);
  return getLength(flat) < getLength(expr) ? flat : expr;
}

AffineMap layout::simplify(AffineMap map) {
  unsigned numDims = map.getNumDims();
  auto results = llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return simplify(expr, numDims);
  });
  return AffineMap::get(numDims, 0, results, map.getContext());
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Returns the image of `range` under the monotonic function `f`, which returns
/// nullopt on overflow.
static std::optional<Interval>
mapEnds(Interval range, llvm::function_ref<std::optional<int64_t>(int64_t)> f) {
  std::optional<int64_t> low = f(range.low), high = f(range.high);
  if (!low || !high)
    return std::nullopt;
  return Interval{std::min(*low, *high), std::max(*low, *high)};
}

std::optional<Interval> layout::getRange(AffineExpr expr,
                                         ArrayRef<int64_t> shape) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    int64_t extent = shape[dim.getPosition()];
    if (ShapedType::isDynamic(extent))
      return Interval{0, std::numeric_limits<int64_t>::max()};
    return Interval{0, std::max<int64_t>(extent - 1, 0)};
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Interval{constant.getValue(), constant.getValue()};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<Interval> lhs = getRange(binary.getLHS(), shape);
  std::optional<Interval> rhs = getRange(binary.getRHS(), shape);
  if (!lhs || !rhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add) {
    std::optional<int64_t> low = llvm::checkedAdd(lhs->low, rhs->low);
    std::optional<int64_t> high = llvm::checkedAdd(lhs->high, rhs->high);
    if (!low || !high)
      return std::nullopt;
    return Interval{*low, *high};
  }

  // The right operand of all other operations is a constant.
  int64_t value = rhs->low;
  switch (binary.getKind()) {
  case AffineExprKind::Mul:
    return mapEnds(*lhs, [&](int64_t x) { return multiplyChecked(x, value); });
  case AffineExprKind::FloorDiv:
    return mapEnds(
        *lhs, [&](int64_t x) { return llvm::divideFloorSigned(x, value); });
  case AffineExprKind::CeilDiv:
    return mapEnds(*lhs,
                   [&](int64_t x) { return llvm::divideCeilSigned(x, value); });
  case AffineExprKind::Mod:
    return Interval{0, value - 1};
  default:
    llvm_unreachable("index maps hold no other expressions");
  }
}

bool layout::hasPartialTile(AffineExpr expr, ArrayRef<int64_t> shape) {
  auto isPartial = [&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary || binary.getKind() != AffineExprKind::Mod)
      return false;
    int64_t tile = cast<AffineConstantExpr>(binary.getRHS()).getValue();
    std::optional<Interval> range = getRange(binary.getLHS(), shape);
    if (!range || llvm::divideFloorSigned(range->low, tile) !=
                      llvm::divideFloorSigned(range->high, tile))
      return false; // More than one period: some tile is full.
    // The values are multiples of `step`.
    int64_t step = std::gcd(binary.getLHS().getLargestKnownDivisor(), tile);
    return llvm::mod(range->high, tile) < tile - step;
  };
  bool found = false;
  expr.walk([&](AffineExpr part) { found |= isPartial(part); });
  return found;
}

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

bool layout::addTerms(AffineExpr expr, int64_t factor,
                      llvm::function_ref<bool(AffineExpr, int64_t)> take,
                      SmallVectorImpl<SumTerm> &terms) {
  if (take(expr, factor))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::Add)
    return addTerms(binary.getLHS(), factor, take, terms) &&
           addTerms(binary.getRHS(), factor, take, terms);
  if (binary && binary.getKind() == AffineExprKind::Mul) {
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    std::optional<int64_t> product =
        constant ? multiplyChecked(factor, constant.getValue()) : std::nullopt;
    return product && addTerms(binary.getLHS(), *product, take, terms);
  }
  terms.push_back({expr, factor});
  return true;
}

static llvm::SmallBitVector getUsedDims(ArrayRef<AffineExpr> exprs,
                                        unsigned numDims) {
  llvm::SmallBitVector used(numDims);
  for (AffineExpr expr : exprs)
    expr.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        used.set(dim.getPosition());
    });
  return used;
}

Restriction layout::restrictToUsedDims(ArrayRef<AffineExpr> exprs,
                                       ArrayRef<int64_t> shape) {
  llvm::SmallBitVector used = getUsedDims(exprs, shape.size());
  Restriction result;
  // Null for the unused dims, which no expression refers to.
  SmallVector<AffineExpr> newDims(shape.size());
  for (unsigned dim : used.set_bits()) {
    newDims[dim] =
        getAffineDimExpr(result.shape.size(), exprs.front().getContext());
    result.shape.push_back(shape[dim]);
  }
  for (AffineExpr expr : exprs)
    result.exprs.push_back(expr.replaceDims(newDims));
  return result;
}

SmallVector<Restriction>
layout::getIndependentComponents(ArrayRef<AffineExpr> exprs,
                                 ArrayRef<int64_t> shape) {
  llvm::IntEqClasses components(shape.size());
  for (AffineExpr expr : exprs) {
    llvm::SmallBitVector used = getUsedDims(expr, shape.size());
    for (unsigned dim : used.set_bits())
      components.join(used.find_first(), dim);
  }
  components.compress();

  SmallVector<Restriction> result;
  for (unsigned id = 0; id < components.getNumClasses(); ++id) {
    SmallVector<AffineExpr> members =
        llvm::filter_to_vector(exprs, [&](AffineExpr expr) {
          int first = getUsedDims(expr, shape.size()).find_first();
          return first >= 0 && components[first] == id;
        });
    if (!members.empty()) {
      result.push_back(restrictToUsedDims(members, shape));
      continue;
    }
    for (auto [dim, size] : llvm::enumerate(shape))
      if (components[dim] == id)
        result.push_back({{}, {size}});
  }
  return result;
}
