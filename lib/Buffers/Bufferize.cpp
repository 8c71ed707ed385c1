//===- Bufferize.cpp - The pass layout-bufferize --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The models by which the ops of this dialect take part in upstream's one-shot
// bufferization, and the pass that runs it. The models and the pass agree on
// which ops become views, so they are in one file.
//
//===----------------------------------------------------------------------===//

#include "TileLoopNest.h"
#include "layout/Buffers/Buffers.h"
#include "layout/Conversion/LayoutToLinalg/LayoutToLinalg.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Support/Debug.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTBUFFERIZE
#include "layout/Buffers/Passes.h.inc"
} // namespace mlir::layout

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

/// The type of a new row-major buffer for the result of `op`, in the memory
/// space of its source.
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
}

//===----------------------------------------------------------------------===//
// The pass
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

void layout::markViews(ModuleOp module) {
  module.walk([](LayoutTransformOp op) {
    if (mayBeView(op))
      op->setDiscardableAttr(LayoutDialect::kView,
                             UnitAttr::get(op.getContext()));
  });
}

/// Whether there are branches between blocks. Upstream's analysis misses reads
/// of a buffer after a branch back to the op that writes it, so that each write
/// then needs a buffer of its own.
static bool hasBranches(ModuleOp module) {
  return module.walk([](BranchOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Removes the attributes that describe layouts of tensors, which are gone, and
/// the marks of frozen ops outside of skipped ops and frozen functions.
static void eraseRequirements(ModuleOp module) {
  module->walk([](Operation *op) {
    for (StringRef name : {LayoutDialect::kOpLayout, LayoutDialect::kPrefer,
                           LayoutDialect::kRule})
      op->removeDiscardableAttr(name);
  });
  module->walk<WalkOrder::PreOrder>([](Operation *op) {
    if (isSkipped(op) || (isa<func::FuncOp>(op) && isFrozen(op)))
      return WalkResult::skip();
    op->removeDiscardableAttr(LayoutDialect::kFrozen);
    return WalkResult::advance();
  });
}

/// Checks that each `bufferization.buffer_layout` fits its argument, which
/// upstream's bufferization takes for granted.
static LogicalResult verifyBufferLayouts(func::FuncOp function) {
  for (unsigned index : llvm::seq(function.getNumArguments())) {
    auto layout = function.getArgAttrOfType<MemRefLayoutAttrInterface>(
        index, bufferization::BufferizationDialect::kBufferLayoutAttrName);
    auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[index]);
    if (layout && type && failed(layout.verifyLayout(type.getShape(), [&] {
          return function.emitOpError()
                 << "argument " << index << ", 'bufferization.buffer_layout': ";
        })))
      return failure();
  }
  return success();
}

/// Emits an error if the op has a tensor with an encoding: a buffer would not
/// have the layout, or whatever else the encoding requires.
static LogicalResult rejectEncodings(Operation *op) {
  auto reject = [&](Type type) -> LogicalResult {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.getEncoding())
      return success();
    return op->emitOpError() << "requires tensors without an encoding, which "
                                "buffers do not have, "
                                "found "
                             << type;
  };
  auto all = [&](TypeRange types) {
    return success(llvm::all_of(
        types, [&](Type type) { return succeeded(reject(type)); }));
  };
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return success(succeeded(all(function.getArgumentTypes())) &&
                   succeeded(all(function.getResultTypes())));
  return success(succeeded(all(op->getOperandTypes())) &&
                 succeeded(all(op->getResultTypes())));
}

/// Emits an error for a negative width of a pad, and for widths that do not fit
/// into its result.
static LogicalResult rejectWidths(Operation *pad, ArrayRef<OpFoldResult> low,
                                  ArrayRef<OpFoldResult> high) {
  auto type = cast<RankedTensorType>(pad->getResultTypes().front());
  for (auto [before, after, size] :
       llvm::zip_equal(low, high, type.getShape())) {
    int64_t sum = 0;
    for (OpFoldResult width : {before, after}) {
      int64_t number = getConstantIntValue(width).value_or(0);
      if (number < 0)
        return pad->emitOpError()
               << "requires padding of 0 or more elements, found " << number;
      sum = addSaturating(sum, number);
    }
    if (sum == std::numeric_limits<int64_t>::max())
      return pad->emitOpError()
             << "requires padding of less than 2^63 elements along each dim";
    if (!ShapedType::isDynamic(size) && sum > size)
      return pad->emitOpError() << "requires a result of at least " << sum
                                << " elements along each dim with as much "
                                   "padding, found "
                                << type;
  }
  return success();
}

/// Emits an error for an op that upstream's verifiers accept on tensors but not
/// on buffers.
static LogicalResult rejectUnsoundShapes(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.hasStaticShape() && !getNumPoints(tensor.getShape()))
      return op->emitOpError()
             << "requires tensors of less than 2^63 elements, found " << tensor;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto type = dyn_cast<RankedTensorType>(constant.getType());
    if (type && !type.hasStaticShape())
      return op->emitOpError() << "requires a static shape to become a buffer, "
                                  "found "
                               << type;
  }
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
      expand && expand.getStaticOutputShape() != expand.getType().getShape())
    return op->emitOpError()
           << "requires an output shape like its result, " << expand.getType()
           << ", found [" << expand.getStaticOutputShape() << "]";
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return rejectWidths(op, pad.getMixedLowPad(), pad.getMixedHighPad());
  if (auto pad = dyn_cast<PadOp>(op))
    return rejectWidths(op, pad.getMixedLow(), pad.getMixedHigh());
  if (auto global = dyn_cast<ml_program::GlobalOp>(op))
    if (auto value = dyn_cast_or_null<TypedAttr>(global.getValueAttr());
        value && value.getType() != global.getType())
      return op->emitOpError()
             << "requires a value of its type, " << global.getType()
             << ", found " << value.getType();
  return success();
}

