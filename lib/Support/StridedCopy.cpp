//===- StridedCopy.cpp - Copying boxes of elements ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Support/StridedCopy.h"
#include "LoopNest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <atomic>
#include <cstring>
#include <memory>

using namespace llvm;
using namespace mlir::layout;

/// Above this the caches do not keep what is written until somebody reads it.
static constexpr int64_t kMaxCached = int64_t(4) << 20;
/// Up to this the innermost cache holds both sides of a copy.
static constexpr int64_t kMaxUntiled = int64_t(8) << 10;
/// What a tile takes of the target in one piece.
static constexpr int64_t kRowBytes = 512;
/// What it takes of the source in one piece: a number of elements, but no more
/// than a page.
static constexpr int64_t kColumnElements = 256;
static constexpr int64_t kMaxColumnBytes = 4096;
/// What it takes at least, if it can.
static constexpr int64_t kTileBytes = int64_t(64) << 10;

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

namespace {
using Word __attribute__((vector_size(16))) = uint64_t;
} // namespace

static void storeAround(char *target, Word word) {
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

/// copyBytes that writes whole cache lines around the caches: they need not be
/// read before.
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
      storeAround(target + i, word);
    }
  std::memcpy(target + head, source + head, size - head);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

namespace {
/// A nest cut into tiles that are gathered in a buffer, in the order of the
/// target, and streamed from there. Tiles reach far enough to take whole cache
/// lines of the source and of the target, whichever loops those go along.
class TiledCopy {
public:
  /// Takes loops that are normalized.
  TiledCopy(ArrayRef<StridedLoop> loops, int64_t elementSize, Write write);

  void run(const char *source, char *target);

private:
  using Extents = SmallVector<int64_t, 4>;

  /// A tile whose loops run so and so far.
  struct Tile {
    Extents extents;
    LoopNest gather;
    SmallVector<StridedLoop> rows; ///< from the buffer to the target
    int64_t rowBytes;
    int64_t bytes; ///< in the buffer
  };

  struct Place {
    const char *source;
    char *target;
    Extents index, cut; ///< where the tile begins and how far it reaches
  };

  /// Makes tiles take `goal` bytes in one piece along the loops in `order`, as
  /// far as their strides allow.
  void reach(ArrayRef<unsigned> order, int64_t StridedLoop::*stride,
             int64_t goal);
  int64_t getTileBytes() const;
  /// Goes on to the next tile; false and back to the first behind the last.
  bool advance(Place &place) const;
  const Tile &getTile(ArrayRef<int64_t> extents);

  int64_t elementSize;
  ArrayRef<StridedLoop> loops;
  Write write;
  Extents extents; ///< of a tile that nothing cuts off
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
  reach(bySource, &StridedLoop::sourceStride,
        std::min(kColumnElements * elementSize, kMaxColumnBytes));
  for (int64_t goal = kRowBytes; goal <= kTileBytes; goal *= 2)
    if (goal == kRowBytes || getTileBytes() < kTileBytes)
      reach(byTarget, &StridedLoop::targetStride, goal);
  // No other tile takes more than the first.
  buffer.reset(new char[getTile(extents).bytes]);
}

void TiledCopy::reach(ArrayRef<unsigned> order, int64_t StridedLoop::*stride,
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
  int64_t place = elementSize, rowBytes = 0;
  for (auto [loop, extent] : reverse(zip_equal(loops, extents))) {
    bool isApart = loop.targetStride != place || place >= kRowBytes;
    if (extent > 1 && isApart && rowBytes == 0) {
      // Rows a power of two apart would have the same places in the cache.
      rowBytes = place;
      place += kCacheLine;
    }
    gather.push_back({extent, loop.sourceStride, place});
    if (rowBytes != 0)
      rows.push_back({extent, place, loop.targetStride});
    place *= extent;
  }
  tiles.push_back(
      {Extents(extents), LoopNest(normalizeLoops(gather, 1), elementSize),
       normalizeLoops(rows, 1), rowBytes ? rowBytes : place, place});
  return tiles.back();
}

bool TiledCopy::advance(Place &place) const {
  int64_t dim = loops.size();
  while (--dim >= 0) {
    const StridedLoop &loop = loops[dim];
    int64_t &index = place.index[dim], &cut = place.cut[dim];
    index += cut;
    place.source += loop.sourceStride * cut;
    place.target += loop.targetStride * cut;
    cut = std::min(extents[dim], loop.extent - index);
    if (cut != 0)
      return true;
    place.source -= loop.sourceStride * index;
    place.target -= loop.targetStride * index;
    index = 0;
    cut = extents[dim];
  }
  return false;
}

void TiledCopy::run(const char *source, char *target) {
  Place place{source, target, Extents(loops.size(), 0), extents};
  do {
    const Tile &tile = getTile(place.cut);
    // The lines in which rows end are not written whole: they are asked for
    // before they are waited for.
    forEachIteration(tile.rows, buffer.get(), place.target,
                     [&](const char *, char *to) {
                       __builtin_prefetch(to + tile.rowBytes, 1);
                     });
    tile.gather.run(place.source, buffer.get());
    forEachIteration(
        tile.rows, buffer.get(), place.target,
        [&](const char *from, char *to) { write(to, from, tile.rowBytes); });
  } while (advance(place));
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
  // A run that both sides keep together is one large element.
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
  // Other threads see what went around the caches only behind a fence.
  if (!isCached)
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
