//===- RaiseLoops.cpp - Loops that move elements as structured ops --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Along each dim, loops visit a window of a tensor: from its first index to its
// last one, by steps. A condition that bounds the index makes the window
// smaller than what the loops run over; the rest is a border, which is padding
// of a source, and is cropped from what is written. So the loops are
//
//     slice of the source -> pad -> move -> crop -> slice of the destination
//
// where the move has a bijective write map and no conditions.
//
//===----------------------------------------------------------------------===//

#include "MoveLoops.h"
#include "OpModels/ExternalModels.h"
#include "Raise.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Algebra/QuasiAffine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {
/// What loops visit of a tensor along a dim.
struct Window {
  OpFoldResult first, size, step;
  /// The places in front of and behind the window that the loops run over.
  int64_t low = 0, high = 0;
  /// The position in the window with its border.
  AffineExpr index;
  int64_t extent = 0; ///< with the border; may be kDynamic
  bool isWhole = false;
};

/// Replaces what loops do by ops on tensors in front of them.
class LoopRaiser {
public:
  LoopRaiser(RewriterBase &rewriter, MoveLoops &loops)
      : rewriter(rewriter), loops(loops), loc(loops.op->getLoc()) {}

  /// Returns the tensor that the loops make; changes nothing on failure.
  FailureOr<Value> raise();

private:
  /// Leaves out iterations in which a condition on a single loop keeps from
  /// writing.
  LogicalResult shrinkLoops();
  /// Lets loops that end inside of a tile run to its end, where the destination
  /// keeps the element that all of it has:
  ///
  ///   result[i floordiv 4, i mod 4] = source[i]     for i < 6
  ///
  /// becomes, for i < 8, either this or the element of the destination.
  void completeTiles();
  OpFoldResult getFilledElement();
  LogicalResult findWindows();
  /// Finds the windows of a tensor whose dims have these indices, and removes
  /// the guards that bound them. `tensor` is null if it is made by the loops.
  FailureOr<SmallVector<Window>>
  getWindows(Value tensor, RankedTensorType type, ArrayRef<AffineExpr> indices,
             SmallVectorImpl<AffineExpr> &guards);
  FailureOr<Window> getWindow(Value tensor, int64_t size, int64_t dim,
                              AffineExpr index,
                              SmallVectorImpl<AffineExpr> &guards);
  Window getDynamicWindow(Value tensor, int64_t size, int64_t dim,
                          unsigned loop);
  std::optional<Interval> getRange(AffineExpr expr) const;
  /// Loops to a negative size do not run, but slices have none of it: where a
  /// loop runs along all of no tensor, `%n` becomes `arith.maxsi %n, %c0`.
  void clampSizes();
  /// Gives each dim of the destination that no loop runs along one of extent 1.
  void addUnitLoops();
  /// Whether the loops write each element of the windows with their borders
  /// once.
  bool writesOnce() const;

  Value createPadded();
  LogicalResult checkMove() const;
  Value createMove(Value source);
  Value createWritten(Value moved);
  OpFoldResult getExtent(unsigned loop) const;

  LogicalResult refuse(StringRef why) { return skip(loops.op, why); }
  OpFoldResult getIndex(int64_t value) { return rewriter.getIndexAttr(value); }

  RewriterBase &rewriter;
  MoveLoops &loops;
  Location loc;
  RankedTensorType sourceType, resultType;
  SmallVector<Window> reads, writes;
};
} // namespace

/// The part of `range`, the values of `index`, where `guard` is at least 0;
/// nothing if it is no bound of this index.
static std::optional<Interval> getBounds(AffineExpr guard, AffineExpr index,
                                         unsigned numLoops, Interval range) {
  auto difference = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(guard - index, numLoops, 0));
  auto sum = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(guard + index, numLoops, 0));
  if (!difference && !sum)
    return std::nullopt;
  if (difference)
    range.low = std::max(range.low, -difference.getValue());
  if (sum)
    range.high = std::min(range.high, sum.getValue());
  return range;
}

std::optional<Interval> LoopRaiser::getRange(AffineExpr expr) const {
  SmallVector<int64_t> extents = llvm::map_to_vector(
      loops.loops, [](const CountedLoop &loop) { return loop.extent; });
  return layout::getRange(expr, extents);
}

