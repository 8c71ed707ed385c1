//===- LoopNest.cpp - Copies by loop nests without tiling -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <utility>

using namespace llvm;
using namespace mlir::layout;

namespace {
template <typename T, int64_t Lanes>
struct Register {
  using Type __attribute__((vector_size(Lanes * sizeof(T)))) = T;
};

/// Prefetches the source of later inner iterations. The hardware prefetcher
/// only handles consecutive addresses.
class Prefetch {
public:
  explicit Prefetch(const Plane &plane) {
    int64_t run = plane.outer.extent * plane.elementSize;
    if (std::abs(plane.inner.sourceStride) < 2 * run)
      return;
    bytes = run;
    distance = plane.inner.sourceStride * divideCeil(kAhead, run);
  }

  /// Call this in the iteration that reads from `source`.
  void operator()(const char *source) const {
    for (int64_t i = 0; i < bytes; i += kCacheLine)
      __builtin_prefetch(source + distance + i);
  }

private:
  static constexpr int64_t kAhead = 4096;

  int64_t bytes = 0, distance = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

/// Copies a plane element by element. `Size` is the size of an element, or 0 if
/// it is only known at run time.
template <size_t Size>
static void copyPlane(const Plane &plane, const char *source, char *target) {
  // Local copies: writes through `char *` might alias the plane.
  const StridedLoop inner = plane.inner, outer = plane.outer;
  const size_t size = Size ? Size : plane.elementSize;
  auto copy = [&](int64_t i, int64_t o) {
    std::memcpy(target + o * outer.targetStride + i * inner.targetStride,
                source + o * outer.sourceStride + i * inner.sourceStride, size);
  };
  // Make the longer loop the inner one if the other one is very short, as for
  // few channels of many pixels.
  if (outer.extent < 8 && inner.extent >= 8) {
    for (int64_t o = 0; o < outer.extent; ++o)
      for (int64_t i = 0; i < inner.extent; ++i)
        copy(i, o);
    return;
  }
  Prefetch prefetch(plane);
  for (int64_t i = 0; i < inner.extent; ++i) {
    prefetch(source + i * inner.sourceStride);
    for (int64_t o = 0; o < outer.extent; ++o)
      copy(i, o);
  }
}

//===----------------------------------------------------------------------===//
// Transposing in registers
//===----------------------------------------------------------------------===//

/// Interleaves the lanes of `a` and `b` from lane `Start` on.
template <int64_t Start, size_t... Lane, typename Vector>
static Vector interleave(Vector a, Vector b, std::index_sequence<Lane...>) {
  constexpr int64_t lanes = sizeof...(Lane);
  return __builtin_shufflevector(a, b,
                                 (Lane % 2 * lanes + Start + Lane / 2)...);
}

/// Transposes a square matrix with one register per row. Interleaving the upper
/// half of the rows with the lower half rotates the bits of the pair (row,
/// lane) by one. After log2(lanes) rounds, row and lane are exchanged.
template <typename T, int64_t Lanes>
static void transposeSquare(const char *source, int64_t sourceStride,
                            char *target, int64_t targetStride) {
  using Vector = typename Register<T, Lanes>::Type;
  auto sequence = std::make_index_sequence<Lanes>();
  Vector rows[Lanes], mixed[Lanes];
  for (int64_t row = 0; row < Lanes; ++row)
    std::memcpy(&rows[row], source + row * sourceStride, sizeof(Vector));
  for (int64_t round = 1; round < Lanes; round *= 2) {
    for (int64_t row = 0; row < Lanes / 2; ++row) {
      Vector upper = rows[row], lower = rows[row + Lanes / 2];
      mixed[2 * row] = interleave<0>(upper, lower, sequence);
      mixed[2 * row + 1] = interleave<Lanes / 2>(upper, lower, sequence);
    }
    std::memcpy(rows, mixed, sizeof(rows));
  }
  for (int64_t row = 0; row < Lanes; ++row)
    std::memcpy(target + row * targetStride, &rows[row], sizeof(Vector));
}

/// Transposes a plane whose inner loop is contiguous in the target and whose
/// outer loop is contiguous in the source. Both extents are at least `Lanes`.
/// If they are no multiples, the last squares overlap their neighbours.
template <typename T, int64_t Lanes>
static void transposePlane(const Plane &plane, const char *source,
                           char *target) {
  constexpr int64_t size = sizeof(T);
  const StridedLoop inner = plane.inner, outer = plane.outer;
  Prefetch prefetch(plane);
  for (int64_t i = 0; i < inner.extent; i += Lanes) {
    int64_t column = std::min(i, inner.extent - Lanes);
    for (int64_t lane = 0; lane < Lanes; ++lane)
      prefetch(source + (column + lane) * inner.sourceStride);
    for (int64_t o = 0; o < outer.extent; o += Lanes) {
      int64_t row = std::min(o, outer.extent - Lanes);
      transposeSquare<T, Lanes>(
          source + column * inner.sourceStride + row * size, inner.sourceStride,
          target + row * outer.targetStride + column * size,
          outer.targetStride);
    }
  }
}

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

/// Chooses the widest registers whose square fits into the plane. Squares of
/// more than eight rows exceed the number of registers.
template <typename T, int64_t Lanes = std::min<int64_t>(16 / sizeof(T), 8)>
static auto chooseTranspose(const Plane &plane) {
  if (plane.inner.extent >= Lanes && plane.outer.extent >= Lanes)
    return transposePlane<T, Lanes>;
  if constexpr (Lanes > 2 && Lanes * sizeof(T) > 4)
    return chooseTranspose<T, Lanes / 2>(plane);
  else
    return copyPlane<sizeof(T)>;
}

template <typename T>
LoopNest::PlaneCopy LoopNest::choose(const Plane &plane) {
  int64_t size = sizeof(T);
  if (plane.inner.targetStride == size && plane.outer.sourceStride == size)
    return chooseTranspose<T>(plane);
  return copyPlane<sizeof(T)>;
}

LoopNest::PlaneCopy LoopNest::choose(const Plane &plane) {
  switch (plane.elementSize) {
  case 1:
    return choose<uint8_t>(plane);
  case 2:
    return choose<uint16_t>(plane);
  case 4:
    return choose<uint32_t>(plane);
  case 8:
    return choose<uint64_t>(plane);
  case 16:
    return copyPlane<16>;
  case 32:
    return copyPlane<32>;
  case 64:
    return copyPlane<64>;
  default:
    return copyPlane<0>;
  }
}

SmallVector<StridedLoop>
mlir::layout::normalizeLoops(ArrayRef<StridedLoop> loops, int64_t elementSize) {
  SmallVector<StridedLoop> sorted;
  for (const StridedLoop &loop : loops)
    if (loop.extent != 1)
      sorted.push_back({loop.extent, loop.sourceStride * elementSize,
                        loop.targetStride * elementSize});
  llvm::sort(sorted, [](const StridedLoop &a, const StridedLoop &b) {
    return a.targetStride > b.targetStride;
  });
  SmallVector<StridedLoop> merged;
  for (const StridedLoop &loop : sorted) {
    if (!merged.empty() &&
        merged.back().sourceStride == loop.sourceStride * loop.extent &&
        merged.back().targetStride == loop.targetStride * loop.extent) {
      int64_t extent = merged.pop_back_val().extent * loop.extent;
      merged.push_back({extent, loop.sourceStride, loop.targetStride});
    } else {
      merged.push_back(loop);
    }
  }
  return merged;
}

void mlir::layout::forEachIteration(
    ArrayRef<StridedLoop> loops, const char *source, char *target,
    function_ref<void(const char *source, char *target)> visit) {
  SmallVector<int64_t> index(loops.size(), 0);
  while (true) {
    visit(source, target);
    int64_t dim = loops.size();
    while (--dim >= 0) {
      const StridedLoop &loop = loops[dim];
      source += loop.sourceStride;
      target += loop.targetStride;
      if (++index[dim] < loop.extent)
        break;
      source -= loop.extent * loop.sourceStride;
      target -= loop.extent * loop.targetStride;
      index[dim] = 0;
    }
    if (dim < 0)
      return;
  }
}

LoopNest::LoopNest(ArrayRef<StridedLoop> loops, size_t elementSize)
    : plane{elementSize, {1, 0, 0}, {1, 0, 0}}, rest(loops) {
  if (!rest.empty())
    plane.inner = rest.pop_back_val();
  if (!rest.empty()) {
    auto outer =
        min_element(rest, [](const StridedLoop &a, const StridedLoop &b) {
          return a.sourceStride < b.sourceStride;
        });
    plane.outer = *outer;
    rest.erase(outer);
  }
  copy = choose(plane);
}

void LoopNest::run(const char *source, char *target) const {
  forEachIteration(rest, source, target,
                   [&](const char *from, char *to) { copy(plane, from, to); });
}
