//===- LoopNest.h - Copies by loop nests without tiling ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SUPPORT_LOOPNEST_H
#define LAYOUT_LIB_SUPPORT_LOOPNEST_H

#include "StridedCopy.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// The size of a cache line in bytes.
inline constexpr int64_t kCacheLine = 64;

/// The two innermost loops, which determine the use of the caches. Strides are
/// numbers of bytes.
struct Plane {
  size_t elementSize;
  StridedLoop inner; ///< has the smallest stride in the target
  StridedLoop outer; ///< of the others, has the smallest source stride
};

/// Returns equivalent loops with byte strides, sorted by decreasing stride in
/// the target. Loops of extent 1 are dropped, and loops that are contiguous in
/// both buffers are merged.
llvm::SmallVector<StridedLoop> normalizeLoops(llvm::ArrayRef<StridedLoop> loops,
                                              int64_t elementSize);

/// Calls `visit` with the addresses of source and target for every iteration.
/// The last loop is the innermost one.
void forEachIteration(
    llvm::ArrayRef<StridedLoop> loops, const char *source, char *target,
    llvm::function_ref<void(const char *source, char *target)> visit);

/// Implements copyStrided for targets that stay in the cache. The loops with
/// the smallest strides in the target and in the source are made innermost, and
/// are transposed in registers.
class LoopNest {
public:
  /// Requires normalized loops, see normalizeLoops().
  LoopNest(llvm::ArrayRef<StridedLoop> loops, size_t elementSize);

  void run(const char *source, char *target) const;

private:
  using PlaneCopy = void (*)(const Plane &, const char *, char *);
  template <typename T>
  static PlaneCopy choose(const Plane &plane);
  static PlaneCopy choose(const Plane &plane);

  Plane plane;
  llvm::SmallVector<StridedLoop> rest;
  PlaneCopy copy;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SUPPORT_LOOPNEST_H
