//===- ElementMove.cpp - Loops of ops that move elements ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementMove.h"
#include "StorageUnits.h"
#include "layout/Analysis/Rewrites.h"

using namespace mlir;
using namespace mlir::layout;

static std::optional<unsigned> findLoop(const ElementMove &move,
                                        int64_t MoveLoop::*distance) {
  for (auto [index, loop] : llvm::enumerate(move.loops))
    if (loop.*distance == move.group)
      return index;
  return std::nullopt;
}

std::optional<unsigned> ElementMove::getReadLoop() const {
  return findLoop(*this, &MoveLoop::read);
}

std::optional<unsigned> ElementMove::getWrittenLoop() const {
  return findLoop(*this, &MoveLoop::written);
}

/// By how many elements each loop advances in an operand: 0 if the operand does
/// not depend on it. Fails if that is not constant, or if several dims depend
/// on one loop.
static std::optional<SmallVector<int64_t>> getDistances(linalg::GenericOp op,
                                                        OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> strides, ranges = op.getStaticLoopRanges();
  int64_t offset;
  if (!type || failed(type.getStridesAndOffset(strides, offset)) ||
      !map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return std::nullopt;
  SmallVector<int64_t> distances(op.getNumLoops(), 0);
  for (auto [index, stride] : llvm::zip_equal(map.getResults(), strides)) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop || ranges[loop.getPosition()] == 1)
      continue;
    if (ShapedType::isDynamic(stride) || stride <= 0)
      return std::nullopt;
    distances[loop.getPosition()] = stride;
  }
  return distances;
}

/// Joins loops that follow each other in source and result.
static SmallVector<MoveLoop> joinLoops(ArrayRef<MoveLoop> loops) {
  SmallVector<MoveLoop> joined;
  for (const MoveLoop &loop : loops) {
    int64_t read = loop.read * loop.extent,
            written = loop.written * loop.extent;
    if (!joined.empty() && joined.back().read == read &&
        joined.back().written == written)
      joined.back() = {joined.back().extent * loop.extent, loop.read,
                       loop.written};
    else
      joined.push_back(loop);
  }
  return joined;
}

std::optional<ElementMove> layout::getElementMove(linalg::GenericOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (!onlyMovesElements(op) || op.getNumDpsInputs() != 1 ||
      ShapedType::isDynamicShape(ranges) || llvm::is_contained(ranges, 0))
    return std::nullopt;
  OpOperand &source = *op.getDpsInputOperand(0);
  OpOperand &result = *op.getDpsInitOperand(0);
  Type element = getElementTypeOrSelf(source.get().getType());
  std::optional<unsigned> bytes = getStorageBytes(element);
  if (element != getElementTypeOrSelf(result.get().getType()) || !bytes)
    return std::nullopt;
  auto read = getDistances(op, source), written = getDistances(op, result);
  if (!read || !written)
    return std::nullopt;
  SmallVector<MoveLoop> loops;
  for (auto [extent, from, to] : llvm::zip_equal(ranges, *read, *written))
    if (extent != 1) {
      if (from == 0 || to == 0)
        return std::nullopt;
      loops.push_back({extent, from, to});
    }
  llvm::sort(loops, [](const MoveLoop &a, const MoveLoop &b) {
    return std::pair(a.written, a.read) > std::pair(b.written, b.read);
  });
  ElementMove move{source.get(), result.get(), *bytes, 1, joinLoops(loops)};
  if (!move.loops.empty() && move.loops.back().read == 1 &&
      move.loops.back().written == 1)
    move.group = move.loops.pop_back_val().extent;
  return move;
}
