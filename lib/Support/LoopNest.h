//===- LoopNest.h - A copy by loops, made ready to run ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SUPPORT_LOOPNEST_H
#define LAYOUT_LIB_SUPPORT_LOOPNEST_H

#include "layout/Support/StridedCopy.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// Bytes.
inline constexpr int64_t kCacheLine = 64;

/// The two loops that decide how well memory is used. Strides are bytes.
struct Plane {
  size_t elementSize;
  StridedLoop inner; ///< walks the target fastest
  StridedLoop outer; ///< of the others, walks the source fastest
};

/// Loops in the order of the target, with byte strides, none of extent 1; loops
/// that step through both buffers as one are one.
llvm::SmallVector<StridedLoop> normalizeLoops(llvm::ArrayRef<StridedLoop> loops,
                                              int64_t elementSize);

/// CallSites `visit` with the source and the target of every iteration, the
/// last loop fastest.
void forEachIteration(
    llvm::ArrayRef<StridedLoop> loops, const char *source, char *target,
    llvm::function_ref<void(const char *source, char *target)> visit);

/// What copyStrided does where the target stays in the cache. The two loops
/// that walk the target and the source fastest are innermost, and are
/// transposed in registers.
class LoopNest {
public:
  /// Takes loops that are normalized.
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
