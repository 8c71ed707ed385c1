//===- MoveElements.cpp - Loops that move elements ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveElements.h"
#include "MovePrefetch.h"
#include "MoveTile.h"
#include "ParallelTiles.h"
#include "StorageUnits.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// All storage units from the first to the last one of a buffer as one dim.
static Value flatten(OpBuilder &builder, Location loc, Value buffer,
                     const ElementMove &move, int64_t MoveLoop::*distance) {
  int64_t size = move.group;
  for (const MoveLoop &loop : move.loops)
    size += (loop.extent - 1) * (loop.*distance);
  buffer = viewStorageUnits(builder, loc, buffer);
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getRank() == 1 && type.getLayout().isIdentity())
    return buffer;
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
  return memref::ReinterpretCastOp::create(
      builder, loc, metadata.getBaseBuffer(),
      metadata.getConstifiedMixedOffset(),
      ArrayRef<OpFoldResult>{builder.getIndexAttr(size)},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
}

namespace {
/// The buffer that a block is put together in.
struct BlockBuffer {
  /// For each loop the distance of its iterations, in elements.
  SmallVector<int64_t> distances;
  int64_t size;
  /// The loops from this one on are over adjacent elements, in the buffer and
  /// in the result.
  unsigned firstAdjacent;
};

class MoveBuilder {
public:
  MoveBuilder(OpBuilder &builder, Location loc, const ElementMove &move,
              const MovePlan &plan, const Processor &processor)
      : builder(builder), loc(loc), move(move), plan(plan),
        vectorBytes(processor.vectorBytes), lineBytes(processor.lineBytes) {}

  void run(bool isParallel) {
    from = flatten(builder, loc, move.source, move, &MoveLoop::read);
    to = flatten(builder, loc, move.result, move, &MoveLoop::written);
    if (plan.isBuffered) {
      layoutBuffer();
      if (!isParallel)
        allocateBuffer();
    }
    blockStarts.assign(move.loops.size(), builder.getIndexAttr(0));
    if (plan.isPrefetched)
      createPrefetchingLoop();
    else
      createBlockLoops();

    // Each thread has a buffer of its own.
    if (plan.isBuffered && isParallel)
      allocateBuffer();
    for (unsigned loop : llvm::seq<unsigned>(move.loops.size()))
      blockSizes.push_back(getBlockSize(loop));
    SmallVector<OpFoldResult> first(move.loops.size(), builder.getIndexAttr(0));
    moveTiles(plan.tileOrder, first, plan.tile);
    if (plan.isBuffered)
      writeRows();
  }

private:
  void createBlockLoops() {
    for (unsigned loop : plan.blockOrder) {
      scf::ForOp nested = createLoop(
          builder.getIndexAttr(move.loops[loop].extent), plan.block[loop]);
      markTileLoop(nested);
      builder.setInsertionPointToStart(nested.getBody());
      blockStarts[loop] = nested.getInductionVar();
    }
  }

  /// The starts of the block of this number.
  SmallVector<OpFoldResult> getStarts(OpFoldResult number) {
    SmallVector<OpFoldResult> starts(move.loops.size(),
                                     builder.getIndexAttr(0));
    int64_t inner = 1;
    AffineExpr d0 = builder.getAffineDimExpr(0);
    for (unsigned loop : llvm::reverse(plan.blockOrder)) {
      int64_t count =
          llvm::divideCeil(move.loops[loop].extent, plan.block[loop]);
      AffineExpr start = d0.floorDiv(inner);
      inner *= count;
      if (loop != plan.blockOrder.front())
        start = start % count;
      starts[loop] = affine::makeComposedFoldedAffineApply(
          builder, loc, start * plan.block[loop], number);
    }
    return starts;
  }

  /// One loop over all blocks, which knows the next one.
  void createPrefetchingLoop() {
    int64_t count = 1;
    for (unsigned loop : plan.blockOrder)
      count *= llvm::divideCeil(move.loops[loop].extent, plan.block[loop]);
    scf::ForOp blocks = createLoop(builder.getIndexAttr(count), 1);
    markTileLoop(blocks);
    builder.setInsertionPointToStart(blocks.getBody());
    OpFoldResult number = blocks.getInductionVar();
    blockStarts = getStarts(number);
    AffineExpr d0 = builder.getAffineDimExpr(0);
    OpFoldResult next = affine::makeComposedFoldedAffineMin(
        builder, loc,
        AffineMap::get(1, 0, {d0 + 1, builder.getAffineConstantExpr(count - 1)},
                       builder.getContext()),
        number);
    SmallVector<OpFoldResult> starts = getStarts(next);
    // A last block that is smaller is fetched with a part of the one before.
    for (auto [start, loop, size] :
         llvm::zip_equal(starts, move.loops, plan.block))
      if (loop.extent % size != 0)
        start = getMin(start, builder.getIndexAttr(loop.extent - size), 1, 0);
    prefetches.emplace_back(builder, loc, move, plan, lineBytes, from,
                            &MoveLoop::read);
    prefetches.emplace_back(builder, loc, move, plan, lineBytes, to,
                            &MoveLoop::written);
    for (MovePrefetch &prefetch : prefetches)
      prefetch.setBlock(starts);
  }

