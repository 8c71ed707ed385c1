//===- MovePlan.cpp - In which order elements are moved -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovePlan.h"
#include "MoveTime.h"

using namespace mlir;
using namespace mlir::layout;

/// The tile that registers hold: rows of a vector on both sides, if groups of
/// elements are shorter than that.
static SmallVector<int64_t> getTile(const ElementMove &move,
                                    int64_t vectorBytes) {
  SmallVector<int64_t> tile(move.loops.size(), 1);
  // Groups that are no parts of vectors move by four.
  int64_t groupBytes = move.getGroupBytes();
  int64_t most = groupBytes >= vectorBytes       ? 1
                 : vectorBytes % groupBytes == 0 ? vectorBytes / groupBytes
                                                 : 4;
  for (std::optional<unsigned> loop :
       {move.getReadLoop(), move.getWrittenLoop()})
    if (loop)
      tile[*loop] = std::min(most, move.loops[*loop].extent);
  return tile;
}

/// Whether the last block of a loop has a tile at least.
static bool isBlockSize(int64_t size, int64_t extent, int64_t tile) {
  return size >= extent || extent % size == 0 || extent % size >= tile;
}

/// The sizes of blocks that are tried: a tile, twice as much, and so on.
static SmallVector<int64_t> getBlockSizes(int64_t extent, int64_t tile) {
  SmallVector<int64_t> sizes;
  for (int64_t size = tile; size < extent; size *= 2) {
    int64_t next = size;
    while (!isBlockSize(next, extent, tile))
      next += tile;
    if (next < extent && (sizes.empty() || next > sizes.back()))
      sizes.push_back(next);
  }
  sizes.push_back(extent);
  return sizes;
}

namespace {
/// Searches the order of tiles, or the block, of the least time.
class PlanSearch {
public:
  PlanSearch(const ElementMove &move, const MoveTime &time,
             ArrayRef<int64_t> tile)
      : time(time) {
    for (auto [loop, size] : llvm::zip_equal(move.loops, tile))
      sizes.push_back(getBlockSizes(loop.extent, size));
  }

  /// The order of the loops over tiles, and its time. That of the result comes
  /// first among equals.
  std::pair<SmallVector<unsigned>, double> findOrder() const {
    auto order = llvm::to_vector(llvm::seq<unsigned>(sizes.size()));
    SmallVector<unsigned> best = order;
    double least = time.getDirect(order);
    // All orders of many loops would take long.
    constexpr size_t mostLoops = 6;
    if (order.size() <= mostLoops)
      while (std::next_permutation(order.begin(), order.end()))
        if (double next = time.getDirect(order); next < least * (1 - 1e-6)) {
          least = next;
          best = order;
        }
    return {best, least};
  }

  /// The block of the least time; none if that is not less than `least`, which
  /// becomes it.
  std::optional<SmallVector<int64_t>>
  findBlock(double &least,
            function_ref<double(ArrayRef<int64_t>)> getTime) const {
    std::optional<SmallVector<int64_t>> best;
    SmallVector<int64_t> block;
    for (ArrayRef<int64_t> each : sizes)
      block.push_back(each.front());
    visit(block, 0, [&]() {
      if (double next = getTime(block); next < least * (1 - 1e-6)) {
        least = next;
        best = block;
      }
    });
    return best;
  }

private:
  /// Calls `callback` for all blocks that fit.
  void visit(SmallVector<int64_t> &block, unsigned loop,
             function_ref<void()> callback) const {
    if (!time.fits(block))
      return;
    callback();
    for (; loop < sizes.size(); ++loop) {
      for (int64_t size : ArrayRef(sizes[loop]).drop_front()) {
        block[loop] = size;
        visit(block, loop + 1, callback);
      }
      block[loop] = sizes[loop].front();
    }
  }

  const MoveTime &time;
  SmallVector<SmallVector<int64_t>> sizes;
};
} // namespace

/// The order of the source, but tiles that write parts of the same lines follow
/// each other if they are few.
static SmallVector<unsigned> getBufferOrder(const ElementMove &move,
                                            const MovePlan &plan) {
  constexpr int64_t fewTiles = 4;
  SmallVector<unsigned> order = getReadOrder(move);
  std::optional<unsigned> read = move.getReadLoop(),
                          written = move.getWrittenLoop();
  if (!read || !written ||
      plan.block[*written] > fewTiles * plan.tile[*written])
    return order;
  llvm::erase(order, *read);
  llvm::erase(order, *written);
  order.append({*written, *read});
  return order;
}

/// Splits one loop, the outermost that is long enough, for threads to share.
static void splitForThreads(const ElementMove &move, int64_t mostBlocks,
                            MovePlan &plan) {
  for (auto [loop, tile, block] :
       llvm::zip_equal(move.loops, plan.tile, plan.block))
    for (int64_t size : getBlockSizes(loop.extent, tile))
      if (size * mostBlocks >= loop.extent && size < loop.extent) {
        block = size;
        return;
      }
}

MovePlan layout::planMove(const ElementMove &move, const Machine &machine,
                          bool isParallel) {
  MovePlan plan;
  plan.tile = getTile(move, machine.vectorBytes);
  plan.isBuffered = plan.isPrefetched = false;
  for (const MoveLoop &loop : move.loops)
    plan.block.push_back(loop.extent);
  auto resultOrder = llvm::to_vector(llvm::seq<unsigned>(move.loops.size()));
  SmallVector<unsigned> readOrder = getReadOrder(move), blockLoops(resultOrder);
  MoveTime time(move, plan.tile, machine);
  PlanSearch search(move, time, plan.tile);
  double least;
  std::tie(plan.tileOrder, least) = search.findOrder();
  // What stays in the cache needs no blocks.
  if (!time.isSmall()) {
    if (auto block = search.findBlock(least, [&](ArrayRef<int64_t> sizes) {
          return time.getBuffered(sizes);
        })) {
      plan.block = std::move(*block);
      plan.isBuffered = true;
      plan.tileOrder = getBufferOrder(move, plan);
      if (std::optional<unsigned> innermost = time.getInnermost(plan.block)) {
        llvm::erase(blockLoops, *innermost);
        blockLoops.push_back(*innermost);
      }
    }
    // Groups that fill vectors are copied faster through a buffer. The order of
    // the source comes first among equals: it is read where it was fetched
    // ahead.
    if (move.getGroupBytes() < machine.vectorBytes)
      for (ArrayRef<unsigned> order : {readOrder, resultOrder})
        if (auto block = search.findBlock(least, [&](ArrayRef<int64_t> sizes) {
              return time.getPrefetched(sizes, order);
            })) {
          plan.block = std::move(*block);
          plan.isBuffered = false;
          plan.isPrefetched = true;
          plan.tileOrder = readOrder;
          blockLoops = llvm::to_vector(order);
        }
  }
  if (isParallel && !plan.isBuffered && !plan.isPrefetched)
    splitForThreads(move, machine.threadBlocks, plan);
  for (unsigned loop : blockLoops)
    if (plan.block[loop] < move.loops[loop].extent)
      plan.blockOrder.push_back(loop);
  return plan;
}
