//===- BufferizeWindows.cpp - pad and crop in bufferization ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NewBuffer.h"
#include "layout/Buffers/Bufferize.h"
#include "layout/Conversion/LayoutToLinalg/LayoutToLinalg.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::layout;

using Values = SmallVector<Value>;

namespace {
struct CropModel : BufferizableOpInterface::ExternalModel<CropModel, CropOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return false;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &,
                                      const AnalysisState &) const {
    return {{op->getResult(0), BufferRelation::Unknown}};
  }

  FailureOr<BufferLikeType> getBufferType(Operation *op, Value,
                                          const BufferizationOptions &options,
                                          const BufferizationState &state,
                                          Values &stack) const {
    auto crop = cast<CropOp>(op);
    FailureOr<BufferLikeType> source =
        bufferization::getBufferType(crop.getSource(), options, state, stack);
    if (failed(source))
      return failure();
    SmallVector<OpFoldResult> steps(crop.getMixedSizes().size(),
                                    Builder(op->getContext()).getIndexAttr(1));
    return cast<BufferLikeType>(memref::SubViewOp::inferResultType(
        cast<MemRefType>(*source), crop.getMixedOffsets(), crop.getMixedSizes(),
        steps));
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto crop = cast<CropOp>(op);
    FailureOr<Value> source =
        getBuffer(rewriter, crop.getSource(), options, state);
    if (failed(source))
      return failure();
    SmallVector<OpFoldResult> steps(crop.getMixedSizes().size(),
                                    rewriter.getIndexAttr(1));
    replaceOpWithNewBufferizedOp<memref::SubViewOp>(
        rewriter, op, *source, crop.getMixedOffsets(), crop.getMixedSizes(),
        steps);
    return success();
  }
};

struct PadModel : BufferizableOpInterface::ExternalModel<PadModel, PadOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }
  bool bufferizesToAllocation(Operation *, Value) const { return true; }

  FailureOr<BufferLikeType> getBufferType(Operation *op, Value,
                                          const BufferizationOptions &options,
                                          const BufferizationState &state,
                                          Values &stack) const {
    FailureOr<MemRefType> type = getNewType(op, options, state, stack);
    if (failed(type))
      return failure();
    return cast<BufferLikeType>(*type);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto pad = cast<PadOp>(op);
    Values stack;
    FailureOr<Value> source =
        getBuffer(rewriter, pad.getSource(), options, state);
    FailureOr<MemRefType> type = getNewType(op, options, state, stack);
    if (failed(source) || failed(type))
      return failure();
    FailureOr<Value> target = allocate(rewriter, op, *type, options);
    if (failed(target))
      return failure();
    if (!pad.isPoison())
      fillFrame(rewriter, pad, *target);
    Location loc = op->getLoc();
    SmallVector<OpFoldResult> steps(pad.getMixedLow().size(),
                                    rewriter.getIndexAttr(1));
    Value middle = memref::SubViewOp::create(
        rewriter, loc, *target, pad.getMixedLow(),
        memref::getMixedSizes(rewriter, loc, *source), steps);
    linalg::makeMemRefCopyOp(rewriter, loc, *source, middle);
    replaceOpWithBufferizedValues(rewriter, op, *target);
    return success();
  }

private:
  /// Fills what is before and behind the elements of the source, dim by dim.
  static void fillFrame(OpBuilder &builder, PadOp pad, Value target) {
    Location loc = pad.getLoc();
    Value element = createPadElement(builder, pad);
    SmallVector<OpFoldResult> sizes =
        memref::getMixedSizes(builder, loc, target);
    unsigned rank = sizes.size();
    SmallVector<OpFoldResult> zeros(rank, builder.getIndexAttr(0));
    SmallVector<OpFoldResult> ones(rank, builder.getIndexAttr(1));
    auto fill = [&](unsigned dim, OpFoldResult offset, OpFoldResult size) {
      if (getConstantIntValue(size) == 0)
        return;
      SmallVector<OpFoldResult> offsets(zeros), extents(sizes);
      offsets[dim] = offset;
      extents[dim] = size;
      Value slab = memref::SubViewOp::create(builder, loc, target, offsets,
                                             extents, ones);
      linalg::FillOp::create(builder, loc, element, slab);
    };
    for (unsigned dim : llvm::seq(rank)) {
      OpFoldResult low = pad.getMixedLow()[dim], high = pad.getMixedHigh()[dim];
      fill(dim, zeros[dim], low);
      AffineExpr end, width;
      bindSymbols(builder.getContext(), end, width);
      fill(dim,
           affine::makeComposedFoldedAffineApply(builder, loc, end - width,
                                                 {sizes[dim], high}),
           high);
    }
  }
};
} // namespace

void layout::registerWindowModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LayoutDialect *) {
    CropOp::attachInterface<CropModel>(*context);
    PadOp::attachInterface<PadModel>(*context);
    // What they become.
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         linalg::LinalgDialect, memref::MemRefDialect>();
  });
}
