//===- MovementModels.cpp - Upstream ops that move elements ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/ExternalModels/ExternalModels.h"
#include "layout/ExternalModels/PackMap.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
template <typename Model, typename OpTy>
using Movement = DataMovementOpInterface::ExternalModel<Model, OpTy>;

struct PackModel : Movement<PackModel, linalg::PackOp> {
  std::optional<RewriteMaps> getRewriteMaps(Operation *self) const {
    auto op = cast<linalg::PackOp>(self);
    int64_t rank = op.getSourceRank();
    return RewriteMaps{AffineMap::getMultiDimIdentityMap(rank, op.getContext()),
                       getPackMap(op, rank)};
  }
};

struct UnPackModel : Movement<UnPackModel, linalg::UnPackOp> {
  std::optional<RewriteMaps> getRewriteMaps(Operation *self) const {
    auto op = cast<linalg::UnPackOp>(self);
    int64_t rank = op.getDestRank();
    return RewriteMaps{getPackMap(op, rank), AffineMap::getMultiDimIdentityMap(
                                                 rank, op.getContext())};
  }
};

/// A copy is a structured op, so that its maps need not be stated.
struct CopyModel : Movement<CopyModel, linalg::CopyOp> {
  bool isAskedFor(Operation *) const { return true; }
};

/// A copy of a buffer reads and writes all of it.
struct BufferCopyModel : Movement<BufferCopyModel, memref::CopyOp> {
  SmallVector<Value> getMovedValues(Operation *self) const {
    auto op = cast<memref::CopyOp>(self);
    return {op.getSource(), op.getTarget()};
  }
};

struct ReshapeModel : Movement<ReshapeModel, tensor::ReshapeOp> {
  bool isView(Operation *) const { return true; }
};

struct ExtractModel : Movement<ExtractModel, tensor::ExtractOp> {
  std::optional<OperandRange> getElementIndices(Operation *self) const {
    return cast<tensor::ExtractOp>(self).getIndices();
  }
};

bool areAll(ArrayRef<int64_t> entries, int64_t value) {
  return llvm::all_of(entries, [&](int64_t entry) { return entry == value; });
}

struct PadMovement : Movement<PadMovement, tensor::PadOp> {
  SmallVector<Value> getMovedValues(Operation *self) const {
    auto op = cast<tensor::PadOp>(self);
    return {op.getSource(), op.getResult()};
  }
  bool isAskedFor(Operation *self) const {
    return cast<tensor::PadOp>(self).getNofold();
  }
  bool isResize(Operation *self) const {
    auto op = cast<tensor::PadOp>(self);
    Value value = op.getConstantPaddingValue();
    return value && getConstant(value) && areAll(op.getStaticLow(), 0) &&
           op.getHigh().empty() && !areAll(op.getStaticHigh(), 0);
  }
};

/// Model of ops that read and write as much as the value holds that `Get`
/// returns.
template <typename OpTy, auto Get>
struct PieceModel : Movement<PieceModel<OpTy, Get>, OpTy> {
  SmallVector<Value> getMovedValues(Operation *self) const {
    Value piece = (cast<OpTy>(self).*Get)();
    return {piece, piece};
  }
};

struct SliceModel : Movement<SliceModel, tensor::ExtractSliceOp> {
  SmallVector<Value> getMovedValues(Operation *self) const {
    return {self->getResult(0), self->getResult(0)};
  }
  bool isResize(Operation *self) const {
    auto op = cast<tensor::ExtractSliceOp>(self);
    return areAll(op.getStaticOffsets(), 0) &&
           areAll(op.getStaticStrides(), 1) && op.getSizes().empty() &&
           op.getSourceType().getRank() == op.getType().getRank() &&
           op.getSourceType() != op.getType();
  }
};
} // namespace

void layout::registerMovementModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    linalg::PackOp::attachInterface<PackModel>(*context);
    linalg::UnPackOp::attachInterface<UnPackModel>(*context);
    linalg::CopyOp::attachInterface<CopyModel>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, memref::MemRefDialect *) {
    memref::CopyOp::attachInterface<BufferCopyModel>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    using namespace tensor;
    ExtractOp::attachInterface<ExtractModel>(*context);
    ReshapeOp::attachInterface<ReshapeModel>(*context);
    tensor::PadOp::attachInterface<PadMovement>(*context);
    ConcatOp::attachInterface<PieceModel<ConcatOp, &ConcatOp::getResult>>(
        *context);
    ExtractSliceOp::attachInterface<SliceModel>(*context);
    InsertSliceOp::attachInterface<
        PieceModel<InsertSliceOp, &InsertSliceOp::getSource>>(*context);
    ParallelInsertSliceOp::attachInterface<
        PieceModel<ParallelInsertSliceOp, &ParallelInsertSliceOp::getSource>>(
        *context);
  });
}
