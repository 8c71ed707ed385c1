//===- LoopBuffers.cpp - Tensors in the buffers of loops ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that is lowered in part has loops on buffers between ops on
// tensors:
//
//   %a = bufferization.to_buffer %x : tensor<6x5xf32> to memref<6x5xf32>
//   %b = memref.alloc() : memref<5x6xf32>
//   (loops that load from %a and store to %b)
//   %y = bufferization.to_tensor %b restrict : memref<5x6xf32> to ...
//
// Nothing else writes these buffers, so that the loops make %y of %x.
//
//===----------------------------------------------------------------------===//

#include "MoveLoops.h"
#include "Raise.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

/// Whether `op` is a part of a buffer that is only copied from, or only copied
/// to.
static bool isCopiedPart(Operation *op, bool isSource) {
  return isa<memref::SubViewOp>(op) &&
         llvm::all_of(op->getUses(), [&](OpOperand &use) {
           auto copy = dyn_cast<memref::CopyOp>(use.getOwner());
           return copy && &use == (isSource ? &copy.getSourceMutable()
                                            : &copy.getTargetMutable());
         });
}

/// The tensor that a buffer, which is only read, is that of; null if it is
/// another one.
static Value getTensor(Value buffer) {
  auto source = buffer.getDefiningOp<bufferization::ToBufferOp>();
  bool isOnlyRead =
      source && llvm::all_of(buffer.getUsers(), [](Operation *user) {
        return isa<memref::LoadOp, memref::DimOp, affine::AffineLoadOp>(user) ||
               isCopiedPart(user, /*isSource=*/true);
      });
  return isOnlyRead ? source.getTensor() : Value();
}

/// Sorts a user of the destination; fails if it is none of those that are
/// known.
static LogicalResult addUser(Operation *user, Operation *loops,
                             LoopTensors &tensors) {
  if (loops->isAncestor(user))
    return success(isa<memref::StoreOp, affine::AffineStoreOp>(user) ||
                   isCopiedPart(user, /*isSource=*/false));
  Operation *inBlock = loops->getBlock()->findAncestorOpInBlock(*user);
  if (!inBlock)
    return failure();
  bool isBehind = loops->isBeforeInBlock(inBlock);
  if (auto result = dyn_cast<bufferization::ToTensorOp>(user);
      result && isBehind) {
    tensors.results.push_back(result);
    return success();
  }
  if (isa<memref::DeallocOp>(user) && isBehind && user == inBlock) {
    tensors.others.push_back(user);
    return success();
  }
  auto fill = dyn_cast<linalg::FillOp>(user);
  if (!fill || isBehind || fill != inBlock || tensors.fill)
    return failure();
  tensors.fill = fill;
  return success();
}

FailureOr<LoopTensors> raise::findTensors(const MoveLoops &loops,
                                          std::string &reason) {
  LoopTensors tensors;
  tensors.source = getTensor(loops.source);
  if (!tensors.source) {
    reason = "requires a source that is a tensor, or the buffer of one "
             "(bufferization.to_buffer) that is only read";
    return failure();
  }
  tensors.buffer = loops.destination.getDefiningOp<memref::AllocOp>();
  bool isKnown =
      tensors.buffer && tensors.buffer->getBlock() == loops.op->getBlock();
  isKnown =
      isKnown && llvm::all_of(tensors.buffer->getUsers(), [&](Operation *user) {
        return succeeded(addUser(user, loops.op, tensors));
      });
  if (isKnown && !tensors.results.empty())
    return tensors;
  reason = "requires a destination that is a tensor, or an allocation of which "
           "only a tensor is made (bufferization.to_tensor)";
  return failure();
}

Value raise::createDestination(RewriterBase &rewriter, LoopTensors &tensors) {
  MemRefType type = tensors.buffer.getType();
  Location loc = tensors.buffer.getLoc();
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType(),
                                        tensors.buffer.getDynamicSizes());
  if (!tensors.fill)
    return empty;
  return linalg::FillOp::create(rewriter, tensors.fill.getLoc(),
                                tensors.fill.value(), empty)
      .getResult(0);
}

void raise::replaceLoops(RewriterBase &rewriter, const MoveLoops &loops,
                         LoopTensors &tensors, Value value) {
  noteRaised(loops.op, value.getDefiningOp());
  for (bufferization::ToTensorOp result : tensors.results) {
    rewriter.setInsertionPoint(result);
    rewriter.replaceOp(
        result, castTo(rewriter, value,
                       cast<RankedTensorType>(result.getResult().getType())));
  }
  for (Operation *op : tensors.others)
    rewriter.eraseOp(op);
  Operation *source = loops.source.getDefiningOp();
  rewriter.eraseOp(loops.op);
  if (source->use_empty())
    rewriter.eraseOp(source);
  if (tensors.fill)
    rewriter.eraseOp(tensors.fill);
  rewriter.eraseOp(tensors.buffer);
}