/// Whether a tensor has `size` elements along a dim.
static bool hasSize(Value tensor, int64_t dim, Value size) {
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
      ValueBoundsConstraintSet::Variable(tensor, dim),
      ValueBoundsConstraintSet::Variable(size));
  return succeeded(equal) && *equal;
}

Window LoopRaiser::getDynamicWindow(Value tensor, int64_t size, int64_t dim,
                                    unsigned loop) {
  Window window;
  window.first = getIndex(0);
  window.size = loops.loops[loop].upper;
  window.step = getIndex(1);
  window.index = getAffineDimExpr(loop, rewriter.getContext());
  window.extent = ShapedType::kDynamic;
  // The result of a tensor.generate has the size that it is given.
  window.isWhole = !tensor || (ShapedType::isDynamic(size) &&
                               hasSize(tensor, dim, loops.loops[loop].upper));
  return window;
}

FailureOr<Window> LoopRaiser::getWindow(Value tensor, int64_t size, int64_t dim,
                                        AffineExpr index,
                                        SmallVectorImpl<AffineExpr> &guards) {
  auto loop = dyn_cast<AffineDimExpr>(index);
  if (loop && loops.loops[loop.getPosition()].upper)
    return getDynamicWindow(tensor, size, dim, loop.getPosition());
  bool isStatic = llvm::none_of(llvm::enumerate(loops.loops), [&](auto entry) {
    return entry.value().upper && index.isFunctionOfDim(entry.index());
  });
  std::optional<Interval> range = isStatic ? getRange(index) : std::nullopt;
  if (!range)
    return refuse("requires an index that a loop to a size known at run time "
                  "alone makes");
  Interval inside = *range;
  llvm::erase_if(guards, [&](AffineExpr guard) {
    auto bounds = getBounds(guard, index, loops.loops.size(), inside);
    inside = bounds.value_or(inside);
    return bounds.has_value();
  });
  if (inside.low > inside.high)
    return refuse("requires conditions that hold for some index");

  Window window;
  window.low = inside.low - range->low;
  window.high = range->high - inside.high;
  int64_t step = 1;
  index = index - range->low;
  if (window.low == 0 && window.high == 0 && range->low != range->high)
    step = std::max<int64_t>(1, index.getLargestKnownDivisor());
  window.index =
      simplifyAffineExpr(index.floorDiv(step), loops.loops.size(), 0);
  int64_t count = (inside.high - inside.low) / step + 1;
  window.extent = window.low + count + window.high;
  window.first = getIndex(inside.low);
  window.size = getIndex(count);
  window.step = getIndex(step);
  if (inside.low < 0 || (!ShapedType::isDynamic(size) && inside.high >= size))
    return refuse("requires indices that are in bounds");
  window.isWhole = count == size;
  return window;
}

FailureOr<SmallVector<Window>>
LoopRaiser::getWindows(Value tensor, RankedTensorType type,
                       ArrayRef<AffineExpr> indices,
                       SmallVectorImpl<AffineExpr> &guards) {
  SmallVector<Window> windows;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    FailureOr<Window> window =
        getWindow(tensor, type.getDimSize(dim), dim,
                  simplifyAffineExpr(index, loops.loops.size(), 0), guards);
    if (failed(window))
      return failure();
    windows.push_back(*window);
  }
  return windows;
}

/// The element that all of the destination has before the loops; 0 if it is
/// any, and null if there are several.
OpFoldResult LoopRaiser::getFilledElement() {
  if (!loops.destination)
    return {};
  Operation *op = loops.destination.getDefiningOp();
  if (auto fill = dyn_cast_or_null<linalg::FillOp>(op))
    return getAsOpFoldResult(fill.value());
  if (isa_and_nonnull<tensor::EmptyOp>(op))
    return rewriter.getZeroAttr(resultType.getElementType());
  DenseElementsAttr elements;
  if (matchPattern(loops.destination, m_Constant(&elements)) &&
      elements.isSplat())
    return elements.getSplatValue<Attribute>();
  return {};
}

/// The least common multiple of the tiles that expressions divide a loop into.
static int64_t getTile(ArrayRef<AffineExpr> exprs, unsigned loop) {
  int64_t tile = 1;
  for (AffineExpr expr : exprs)
    expr.walk([&](AffineExpr part) {
      if (part.getKind() != AffineExprKind::Mod)
        return;
      auto mod = cast<AffineBinaryOpExpr>(part);
      auto by = dyn_cast<AffineConstantExpr>(mod.getRHS());
      auto of = dyn_cast<AffineDimExpr>(mod.getLHS());
      if (by && of && of.getPosition() == loop)
        tile = std::lcm(tile, by.getValue());
    });
  return tile;
}

