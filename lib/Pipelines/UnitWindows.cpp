//===- UnitWindows.cpp - Convolutions with windows of 1 -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitWindows.h"
#include "Interfaces/LoopRanges.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The loops and accesses of an op that may be a convolution of its first input
/// by its second one.
struct WindowAccesses {
  AffineMap image, filter, result;
  SmallVector<int64_t> ranges;
  SmallVector<utils::IteratorType> iterators;

  static std::optional<WindowAccesses> get(linalg::LinalgOp op);
};
} // namespace

std::optional<WindowAccesses> WindowAccesses::get(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() < 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics())
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return WindowAccesses{maps[0], maps[1], maps.back(), getLoopRanges(op),
                        op.getIteratorTypesArray()};
}

/// Whether `map` has a dim that `loop` alone indexes.
static bool hasDim(AffineMap map, unsigned loop) {
  return map.getResultPosition(getAffineDimExpr(loop, map.getContext()))
      .has_value();
}

/// Returns the loops over a window of one element that `image` does not have,
/// in the order of the filter; none if the filter has longer ones too.
static SmallVector<unsigned> getUnitWindow(const WindowAccesses &accesses,
                                           AffineMap image) {
  SmallVector<unsigned> window;
  for (AffineExpr index : accesses.filter.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim || image.isFunctionOfDim(dim.getPosition()) ||
        accesses.result.isFunctionOfDim(dim.getPosition()))
      continue;
    if (accesses.ranges[dim.getPosition()] != 1)
      return {};
    window.push_back(dim.getPosition());
  }
  return window;
}

/// Returns the access of the image with the loops over the window, null if it
/// has no dims for them. These are the last dims of the image that the result
/// has too.
static AffineMap addWindow(const WindowAccesses &accesses, AffineMap image) {
  SmallVector<unsigned> window = getUnitWindow(accesses, image);
  SmallVector<unsigned> dims;
  for (auto [dim, index] : llvm::enumerate(image.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (loop && hasDim(accesses.result, loop.getPosition()) &&
        !accesses.filter.isFunctionOfDim(loop.getPosition()))
      dims.push_back(dim);
  }
  if (window.empty() || dims.size() <= window.size())
    return AffineMap();
  SmallVector<AffineExpr> indices(image.getResults());
  for (auto [dim, loop] :
       llvm::zip_equal(ArrayRef(dims).take_back(window.size()), window))
    indices[dim] = indices[dim] + getAffineDimExpr(loop, image.getContext());
  return AffineMap::get(image.getNumDims(), 0, indices, image.getContext());
}

/// Whether the window has no weights for channels, as that of a pooling.
static bool isPooling(const WindowAccesses &accesses) {
  return llvm::none_of(llvm::enumerate(accesses.iterators), [&](auto iterator) {
    return iterator.value() == utils::IteratorType::parallel &&
           accesses.filter.isFunctionOfDim(iterator.index());
  });
}

/// Returns the access of an image of this shape without the loops over a window
/// of one element, which `addWindow` adds again, or without those over the one
/// result of a pooling; null if there are others. An image may be larger than
/// what windows reach, but a loop that indexes a dim alone must run over all of
/// it.
static AffineMap dropWindow(const WindowAccesses &accesses,
                            ArrayRef<int64_t> shape) {
  AffineMap image = accesses.image;
  bool isWhole = isPooling(accesses);
  SmallVector<AffineExpr> loops = llvm::map_to_vector(
      llvm::seq<unsigned>(0, image.getNumDims()), [&](unsigned loop) {
        return getAffineDimExpr(loop, image.getContext());
      });
  auto dropped =
      isWhole ? utils::IteratorType::parallel : utils::IteratorType::reduction;
  for (auto [loop, extent, iterator] :
       llvm::enumerate(accesses.ranges, accesses.iterators))
    if (extent == 1 && iterator == dropped)
      loops[loop] = getAffineConstantExpr(0, image.getContext());
  SmallVector<AffineExpr> indices;
  for (auto [size, index] : llvm::zip_equal(shape, image.getResults())) {
    AffineExpr without = index;
    if (!isa<AffineDimExpr>(index)) {
      without = index.replaceDims(loops);
      auto loop = dyn_cast<AffineDimExpr>(without);
      if (!loop || ShapedType::isDynamic(size) ||
          size != accesses.ranges[loop.getPosition()])
        return AffineMap();
    }
    indices.push_back(without);
  }
  auto without =
      AffineMap::get(image.getNumDims(), 0, indices, image.getContext());
  return isWhole || addWindow(accesses, without) == image ? without
                                                          : AffineMap();
}

static void setImageAccess(linalg::GenericOp op, AffineMap image) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[0] = image;
  op.setIndexingMapsAttr(Builder(op.getContext()).getAffineMapArrayAttr(maps));
}

/// Whether `value` is computed by elementwise ops, the result of each of which
/// is read once, and one of which reads a tensor whose dims have been joined.
static bool isElementwiseBehindJoin(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  return op && op.getNumReductionLoops() == 0 && value.hasOneUse() &&
         llvm::any_of(op.getDpsInputs(), [](Value input) {
           return input.getDefiningOp<tensor::CollapseShapeOp>() ||
                  isElementwiseBehindJoin(input);
         });
}

void layout::addUnitWindows(func::FuncOp function) {
  function.walk([](linalg::GenericOp op) {
    std::optional<WindowAccesses> accesses = WindowAccesses::get(op);
    if (!accesses || isFrozen(op))
      return;
    AffineMap image = addWindow(*accesses, accesses->image);
    if (!image)
      return;
    setImageAccess(op, image);
    CriticalOpAnalysis analysis(op);
    const CriticalOp *critical = analysis.lookup(op);
    if (!critical || !critical->isConvolution())
      setImageAccess(op, accesses->image);
  });
}

void layout::dropUnitWindows(func::FuncOp function) {
  function.walk([](linalg::GenericOp op) {
    std::optional<WindowAccesses> accesses = WindowAccesses::get(op);
    if (!accesses || isSkipped(op) ||
        !isElementwiseBehindJoin(op->getOperand(0)))
      return;
    if (AffineMap image =
            dropWindow(*accesses, op.getShape(&op->getOpOperand(0))))
      setImageAccess(op, image);
  });
}