  Value getValue(OpFoldResult index) {
    return getValueOrCreateConstantIndexOp(builder, loc, index);
  }

  scf::ForOp createLoop(OpFoldResult extent, int64_t step) {
    return scf::ForOp::create(builder, loc, getValue(builder.getIndexAttr(0)),
                              getValue(extent),
                              getValue(builder.getIndexAttr(step)));
  }

  /// The smaller one of `index` and `other + constant`.
  OpFoldResult getMin(OpFoldResult index, OpFoldResult other, int64_t factor,
                      int64_t constant) {
    AffineExpr a, b;
    bindDims(builder.getContext(), a, b);
    return affine::makeComposedFoldedAffineMin(
        builder, loc,
        AffineMap::get(2, 0, {a, b * factor + constant}, builder.getContext()),
        {index, other});
  }

  /// The iterations of `loop` that a block has.
  OpFoldResult getBlockSize(unsigned loop) {
    int64_t extent = move.loops[loop].extent, size = plan.block[loop];
    if (extent % size == 0)
      return builder.getIndexAttr(size);
    return getMin(builder.getIndexAttr(size), blockStarts[loop], -1, extent);
  }

  /// Places the rows of a block one behind the other, an odd number of vectors
  /// apart: what is a power of two apart would have the same place in a cache.
  /// Vectors are parts of one cache line if rows are aligned.
  void layoutBuffer() {
    unsigned numLoops = move.loops.size();
    int64_t length = vectorBytes / move.elementBytes;
    buffer.distances.assign(numLoops, 0);
    buffer.size = move.group;
    int64_t adjacent = move.group;
    buffer.firstAdjacent = numLoops;
    bool isAdjacent = true;
    for (unsigned loop : llvm::reverse(llvm::seq(numLoops))) {
      isAdjacent &= move.loops[loop].written == adjacent;
      if (isAdjacent)
        buffer.firstAdjacent = loop;
      else if (buffer.firstAdjacent == loop + 1)
        buffer.size = (llvm::divideCeil(buffer.size, length) | 1) * length;
      buffer.distances[loop] = buffer.size;
      buffer.size *= plan.block[loop];
      isAdjacent &= plan.block[loop] == move.loops[loop].extent;
      adjacent *= move.loops[loop].extent;
    }
  }

  void allocateBuffer() {
    auto type = MemRefType::get(
        {buffer.size}, cast<MemRefType>(from.getType()).getElementType());
    local = memref::AllocaOp::create(builder, loc, type,
                                     builder.getI64IntegerAttr(vectorBytes));
  }

  /// The sum of the products of indices and distances.
  Value getIndex(ArrayRef<OpFoldResult> indices,
                 function_ref<int64_t(unsigned)> getDistance) {
    AffineExpr sum = builder.getAffineConstantExpr(0);
    for (unsigned i : llvm::seq<unsigned>(indices.size()))
      sum = sum + builder.getAffineDimExpr(i) * getDistance(i);
    return getValue(
        affine::makeComposedFoldedAffineApply(builder, loc, sum, indices));
  }

  /// Adds the start of the block to indices within it.
  SmallVector<OpFoldResult> addStarts(ArrayRef<OpFoldResult> indices) {
    AffineExpr a, b;
    bindDims(builder.getContext(), a, b);
    SmallVector<OpFoldResult> sums;
    for (auto [start, index] : llvm::zip_equal(blockStarts, indices))
      sums.push_back(affine::makeComposedFoldedAffineApply(builder, loc, a + b,
                                                           {start, index}));
    return sums;
  }

