//===- StridedCopy.cpp - Copying boxes of elements ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StridedCopy.h"
#include "LoopNest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <atomic>
#include <cstring>
#include <memory>

using namespace llvm;
using namespace mlir::layout;

/// Copies of more bytes exceed the caches and use non-temporal stores.
static constexpr int64_t kMaxCached = int64_t(4) << 20;
/// For copies of at most this many bytes, both sides fit into the L1 cache.
static constexpr int64_t kMaxUntiled = int64_t(8) << 10;
/// The number of contiguous target bytes per row of a tile.
static constexpr int64_t kRowBytes = 512;
/// The number of contiguous source elements per column of a tile, limited to
/// one page.
static constexpr int64_t kColumnElements = 256;
static constexpr int64_t kMaxColumnBytes = 4096;
/// The minimum size of a tile, if the loops are long enough.
static constexpr int64_t kTileBytes = int64_t(64) << 10;

//===----------------------------------------------------------------------===//
// Non-temporal stores
//===----------------------------------------------------------------------===//

namespace {
using Word __attribute__((vector_size(16))) = uint64_t;
} // namespace

static void storeNonTemporal(char *target, Word word) {
#if __has_builtin(__builtin_nontemporal_store)
  __builtin_nontemporal_store(word, reinterpret_cast<Word *>(target));
#else
  std::memcpy(target, &word, sizeof(word));
#endif
}

using Write = void (*)(char *target, const char *source, int64_t size);

static void copyBytes(char *target, const char *source, int64_t size) {
  std::memcpy(target, source, size);
}

