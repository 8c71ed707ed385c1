//===- SliceForms.cpp - Slices in front of elementwise ops ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxForms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns, if each element of the result of `op` is computed of one element of
/// each operand, the maps from the index of the result to those of operands:
/// null for scalars, and for a destination whose elements are not read.
static std::optional<SmallVector<AffineMap>> getReads(Operation *op) {
  if (op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return std::nullopt;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (OpTrait::hasElementwiseMappableTraits(op))
    return llvm::map_to_vector(op->getOperands(), [&](Value operand) {
      return isa<RankedTensorType>(operand.getType())
                 ? AffineMap::getMultiDimIdentityMap(type.getRank(),
                                                     op->getContext())
                 : AffineMap();
    });
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !structured.hasPureTensorSemantics() ||
      structured.hasIndexSemantics() ||
      structured.getNumParallelLoops() != structured.getNumLoops())
    return std::nullopt;
  OpOperand *destination = structured.getDpsInitOperand(0);
  AffineMap write = structured.getMatchingIndexingMap(destination);
  if (!write.isPermutation())
    return std::nullopt;
  SmallVector<AffineMap> reads;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isRead = isa<RankedTensorType>(operand.get().getType()) &&
                  structured.payloadUsesValueFromOperand(&operand);
    AffineMap read = structured.getMatchingIndexingMap(&operand).compose(
        inversePermutation(write));
    if (isRead && !read.isProjectedPermutation(/*allowZeroInResults=*/true))
      return std::nullopt;
    reads.push_back(isRead ? read : AffineMap());
  }
  return reads;
}

namespace {
/// The box that a slice takes of the result of an elementwise op, and of what
/// the op reads.
class SlicedBox {
public:
  explicit SlicedBox(tensor::ExtractSliceOp slice)
      : offsets(slice.getMixedOffsets()), sizes(slice.getMixedSizes()),
        strides(slice.getMixedStrides()),
        shape(slice.getSourceType().getShape()) {}

  /// Whether the box holds all elements that are read by `map`.
  bool isAllOf(AffineMap map) const {
    return !map || llvm::all_of(map.getResults(), [&](AffineExpr index) {
      auto dim = dyn_cast<AffineDimExpr>(index);
      return !dim || isWhole(dim.getPosition());
    });
  }

  /// Returns the box of `value`, which is read by `map`.
  Value slice(RewriterBase &rewriter, Location loc, Value value,
              AffineMap map) const {
    SmallVector<OpFoldResult> from, count, step;
    for (AffineExpr index : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(index);
      OpFoldResult zero = rewriter.getIndexAttr(0);
      OpFoldResult one = rewriter.getIndexAttr(1);
      from.push_back(dim ? offsets[dim.getPosition()] : zero);
      count.push_back(dim ? sizes[dim.getPosition()] : one);
      step.push_back(dim ? strides[dim.getPosition()] : one);
    }
    return tensor::ExtractSliceOp::create(rewriter, loc, value, from, count,
                                          step);
  }

private:
  bool isWhole(unsigned dim) const {
    return !ShapedType::isDynamic(shape[dim]) &&
           isConstantIntValue(sizes[dim], shape[dim]) &&
           isConstantIntValue(strides[dim], 1);
  }

  SmallVector<OpFoldResult> offsets, sizes, strides;
  ArrayRef<int64_t> shape;
};
} // namespace

/// Whether each value that `op` reads an element of a box of is a slice, a
/// constant, or computed of these elementwise, so that slices of them are one
/// slice each. `box` is that of the result.
static bool readsSlices(Operation *op, const SlicedBox &box) {
  SmallVector<Operation *> ops{op};
  bool hasSlice = false;
  // The box has other dims in front of another map, so that it is whole there
  // only if all of it is.
  bool isFirst = true;
  while (!ops.empty()) {
    Operation *next = ops.pop_back_val();
    auto reads = getReads(next);
    if (!reads || !next->hasOneUse() || !isFree(next) ||
        next->getBlock() != op->getBlock())
      return false;
    for (auto [operand, map] : llvm::zip_equal(next->getOperands(), *reads)) {
      if (!map || (isFirst && box.isAllOf(map)) ||
          matchPattern(operand, m_Constant()) ||
          operand.getDefiningOp<linalg::FillOp>())
        continue;
      auto slice = operand.getDefiningOp<tensor::ExtractSliceOp>();
      if (slice && slice->hasOneUse() && isFree(slice) &&
          slice->getBlock() == op->getBlock())
        hasSlice = true;
      else if (Operation *producer = operand.getDefiningOp())
        ops.push_back(producer);
      else
        return false;
    }
    isFirst = false;
  }
  return hasSlice;
}

namespace {
/// A slice behind an elementwise op that reads a slice comes in front of it, so
/// that the two are one:
///
///   %1 = tensor.extract_slice %0[8] [40] [1]
///          : tensor<48xf32> to tensor<40xf32>
///   %2 = linalg.exp ins(%1 : tensor<40xf32>) ...
///   %3 = tensor.extract_slice %2[8] [32] [1]
///          : tensor<40xf32> to tensor<32xf32>
///
/// becomes
///
///   %1 = tensor.extract_slice %0[8] [40] [1]
///          : tensor<48xf32> to tensor<40xf32>
///   %2 = tensor.extract_slice %1[8] [32] [1]
///          : tensor<40xf32> to tensor<32xf32>
///   %3 = linalg.exp ins(%2 : tensor<32xf32>) ...
///
/// Elsewhere a slice stays behind what may be computed along with its operand.
struct SliceOfElementwise : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    Operation *producer = op.getSource().getDefiningOp();
    if (!producer || producer->getBlock() != op->getBlock() || !isFree(op) ||
        op.getType().getRank() != op.getSourceType().getRank())
      return failure();
    SlicedBox box(op);
    auto reads = getReads(producer);
    if (!reads || !readsSlices(producer, box))
      return failure();
    // Offsets and sizes of the slice may be computed behind the elementwise op.
    rewriter.setInsertionPoint(op);
    Location loc = producer->getLoc();
    SmallVector<Value> operands(producer->getOperands());
    for (auto [operand, map] : llvm::zip_equal(operands, *reads))
      if (!box.isAllOf(map))
        operand = box.slice(rewriter, loc, operand, map);
    auto structured = dyn_cast<linalg::LinalgOp>(producer);
    if (OpOperand *init =
            structured ? structured.getDpsInitOperand(0) : nullptr;
        init && !(*reads)[init->getOperandNumber()])
      operands[init->getOperandNumber()] = tensor::EmptyOp::create(
          rewriter, loc, op.getMixedSizes(), op.getType().getElementType());
    Operation *sliced = clone(rewriter, producer, op.getType(), operands);
    rewriter.replaceOp(op, sliced);
    return success();
  }
};
} // namespace

void layout::populateSlicePatterns(RewritePatternSet &patterns) {
  patterns.add<SliceOfElementwise>(patterns.getContext());
}
