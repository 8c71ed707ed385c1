//===- LayoutOpModels.cpp - Buffers of the ops of this dialect ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The models by which the ops of this dialect take part in upstream's one-shot
// bufferization. Which transforms become views is decided before it.
//
//===----------------------------------------------------------------------===//

#include "BufferLayouts/TileLoopNest.h"
#include "Bufferize.h"
#include "Export/Materialize/LayoutToLinalg.h"
#include "NewBufferModel.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Dialect/Layout.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#define DEBUG_TYPE "layout-bufferize"
ALWAYS_ENABLED_STATISTIC(numReindexed, "Transforms without a buffer (reindex)");
ALWAYS_ENABLED_STATISTIC(numReshaped, "Transforms without a buffer (reshape)");
ALWAYS_ENABLED_STATISTIC(numCopied, "Transforms copied to a new buffer");
ALWAYS_ENABLED_STATISTIC(numPadded, "Pads copied to a new buffer");

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::layout;

using Values = SmallVector<Value>;

//===----------------------------------------------------------------------===//
// New buffers
//===----------------------------------------------------------------------===//

FailureOr<MemRefType> layout::getNewType(Operation *op,
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

/// Allocates the buffer for the result of `op`.
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

namespace {
/// A layout_transform becomes a view or a copy of its source:
///
///   %0 = layout.layout_transform %x by <(i, j) -> (i floordiv 4, j, i mod 4)>
///        : tensor<8x6xf32> to tensor<2x6x4xf32>
///
/// becomes
///
///   %0 = memref.alloc() {alignment = 64 : i64} : memref<2x6x4xf32>
///   scf.for %io = %c0 to %c2 step %c1 {
///     scf.for %j = %c0 to %c6 step %c1 {
///       scf.for %ii = %c0 to %c4 step %c1 {
///         %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
///         %1 = memref.load %x[%i, %j] : memref<8x6xf32>
///         memref.store %1, %0[%io, %j, %ii] : memref<2x6x4xf32>
///
/// If it is marked `layout.view` (see markViews), it becomes
///
///   %0 = layout.reindex %x : memref<8x6xf32> to memref<2x6x4xf32,
///        #layout.index_map<(d0, d1, d2) -> (d0 * 4 + d2, d1)>>
///
/// and if it keeps the row-major order of elements, for instance by
/// <(i, j) -> (i floordiv 4, i mod 4, j)>,
///
///   %1 = memref.collapse_shape %x [[0, 1]]
///        : memref<8x6xf32> into memref<48xf32>
///   %0 = memref.expand_shape %1 [[0, 1, 2]] output_shape [2, 4, 6]
///        : memref<48xf32> into memref<2x4x6xf32>
struct TransformModel
    : BufferizableOpInterface::ExternalModel<TransformModel,
                                             LayoutTransformOp> {
  /// Whether the result shares the memory of the source.
  static bool isView(LayoutTransformOp op) {
    return op->hasAttr(LayoutDialect::kView) || op.isFree();
  }

  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true; // A copy reads it; so does a reshape that needs a copy.
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
      LAYOUT_DEBUG(llvm::dbgs() << "reindex: " << transform << "\n");
      ++numReindexed;
      replaceOpWithNewBufferizedOp<ReindexOp>(rewriter, op, *view, *source);
      return success();
    }
    if (isRowMajor && transform.isFree())
      if (Value reshaped = reshape(rewriter, transform, *source, *type)) {
        LAYOUT_DEBUG(llvm::dbgs() << "reshape: " << transform << "\n");
        ++numReshaped;
        replaceOpWithBufferizedValues(rewriter, op, reshaped);
        return success();
      }
    FailureOr<Value> target = allocate(rewriter, op, *type, options);
    if (failed(target))
      return failure();
    LAYOUT_DEBUG(llvm::dbgs() << "copy: " << transform << "\n");
    ++numCopied;
    Location loc = op->getLoc();
    ArrayRef<int64_t> shape = transform.getSource().getType().getShape();
    createTiledCopy(
        rewriter, loc, *source,
        AffineMap::getMultiDimIdentityMap(shape.size(), op->getContext()),
        *target, transform.getIndexMap().getAffineMap(), shape,
        memref::getMixedSizes(rewriter, loc, *source),
        /*tilesDivideSizes=*/true);
    replaceOpWithBufferizedValues(rewriter, op, *target);
    return success();
  }

private:
  /// The type of a layout.reindex: the shape of the result, whose layout maps
  /// its indices to those of the source. Nothing unless the op is marked.
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

  /// Reshapes a row-major buffer to another shape with as many elements. Null
  /// if a size is dynamic.
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
} // namespace