/// Emits an error where the program requires a layout that bufferization would
/// not give it, or has no valid buffers.
static LogicalResult verifyHasBuffers(ModuleOp module) {
  return success(!module
                      .walk<WalkOrder::PreOrder>([](Operation *op) {
                        auto function = dyn_cast<func::FuncOp>(op);
                        if (failed(rejectEncodings(op)) ||
                            failed(rejectUnsoundShapes(op)) ||
                            (function && failed(verifyBufferLayouts(function))))
                          return WalkResult::interrupt();
                        return WalkResult::advance();
                      })
                      .wasInterrupted());
}

static bool isEmpty(TypedValue<RankedTensorType> tensor) {
  return llvm::is_contained(tensor.getType().getShape(), 0);
}

/// Replaces crops to no elements and pads of none. Their buffers would have
/// views of no elements, which upstream's verifier takes for out of bounds.
///
///   %0 = tensor.pad %x low[2, 0] high[0, 0] { ... }
///        : tensor<0x3xf32> to tensor<2x3xf32>
///   %1 = layout.crop %y offsets [4] sizes [0] : tensor<4xf32> to tensor<0xf32>
///
/// becomes
///
///   %0 = tensor.generate { ... } : tensor<2x3xf32>
///   %1 = tensor.empty() : tensor<0xf32>
static void replaceEmptySlices(RewriterBase &rewriter, ModuleOp module) {
  module.walk([&](CropOp crop) {
    if (hasNoElements(crop))
      materialize(rewriter, crop);
  });
  module.walk([&](PadOp pad) {
    if (isEmpty(pad.getSource()))
      materialize(rewriter, pad);
  });
  module.walk([&](tensor::PadOp pad) {
    rewriter.setInsertionPoint(pad);
    ReifiedRankedShapedTypeDims shapes;
    if (!isEmpty(pad.getSource()) ||
        failed(reifyResultShapes(rewriter, pad, shapes)))
      return;
    // A dim that the type leaves open may have a known size all the same.
    Values sizes;
    for (auto [dim, size] : llvm::enumerate(shapes.front()))
      if (pad.getResultType().isDynamicDim(dim))
        sizes.push_back(
            getValueOrCreateConstantIndexOp(rewriter, pad.getLoc(), size));
    auto generate = tensor::GenerateOp::create(rewriter, pad.getLoc(),
                                               pad.getResultType(), sizes);
    rewriter.inlineRegionBefore(pad.getRegion(), generate.getBody(),
                                generate.getBody().end());
    rewriter.replaceOp(pad, generate);
  });
}

/// Loads constant globals as variable ones, which upstream bufferizes.
///
///   %0 = ml_program.global_load_const @w : tensor<4xf32>
///
/// becomes
///
///   %0 = ml_program.global_load @w : tensor<4xf32>
static void replaceConstantLoads(RewriterBase &rewriter, ModuleOp module) {
  module.walk([&](ml_program::GlobalLoadConstOp load) {
    rewriter.setInsertionPoint(load);
    rewriter.replaceOpWithNewOp<ml_program::GlobalLoadOp>(load, load.getType(),
                                                          load.getGlobal());
  });
}

/// Removes the values of globals that are defined elsewhere, which upstream
/// keeps. A memref.global without a value is a declaration.
///
///   memref.global "private" constant @w : memref<4xf32>
///       = #ml_program.extern : tensor<4xf32>
///
/// becomes
///
///   memref.global "private" @w : memref<4xf32>
static void declareExternalGlobals(ModuleOp module) {
  for (auto global : module.getOps<memref::GlobalOp>()) {
    if (!isa_and_nonnull<ml_program::ExternAttr>(global.getInitialValueAttr()))
      continue;
    global.removeInitialValueAttr();
    global.setConstant(false);
  }
}

/// Removes empty tensors as upstream does, but not those that would become the
/// memref that a bufferization.materialize_in_destination writes: upstream's
/// analysis does not see accesses of that memref, nor that later reads of the
/// tensor would find what is written there.
static LogicalResult
removeEmptyTensors(RewriterBase &rewriter, ModuleOp module,
                   const OneShotBufferizationOptions &options) {
  auto extract = [](RewriterBase &rewriter, SubsetInsertionOpInterface op,
                    tensor::EmptyOp empty, Operation *user) -> Value {
    if (auto store = dyn_cast<bufferization::MaterializeInDestinationOp>(*op);
        store && isa<BaseMemRefType>(store.getDest().getType()))
      return Value();
    return bufferization::buildSubsetExtraction(rewriter, op, empty, user);
  };
  OneShotAnalysisState analysis(module, options);
  return success(
      succeeded(bufferization::analyzeModuleOp(module, analysis)) &&
      succeeded(eliminateEmptyTensors(rewriter, module, analysis, extract)));
}