  /// Creates the loops of `order` over the tiles of a block, in which tiles of
  /// `sizes` that begin at `indices` move. The last tile of a loop ends with
  /// the block: it overlaps the one before it, or is smaller, if it is far
  /// smaller.
  void moveTiles(ArrayRef<unsigned> order, SmallVector<OpFoldResult> indices,
                 SmallVector<int64_t> sizes) {
    if (order.empty())
      return moveOne(indices, sizes);
    unsigned loop = order.front();
    int64_t tile = sizes[loop];
    if (tile == plan.block[loop])
      return moveTiles(order.drop_front(), indices, sizes);
    OpFoldResult extent = blockSizes[loop];
    std::optional<int64_t> known = getConstantIntValue(extent);
    int64_t rest = known ? *known % tile : 0;
    constexpr int64_t farSmaller = 4;
    if (rest * farSmaller > tile)
      rest = 0;
    if (rest)
      extent = builder.getIndexAttr(*known - rest);
    scf::ForOp nested = createLoop(extent, tile);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(nested.getBody());
      indices[loop] = OpFoldResult(nested.getInductionVar());
      if (tile != 1 && (!known || (*known - rest) % tile != 0))
        indices[loop] = getMin(indices[loop], extent, 1, -tile);
      moveTiles(order.drop_front(), indices, sizes);
    }
    if (rest) {
      indices[loop] = extent;
      sizes[loop] = rest;
      moveTiles(order.drop_front(), indices, sizes);
    }
  }

  /// Moves a tile to the result, or to the buffer.
  void moveOne(ArrayRef<OpFoldResult> indices, ArrayRef<int64_t> sizes) {
    for (MovePrefetch &prefetch : prefetches)
      prefetch.createForTile(indices);
    SmallVector<OpFoldResult> sums = addStarts(indices);
    auto getRead = [&](unsigned i) { return move.loops[i].read; };
    auto getWritten = [&](unsigned i) { return move.loops[i].written; };
    auto getLocal = [&](unsigned i) { return buffer.distances[i]; };
    TileShape shape{move.group, 1, 1};
    TileAccess source{from, getIndex(sums, getRead), 0};
    TileAccess target = plan.isBuffered
                            ? TileAccess{local, getIndex(indices, getLocal), 0}
                            : TileAccess{to, getIndex(sums, getWritten), 0};
    if (move.getGroupBytes() >= vectorBytes) {
      copyRow(builder, loc, source, target, builder.getIndexAttr(move.group),
              vectorBytes);
      return;
    }
    if (std::optional<unsigned> loop = move.getWrittenLoop()) {
      shape.numRows = sizes[*loop];
      source.distance = getRead(*loop);
    }
    if (std::optional<unsigned> loop = move.getReadLoop()) {
      shape.numColumns = sizes[*loop];
      target.distance = plan.isBuffered ? getLocal(*loop) : getWritten(*loop);
    }
    moveTile(builder, loc, source, target, shape, vectorBytes);
  }

  /// Copies the rows of the buffer to the result.
  void writeRows() {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<OpFoldResult> indices(move.loops.size(),
                                      builder.getIndexAttr(0));
    OpFoldResult size = builder.getIndexAttr(move.group);
    for (unsigned loop = buffer.firstAdjacent; loop < move.loops.size(); ++loop)
      size = multiply(size, blockSizes[loop]);
    for (unsigned loop : llvm::seq(buffer.firstAdjacent)) {
      scf::ForOp nested = createLoop(blockSizes[loop], 1);
      builder.setInsertionPointToStart(nested.getBody());
      indices[loop] = nested.getInductionVar();
    }
    auto getWritten = [&](unsigned i) { return move.loops[i].written; };
    auto getLocal = [&](unsigned i) { return buffer.distances[i]; };
    TileAccess source{local, getIndex(indices, getLocal), 0};
    TileAccess target{to, getIndex(addStarts(indices), getWritten), 0};
    copyRow(builder, loc, source, target, size, vectorBytes);
  }

  OpFoldResult multiply(OpFoldResult a, OpFoldResult b) {
    AffineExpr x, y;
    bindSymbols(builder.getContext(), x, y);
    return affine::makeComposedFoldedAffineApply(builder, loc, x * y, {a, b});
  }

  OpBuilder &builder;
  Location loc;
  const ElementMove &move;
  const MovePlan &plan;
  int64_t vectorBytes, lineBytes;
  Value from, to, local;
  BlockBuffer buffer;
  /// For each loop where the current block begins, and its iterations.
  SmallVector<OpFoldResult> blockStarts, blockSizes;
  /// What fetches the next block from source and result.
  SmallVector<MovePrefetch> prefetches;
};
} // namespace

void layout::moveElements(RewriterBase &rewriter, linalg::GenericOp op,
                          const ElementMove &move, const MovePlan &plan,
                          const Processor &processor, bool isParallel) {
  rewriter.setInsertionPoint(op);
  MoveBuilder(rewriter, op.getLoc(), move, plan, processor).run(isParallel);
  rewriter.eraseOp(op);
}
