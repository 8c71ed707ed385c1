//===- MovementModels.cpp - Upstream ops that move elements ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxForms.h"
#include "ExternalModels.h"
#include "PackMap.h"
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

/// A part that has all dims of the whole.
ValuePart getPart(Value part, Value whole, ArrayRef<int64_t> offsets) {
  int64_t rank = cast<RankedTensorType>(whole.getType()).getRank();
  ValuePart result{part, whole, SmallVector<int64_t>(offsets),
                   llvm::to_vector(llvm::seq<int64_t>(0, rank)),
                   /*bounds=*/{}};
  if (llvm::any_of(offsets, ShapedType::isDynamic))
    result.offsets.clear();
  return result;
}

/// What a slice reads, or an insertion writes.
template <typename OpTy>
ValuePart getSlicePart(OpTy op, Value part, Value whole) {
  ValuePart result = getPart(part, whole, op.getStaticOffsets());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  llvm::erase_if(result.dims, [&](int64_t dim) { return dropped[dim]; });
  result.isBox = op.hasUnitStride();
  if (llvm::any_of(op.getStaticStrides(), ShapedType::isDynamic))
    result.offsets.clear();
  for (auto bounds : {op.getOffsets(), op.getSizes(), op.getStrides()})
    llvm::append_range(result.bounds, bounds);
  return result;
}

struct PadMovement : Movement<PadMovement, tensor::PadOp> {
  SmallVector<Value> getMovedValues(Operation *self) const {
    auto op = cast<tensor::PadOp>(self);
    return {op.getSource(), op.getResult()};
  }
  SmallVector<ValuePart> getParts(Operation *self) const {
    auto op = cast<tensor::PadOp>(self);
    if (hasNegativeWidth(op))
      return {};
    return {getPart(op.getSource(), op.getResult(), op.getStaticLow())};
  }
  Attribute getBorder(Operation *self) const {
    Value value = cast<tensor::PadOp>(self).getConstantPaddingValue();
    return value ? getConstant(value) : Attribute();
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

struct ConcatModel : Movement<ConcatModel, tensor::ConcatOp> {
  /// Each input is read and written, as by insertions of them.
  SmallVector<Value> getMovedValues(Operation *self) const {
    SmallVector<Value> moved(self->getOperands());
    llvm::append_range(moved, self->getOperands());
    return moved;
  }
  SmallVector<ValuePart> getParts(Operation *self) const {
    auto op = cast<tensor::ConcatOp>(self);
    SmallVector<int64_t> offsets(op.getResultType().getRank(), 0);
    int64_t &offset = offsets[op.getDim()];
    SmallVector<ValuePart> parts;
    for (Value operand : op.getInputs()) {
      parts.push_back(getPart(operand, op.getResult(), offsets));
      int64_t size =
          cast<RankedTensorType>(operand.getType()).getDimSize(op.getDim());
      bool isUnknown =
          ShapedType::isDynamic(size) || ShapedType::isDynamic(offset);
      offset = isUnknown ? ShapedType::kDynamic : offset + size;
    }
    return parts;
  }
};

struct InsertSliceModel : Movement<InsertSliceModel, tensor::InsertSliceOp> {
  SmallVector<Value> getMovedValues(Operation *self) const {
    Value source = cast<tensor::InsertSliceOp>(self).getSource();
    return {source, source};
  }
  SmallVector<ValuePart> getParts(Operation *self) const {
    auto op = cast<tensor::InsertSliceOp>(self);
    SmallVector<int64_t> zeros(op.getDestType().getRank(), 0);
    return {getPart(op.getDest(), op.getResult(), zeros),
            getSlicePart(op, op.getSource(), op.getResult())};
  }
};

struct ParallelInsertModel
    : Movement<ParallelInsertModel, tensor::ParallelInsertSliceOp> {
  SmallVector<Value> getMovedValues(Operation *self) const {
    Value source = cast<tensor::ParallelInsertSliceOp>(self).getSource();
    return {source, source};
  }
};

struct SliceModel : Movement<SliceModel, tensor::ExtractSliceOp> {
  SmallVector<Value> getMovedValues(Operation *self) const {
    return {self->getResult(0), self->getResult(0)};
  }
  SmallVector<ValuePart> getParts(Operation *self) const {
    auto op = cast<tensor::ExtractSliceOp>(self);
    return {getSlicePart(op, op.getResult(), op.getSource())};
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
    ConcatOp::attachInterface<ConcatModel>(*context);
    ExtractSliceOp::attachInterface<SliceModel>(*context);
    InsertSliceOp::attachInterface<InsertSliceModel>(*context);
    ParallelInsertSliceOp::attachInterface<ParallelInsertModel>(*context);
  });
}