/// Gives each tensor that a called function returns a buffer of its own.
/// Upstream's analysis takes the results of a call for distinct buffers, and
/// might write to one of them in place while another is still read.
///
///   return %0, %0 : tensor<8xf32>, tensor<8xf32>
///
/// becomes
///
///   %1 = bufferization.alloc_tensor() copy(%0) : tensor<8xf32>
///   return %0, %1 : tensor<8xf32>, tensor<8xf32>
static LogicalResult
separateResults(RewriterBase &rewriter, ModuleOp module,
                const OneShotBufferizationOptions &options) {
  SetVector<func::FuncOp> callees;
  SymbolTableCollection symbols;
  module.walk([&](func::CallOp call) {
    auto callee =
        dyn_cast_or_null<func::FuncOp>(call.resolveCallableInTable(&symbols));
    if (callee && !callee.isDeclaration() &&
        llvm::count_if(call.getResultTypes(), llvm::IsaPred<TensorType>) > 1)
      callees.insert(callee);
  });
  if (callees.empty())
    return success();
  OneShotAnalysisState analysis(module, options);
  if (failed(bufferization::analyzeModuleOp(module, analysis)))
    return failure();
  for (func::FuncOp callee : callees) {
    Operation *end = callee.getBody().back().getTerminator();
    MutableArrayRef<OpOperand> returned = end->getOpOperands();
    // The analysis does not know copies: find all before creating one.
    SmallVector<OpOperand *> shared;
    for (OpOperand &later : returned)
      if (isa<RankedTensorType>(later.get().getType()) &&
          llvm::any_of(returned.take_front(later.getOperandNumber()),
                       [&](OpOperand &earlier) {
                         return isa<TensorType>(earlier.get().getType()) &&
                                analysis.areAliasingBufferizedValues(
                                    earlier.get(), later.get());
                       }))
        shared.push_back(&later);
    rewriter.setInsertionPoint(end);
    for (OpOperand *operand : shared) {
      Value copy = bufferization::AllocTensorOp::create(
          rewriter, end->getLoc(),
          cast<RankedTensorType>(operand->get().getType()),
          /*dynamicSizes=*/ValueRange(), operand->get());
      rewriter.modifyOpInPlace(end, [&] { operand->set(copy); });
    }
  }
  return success();
}

/// Gives each operand that an op writes a buffer of its own, as upstream does
/// with `copyBeforeWrite`. With that option upstream asks a state without an
/// analysis for the functions that calls refer to, which reads past its end;
/// this state has nothing but the operands that are only read.
static LogicalResult
copyBeforeWrites(ModuleOp module, const OneShotBufferizationOptions &options,
                 const BufferizationState &state) {
  OneShotAnalysisState analysis(module, options);
  module.walk([&](Operation *op) {
    if (!options.dynCastBufferizableOp(op))
      return;
    for (OpOperand &operand : op->getOpOperands())
      if (isa<TensorType>(operand.get().getType()) &&
          !analysis.bufferizesToMemoryWrite(operand))
        analysis.bufferizeInPlace(operand);
  });
  return bufferization::insertTensorCopies(module, analysis, state);
}

/// Bufferizes the module, which is analyzed unless it has branches.
static LogicalResult bufferize(RewriterBase &rewriter, ModuleOp module,
                               const OneShotBufferizationOptions &options) {
  BufferizationState state;
  if (failed(removeEmptyTensors(rewriter, module, options)))
    return failure();
  if (!hasBranches(module))
    return success(
        succeeded(separateResults(rewriter, module, options)) &&
        succeeded(runOneShotModuleBufferize(module, options, state)));
  BufferizationStatistics *noStatistics = nullptr;
  return success(succeeded(copyBeforeWrites(module, options, state)) &&
                 succeeded(bufferization::bufferizeModuleOp(
                     module, options, state, noStatistics)));
}

namespace {
struct LayoutBufferize : layout::impl::LayoutBufferizeBase<LayoutBufferize> {
  using LayoutBufferizeBase::LayoutBufferizeBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyHasBuffers(module)))
      return signalPassFailure();
    if (to == BufferForm::Logical)
      markViews(module);
    IRRewriter rewriter(&getContext());
    replaceEmptySlices(rewriter, module);
    replaceConstantLoads(rewriter, module);
    OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.allowReturnAllocsFromLoops = true;
    options.setFunctionBoundaryTypeConversion(
        LayoutMapOption::IdentityLayoutMap);
    if (failed(bufferize(rewriter, module, options)))
      return signalPassFailure();
    declareExternalGlobals(module);
    eraseRequirements(module);
  }
};
} // namespace