void LoopRaiser::completeTiles() {
  if (loops.otherwise || !loops.writeGuards.empty())
    return;
  for (auto [dim, loop] : llvm::enumerate(loops.loops)) {
    int64_t tile = getTile(loops.write, dim);
    if (loop.upper || loop.extent % tile == 0)
      continue;
    if (!loops.otherwise && !(loops.otherwise = getFilledElement()))
      return;
    AffineExpr count = getAffineDimExpr(dim, rewriter.getContext());
    loops.readGuards.push_back(loop.extent - 1 - count);
    loop.extent = llvm::alignTo(loop.extent, tile);
  }
}

LogicalResult LoopRaiser::shrinkLoops() {
  unsigned numLoops = loops.loops.size();
  SmallVector<AffineExpr> shifted;
  for (auto [dim, loop] : llvm::enumerate(loops.loops)) {
    AffineExpr count = getAffineDimExpr(dim, rewriter.getContext());
    shifted.push_back(count);
    if (loop.upper)
      continue;
    Interval range = {0, loop.extent - 1};
    llvm::erase_if(loops.writeGuards, [&](AffineExpr guard) {
      auto bounds = getBounds(guard, count, numLoops, range);
      range = bounds.value_or(range);
      return bounds.has_value();
    });
    if (range.low > range.high)
      return refuse("requires conditions that hold for some index");
    shifted.back() = count + range.low;
    loop.extent = range.high - range.low + 1;
  }
  for (auto *exprs :
       {&loops.read, &loops.write, &loops.readGuards, &loops.writeGuards})
    for (AffineExpr &expr : *exprs)
      expr = simplifyAffineExpr(expr.replaceDims(shifted), numLoops, 0);
  return success();
}

LogicalResult LoopRaiser::findWindows() {
  // Conditions that always hold say nothing.
  auto isTrue = [&](AffineExpr guard) {
    std::optional<Interval> range = getRange(guard);
    return range && range->low >= 0;
  };
  llvm::erase_if(loops.readGuards, isTrue);
  llvm::erase_if(loops.writeGuards, isTrue);
  auto written =
      getWindows(loops.destination, resultType, loops.write, loops.writeGuards);
  if (failed(written))
    return failure();
  writes = std::move(*written);
  // Where a condition on what is read does not hold, the destination keeps what
  // it is filled with.
  if (!loops.writeGuards.empty() && !loops.otherwise &&
      (loops.otherwise = getFilledElement()))
    std::swap(loops.readGuards, loops.writeGuards);
  auto read =
      getWindows(loops.source, sourceType, loops.read, loops.readGuards);
  if (failed(read))
    return failure();
  reads = std::move(*read);
  if (!loops.readGuards.empty() || !loops.writeGuards.empty())
    return refuse("requires conditions that bound an index of the source or of "
                  "the result by a constant");
  return success();
}

/// Whether a size is known to be at least 0.
static bool isNoNegativeSize(Value size) {
  return ValueBoundsConstraintSet::compare(
      ValueBoundsConstraintSet::Variable(size), ValueBoundsConstraintSet::GE,
      ValueBoundsConstraintSet::Variable(
          OpFoldResult(IntegerAttr::get(size.getType(), 0))));
}

void LoopRaiser::clampSizes() {
  auto windows = [&] { return llvm::concat<Window>(reads, writes); };
  llvm::SmallSetVector<Value, 4> sizes;
  for (const CountedLoop &loop : loops.loops)
    if (loop.upper)
      sizes.insert(loop.upper);
  for (Value size : sizes) {
    auto isKnown = [&](const Window &window) {
      return window.size == OpFoldResult(size) && window.isWhole;
    };
    if (llvm::any_of(windows(), isKnown) || isNoNegativeSize(size))
      continue;
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value clamped = arith::MaxSIOp::create(rewriter, loc, size, zero);
    for (Window &window : windows())
      if (window.size == OpFoldResult(size))
        window.size = clamped;
    for (CountedLoop &loop : loops.loops)
      if (loop.upper == size)
        loop.upper = clamped;
  }
}

//===----------------------------------------------------------------------===//
// The move
//===----------------------------------------------------------------------===//

