//===- ReplaceBuffer.cpp - Buffers that become views ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReplaceBuffer.h"
#include "BufferAccesses.h"
#include "layout/Analysis/PitchedOps.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

/// The type of a transpose of a buffer of type `source`.
static std::optional<MemRefType> getTransposedType(memref::TransposeOp op,
                                                   MemRefType source) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(source.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  SmallVector<int64_t> shape =
      applyPermutationMap<int64_t>(op.getPermutation(), source.getShape());
  SmallVector<int64_t> permuted =
      applyPermutationMap<int64_t>(op.getPermutation(), strides);
  auto layout = StridedLayoutAttr::get(op.getContext(), offset, permuted);
  return MemRefType::get(shape, source.getElementType(), layout,
                         source.getMemorySpace());
}

std::optional<MemRefType> layout::getViewType(Operation *view,
                                              MemRefType source) {
  using Result = std::optional<MemRefType>;
  auto getOptional = [](FailureOr<MemRefType> type) {
    return succeeded(type) ? Result(*type) : std::nullopt;
  };
  return llvm::TypeSwitch<Operation *, Result>(view)
      .Case([&](memref::SubViewOp op) {
        return memref::SubViewOp::inferRankReducedResultType(
            op.getType().getShape(), source, op.getMixedOffsets(),
            op.getMixedSizes(), op.getMixedStrides());
      })
      .Case([&](memref::ExpandShapeOp op) {
        return getOptional(memref::ExpandShapeOp::computeExpandedType(
            source, op.getResultType().getShape(),
            op.getReassociationIndices()));
      })
      .Case([&](memref::CollapseShapeOp op) -> Result {
        if (!memref::CollapseShapeOp::isGuaranteedCollapsible(
                source, op.getReassociationIndices()))
          return std::nullopt;
        return memref::CollapseShapeOp::computeCollapsedType(
            source, op.getReassociationIndices());
      })
      .Case(
          [&](memref::TransposeOp op) { return getTransposedType(op, source); })
      .Case([&](memref::CastOp op) -> Result {
        auto type = cast<MemRefType>(op.getType());
        auto result =
            MemRefType::get(type.getShape(), type.getElementType(),
                            source.getLayout(), source.getMemorySpace());
        if (!memref::CastOp::areCastCompatible(source, result))
          return std::nullopt;
        return result;
      })
      .Default(Result());
}

bool layout::acceptsType(OpOperand &use, MemRefType type) {
  Operation *op = use.getOwner();
  if (use.get().getType() == type)
    return true;
  if (isFrozen(op))
    return false;
  if (std::optional<PitchedAccess> access = getPitchedAccess(op))
    return access->isCheaperThanCopy() || isContiguous(type);
  if (isa<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
          vector::MaskedStoreOp, vector::GatherOp, vector::ScatterOp,
          vector::ExpandLoadOp, vector::CompressStoreOp>(op))
    return type.isLastDimUnitStride();
  return isa<memref::LoadOp, memref::StoreOp, memref::CopyOp,
             memref::AtomicRMWOp, memref::GenericAtomicRMWOp, memref::DeallocOp,
             affine::AffineReadOpInterface, affine::AffineWriteOpInterface,
             VectorTransferOpInterface, ShapedDimOpInterface>(op);
}

Operation *layout::findUserThatRequiresType(Value buffer, MemRefType type) {
  if (buffer.getType() == type)
    return nullptr;
  for (OpOperand &use : buffer.getUses()) {
    Operation *op = use.getOwner();
    if (!isView(op) || use.getOperandNumber() != 0) {
      if (!acceptsType(use, type))
        return op;
      continue;
    }
    std::optional<MemRefType> viewType = getViewType(op, type);
    if (!viewType)
      return op;
    if (Operation *user = findUserThatRequiresType(op->getResult(0), *viewType))
      return user;
  }
  return nullptr;
}

