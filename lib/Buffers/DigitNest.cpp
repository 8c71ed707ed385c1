//===- DigitNest.cpp - Loops over the digits of a box ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DigitNest.h"
#include "ApplyMap.h"
#include "WrittenDigit.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Above all strides.
static constexpr int64_t kTop = std::numeric_limits<int64_t>::max();

/// The stride behind a digit.
static int64_t getEnd(const Digit &digit) {
  if (digit.isDynamic())
    return kTop;
  return llvm::checkedMul(digit.stride, digit.extent).value_or(kTop);
}

//===----------------------------------------------------------------------===//
// Which loops there are
//===----------------------------------------------------------------------===//

bool DigitNest::addCuts(AffineExpr expr) {
  if (std::optional<Digit> digit = getWrittenDigit(expr)) {
    strides[digit->dim].push_back(digit->stride);
    if (getEnd(*digit) != kTop)
      strides[digit->dim].push_back(getEnd(*digit));
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return !binary || (addCuts(binary.getLHS()) && addCuts(binary.getRHS()));
}

/// Whether the cuts of every dim nest.
bool DigitNest::finishCuts() {
  for (auto [cuts, size] : llvm::zip_equal(strides, shape)) {
    cuts.push_back(1);
    llvm::sort(cuts);
    cuts.erase(llvm::unique(cuts), cuts.end());
    // What is behind the end of a dim is not there; of size 1 there is no loop.
    if (!ShapedType::isDynamic(size))
      llvm::erase_if(cuts, [size = size](int64_t stride) {
        return stride >= std::max<int64_t>(size, size == 0 ? 2 : 1);
      });
    for (auto [inner, outer] :
         llvm::zip(cuts, ArrayRef(cuts).drop_front(cuts.empty() ? 0 : 1)))
      if (outer % inner != 0)
        return false;
  }
  return true;
}

/// Adds the loops of a dim with strides from `from` to less than `to`, but for
/// those that are there.
void DigitNest::addLoops(unsigned dim, int64_t from, int64_t to) {
  ArrayRef<int64_t> cuts = strides[dim];
  for (unsigned number = cuts.size(); number-- > 0;) {
    int64_t stride = cuts[number];
    if (stride < from || stride >= to ||
        llvm::any_of(
            nest,
            [&](const Loop &loop) {
              return loop.dim == dim && loop.stride == stride;
            }))
      continue;
    Loop loop{dim, stride, std::nullopt};
    if (number + 1 < cuts.size())
      loop.extent = cuts[number + 1] / stride;
    nest.push_back(loop);
  }
}

/// Adds the loops that a physical dim is walked by.
bool DigitNest::addLoops(AffineExpr expr) {
  if (isa<AffineConstantExpr>(expr))
    return true;
  if (std::optional<Digit> digit = getWrittenDigit(expr)) {
    addLoops(digit->dim, digit->stride, getEnd(*digit));
    return true;
  }
  std::optional<MixedRadix> digits = layout::getDigits(expr, shape);
  for (const Digit &digit : digits.value_or(MixedRadix()))
    addLoops(digit.dim, digit.stride, getEnd(digit));
  return digits.has_value();
}

std::optional<DigitNest> DigitNest::get(ArrayRef<int64_t> shape,
                                        AffineMap order,
                                        ArrayRef<AffineMap> accesses) {
  DigitNest nest(shape);
  for (AffineExpr expr : order.getResults())
    nest.addCuts(expr);
  for (AffineMap access : accesses)
    for (AffineExpr expr : access.getResults())
      nest.addCuts(expr);
  if (!nest.finishCuts())
    return std::nullopt;
  for (AffineExpr expr : order.getResults())
    if (!nest.addLoops(expr))
      return std::nullopt;
  for (unsigned dim : llvm::seq(shape.size()))
    nest.addLoops(dim, 1, kTop);
  nest.findLast();
  return nest;
}

void DigitNest::findLast() {
  llvm::SmallBitVector isSeen(shape.size());
  for (Loop &loop : llvm::reverse(nest)) {
    loop.isLast = !isSeen.test(loop.dim);
    isSeen.set(loop.dim);
  }
}

void DigitNest::readInLines(AffineMap access) {
  for (AffineExpr expr : llvm::reverse(access.getResults())) {
    // The first loop that the expression moves with by the least.
    auto getStep = [&](const Loop &loop) -> int64_t {
      std::optional<Digit> digit = getWrittenDigit(expr);
      bool isPart = digit && digit->dim == loop.dim &&
                    loop.stride >= digit->stride &&
                    loop.stride < getEnd(*digit);
      return isPart ? loop.stride : kTop;
    };
    auto fastest = llvm::min_element(nest, [&](const Loop &a, const Loop &b) {
      return getStep(a) < getStep(b);
    });
    if (fastest == nest.end() || getStep(*fastest) == kTop)
      continue; // Of size 1, or no digit.
    if (std::next(fastest) != nest.end())
      std::rotate(fastest, std::next(fastest), std::prev(nest.end()));
    break;
  }
  findLast();
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

/// The end of a loop. Tiles that are not full end where the last loop of their
/// dim does.
Value DigitNest::getBound(OpBuilder &builder, Location loc, unsigned number,
                          OpFoldResult size, bool isExact) const {
  const Loop &loop = nest[number];
  MLIRContext *context = builder.getContext();
  int64_t top = strides[loop.dim].back();
  bool isFull = ShapedType::isDynamic(shape[loop.dim])
                    ? isExact || top == 1
                    : shape[loop.dim] % top == 0;
  SmallVector<AffineExpr> bounds;
  SmallVector<OpFoldResult> operands(variables);
  if (loop.extent)
    bounds.push_back(getAffineConstantExpr(*loop.extent, context));
  if (!loop.extent || (loop.isLast && !isFull)) {
    AffineExpr rest = getAffineSymbolExpr(0, context);
    if (loop.isLast && !isFull)
      for (unsigned outer : llvm::seq(number))
        if (nest[outer].dim == loop.dim)
          rest = rest - getAffineDimExpr(outer, context) * nest[outer].stride;
    bounds.push_back(rest.ceilDiv(loop.stride));
  }
  operands.push_back(size);
  AffineMap map = AffineMap::get(number, 1, bounds, context);
  if (bounds.size() == 1)
    return applyMap(builder, loc, map, operands).front();
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineMin(builder, loc, map, operands));
}

void DigitNest::build(OpBuilder &builder, Location loc,
                      ArrayRef<OpFoldResult> sizes, bool isExact) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  for (unsigned number : llvm::seq(nest.size())) {
    Value bound =
        getBound(builder, loc, number, sizes[nest[number].dim], isExact);
    auto loop = scf::ForOp::create(builder, loc, zero, bound, one);
    loops.push_back(loop);
    variables.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Whether a dim is cut between digits of strides below and from this one on.
bool DigitNest::isCut(unsigned dim, int64_t stride) const {
  return stride == 1 || stride == kTop ||
         llvm::is_contained(strides[dim], stride) ||
         (!ShapedType::isDynamic(shape[dim]) && stride >= shape[dim]);
}

/// The expression with dims of the box replaced by variables of loops.
AffineExpr DigitNest::rewrite(AffineExpr expr) const {
  MLIRContext *context = expr.getContext();
  std::optional<Digit> digit = getWrittenDigit(expr);
  // Where loops do not cut the dim so, it has to be divided.
  if (digit && isCut(digit->dim, digit->stride) &&
      isCut(digit->dim, getEnd(*digit))) {
    int64_t end = getEnd(*digit);
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (auto [number, loop] : llvm::enumerate(nest))
      if (loop.dim == digit->dim && loop.stride >= digit->stride &&
          loop.stride < end)
        sum = sum +
              getAffineDimExpr(number, context) * (loop.stride / digit->stride);
    return sum;
  }
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr))
    return getAffineBinaryOpExpr(expr.getKind(), rewrite(binary.getLHS()),
                                 rewrite(binary.getRHS()));
  return expr;
}

SmallVector<Value> DigitNest::getIndices(OpBuilder &builder, Location loc,
                                         AffineMap access) const {
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : access.getResults())
    results.push_back(rewrite(expr));
  AffineMap map = AffineMap::get(nest.size(), 0, results, builder.getContext());
  return applyMap(builder, loc, map, variables);
}