void LoopRaiser::addUnitLoops() {
  for (Window &window : writes)
    if (isa<AffineConstantExpr>(window.index)) {
      window.index =
          getAffineDimExpr(loops.loops.size(), rewriter.getContext());
      CountedLoop unit;
      unit.extent = 1;
      loops.loops.push_back(unit);
    }
}

/// The map from the loops to positions in windows.
static AffineMap getMap(ArrayRef<Window> windows, unsigned numLoops,
                        MLIRContext *context) {
  return AffineMap::get(
      numLoops, 0,
      llvm::map_to_vector(windows, [](const Window &w) { return w.index; }),
      context);
}

bool LoopRaiser::writesOnce() const {
  SmallVector<int64_t> extents, shape;
  for (const CountedLoop &loop : loops.loops)
    extents.push_back(loop.extent);
  for (const Window &window : writes)
    shape.push_back(window.extent);
  AffineMap map = getMap(writes, extents.size(), rewriter.getContext());
  auto covered = IndexMap(map).getPhysicalShape(extents);
  return covered && ArrayRef(*covered) == ArrayRef(shape) &&
         isProved(IndexMap(map).isBijective(extents));
}

OpFoldResult LoopRaiser::getExtent(unsigned loop) const {
  const CountedLoop &entry = loops.loops[loop];
  return entry.upper ? OpFoldResult(entry.upper)
                     : OpFoldResult(rewriter.getIndexAttr(entry.extent));
}

/// The element of `source` that the loops around `builder` read.
static Value createRead(OpBuilder &builder, Location loc, Value source,
                        AffineMap read) {
  SmallVector<Value> loops, indices;
  for (unsigned dim : llvm::seq(read.getNumDims()))
    loops.push_back(linalg::IndexOp::create(builder, loc, dim));
  for (unsigned result : llvm::seq(read.getNumResults()))
    indices.push_back(affine::makeComposedAffineApply(
        builder, loc, read.getSubMap({result}), getAsOpFoldResult(loops)));
  return tensor::ExtractOp::create(builder, loc, source, indices);
}

/// Whether the loops can read the source as an operand of a structured op.
static bool isOperandMap(AffineMap read) {
  return llvm::all_of(read.getResults(),
                      llvm::IsaPred<AffineDimExpr, AffineConstantExpr>);
}

LogicalResult LoopRaiser::checkMove() const {
  unsigned numLoops = loops.loops.size();
  MLIRContext *context = rewriter.getContext();
  AffineMap read = getMap(reads, numLoops, context),
            write = getMap(writes, numLoops, context);
  // Each loop has the extent of a dim of an operand.
  llvm::SmallBitVector known(numLoops);
  for (AffineMap map : {read, write})
    for (AffineExpr expr : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        known.set(dim.getPosition());
  if (known.all() && (isOperandMap(read) || write.isPermutation()))
    return success();
  return skip(loops.op, "requires loops over the dims of the source or of the "
                        "result");
}

Value LoopRaiser::createMove(Value source) {
  unsigned numLoops = loops.loops.size();
  MLIRContext *context = rewriter.getContext();
  AffineMap read = getMap(reads, numLoops, context),
            write = getMap(writes, numLoops, context);
  SmallVector<OpFoldResult> sizes;
  for (const Window &window : writes) {
    auto dim = dyn_cast<AffineDimExpr>(window.index);
    sizes.push_back(dim ? getExtent(dim.getPosition())
                        : getIndex(window.extent));
  }
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes,
                                        resultType.getElementType());
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::parallel);
  bool isOperand = isOperandMap(read);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps = {write};
  if (isOperand) {
    inputs.push_back(source);
    maps.insert(maps.begin(), read);
  }
  return linalg::GenericOp::create(
             rewriter, loc, TypeRange{empty.getType()}, inputs,
             ValueRange{empty}, maps, iterators,
             [&](OpBuilder &builder, Location loc, ValueRange arguments) {
               Value element = isOperand
                                   ? arguments.front()
                                   : createRead(builder, loc, source, read);
               linalg::YieldOp::create(builder, loc, element);
             })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Slices and pads around it
//===----------------------------------------------------------------------===//

/// The offsets, sizes and steps of windows, for a slice.
static std::array<SmallVector<OpFoldResult>, 3>
getSlice(ArrayRef<Window> windows) {
  std::array<SmallVector<OpFoldResult>, 3> slice;
  for (const Window &window : windows) {
    slice[0].push_back(window.first);
    slice[1].push_back(window.size);
    slice[2].push_back(window.step);
  }
  return slice;
}

