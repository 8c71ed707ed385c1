//===- PartialTiles.cpp - Loops over tiles that are partly full -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialTiles.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

/// The most boxes, each of which becomes an op.
static constexpr size_t kMaxBoxes = 8;

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

/// The new loops that are digits of `loop`, major to minor.
static SmallVector<unsigned> getDigitsOf(const LoopRelayout &relayout,
                                         unsigned loop) {
  SmallVector<unsigned> digits;
  for (auto [number, digit] : llvm::enumerate(relayout.loops))
    if (digit.dim == loop)
      digits.push_back(number);
  llvm::sort(digits, [&](unsigned a, unsigned b) {
    return std::pair(-relayout.loops[a].stride, a) <
           std::pair(-relayout.loops[b].stride, b);
  });
  return digits;
}

/// The digits of `number`, one for each of `loops`.
static SmallVector<int64_t> getNumerals(int64_t number,
                                        const LoopRelayout &relayout,
                                        ArrayRef<unsigned> digits) {
  SmallVector<int64_t> numerals;
  for (unsigned loop : digits) {
    numerals.push_back(number / relayout.loops[loop].stride);
    number %= relayout.loops[loop].stride;
  }
  return numerals;
}

/// Whether another reduction loop is outside of `loop`. All steps of that one
/// in a box would then come before its steps in the next box.
static bool isInnerReduction(linalg::LinalgOp op, unsigned loop) {
  auto iterators = op.getIteratorTypesArray();
  return iterators[loop] == utils::IteratorType::reduction &&
         llvm::is_contained(ArrayRef(iterators).take_front(loop),
                            utils::IteratorType::reduction);
}

/// Whether an index is the loop alone or does not depend on it.
static bool isIndexedAlone(linalg::LinalgOp op, unsigned loop) {
  return llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    return llvm::all_of(map.getResults(), [&](AffineExpr index) {
      return isa<AffineDimExpr>(index) || !index.isFunctionOfDim(loop);
    });
  });
}

/// Whether an index depends on a digit of a partial loop.
static bool isRestricted(AffineExpr index, ArrayRef<PartialLoop> loops) {
  return llvm::any_of(loops, [&](const PartialLoop &loop) {
    return llvm::any_of(loop.digits, [&](unsigned digit) {
      return index.isFunctionOfDim(digit);
    });
  });
}

bool layout::isAccessedInParts(AffineMap map, ArrayRef<PartialLoop> loops) {
  return llvm::any_of(map.getResults(), [&](AffineExpr index) {
    return isRestricted(index, loops);
  });
}

/// Whether `map` gives, for each box, the range of each index of the operand.
static bool hasBoxView(MemRefType type, AffineMap map,
                       const LoopRelayout &relayout,
                       ArrayRef<PartialLoop> loops) {
  for (AffineExpr index : map.getResults()) {
    if (!isRestricted(index, loops))
      continue;
    if (!type || getLayoutOf(type))
      return false;
    for (auto [number, digit] : llvm::enumerate(relayout.loops))
      if (digit.isDynamic() && index.isFunctionOfDim(number) &&
          llvm::none_of(loops, [number = number](const PartialLoop &loop) {
            return llvm::is_contained(loop.digits, number);
          }))
        return false;
  }
  return true;
}

std::optional<SmallVector<PartialLoop, 0>>
layout::getPartialLoops(linalg::LinalgOp op, const LoopRelayout &relayout,
                        ArrayRef<int64_t> extents, ArrayRef<int64_t> full,
                        ArrayRef<MemRefType> types) {
  SmallVector<PartialLoop, 0> loops;
  size_t numBoxes = 1;
  for (unsigned loop : llvm::seq<unsigned>(0, extents.size())) {
    SmallVector<unsigned> digits = getDigitsOf(relayout, loop);
    bool isDynamic = ShapedType::isDynamic(extents[loop]);
    if (isDynamic ? digits.size() == 1 : extents[loop] == full[loop])
      continue;
    // A begin that is not constant cannot be added to an index in the body.
    if (isInnerReduction(op, loop) || !isIndexedAlone(op, loop) ||
        (isDynamic && (digits.size() != 2 || op.hasIndexSemantics())))
      return std::nullopt;
    numBoxes *=
        isDynamic
            ? 2
            : llvm::count_if(getNumerals(extents[loop], relayout, digits),
                             [](int64_t numeral) { return numeral != 0; });
    if (numBoxes > kMaxBoxes)
      return std::nullopt;
    loops.push_back({loop, extents[loop], std::move(digits)});
  }
  for (auto [type, map] : llvm::zip_equal(types, relayout.maps))
    if (!hasBoxView(type, map, relayout, loops))
      return std::nullopt;
  return loops;
}

//===----------------------------------------------------------------------===//
// The boxes
//===----------------------------------------------------------------------===//

/// Returns the steps of the digits of a loop of known extent: for each digit of
/// the extent that is not 0, the tiles or elements in front of it.
static SmallVector<SmallVector<LoopSteps>>
getStaticSteps(OpBuilder &builder, const LoopRelayout &relayout,
               const PartialLoop &loop) {
  SmallVector<int64_t> numerals =
      getNumerals(loop.extent, relayout, loop.digits);
  SmallVector<SmallVector<LoopSteps>> parts;
  for (auto [level, count] : llvm::enumerate(numerals)) {
    if (count == 0)
      continue;
    SmallVector<LoopSteps> &part = parts.emplace_back();
    for (auto [other, digit] : llvm::enumerate(loop.digits)) {
      int64_t extent = relayout.loops[digit].extent;
      if (other < level)
        part.push_back({builder.getIndexAttr(numerals[other]),
                        builder.getIndexAttr(1), /*isSingle=*/true});
      else
        part.push_back({builder.getIndexAttr(0),
                        builder.getIndexAttr(other == level ? count : extent)});
    }
  }
  return parts;
}

