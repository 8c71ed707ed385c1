//===- BufferizeTransform.cpp - layout_transform in bufferization ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedCopy.h"
#include "NewBuffer.h"
#include "layout/Buffers/Bufferize.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::layout;

using Values = SmallVector<Value>;

namespace {
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
} // namespace

void layout::registerTransformModel(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LayoutDialect *) {
    LayoutTransformOp::attachInterface<TransformModel>(*context);
    // What it becomes.
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         memref::MemRefDialect, scf::SCFDialect>();
  });
}
