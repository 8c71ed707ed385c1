//===- TileLoopNest.cpp - Loop nests over tiles ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileLoopNest.h"
#include "MapUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Greater than every stride.
static constexpr int64_t kNoStride = std::numeric_limits<int64_t>::max();

/// The stride of the next more significant digit; kNoStride if there is none.
static int64_t getNextStride(const Digit &digit) {
  if (digit.isDynamic())
    return kNoStride;
  return llvm::checkedMul(digit.stride, digit.extent).value_or(kNoStride);
}

//===----------------------------------------------------------------------===//
// Planning the loops
//===----------------------------------------------------------------------===//

/// Adds the strides at which an access splits its dims.
bool TileLoopNest::addSplitPoints(AffineExpr expr) {
  if (std::optional<Digit> digit = matchDigit(expr)) {
    strides[digit->dim].push_back(digit->stride);
    if (getNextStride(*digit) != kNoStride)
      strides[digit->dim].push_back(getNextStride(*digit));
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return !binary ||
         (addSplitPoints(binary.getLHS()) && addSplitPoints(binary.getRHS()));
}

/// Sorts the split points and drops those beyond the end of a dim. Returns
/// false if those of a dim do not nest.
bool TileLoopNest::normalizeSplitPoints() {
  for (auto [points, size] : llvm::zip_equal(strides, shape)) {
    points.push_back(1);
    llvm::sort(points);
    points.erase(llvm::unique(points), points.end());
    // A dim of size 1 has no loop; one of size 0 has one that never runs.
    if (!ShapedType::isDynamic(size))
      llvm::erase_if(points, [size = size](int64_t stride) {
        return stride >= std::max<int64_t>(size, size == 0 ? 2 : 1);
      });
    for (auto [inner, outer] :
         llvm::zip(points, ArrayRef(points).drop_front(points.empty() ? 0 : 1)))
      if (outer % inner != 0)
        return false;
  }
  return true;
}

/// Adds the loops of a dim with strides in [from, to) that are not there yet.
void TileLoopNest::addLoops(unsigned dim, int64_t from, int64_t to) {
  ArrayRef<int64_t> points = strides[dim];
  auto exists = [&](int64_t stride) {
    return llvm::any_of(nest, [&](const TileLoop &loop) {
      return loop.dim == dim && loop.stride == stride;
    });
  };
  for (unsigned number = points.size(); number-- > 0;) {
    int64_t stride = points[number];
    if (stride < from || stride >= to || exists(stride))
      continue;
    TileLoop loop{dim, stride, std::nullopt};
    if (number + 1 < points.size())
      loop.extent = points[number + 1] / stride;
    nest.push_back(loop);
  }
}

/// Adds the loops that walk a physical dim. Returns false if its index is no
/// list of digits.
bool TileLoopNest::addLoops(AffineExpr expr) {
  if (isa<AffineConstantExpr>(expr))
    return true;
  if (std::optional<Digit> digit = matchDigit(expr)) {
    addLoops(digit->dim, digit->stride, getNextStride(*digit));
    return true;
  }
  std::optional<MixedRadix> digits = layout::getDigits(expr, shape);
  for (const Digit &digit : digits.value_or(MixedRadix()))
    addLoops(digit.dim, digit.stride, getNextStride(digit));
  return digits.has_value();
}

std::optional<TileLoopNest> TileLoopNest::get(ArrayRef<int64_t> shape,
                                              AffineMap order,
                                              ArrayRef<AffineMap> accesses) {
  TileLoopNest nest(shape);
  for (AffineExpr expr : order.getResults())
    nest.addSplitPoints(expr);
  for (AffineMap access : accesses)
    for (AffineExpr expr : access.getResults())
      nest.addSplitPoints(expr);
  if (!nest.normalizeSplitPoints())
    return std::nullopt;
  for (AffineExpr expr : order.getResults())
    if (!nest.addLoops(expr))
      return std::nullopt;
  for (unsigned dim : llvm::seq(shape.size()))
    nest.addLoops(dim, 1, kNoStride);
  nest.markLastLoops();
  return nest;
}

bool TileLoopNest::keepsOrder(ArrayRef<unsigned> dims) const {
  auto isAmongDims = [&](const TileLoop &loop) {
    return llvm::is_contained(dims, loop.dim);
  };
  auto loops = llvm::to_vector(llvm::make_filter_range(nest, isAmongDims));
  return llvm::is_sorted(loops, [](const TileLoop &a, const TileLoop &b) {
    return std::pair(a.dim, -a.stride) < std::pair(b.dim, -b.stride);
  });
}

void TileLoopNest::markLastLoops() {
  llvm::SmallBitVector isSeen(shape.size());
  for (TileLoop &loop : llvm::reverse(nest)) {
    loop.isLastOfDim = !isSeen.test(loop.dim);
    isSeen.set(loop.dim);
  }
}

void TileLoopNest::moveFastestLoopInward(AffineMap access) {
  for (AffineExpr expr : llvm::reverse(access.getResults())) {
    // The stride of a loop if the expression depends on it, else kNoStride.
    auto getStep = [&](const TileLoop &loop) -> int64_t {
      std::optional<Digit> digit = matchDigit(expr);
      bool isPart = digit && digit->dim == loop.dim &&
                    loop.stride >= digit->stride &&
                    loop.stride < getNextStride(*digit);
      return isPart ? loop.stride : kNoStride;
    };
    auto fastest =
        llvm::min_element(nest, [&](const TileLoop &a, const TileLoop &b) {
          return getStep(a) < getStep(b);
        });
    // The physical dim may have size 1, or be no digit: try the next one.
    if (fastest == nest.end() || getStep(*fastest) == kNoStride)
      continue;
    if (std::next(fastest) != nest.end())
      std::rotate(fastest, std::next(fastest), std::prev(nest.end()));
    break;
  }
  markLastLoops();
}

//===----------------------------------------------------------------------===//
// Creating the loops
//===----------------------------------------------------------------------===//

/// The upper bound of a loop. If the last tile of a dim may be partly full, the
/// innermost loop of the dim ends where the dim does.
Value TileLoopNest::createBound(OpBuilder &builder, Location loc,
                                unsigned number, OpFoldResult size,
                                bool tilesDivideSizes) const {
  const TileLoop &loop = nest[number];
  MLIRContext *context = builder.getContext();
  int64_t outermostStride = strides[loop.dim].back();
  bool hasFullTiles = ShapedType::isDynamic(shape[loop.dim])
                          ? tilesDivideSizes || outermostStride == 1
                          : shape[loop.dim] % outermostStride == 0;
  bool isLimited = loop.isLastOfDim && !hasFullTiles;
  SmallVector<AffineExpr> bounds;
  SmallVector<OpFoldResult> operands(inductionVars);
  if (loop.extent)
    bounds.push_back(getAffineConstantExpr(*loop.extent, context));
  if (!loop.extent || isLimited) {
    AffineExpr rest = getAffineSymbolExpr(0, context);
    if (isLimited)
      for (unsigned outer : llvm::seq(number))
        if (nest[outer].dim == loop.dim)
          rest = rest - getAffineDimExpr(outer, context) * nest[outer].stride;
    bounds.push_back(rest.ceilDiv(loop.stride));
  }
  operands.push_back(size);
  AffineMap map = AffineMap::get(number, 1, bounds, context);
  if (bounds.size() == 1)
    return createMapResults(builder, loc, map, operands).front();
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineMin(builder, loc, map, operands));
}

