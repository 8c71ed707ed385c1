//===- BufferAccesses.cpp - Accesses by physical indices ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApplyMap.h"
#include "BufferRewriter.h"
#include "Views.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

std::pair<Value, SmallVector<Value>>
BufferRewriter::getPhysicalAccess(Location loc, Value buffer,
                                  ValueRange indices) {
  SmallVector<Value> logical(indices);
  while (classes.lookup(buffer).isSeenThrough) {
    Operation *view = buffer.getDefiningOp();
    logical = getViewedIndices(rewriter, view, logical);
    buffer = getViewed(view);
  }
  AffineMap map = classes.lookup(buffer).map.getAffineMap();
  llvm::append_range(logical, classes.lookup(buffer).getSizes());
  return {buffer, applyMap(rewriter, loc, map, logical)};
}

void BufferRewriter::rewriteStructured(linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  OpOperand *leader = getLeader(op);
  unsigned leading = leader ? leader->getOperandNumber() : 0;
  SmallVector<AffineMap> maps = *getPhysicalMaps(op);
  linalg::LinalgOp generic = op;
  if (!isa<linalg::GenericOp>(op.getOperation()))
    generic = cast<linalg::LinalgOp>(
        linalg::generalizeNamedOp(rewriter, op)->getOperation());
  auto changed = cast<linalg::GenericOp>(generic.getOperation());
  changed.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  if (order == LoopOrder::Physical && leader)
    (void)linalg::interchangeGenericOp(rewriter, changed,
                                       getPhysicalOrder(maps[leading]));
}

OpFoldResult BufferRewriter::getSize(Location loc, Value buffer, int64_t dim) {
  const BufferClass &found = classes.lookup(buffer);
  if (!found.type.isDynamicDim(dim))
    return rewriter.getIndexAttr(found.type.getDimSize(dim));
  if (found.allocation)
    return found.getSizes()[found.type.getDynamicDimIndex(dim)];
  Operation *maker = buffer.getDefiningOp();
  if (std::optional<ValueRange> sizes =
          maker ? getDynamicSizes(maker) : std::nullopt)
    return (*sizes)[found.type.getDynamicDimIndex(dim)];
  if (std::optional<OpFoldResult> size = getViewSize(maker, dim))
    return *size;
  if (found.isSeenThrough) // A cast.
    return getSize(loc, getViewed(maker), dim);
  unsigned whole = found.isLaidOut() ? *getWholeDim(found.map, dim) : dim;
  Value size = memref::DimOp::create(rewriter, loc, buffer, whole);
  done.insert(size.getDefiningOp());
  return size;
}

void BufferRewriter::rewriteUser(Operation *user) {
  rewriter.setInsertionPoint(user);
  Location loc = user->getLoc();
  auto setAccess = [&](OpOperand &buffer, MutableOperandRange indices) {
    if (!classes.changes(buffer.get()))
      return;
    auto [physical, where] =
        getPhysicalAccess(loc, buffer.get(), OperandRange(indices));
    buffer.set(physical); // Operands move once there are more of them.
    indices.assign(where);
  };
  auto getMap = [&](auto op, Value buffer) {
    return *getPhysicalMap(buffer, op.getAffineMap());
  };
  llvm::TypeSwitch<Operation *>(user)
      .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
            memref::GenericAtomicRMWOp, memref::PrefetchOp>([&](auto op) {
        setAccess(op.getMemrefMutable(), op.getIndicesMutable());
      })
      .Case([&](affine::AffineLoadOp op) {
        AffineMap map = getMap(op, op.getMemRef());
        rewriter.replaceOpWithNewOp<affine::AffineLoadOp>(
            op, op.getMemRef(), map, op.getMapOperands());
      })
      .Case([&](affine::AffineStoreOp op) {
        AffineMap map = getMap(op, op.getMemRef());
        rewriter.replaceOpWithNewOp<affine::AffineStoreOp>(
            op, op.getValueToStore(), op.getMemRef(), map, op.getMapOperands());
      })
      .Case([&](affine::AffinePrefetchOp op) {
        AffineMap map = getMap(op, op.getMemref());
        rewriter.replaceOpWithNewOp<affine::AffinePrefetchOp>(
            op, op.getMemref(), map, llvm::to_vector(op.getMapOperands()),
            op.getIsWrite(), op.getLocalityHint(), op.getIsDataCache());
      })
      .Case<vector::TransferReadOp, vector::TransferWriteOp>([&](auto op) {
        auto transfer = cast<VectorTransferOpInterface>(op.getOperation());
        op.setPermutationMapAttr(AffineMapAttr::get(*getPhysicalTransferMap(
            transfer, classes.lookup(op.getBase()).map)));
        // In the region of a mask there is nothing but the transfer.
        if (isa<vector::MaskOp>(op->getParentOp()))
          rewriter.setInsertionPoint(op->getParentOp());
        setAccess(op.getBaseMutable(), op.getIndicesMutable());
      })
      .Case([&](memref::DimOp op) {
        rewriter.replaceOp(
            op, getValueOrCreateConstantIndexOp(
                    rewriter, loc,
                    getSize(loc, op.getSource(), *op.getConstantIndex())));
      })
      .Case([&](linalg::LinalgOp op) { rewriteStructured(op); });
}

std::optional<AffineMap>
layout::getPhysicalTransferMap(VectorTransferOpInterface op,
                               const IndexMap &map) {
  AffineMap transfer = op.getPermutationMap();
  SmallVector<AffineExpr> results;
  for (AffineExpr result : transfer.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    std::optional<unsigned> whole =
        dim ? getWholeDim(map, dim.getPosition()) : std::nullopt;
    // What moves along the dim moves along nothing else.
    if (dim &&
        (!whole ||
         llvm::count_if(map.getAffineMap().getResults(), [&](AffineExpr other) {
           return other.isFunctionOfDim(dim.getPosition());
         }) != 1))
      return std::nullopt;
    results.push_back(dim ? getAffineDimExpr(*whole, map.getContext())
                          : result);
  }
  AffineMap physical =
      AffineMap::get(map.getNumResults(), 0, results, map.getContext());
  // A mask has the dims of memory, in their order.
  bool isMasked = op.getMask() || isa<vector::MaskOp>(op->getParentOp());
  if (isMasked && compressUnusedDims(physical) != compressUnusedDims(transfer))
    return std::nullopt;
  return physical;
}
