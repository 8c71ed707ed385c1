//===- BufferizeModels.cpp - Our ops in one-shot bufferization ------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedCopy.h"
#include "layout/Conversion/BufferLayouts/Bufferize.h"
#include "layout/Conversion/LayoutToLinalg/LayoutToLinalg.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::layout;

namespace {

using Values = SmallVector<Value>;

/// The type of a new buffer for the result, where its source is.
static FailureOr<MemRefType> getNewType(Operation *op,
                                        const BufferizationOptions &options,
                                        const BufferizationState &state,
                                        Values &stack) {
  FailureOr<BufferLikeType> source =
      bufferization::getBufferType(op->getOperand(0), options, state, stack);
  if (failed(source))
    return failure();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return cast<MemRefType>(getMemRefTypeWithStaticIdentityLayout(
      type, cast<MemRefType>(*source).getMemorySpace()));
}

/// Allocates the buffer of the result.
static FailureOr<Value> allocate(OpBuilder &builder, Operation *op,
                                 MemRefType type,
                                 const BufferizationOptions &options) {
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifyResultShapes(builder, op, shapes)))
    return failure();
  Values sizes;
  for (OpFoldResult size : shapes.front())
    if (auto value = dyn_cast<Value>(size))
      sizes.push_back(value);
  return options.createAlloc(builder, op->getLoc(), type, sizes);
}

//===----------------------------------------------------------------------===//
// layout_transform
//===----------------------------------------------------------------------===//

struct TransformModel
    : BufferizableOpInterface::ExternalModel<TransformModel,
                                             LayoutTransformOp> {
  /// Whether nothing moves.
  static bool isView(LayoutTransformOp op) {
    return op->hasAttr(LayoutDialect::kView) || op.isFree();
  }

  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true; // A source that cannot be reshaped where it lies is copied.
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &,
                                      const AnalysisState &) const {
    if (isView(cast<LayoutTransformOp>(op)))
      return {{op->getResult(0), BufferRelation::Unknown}};
    return {};
  }
  bool bufferizesToAllocation(Operation *op, Value) const {
    return !isView(cast<LayoutTransformOp>(op));
  }

  FailureOr<BufferLikeType> getBufferType(Operation *op, Value,
                                          const BufferizationOptions &options,
                                          const BufferizationState &state,
                                          Values &stack) const {
    FailureOr<MemRefType> type = getNewType(op, options, state, stack);
    if (failed(type))
      return failure();
    std::optional<MemRefType> view =
        getReindexType(cast<LayoutTransformOp>(op), *type);
    return cast<BufferLikeType>(view.value_or(*type));
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto transform = cast<LayoutTransformOp>(op);
    Values stack;
    FailureOr<Value> source =
        getBuffer(rewriter, transform.getSource(), options, state);
    FailureOr<MemRefType> type = getNewType(op, options, state, stack);
    if (failed(source) || failed(type))
      return failure();
    bool isRowMajor =
        cast<MemRefType>(source->getType()).getLayout().isIdentity();
    std::optional<MemRefType> view = getReindexType(transform, *type);
    if (isRowMajor && view) {
      replaceOpWithNewBufferizedOp<ReindexOp>(rewriter, op, *view, *source);
      return success();
    }
    if (isRowMajor && transform.isFree())
      if (Value reshaped = reshape(rewriter, transform, *source, *type)) {
        replaceOpWithBufferizedValues(rewriter, op, reshaped);
        return success();
      }
    FailureOr<Value> target = allocate(rewriter, op, *type, options);
    if (failed(target))
      return failure();
    Location loc = op->getLoc();
    ArrayRef<int64_t> shape = transform.getSource().getType().getShape();
    createBlockedCopy(
        rewriter, loc, *source,
        AffineMap::getMultiDimIdentityMap(shape.size(), op->getContext()),
        *target, transform.getIndexMap().getAffineMap(), shape,
        memref::getMixedSizes(rewriter, loc, *source), /*isExact=*/true);
    replaceOpWithBufferizedValues(rewriter, op, *target);
    return success();
  }

private:
  /// The type of the source by the indices of the result, if that is wanted.
  static std::optional<MemRefType> getReindexType(LayoutTransformOp op,
                                                  MemRefType type) {
    if (!op->hasAttr(LayoutDialect::kView))
      return std::nullopt;
    std::optional<IndexMap> inverse =
        op.getIndexMap().inverse(op.getSource().getType().getShape());
    if (!inverse)
      return std::nullopt;
    return MemRefType::get(type.getShape(), type.getElementType(),
                           IndexMapAttr::get(*inverse), type.getMemorySpace());
  }

  /// The buffer in another shape with as many elements; null for sizes that are
  /// not known.
  static Value reshape(OpBuilder &builder, LayoutTransformOp op, Value source,
                       MemRefType type) {
    Location loc = op.getLoc();
    auto from = cast<MemRefType>(source.getType());
    if (!from.hasStaticShape() || !type.hasStaticShape())
      return nullptr;
    auto getGroups = [](unsigned rank) {
      SmallVector<ReassociationIndices> groups;
      if (rank != 0)
        groups.push_back(llvm::to_vector(llvm::seq<int64_t>(rank)));
      return groups;
    };
    if (from.getRank() > 1)
      source = memref::CollapseShapeOp::create(builder, loc, source,
                                               getGroups(from.getRank()));
    if (type.getRank() == 1 && from.getRank() != 0)
      return source;
    if (type.getRank() == 0)
      return memref::CollapseShapeOp::create(builder, loc, type, source,
                                             ArrayRef<ReassociationIndices>());
    return memref::ExpandShapeOp::create(
        builder, loc, type, source,
        from.getRank() == 0 ? SmallVector<ReassociationIndices>()
                            : getGroups(type.getRank()));
  }
};

//===----------------------------------------------------------------------===//
// crop
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// pad
//===----------------------------------------------------------------------===//

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

void layout::registerBufferizeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LayoutDialect *) {
    LayoutTransformOp::attachInterface<TransformModel>(*context);
    CropOp::attachInterface<CropModel>(*context);
    PadOp::attachInterface<PadModel>(*context);
    // What they become.
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         linalg::LinalgDialect, memref::MemRefDialect,
                         scf::SCFDialect>();
  });
}
