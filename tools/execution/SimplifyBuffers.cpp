//===- SimplifyBuffers.cpp - Ops on buffers that upstream lowers ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout::execution {

/// Replaces a copy of strided buffers by a linalg op, which is compiled.
/// Upstream lowers it to a call of a slow library function.
static void expandStridedCopy(IRRewriter &rewriter, memref::CopyOp copy) {
  auto source = dyn_cast<MemRefType>(copy.getSource().getType());
  auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
  if (!source || !target ||
      (source.getLayout().isIdentity() && target.getLayout().isIdentity()))
    return;
  rewriter.setInsertionPoint(copy);
  linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                           copy.getTarget());
  rewriter.eraseOp(copy);
}

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
  auto mix = [&](int64_t known, Value value) -> OpFoldResult {
    if (ShapedType::isDynamic(known))
      return value;
    return rewriter.getIndexAttr(known);
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

void simplifyBuffers(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](memref::CopyOp op) { expandStridedCopy(rewriter, op); });
  module.walk(
      [&](memref::SubViewOp op) { expandSteppedSubview(rewriter, op); });
}

} // namespace mlir::layout::execution
