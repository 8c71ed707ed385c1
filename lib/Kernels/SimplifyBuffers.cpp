//===- SimplifyBuffers.cpp - Ops on buffers that upstream lowers ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StridedCopies.h"
#include "layout/Kernels/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSIMPLIFYBUFFERS
#include "layout/Kernels/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The dims of a strided buffer of type `full` that `reduced` has as well. Only
/// dims of extent 1 are dropped.
static SmallVector<unsigned> getKeptDims(MemRefType full, MemRefType reduced) {
  SmallVector<int64_t> fullStrides = full.getStridesAndOffset().first;
  SmallVector<int64_t> strides = reduced.getStridesAndOffset().first;
  SmallVector<unsigned> kept;
  for (unsigned dim : llvm::seq(full.getRank())) {
    unsigned next = kept.size();
    bool fits = next < reduced.getRank() &&
                full.getDimSize(dim) == reduced.getDimSize(next) &&
                fullStrides[dim] == strides[next];
    if (full.getDimSize(dim) != 1 || fits)
      kept.push_back(dim);
  }
  return kept;
}

/// `known` as an attribute, or `value` if it is dynamic.
static OpFoldResult getKnownOr(OpBuilder &builder, int64_t known,
                               OpFoldResult value) {
  return ShapedType::isDynamic(known) ? value : builder.getIndexAttr(known);
}

/// Sets the strides of `dims`, which are adjacent in memory. The last one has
/// the stride `stride`; those that `known` states become attributes.
static void setStrides(OpBuilder &builder, Location loc, Value stride,
                       ArrayRef<int64_t> dims, ArrayRef<OpFoldResult> sizes,
                       ArrayRef<int64_t> known,
                       MutableArrayRef<OpFoldResult> strides) {
  for (int64_t dim : llvm::reverse(dims)) {
    strides[dim] = getKnownOr(builder, known[dim], stride);
    Value size = getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]);
    stride = arith::MulIOp::create(builder, loc, stride, size);
  }
}

/// Takes a reshape apart that splits a dim into several dynamic ones. Upstream
/// expects at most one of them and crashes.
///
///   %0 = memref.expand_shape %x [[0, 1]] output_shape [%a, %b]
///        : memref<?xf32> into memref<?x?xf32>
///
/// becomes
///
///   %base, %offset, %size, %stride = memref.extract_strided_metadata %x
///   %0 = memref.reinterpret_cast %base to offset: [0], sizes: [%a, %b],
///        strides: [%b, 1]
static void expandDynamicReshape(IRRewriter &rewriter,
                                 memref::ExpandShapeOp op) {
  MemRefType type = op.getResultType();
  if (llvm::all_of(op.getReassociationIndices(), [&](ArrayRef<int64_t> group) {
        return llvm::count_if(group, [&](int64_t dim) {
                 return type.isDynamicDim(dim);
               }) <= 1;
      }))
    return;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto metadata =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
  auto [knownStrides, knownOffset] = type.getStridesAndOffset();
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(type.getRank());
  for (auto [stride, group] :
       llvm::zip_equal(metadata.getStrides(), op.getReassociationIndices()))
    setStrides(rewriter, loc, stride, group, sizes, knownStrides, strides);
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, type, metadata.getBaseBuffer(),
      getKnownOr(rewriter, knownOffset, metadata.getOffset()), sizes, strides);
}

/// Replaces a reshape to sizes in a buffer, which upstream lowers only if the
/// result has no rank or no dynamic dims. Source and result are contiguous.
///
///   %0 = memref.reshape %x(%shape)
///        : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
///
/// becomes
///
///   %a = memref.load %shape[%c0] : memref<2xindex>
///   %b = memref.load %shape[%c1] : memref<2xindex>
///   %0 = memref.reinterpret_cast %x to offset: [0], sizes: [%a, %b],
///        strides: [%b, 1]
static void expandReshape(IRRewriter &rewriter, memref::ReshapeOp op) {
  auto type = dyn_cast<MemRefType>(op.getType());
  if (!type || type.hasStaticShape() || !type.getLayout().isIdentity())
    return;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<OpFoldResult> sizes, strides(type.getRank());
  for (auto [dim, known] : llvm::enumerate(type.getShape())) {
    Value index = arith::ConstantIndexOp::create(rewriter, loc, dim);
    Value size =
        memref::LoadOp::create(rewriter, loc, op.getShape(), ValueRange(index));
    if (!size.getType().isIndex())
      size = arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(),
                                        size);
    sizes.push_back(getKnownOr(rewriter, known, size));
  }
  setStrides(rewriter, loc, arith::ConstantIndexOp::create(rewriter, loc, 1),
             llvm::to_vector(llvm::seq(type.getRank())), sizes,
             type.getStridesAndOffset().first, strides);
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, type, op.getSource(), rewriter.getIndexAttr(0), sizes, strides);
}