/// Like copyBytes, with non-temporal stores for whole cache lines, so that
/// these are not read before they are written.
static void stream(char *target, const char *source, int64_t size) {
  int64_t head = -reinterpret_cast<uintptr_t>(target) % kCacheLine;
  if (size < head + kCacheLine) {
    std::memcpy(target, source, size);
    return;
  }
  std::memcpy(target, source, head);
  for (; head + kCacheLine <= size; head += kCacheLine)
    for (int64_t i = head; i < head + kCacheLine; i += sizeof(Word)) {
      Word word;
      std::memcpy(&word, source + i, sizeof(word));
      storeNonTemporal(target + i, word);
    }
  std::memcpy(target + head, source + head, size - head);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

namespace {
/// A tiled loop nest. Each tile is gathered in a buffer, in the order of the
/// target, and written from there. The tile sizes are chosen such that a tile
/// contains whole cache lines of the source and of the target.
class TiledCopy {
public:
  /// Requires normalized loops, see normalizeLoops().
  TiledCopy(ArrayRef<StridedLoop> loops, int64_t elementSize, Write write);

  void run(const char *source, char *target);

private:
  using Extents = SmallVector<int64_t, 4>;

  /// The copies for all tiles with the same extents.
  struct Tile {
    Extents extents;
    LoopNest gather;
    SmallVector<StridedLoop> rows; ///< from the buffer to the target
    int64_t rowBytes;
    int64_t bytes; ///< size of the buffer
  };

  struct Position {
    const char *source;
    char *target;
    Extents index, extents; ///< the first index of the tile, and its extents
  };

  /// Enlarges the tiles to `goal` contiguous bytes along the loops in `order`,
  /// as far as their strides are contiguous.
  void enlarge(ArrayRef<unsigned> order, int64_t StridedLoop::*stride,
               int64_t goal);
  int64_t getTileBytes() const;
  /// Advances to the next tile. Returns false after the last tile.
  bool advance(Position &position) const;
  const Tile &getTile(ArrayRef<int64_t> extents);

  int64_t elementSize;
  ArrayRef<StridedLoop> loops;
  Write write;
  Extents extents; ///< of a full tile
  SmallVector<Tile, 4> tiles;
  std::unique_ptr<char[]> buffer;
};
} // namespace

TiledCopy::TiledCopy(ArrayRef<StridedLoop> loops, int64_t elementSize,
                     Write write)
    : elementSize(elementSize), loops(loops), write(write),
      extents(loops.size(), 1) {
  auto byTarget = to_vector(reverse(seq<unsigned>(0, loops.size())));
  auto bySource = byTarget;
  llvm::sort(bySource, [&](unsigned a, unsigned b) {
    return loops[a].sourceStride < loops[b].sourceStride;
  });
  enlarge(bySource, &StridedLoop::sourceStride,
          std::min(kColumnElements * elementSize, kMaxColumnBytes));
  for (int64_t goal = kRowBytes; goal <= kTileBytes; goal *= 2)
    if (goal == kRowBytes || getTileBytes() < kTileBytes)
      enlarge(byTarget, &StridedLoop::targetStride, goal);
  // No tile is larger than a full one.
  buffer.reset(new char[getTile(extents).bytes]);
}

void TiledCopy::enlarge(ArrayRef<unsigned> order, int64_t StridedLoop::*stride,
                        int64_t goal) {
  int64_t bytes = elementSize;
  for (unsigned i : order) {
    if (bytes >= goal || loops[i].*stride != bytes)
      return;
    int64_t wanted = divideCeil(goal, bytes);
    extents[i] = std::min(std::max(extents[i], wanted), loops[i].extent);
    bytes *= extents[i];
  }
}

int64_t TiledCopy::getTileBytes() const {
  int64_t bytes = elementSize;
  for (int64_t extent : extents)
    bytes *= extent;
  return bytes;
}

const TiledCopy::Tile &TiledCopy::getTile(ArrayRef<int64_t> extents) {
  auto found = llvm::find_if(tiles, [&](const Tile &tile) {
    return extents == ArrayRef(tile.extents);
  });
  if (found != tiles.end())
    return *found;
  SmallVector<StridedLoop> gather, rows;
  int64_t offset = elementSize, rowBytes = 0;
  for (auto [loop, extent] : reverse(zip_equal(loops, extents))) {
    bool isApart = loop.targetStride != offset || offset >= kRowBytes;
    if (extent > 1 && isApart && rowBytes == 0) {
      // Pad the rows: at distances of a power of two they would map to the same
      // cache sets.
      rowBytes = offset;
      offset += kCacheLine;
    }
    gather.push_back({extent, loop.sourceStride, offset});
    if (rowBytes != 0)
      rows.push_back({extent, offset, loop.targetStride});
    offset *= extent;
  }
  tiles.push_back(
      {Extents(extents), LoopNest(normalizeLoops(gather, 1), elementSize),
       normalizeLoops(rows, 1), rowBytes ? rowBytes : offset, offset});
  return tiles.back();
}

bool TiledCopy::advance(Position &position) const {
  int64_t dim = loops.size();
  while (--dim >= 0) {
    const StridedLoop &loop = loops[dim];
    int64_t &index = position.index[dim], &extent = position.extents[dim];
    index += extent;
    position.source += loop.sourceStride * extent;
    position.target += loop.targetStride * extent;
    extent = std::min(extents[dim], loop.extent - index);
    if (extent != 0)
      return true;
    position.source -= loop.sourceStride * index;
    position.target -= loop.targetStride * index;
    index = 0;
    extent = extents[dim];
  }
  return false;
}

void TiledCopy::run(const char *source, char *target) {
  Position position{source, target, Extents(loops.size(), 0), extents};
  do {
    const Tile &tile = getTile(position.extents);
    // The cache line at the end of a row is written partially, so that it has
    // to be read before. Prefetch it.
    forEachIteration(tile.rows, buffer.get(), position.target,
                     [&](const char *, char *to) {
                       __builtin_prefetch(to + tile.rowBytes, 1);
                     });
    tile.gather.run(position.source, buffer.get());
    forEachIteration(
        tile.rows, buffer.get(), position.target,
        [&](const char *from, char *to) { write(to, from, tile.rowBytes); });
  } while (advance(position));
}

//===----------------------------------------------------------------------===//
// copyStrided
//===----------------------------------------------------------------------===//

void mlir::layout::copyStrided(ArrayRef<StridedLoop> loops, size_t elementSize,
                               const char *source, char *target) {
  int64_t size = elementSize, total = elementSize;
  for (const StridedLoop &loop : loops)
    total *= loop.extent;
  if (total == 0)
    return;
  SmallVector<StridedLoop> nest = normalizeLoops(loops, size);
  // Elements that are contiguous on both sides are one large element.
  if (!nest.empty() && nest.back().sourceStride == size &&
      nest.back().targetStride == size)
    size *= nest.pop_back_val().extent;
  if (total <= kMaxUntiled) {
    LoopNest(nest, size).run(source, target);
    return;
  }
  bool isCached = total <= kMaxCached;
  Write write = isCached ? copyBytes : stream;
  if (size >= kRowBytes)
    forEachIteration(nest, source, target, [&](const char *from, char *to) {
      write(to, from, size);
    });
  else
    TiledCopy(nest, size, write).run(source, target);
  // Non-temporal stores are not ordered with other stores without a fence.
  if (!isCached)
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
