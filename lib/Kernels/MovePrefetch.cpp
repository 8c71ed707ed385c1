//===- MovePrefetch.cpp - Fetching the next block of a move ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovePrefetch.h"
#include "MoveTime.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

MovePrefetch::MovePrefetch(OpBuilder &builder, Location loc,
                           const ElementMove &move, const MovePlan &plan,
                           int64_t lineBytes, Value buffer,
                           int64_t MoveLoop::*distance)
    : builder(builder), loc(loc), move(move), plan(plan), lineBytes(lineBytes),
      buffer(buffer), distance(distance), rowBytes(move.getGroupBytes()) {
  bool isRead = distance == &MoveLoop::read;
  SmallVector<unsigned> order =
      isRead ? getReadOrder(move)
             : llvm::to_vector(llvm::seq<unsigned>(move.loops.size()));
  int64_t adjacent = move.group;
  for (unsigned index : llvm::reverse(order)) {
    const MoveLoop &loop = move.loops[index];
    if (loop.*distance != adjacent)
      break;
    rowLoops.push_back(index);
    rowBytes *= plan.block[index];
    numTiles *= llvm::divideCeil(plan.block[index], plan.tile[index]);
    if (plan.block[index] != loop.extent)
      break;
    adjacent *= loop.extent;
  }
  tileRows = isRead ? move.getWrittenLoop() : move.getReadLoop();
  if (tileRows && llvm::is_contained(rowLoops, *tileRows))
    tileRows = std::nullopt;
}

void MovePrefetch::setBlock(ArrayRef<OpFoldResult> starts) {
  AffineExpr sum = builder.getAffineConstantExpr(0);
  for (auto [i, loop] : llvm::enumerate(move.loops))
    sum = sum + builder.getAffineDimExpr(i) * (loop.*distance);
  base = getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(builder, loc, sum, starts));
}

AffineExpr MovePrefetch::getNumber() const {
  AffineExpr number = builder.getAffineConstantExpr(0);
  int64_t count = 1;
  for (unsigned loop : rowLoops) {
    number = number +
             builder.getAffineDimExpr(loop).ceilDiv(plan.tile[loop]) * count;
    count *= llvm::divideCeil(plan.block[loop], plan.tile[loop]);
  }
  return number;
}

void MovePrefetch::createForTile(ArrayRef<OpFoldResult> indices) {
  int64_t numRows = tileRows ? plan.tile[*tileRows] : 1;
  int64_t numLines = llvm::divideCeil(rowBytes, lineBytes);
  // Either several rows for each tile, or a part of one.
  int64_t parts = llvm::divideCeil(numTiles, numRows);
  int64_t rows = parts > 1 ? 1 : llvm::divideCeil(numRows, numTiles);
  int64_t lines = llvm::divideCeil(numLines, parts);

  AffineExpr number = getNumber();
  AffineExpr start = builder.getAffineDimExpr(move.loops.size());
  for (auto [i, loop] : llvm::enumerate(move.loops))
    if (!llvm::is_contained(rowLoops, i) && i != tileRows)
      start = start + builder.getAffineDimExpr(i) * (loop.*distance);
  int64_t rowDistance = tileRows ? move.loops[*tileRows].*distance : 0;
  int64_t lineDistance = lineBytes / move.elementBytes;
  AffineExpr row = number.floorDiv(parts) * rows, line = number % parts * lines;
  SmallVector<OpFoldResult> operands(indices);
  operands.push_back(base);
  auto getMin = [&](AffineExpr expr, int64_t most) {
    operands.push_back(affine::makeComposedFoldedAffineMin(
        builder, loc,
        AffineMap::get(move.loops.size(), 0,
                       {expr, builder.getAffineConstantExpr(most)},
                       builder.getContext()),
        indices));
    return builder.getAffineDimExpr(operands.size() - 1);
  };
  // The last parts overlap the ones before them, so that all lines are those of
  // the operand.
  start = start + getMin(line, numLines - lines) * lineDistance;
  if (tileRows)
    start = start + getMin(builder.getAffineDimExpr(*tileRows) + row,
                           plan.block[*tileRows] - rows) *
                        rowDistance;
  Value first = getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(builder, loc, start, operands));
  for (int64_t i : llvm::seq(rows))
    for (int64_t j : llvm::seq(lines)) {
      Value offset = arith::ConstantIndexOp::create(
          builder, loc, i * rowDistance + j * lineDistance);
      Value index = builder.createOrFold<arith::AddIOp>(loc, first, offset);
      // Also the result is prefetched for reading, which takes less time than
      // for writing: a line that no other core has may then be written, too.
      memref::PrefetchOp::create(builder, loc, buffer, index,
                                 /*isWrite=*/false, /*localityHint=*/2,
                                 /*isDataCache=*/true);
    }
}
