//===- AccessExpansion.cpp - What only loads and stores can say -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApplyMap.h"
#include "BufferRewriter.h"
#include "TransferElements.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

bool BufferRewriter::needsIndices(Value buffer) {
  return classes.changes(buffer) && (classes.lookup(buffer).isSeenThrough ||
                                     classes.lookup(buffer).allocation);
}

/// A transfer of a dim that is cut goes element by element.
template <typename OpTy>
void BufferRewriter::expandTransfer(OpTy op) {
  const BufferClass &buffer = classes.lookup(op.getBase());
  if (buffer.isSeenThrough ||
      !getPhysicalTransferMap(
          cast<VectorTransferOpInterface>(op.getOperation()), buffer.map))
    transferElements(rewriter, op);
}

static SmallVector<bool> getAllInBounds(VectorType type) {
  return SmallVector<bool>(type.getRank(), true);
}

LogicalResult BufferRewriter::expand(Operation *op) {
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  auto getIndices = [&](AffineMap map, ValueRange operands) {
    return applyMap(rewriter, loc, map, operands);
  };
  auto asTransferRead = [&](Value buffer, ValueRange indices, VectorType type) {
    Value padding = arith::ConstantOp::create(
        rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
    auto read = rewriter.replaceOpWithNewOp<vector::TransferReadOp>(
        op, type, buffer, indices, padding,
        ArrayRef<bool>(getAllInBounds(type)));
    rewriter.setInsertionPoint(read);
    expandTransfer(read);
  };
  auto asTransferWrite = [&](Value vector, Value buffer, ValueRange indices) {
    auto write = rewriter.replaceOpWithNewOp<vector::TransferWriteOp>(
        op, vector, buffer, indices,
        ArrayRef<bool>(getAllInBounds(cast<VectorType>(vector.getType()))));
    rewriter.setInsertionPoint(write);
    expandTransfer(write);
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](memref::CopyOp copy) { return expandCopy(copy); })
      .Case([&](linalg::LinalgOp linalg) { return expandStructured(linalg); })
      .Case<vector::TransferReadOp, vector::TransferWriteOp>(
          [&](auto transfer) {
            expandTransfer(transfer);
            return success();
          })
      .Case([&](vector::LoadOp load) {
        asTransferRead(load.getBase(), load.getIndices(), load.getVectorType());
        return success();
      })
      .Case([&](vector::StoreOp store) {
        asTransferWrite(store.getValueToStore(), store.getBase(),
                        store.getIndices());
        return success();
      })
      .Case([&](affine::AffineVectorLoadOp load) {
        asTransferRead(load.getMemRef(),
                       getIndices(load.getAffineMap(), load.getMapOperands()),
                       load.getVectorType());
        return success();
      })
      .Case([&](affine::AffineVectorStoreOp store) {
        asTransferWrite(
            store.getValueToStore(), store.getMemRef(),
            getIndices(store.getAffineMap(), store.getMapOperands()));
        return success();
      })
      // Offsets of views need not be what affine maps may be applied to.
      .Case([&](affine::AffineLoadOp load) {
        if (needsIndices(load.getMemRef()))
          rewriter.replaceOpWithNewOp<memref::LoadOp>(
              load, load.getMemRef(),
              getIndices(load.getAffineMap(), load.getMapOperands()));
        return success();
      })
      .Case([&](affine::AffineStoreOp store) {
        if (needsIndices(store.getMemRef()))
          rewriter.replaceOpWithNewOp<memref::StoreOp>(
              store, store.getValueToStore(), store.getMemRef(),
              getIndices(store.getAffineMap(), store.getMapOperands()));
        return success();
      })
      .Case([&](affine::AffinePrefetchOp prefetch) {
        if (needsIndices(prefetch.getMemref()))
          rewriter.replaceOpWithNewOp<memref::PrefetchOp>(
              prefetch, prefetch.getMemref(),
              getIndices(prefetch.getAffineMap(), prefetch.getMapOperands()),
              prefetch.getIsWrite(), prefetch.getLocalityHint(),
              prefetch.getIsDataCache());
        return success();
      })
      .Default([](Operation *) { return success(); });
}