static bool areWhole(ArrayRef<Window> windows) {
  return llvm::all_of(windows, [](const Window &w) { return w.isWhole; });
}

static bool haveBorder(ArrayRef<Window> windows) {
  return llvm::any_of(windows,
                      [](const Window &w) { return w.low + w.high > 0; });
}

Value LoopRaiser::createPadded() {
  Value source = loops.source;
  if (!areWhole(reads)) {
    auto [offsets, sizes, steps] = getSlice(reads);
    source = tensor::ExtractSliceOp::create(rewriter, loc, source, offsets,
                                            sizes, steps);
  }
  if (!haveBorder(reads))
    return source;
  SmallVector<OpFoldResult> low, high;
  for (const Window &window : reads) {
    low.push_back(getIndex(window.low));
    high.push_back(getIndex(window.high));
  }
  auto element = dyn_cast<Value>(loops.otherwise);
  if (!element)
    element = createConstant(rewriter, loc, sourceType.getElementType(),
                             cast<Attribute>(loops.otherwise));
  return tensor::PadOp::create(rewriter, loc, Type(), source, low, high,
                               element);
}

Value LoopRaiser::createWritten(Value moved) {
  if (haveBorder(writes)) {
    SmallVector<OpFoldResult> offsets, sizes, steps(writes.size(), getIndex(1));
    for (const Window &window : writes) {
      offsets.push_back(getIndex(window.low));
      sizes.push_back(window.size);
    }
    moved = tensor::ExtractSliceOp::create(rewriter, loc, moved, offsets, sizes,
                                           steps);
  }
  if (areWhole(writes))
    return moved;
  auto [offsets, sizes, steps] = getSlice(writes);
  return tensor::InsertSliceOp::create(rewriter, loc, moved, loops.destination,
                                       offsets, sizes, steps);
}

FailureOr<Value> LoopRaiser::raise() {
  sourceType = cast<RankedTensorType>(loops.source.getType());
  resultType = cast<RankedTensorType>(loops.destination
                                          ? loops.destination.getType()
                                          : loops.op->getResult(0).getType());
  if (failed(shrinkLoops()))
    return failure();
  completeTiles();
  if (failed(findWindows()))
    return failure();
  addUnitLoops();
  if (!writesOnce())
    return refuse("requires every element of a box of the result to be written "
                  "once");
  if (failed(checkMove()))
    return failure();
  clampSizes();
  return createWritten(createMove(createPadded()));
}

/// Erases what loops started with if none of its elements are needed.
static void eraseIfDead(RewriterBase &rewriter, Value destination) {
  while (destination) {
    Operation *op = destination.getDefiningOp();
    if (!op || !isOpTriviallyDead(op))
      return;
    auto fill = dyn_cast<linalg::FillOp>(op);
    destination = fill ? fill.output() : Value();
    rewriter.eraseOp(op);
  }
}

/// Raises loops that write into a buffer.
static LogicalResult raiseOnBuffers(RewriterBase &rewriter,
                                    const MoveLoops &loops) {
  std::string reason;
  FailureOr<LoopTensors> tensors = findTensors(loops, reason);
  if (failed(tensors))
    return skip(loops.op, reason);
  MoveLoops onTensors = loops;
  onTensors.source = tensors->source;
  onTensors.destination = createDestination(rewriter, *tensors);
  FailureOr<Value> made = LoopRaiser(rewriter, onTensors).raise();
  if (succeeded(made))
    replaceLoops(rewriter, loops, *tensors, *made);
  eraseIfDead(rewriter, onTensors.destination);
  return success(succeeded(made));
}

LogicalResult raise::raiseLoops(RewriterBase &rewriter, MoveLoops loops) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loops.op);
  if (loops.isOnBuffers())
    return raiseOnBuffers(rewriter, loops);
  if (!isPlain(loops.source.getType()) ||
      !isPlain(loops.op->getResult(0).getType()))
    return skip(loops.op, "requires ranked tensors with elements and without "
                          "an encoding");
  FailureOr<Value> made = LoopRaiser(rewriter, loops).raise();
  if (failed(made))
    return failure();
  (void)replace(rewriter, loops.op, made->getDefiningOp());
  eraseIfDead(rewriter, loops.destination);
  return success();
}