void TileLoopNest::build(OpBuilder &builder, Location loc,
                         ArrayRef<OpFoldResult> sizes, bool tilesDivideSizes) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  for (unsigned number : llvm::seq(nest.size())) {
    Value bound = createBound(builder, loc, number, sizes[nest[number].dim],
                              tilesDivideSizes);
    auto loop = scf::ForOp::create(builder, loc, zero, bound, one);
    loops.push_back(loop);
    inductionVars.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Whether loops of a dim end at `stride`: one loop has smaller strides only,
/// the next outer one has this stride or a greater one.
bool TileLoopNest::isSplitAt(unsigned dim, int64_t stride) const {
  return stride == 1 || stride == kNoStride ||
         llvm::is_contained(strides[dim], stride) ||
         (!ShapedType::isDynamic(shape[dim]) && stride >= shape[dim]);
}

/// Rewrites an expression of the dims of the space to one of the induction
/// variables. A digit is the sum of its loops: with loops of strides 8, 4 and 1
/// (in this order) over d0, `d0 floordiv 4` is `d0 * 2 + d1`.
AffineExpr TileLoopNest::rewrite(AffineExpr expr) const {
  MLIRContext *context = expr.getContext();
  std::optional<Digit> digit = matchDigit(expr);
  if (digit && isSplitAt(digit->dim, digit->stride) &&
      isSplitAt(digit->dim, getNextStride(*digit))) {
    int64_t end = getNextStride(*digit);
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (auto [number, loop] : llvm::enumerate(nest))
      if (loop.dim == digit->dim && loop.stride >= digit->stride &&
          loop.stride < end)
        sum = sum +
              getAffineDimExpr(number, context) * (loop.stride / digit->stride);
    return sum;
  }
  // Keep divisions that do not match the loops, and rewrite their operands.
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr))
    return getAffineBinaryOpExpr(expr.getKind(), rewrite(binary.getLHS()),
                                 rewrite(binary.getRHS()));
  return expr;
}

SmallVector<Value> TileLoopNest::createIndices(OpBuilder &builder, Location loc,
                                               AffineMap access) const {
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : access.getResults())
    results.push_back(rewrite(expr));
  AffineMap map = AffineMap::get(nest.size(), 0, results, builder.getContext());
  return createMapResults(builder, loc, map, inductionVars);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

TiledCopy layout::createTiledCopy(OpBuilder &builder, Location loc,
                                  Value source, AffineMap from, Value target,
                                  AffineMap to, ArrayRef<int64_t> shape,
                                  ArrayRef<OpFoldResult> sizes,
                                  bool tilesDivideSizes) {
  OpBuilder::InsertionGuard guard(builder);
  std::optional<TileLoopNest> nest = TileLoopNest::get(shape, to, from);
  if (nest)
    nest->moveFastestLoopInward(from);
  else
    nest = TileLoopNest::get(
        shape,
        AffineMap::getMultiDimIdentityMap(shape.size(), builder.getContext()),
        {});
  nest->build(builder, loc, sizes, tilesDivideSizes);
  auto load = memref::LoadOp::create(builder, loc, source,
                                     nest->createIndices(builder, loc, from));
  auto store = memref::StoreOp::create(builder, loc, load, target,
                                       nest->createIndices(builder, loc, to));
  return {load, store, llvm::to_vector(nest->getLoops())};
}