//===----------------------------------------------------------------------===//
// crop, pad
//===----------------------------------------------------------------------===//

namespace {
/// A crop becomes a view of its source:
///
///   %0 = layout.crop %x offsets [1, 2] sizes [2, 3]
///        : tensor<3x5xf32> to tensor<2x3xf32>
///
/// becomes
///
///   %0 = memref.subview %x[1, 2] [2, 3] [1, 1]
///        : memref<3x5xf32> to memref<2x3xf32, strided<[5, 1], offset: 7>>
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

/// A pad becomes a new buffer, whose frame is filled unless it is poison:
///
///   %0 = layout.pad %x low [1, 0] high [0, 3] value(2.0 : f32)
///        : tensor<3x5xf32> to tensor<4x8xf32>
///
/// becomes
///
///   %0 = memref.alloc() {alignment = 64 : i64} : memref<4x8xf32>
///   %low = memref.subview %0[0, 0] [1, 8] [1, 1]
///   linalg.fill ins(%cst : f32) outs(%low)
///   %high = memref.subview %0[0, 5] [4, 3] [1, 1]
///   linalg.fill ins(%cst : f32) outs(%high)
///   %middle = memref.subview %0[1, 0] [3, 5] [1, 1]
///   linalg.generic ins(%x) outs(%middle) { ... }  // A copy.
struct PadModel : NewBufferModel<PadModel, PadOp> {
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
    ++numPadded;
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
  /// Fills the padding in front of and after the source, dim by dim. Corners
  /// are filled once for each dim.
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
    // The dialects of the ops that the models create.
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         linalg::LinalgDialect, memref::MemRefDialect,
                         scf::SCFDialect>();
  });
  registerGatherModels(registry);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Whether the user of a tensor may be given a buffer with any layout, even one
/// without strides. A frozen op may not: it keeps the layouts of its operands.
static bool takesAnyLayout(OpOperand &use) {
  if (isFrozen(use.getOwner()))
    return false;
  if (auto structured = dyn_cast<linalg::LinalgOp>(use.getOwner()))
    return structured.isDpsInput(&use);
  return isa<tensor::ExtractOp, tensor::DimOp>(use.getOwner());
}

/// Whether the result may be a layout.reindex of the buffer of the source.
static bool mayBeView(LayoutTransformOp op) {
  return !op.isFree() && op.getSource().getType().hasStaticShape() &&
         !op.getSource().getDefiningOp<LayoutTransformOp>() &&
         !op.getSource().getDefiningOp<CropOp>() &&
         op.getIndexMap().inverse(op.getSource().getType().getShape()) &&
         llvm::all_of(op->getUses(), takesAnyLayout);
}

LogicalResult layout::verifyViews(ModuleOp module) {
  WalkResult result = module.walk([](LayoutTransformOp op) {
    if (!op->hasAttr(LayoutDialect::kView) || op.isFree() || mayBeView(op))
      return WalkResult::advance();
    InFlightDiagnostic error =
        op->emitOpError()
        << "marked 'layout.view' requires a static source that is no result of "
           "a transform or crop, and only users that read elements and are "
           "not frozen";
    auto use = llvm::find_if_not(op->getUses(), takesAnyLayout);
    if (use != op->getUses().end())
      error.attachNote(use->getOwner()->getLoc()) << "found this user";
    return WalkResult::interrupt();
  });
  return success(!result.wasInterrupted());
}

void layout::markViews(ModuleOp module) {
  module.walk([](LayoutTransformOp op) {
    if (mayBeView(op))
      op->setDiscardableAttr(LayoutDialect::kView,
                             UnitAttr::get(op.getContext()));
  });
}