/// Replaces an atomic update of a float by a load and a store: programs run in
/// one thread, and upstream has no comparison of floats for it.
static void expandFloatUpdate(IRRewriter &rewriter,
                              memref::GenericAtomicRMWOp op) {
  if (!isa<FloatType>(op.getResult().getType()))
    return;
  rewriter.setInsertionPoint(op);
  Value before = memref::LoadOp::create(rewriter, op.getLoc(), op.getMemref(),
                                        op.getIndices());
  Operation *yield = op.getBody()->getTerminator();
  Value after = yield->getOperand(0);
  bool keepsValue = after == op.getBody()->getArgument(0);
  rewriter.eraseOp(yield);
  rewriter.inlineBlockBefore(op.getBody(), op, before);
  if (keepsValue)
    after = before;
  memref::StoreOp::create(rewriter, op.getLoc(), after, op.getMemref(),
                          op.getIndices());
  rewriter.replaceOp(op, after);
}

/// Takes a subview apart that drops dims and has steps. Upstream finds out
/// which dims are dropped by comparing strides, and overlooks that a step
/// changes them: it crashes.
///
///   %0 = memref.subview %x[0, 0] [2, 1] [2, 2]
///        : memref<4x8xf32> to memref<2xf32, strided<[16]>>
///
/// becomes
///
///   %1 = memref.subview %x[0, 0] [2, 1] [2, 2]
///        : memref<4x8xf32> to memref<2x1xf32, strided<[16, 2]>>
///   %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %1
///   %0 = memref.reinterpret_cast %base to offset: [0], sizes: [2], strides:
///   [16]
static void expandSteppedSubview(IRRewriter &rewriter, memref::SubViewOp op) {
  MemRefType type = op.getType();
  bool hasSteps = llvm::any_of(op.getMixedStrides(), [](OpFoldResult step) {
    return !isConstantIntValue(step, 1);
  });
  if (!hasSteps || type.getRank() == op.getSourceType().getRank())
    return;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto full = memref::SubViewOp::create(
      rewriter, loc, op.getSource(), op.getMixedOffsets(), op.getMixedSizes(),
      op.getMixedStrides());
  SmallVector<unsigned> kept = getKeptDims(full.getType(), type);
  if (kept.size() != size_t(type.getRank())) {
    rewriter.eraseOp(full);
    return;
  }
  auto metadata = memref::ExtractStridedMetadataOp::create(rewriter, loc, full);
  auto [strides, offset] = type.getStridesAndOffset();
  auto mix = [&](int64_t known, Value value) {
    return getKnownOr(rewriter, known, value);
  };
  SmallVector<OpFoldResult> mixedSizes, mixedStrides;
  for (auto [dim, from] : llvm::enumerate(kept)) {
    mixedSizes.push_back(mix(type.getDimSize(dim), metadata.getSizes()[from]));
    mixedStrides.push_back(mix(strides[dim], metadata.getStrides()[from]));
  }
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, type, metadata.getBaseBuffer(), mix(offset, metadata.getOffset()),
      mixedSizes, mixedStrides);
}

namespace {
struct LayoutSimplifyBuffers
    : layout::impl::LayoutSimplifyBuffersBase<LayoutSimplifyBuffers> {
  void runOnProgram() override {
    ModuleOp module = getOperation();
    IRRewriter rewriter(&getContext());
    module.walk([&](memref::CopyOp op) { expandStridedCopy(rewriter, op); });
    module.walk(
        [&](memref::SubViewOp op) { expandSteppedSubview(rewriter, op); });
    module.walk(
        [&](memref::ExpandShapeOp op) { expandDynamicReshape(rewriter, op); });
    module.walk([&](memref::ReshapeOp op) { expandReshape(rewriter, op); });
    module.walk([&](memref::GenericAtomicRMWOp op) {
      expandFloatUpdate(rewriter, op);
    });
  }
};
} // namespace
