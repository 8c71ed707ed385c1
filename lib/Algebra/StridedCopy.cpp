//===- StridedCopy.cpp - Copying boxes of elements ------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/StridedCopy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstring>
#include <utility>

using namespace llvm;
using namespace mlir::layout;

namespace {
/// The two loops that decide how well memory is used. Strides are bytes.
struct Plane {
  size_t elementSize;
  StridedLoop inner; ///< walks the target fastest
  StridedLoop outer; ///< of the others, walks the source fastest
};

template <typename T, int64_t Lanes>
struct Register {
  using Type __attribute__((vector_size(Lanes * sizeof(T)))) = T;
};

constexpr int64_t kCacheLine = 64;
} // namespace

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

/// The part of a plane from (inner, outer) up to the given ends. `Size` is the
/// size of an element, or 0 if only the plane knows it.
template <size_t Size>
static void copyRectangle(const Plane &plane, int64_t inner, int64_t innerEnd,
                          int64_t outer, int64_t outerEnd, const char *source,
                          char *target) {
  for (int64_t o = outer; o < outerEnd; ++o)
    for (int64_t i = inner; i < innerEnd; ++i)
      std::memcpy(
          target + o * plane.outer.targetStride + i * plane.inner.targetStride,
          source + o * plane.outer.sourceStride + i * plane.inner.sourceStride,
          Size ? Size : plane.elementSize);
}

/// Calls `visit` with the bounds of tiles that are one cache line of elements
/// in the inner loop and four in the outer.
template <size_t Size, typename Visit>
static void forEachTile(int64_t innerEnd, int64_t outerEnd, Visit visit) {
  constexpr int64_t innerTile =
      Size ? std::max<int64_t>(kCacheLine / Size, 1) : 4;
  constexpr int64_t outerTile = 4 * innerTile;
  for (int64_t o = 0; o < outerEnd; o += outerTile)
    for (int64_t i = 0; i < innerEnd; i += innerTile)
      visit(i, std::min(i + innerTile, innerEnd), o,
            std::min(o + outerTile, outerEnd));
}

template <size_t Size>
static void copyPlane(const Plane &plane, const char *source, char *target) {
  forEachTile<Size>(plane.inner.extent, plane.outer.extent,
                    [&](int64_t i, int64_t iEnd, int64_t o, int64_t oEnd) {
                      copyRectangle<Size>(plane, i, iEnd, o, oEnd, source,
                                          target);
                    });
}

//===----------------------------------------------------------------------===//
// Transposing in registers
//===----------------------------------------------------------------------===//

/// Lanes from `Start` on of `a` and `b` in turn.
template <int64_t Start, size_t... Lane, typename Vector>
static Vector interleave(Vector a, Vector b, std::index_sequence<Lane...>) {
  constexpr int64_t lanes = sizeof...(Lane);
  return __builtin_shufflevector(a, b,
                                 (Lane % 2 * lanes + Start + Lane / 2)...);
}

/// Transposes a square of one register per row. Interleaving the upper half of
/// the rows with the lower half rotates the bits of (row, lane) by one; after
/// log2(lanes) rounds row and lane have changed places.
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

/// A plane of at least one square whose inner loop is contiguous in the target
/// and whose outer loop is contiguous in the source. Where squares do not
/// divide it, the last ones overlap their neighbours.
template <typename T, int64_t Lanes>
static void transposePlane(const Plane &plane, const char *source,
                           char *target) {
  constexpr int64_t size = sizeof(T);
  const StridedLoop &inner = plane.inner, &outer = plane.outer;
  auto visit = [&](int64_t iBegin, int64_t iEnd, int64_t oBegin, int64_t oEnd) {
    for (int64_t o = oBegin; o < oEnd; o += Lanes) {
      int64_t row = std::min(o, outer.extent - Lanes);
      for (int64_t i = iBegin; i < iEnd; i += Lanes) {
        int64_t column = std::min(i, inner.extent - Lanes);
        transposeSquare<T, Lanes>(
            source + column * inner.sourceStride + row * size,
            inner.sourceStride,
            target + row * outer.targetStride + column * size,
            outer.targetStride);
      }
    }
  };
  forEachTile<size>(inner.extent, outer.extent, visit);
}

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

using PlaneCopy = void (*)(const Plane &, const char *, char *);

/// The widest registers of which a square fits into the plane; a square of more
/// than eight would not fit into the registers there are.
template <typename T, int64_t Lanes = std::min<int64_t>(16 / sizeof(T), 8)>
static PlaneCopy chooseTranspose(const Plane &plane) {
  if (plane.inner.extent >= Lanes && plane.outer.extent >= Lanes)
    return transposePlane<T, Lanes>;
  if constexpr (Lanes > 2)
    return chooseTranspose<T, Lanes / 2>(plane);
  else
    return copyPlane<sizeof(T)>;
}

template <typename T>
static PlaneCopy choosePlaneCopy(const Plane &plane) {
  int64_t size = sizeof(T);
  if (plane.inner.targetStride == size && plane.outer.sourceStride == size)
    return chooseTranspose<T>(plane);
  return copyPlane<sizeof(T)>;
}

static PlaneCopy choosePlaneCopy(const Plane &plane) {
  switch (plane.elementSize) {
  case 1:
    return choosePlaneCopy<uint8_t>(plane);
  case 2:
    return choosePlaneCopy<uint16_t>(plane);
  case 4:
    return choosePlaneCopy<uint32_t>(plane);
  case 8:
    return choosePlaneCopy<uint64_t>(plane);
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

/// The loops in the order of the target, with byte strides; loops that step
/// through both buffers as one are one.
static SmallVector<StridedLoop> normalize(ArrayRef<StridedLoop> loops,
                                          int64_t size) {
  SmallVector<StridedLoop> sorted;
  for (const StridedLoop &loop : loops)
    if (loop.extent != 1)
      sorted.push_back(
          {loop.extent, loop.sourceStride * size, loop.targetStride * size});
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

/// Takes the two loops that matter most out of `loops`.
static Plane takePlane(SmallVectorImpl<StridedLoop> &loops,
                       size_t elementSize) {
  Plane plane{elementSize, {1, 0, 0}, {1, 0, 0}};
  // A run that both sides keep together is one large element.
  if (!loops.empty()) {
    int64_t size = elementSize;
    const StridedLoop &last = loops.back();
    if (last.sourceStride == size && last.targetStride == size)
      plane.elementSize *= loops.pop_back_val().extent;
  }
  if (!loops.empty())
    plane.inner = loops.pop_back_val();
  if (!loops.empty()) {
    auto outer =
        min_element(loops, [](const StridedLoop &a, const StridedLoop &b) {
          return a.sourceStride < b.sourceStride;
        });
    plane.outer = *outer;
    loops.erase(outer);
  }
  return plane;
}

void mlir::layout::copyStrided(ArrayRef<StridedLoop> loops, size_t elementSize,
                               const char *source, char *target) {
  if (any_of(loops, [](const StridedLoop &loop) { return loop.extent == 0; }))
    return;
  SmallVector<StridedLoop> rest = normalize(loops, elementSize);
  Plane plane = takePlane(rest, elementSize);
  PlaneCopy copy = choosePlaneCopy(plane);

  SmallVector<int64_t> index(rest.size(), 0);
  while (true) {
    copy(plane, source, target);
    int64_t dim = rest.size();
    while (--dim >= 0) {
      const StridedLoop &loop = rest[dim];
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