/// The same for a loop of unknown extent: the full tiles, then the elements of
/// the last one, if there are any.
static SmallVector<SmallVector<LoopSteps>>
getDynamicSteps(OpBuilder &builder, Location loc, const LoopRelayout &relayout,
                const PartialLoop &loop, OpFoldResult size) {
  int64_t tile = relayout.loops[loop.digits.front()].stride;
  AffineExpr extent = builder.getAffineSymbolExpr(0);
  auto apply = [&](AffineExpr value) {
    return affine::makeComposedFoldedAffineApply(builder, loc, value, {size});
  };
  OpFoldResult zero = builder.getIndexAttr(0);
  OpFoldResult numFull = apply(extent.floorDiv(tile));
  OpFoldResult numPartial = apply(extent.ceilDiv(tile) - extent.floorDiv(tile));
  return {
      {{zero, numFull}, {zero, builder.getIndexAttr(tile)}},
      {{numFull, numPartial, /*isSingle=*/true}, {zero, apply(extent % tile)}}};
}

SmallVector<LoopBox> layout::getBoxes(OpBuilder &builder, Location loc,
                                      const LoopRelayout &relayout,
                                      ArrayRef<PartialLoop> loops,
                                      ArrayRef<OpFoldResult> sizes) {
  LoopBox all;
  for (const Digit &digit : relayout.loops)
    all.push_back({builder.getIndexAttr(0),
                   digit.isDynamic() ? OpFoldResult()
                                     : builder.getIndexAttr(digit.extent)});
  SmallVector<LoopBox> boxes = {all};
  for (auto [loop, size] : llvm::zip_equal(loops, sizes)) {
    SmallVector<SmallVector<LoopSteps>> parts =
        ShapedType::isDynamic(loop.extent)
            ? getDynamicSteps(builder, loc, relayout, loop, size)
            : getStaticSteps(builder, relayout, loop);
    SmallVector<LoopBox> restricted;
    for (const LoopBox &box : boxes)
      for (ArrayRef<LoopSteps> part : parts) {
        LoopBox &next = restricted.emplace_back(box);
        for (auto [digit, steps] : llvm::zip_equal(loop.digits, part))
          next[digit] = steps;
      }
    boxes = std::move(restricted);
  }
  return boxes;
}

LoopRelayout layout::restrictToBox(const LoopRelayout &relayout,
                                   const LoopBox &box) {
  LoopRelayout restricted = relayout;
  restricted.paddedLoops.clear();
  for (auto [loop, steps] : llvm::zip_equal(restricted.loops, box)) {
    loop.extent =
        getConstantIntValue(steps.size).value_or(ShapedType::kDynamic);
    std::optional<int64_t> begin = getConstantIntValue(steps.begin);
    if (begin && *begin != 0)
      restricted.oldLoops[loop.dim] =
          restricted.oldLoops[loop.dim] + *begin * loop.stride;
  }
  return restricted;
}

//===----------------------------------------------------------------------===//
// The operands
//===----------------------------------------------------------------------===//

/// Returns `index` at the first step of each loop, and the number of its values
/// in the box, of which the loops that have a single step reach one.
static std::pair<OpFoldResult, OpFoldResult> getIndexRange(OpBuilder &builder,
                                                           Location loc,
                                                           AffineExpr index,
                                                           const LoopBox &box) {
  if (auto loop = dyn_cast<AffineDimExpr>(index)) {
    const LoopSteps &steps = box[loop.getPosition()];
    return {steps.begin, steps.size};
  }
  SmallVector<OpFoldResult> begins, sizes;
  SmallVector<AffineExpr> first, last;
  for (auto [number, steps] : llvm::enumerate(box)) {
    AffineExpr symbol = builder.getAffineSymbolExpr(number);
    first.push_back(symbol);
    last.push_back(steps.isSingle ? builder.getAffineConstantExpr(0)
                                  : symbol - 1);
    begins.push_back(steps.begin);
    // No index depends on loops of unknown extent that are not restricted.
    sizes.push_back(steps.size ? steps.size
                               : OpFoldResult(builder.getIndexAttr(1)));
  }
  AffineExpr origin = index.replaceDims(
      SmallVector<AffineExpr>(box.size(), builder.getAffineConstantExpr(0)));
  auto apply = [&](AffineExpr value, ArrayRef<OpFoldResult> operands) {
    return affine::makeComposedFoldedAffineApply(
        builder, loc, AffineMap::get(0, box.size(), value), operands);
  };
  return {apply(index.replaceDims(first), begins),
          apply(index.replaceDims(last) - origin + 1, sizes)};
}

Value layout::createBoxView(OpBuilder &builder, Location loc, Value buffer,
                            MemRefType type, ArrayRef<OpFoldResult> bufferSizes,
                            AffineMap map, ArrayRef<PartialLoop> loops,
                            const LoopBox &box) {
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes(bufferSizes);
  for (auto [offset, size, index] :
       llvm::zip_equal(offsets, sizes, map.getResults()))
    if (isRestricted(index, loops))
      std::tie(offset, size) = getIndexRange(builder, loc, index, box);
  auto result = cast<MemRefType>(
      memref::SubViewOp::inferResultType(type, offsets, sizes, strides));
  return memref::SubViewOp::create(builder, loc, result, buffer, offsets, sizes,
                                   strides);
}
