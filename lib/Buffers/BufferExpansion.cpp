//===- BufferExpansion.cpp - Ops that become loops ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedCopy.h"
#include "BufferRewriter.h"
#include "DigitNest.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<AffineMap> BufferRewriter::getPhysicalMap(Value buffer,
                                                        AffineMap access) {
  if (!classes.changes(buffer))
    return access;
  if (needsIndices(buffer))
    return std::nullopt;
  return classes.lookup(buffer).map.getAffineMap().compose(access);
}

std::optional<SmallVector<AffineMap>>
BufferRewriter::getPhysicalMaps(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<AffineMap> map =
        getPhysicalMap(operand.get(), op.getMatchingIndexingMap(&operand));
    if (!map)
      return std::nullopt;
    maps.push_back(*map);
  }
  return maps;
}

/// Whether a structured op may have these indexing maps: nothing is divided,
/// and shapes say how many iterations there are.
static bool areIndexingMaps(ArrayRef<AffineMap> maps, MLIRContext *context) {
  for (AffineMap map : maps) {
    bool divides = false;
    map.walkExprs([&](AffineExpr expr) {
      divides |= expr.getKind() == AffineExprKind::FloorDiv ||
                 expr.getKind() == AffineExprKind::CeilDiv ||
                 expr.getKind() == AffineExprKind::Mod;
    });
    if (divides)
      return false;
  }
  return static_cast<bool>(inversePermutation(concatAffineMaps(maps, context)));
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Whether copying the physical box copies the elements, and nothing else:
/// padding may hold something that is to stay.
bool BufferRewriter::isPlainCopy(Value source, Value target) {
  const BufferClass &from = classes.lookup(source);
  const BufferClass &to = classes.lookup(target);
  return from.isLaidOut() && to.isLaidOut() && from.map == to.map &&
         isProved(
             from.map.withoutSeparators().isBijective(from.type.getShape())) &&
         !from.type.getNumDynamicDims();
}

LogicalResult BufferRewriter::expandCopy(memref::CopyOp copy) {
  Location loc = copy.getLoc();
  Value source = copy.getSource(), target = copy.getTarget();
  if (isa<MemRefType>(source.getType()) && isa<MemRefType>(target.getType())) {
    if (isPlainCopy(source, target))
      return success();
    auto type = cast<MemRefType>(source.getType());
    AffineMap identity =
        AffineMap::getMultiDimIdentityMap(type.getRank(), copy->getContext());
    std::optional<AffineMap> from = getPhysicalMap(source, identity),
                             to = getPhysicalMap(target, identity);
    if (from && to && !areIndexingMaps({*from, *to}, copy.getContext())) {
      SmallVector<OpFoldResult> sizes;
      for (int64_t dim : llvm::seq(type.getRank()))
        sizes.push_back(
            getSize(loc, hasSize(source, dim) ? source : target, dim));
      BlockedCopy made =
          createBlockedCopy(rewriter, loc, source, *from, target, *to,
                            type.getShape(), sizes, /*isExact=*/false);
      done.insert_range(ArrayRef{made.load, made.store});
      rewriter.eraseOp(copy);
      return success();
    }
  }
  auto made = cast<linalg::LinalgOp>(
      linalg::makeMemRefCopyOp(rewriter, loc, source, target).getOperation());
  rewriter.eraseOp(copy);
  return expandStructured(made);
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

/// Which of the written buffers says how loops go: the first that changes.
OpOperand *BufferRewriter::getLeader(linalg::LinalgOp op) {
  for (OpOperand &init : op.getDpsInitsMutable())
    if (classes.changes(init.get()))
      return &init;
  return nullptr;
}

/// Puts the computation into loops over the axes of the physical buffer it
/// writes. Returns whether it has done so.
bool BufferRewriter::expandInPhysicalOrder(linalg::LinalgOp op) {
  OpOperand *leader = getLeader(op);
  if (!leader)
    return false;
  std::optional<SmallVector<AffineMap>> maps = getPhysicalMaps(op);
  if (!maps)
    return false;
  ArrayRef<AffineMap> accesses = *maps;
  std::optional<DigitNest> nest = DigitNest::get(
      op.getStaticLoopRanges(), accesses[leader->getOperandNumber()], accesses);
  if (!nest)
    return false;

  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<OpFoldResult> sizes;
  for (const Range &range : op.createLoopRanges(rewriter, loc))
    sizes.push_back(range.size);
  nest->build(rewriter, loc, sizes, /*isExact=*/false);
  IRMapping values;
  SmallVector<SmallVector<Value>> indices;
  for (OpOperand &operand : op->getOpOperands()) {
    indices.push_back(
        nest->getIndices(rewriter, loc, accesses[operand.getOperandNumber()]));
    Value value = operand.get();
    if (isa<MemRefType>(value.getType())) {
      value = memref::LoadOp::create(rewriter, loc, value, indices.back());
      done.insert(value.getDefiningOp());
    }
    values.map(op.getMatchingBlockArgument(&operand), value);
  }
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op->getContext());
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      values.map(index.getResult(),
                 nest->getIndices(rewriter, loc,
                                  identity.getSubMap(
                                      {static_cast<unsigned>(index.getDim())}))
                     .front());
    else
      rewriter.clone(inner, values);
  }
  for (auto [init, result] :
       llvm::zip_equal(op.getDpsInitsMutable(),
                       op.getBlock()->getTerminator()->getOperands()))
    done.insert(
        memref::StoreOp::create(rewriter, loc, values.lookupOrDefault(result),
                                init.get(), indices[init.getOperandNumber()]));
  llvm::append_range(loops, nest->getLoops());
  rewriter.eraseOp(op);
  return true;
}

LogicalResult BufferRewriter::expandStructured(linalg::LinalgOp op) {
  std::optional<SmallVector<AffineMap>> maps = getPhysicalMaps(op);
  if (maps && areIndexingMaps(*maps, op->getContext()))
    return success();
  if (order == LoopOrder::Physical && expandInPhysicalOrder(op))
    return success();
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::LinalgLoops> made = linalg::linalgOpToLoops(rewriter, op);
  if (failed(made))
    return op->emitOpError() << "requires to be written as loops for the "
                                "layouts of its buffers";
  llvm::append_range(loops, *made);
  rewriter.eraseOp(op);
  return success();
}