/// Changes the type of `buffer` and of its views.
static void changeType(RewriterBase &rewriter, Value buffer, MemRefType type) {
  if (buffer.getType() == type)
    return;
  buffer.setType(type);
  for (OpOperand &use : buffer.getUses()) {
    Operation *op = use.getOwner();
    if (isView(op) && use.getOperandNumber() == 0)
      rewriter.modifyOpInPlace(op, [&] {
        changeType(rewriter, op->getResult(0), *getViewType(op, type));
      });
  }
}

void layout::replaceBuffer(RewriterBase &rewriter, Value buffer, Value by) {
  changeType(rewriter, buffer, cast<MemRefType>(by.getType()));
  rewriter.replaceAllUsesWith(buffer, by);
}

void layout::eraseDeallocations(RewriterBase &rewriter, Value buffer) {
  for (const BufferAccess &access : BufferAccesses::get(buffer).all)
    if (isa<memref::DeallocOp>(access.getOp()))
      rewriter.eraseOp(access.getOp());
}

/// Whether a slice has all elements of its source, in the same dims.
static bool isWholeSlice(memref::SubViewOp slice) {
  return slice.getSourceType().hasStaticShape() &&
         slice.getType().getShape() == slice.getSourceType().getShape() &&
         slice.hasZeroOffset() && slice.hasUnitStride();
}

FixedBox FixedBox::get(Value view) {
  FixedBox box;
  box.offsets.assign(cast<MemRefType>(view.getType()).getRank(), 0);
  for (; auto slice = view.getDefiningOp<memref::SubViewOp>();
       view = slice.getSource()) {
    if (slice.getType().getRank() != slice.getSourceType().getRank() ||
        !slice.getOffsets().empty() || !slice.hasUnitStride())
      break;
    for (auto [sum, offset] :
         llvm::zip_equal(box.offsets, slice.getStaticOffsets()))
      sum += offset;
  }
  box.source = view;
  return box;
}

Value layout::createBox(OpBuilder &builder, Location loc, Value source,
                        ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> ones(sizes.size(), 1);
  return memref::SubViewOp::create(builder, loc, source, offsets, sizes, ones);
}

bool layout::isWholeView(Operation *view) {
  if (auto slice = dyn_cast<memref::SubViewOp>(view))
    return isWholeSlice(slice);
  return isa<memref::ExpandShapeOp, memref::CollapseShapeOp, memref::CastOp,
             memref::TransposeOp>(view);
}

Value layout::createInverseView(RewriterBase &rewriter, Operation *view,
                                Value buffer) {
  Location loc = view->getLoc();
  auto type = cast<MemRefType>(buffer.getType());
  auto source = cast<MemRefType>(view->getOperand(0).getType());
  return llvm::TypeSwitch<Operation *, Value>(view)
      .Case([&](memref::SubViewOp op) {
        return isWholeSlice(op) ? buffer : Value();
      })
      .Case([&](memref::ExpandShapeOp op) -> Value {
        auto groups = op.getReassociationIndices();
        if (!memref::CollapseShapeOp::isGuaranteedCollapsible(type, groups))
          return nullptr;
        return memref::CollapseShapeOp::create(rewriter, loc, buffer, groups);
      })
      .Case([&](memref::CollapseShapeOp op) -> Value {
        auto groups = op.getReassociationIndices();
        FailureOr<MemRefType> result =
            memref::ExpandShapeOp::computeExpandedType(type, source.getShape(),
                                                       groups);
        if (!source.hasStaticShape() || failed(result))
          return nullptr;
        return memref::ExpandShapeOp::create(rewriter, loc, *result, buffer,
                                             groups);
      })
      .Case([&](memref::TransposeOp op) -> Value {
        AffineMap inverse = inversePermutation(op.getPermutation());
        return memref::TransposeOp::create(rewriter, loc, buffer,
                                           AffineMapAttr::get(inverse));
      })
      .Case([&](memref::CastOp) -> Value {
        auto result =
            MemRefType::get(source.getShape(), source.getElementType(),
                            type.getLayout(), type.getMemorySpace());
        if (result == type)
          return buffer;
        if (!memref::CastOp::areCastCompatible(type, result))
          return nullptr;
        return memref::CastOp::create(rewriter, loc, result, buffer);
      })
      .Default(Value());
}
