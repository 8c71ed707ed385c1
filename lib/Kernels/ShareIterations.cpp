//===- ShareIterations.cpp - How threads share the tiles of a kernel ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/Remarks.h"
#include "layout/Kernels/Passes.h"
#include "layout/Targets/Machine.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "layout-share-iterations"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSHAREITERATIONS
#include "layout/Kernels/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The number of iterations; 1 if it is not known.
static uint64_t getKnown(std::optional<APInt> iterations) {
  return iterations ? iterations->getLimitedValue() : 1;
}

/// The ops that run in a region, as far as the loops in it are static.
static uint64_t countOps(Region &region) {
  uint64_t count = 0;
  for (Operation &op : region.getOps()) {
    uint64_t runs = 1;
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      runs = getKnown(loop.getStaticTripCount());
    uint64_t inside = 1;
    for (Region &inner : op.getRegions())
      inside = llvm::SaturatingAdd(inside, countOps(inner));
    count = llvm::SaturatingMultiplyAdd(runs, inside, count);
  }
  return count;
}

/// The ops that run in a loop of one or more dims.
static uint64_t countOps(omp::LoopNestOp nest) {
  auto isUnknown = [](Value, Value, bool) -> std::optional<APSInt> {
    return std::nullopt;
  };
  uint64_t count = countOps(nest.getRegion());
  for (auto [lower, upper, step] :
       llvm::zip_equal(nest.getLoopLowerBounds(), nest.getLoopUpperBounds(),
                       nest.getLoopSteps()))
    count = llvm::SaturatingMultiply(
        count, getKnown(constantTripCount(lower, upper, step,
                                          /*isSigned=*/true, isUnknown)));
  return count;
}

namespace {
struct LayoutShareIterations
    : layout::impl::LayoutShareIterationsBase<LayoutShareIterations> {
  void runOnProgram() override {
    auto guided = omp::ClauseScheduleKindAttr::get(
        &getContext(), omp::ClauseScheduleKind::Guided);
    getOperation()->walk([&](omp::WsloopOp loop) {
      auto nest = dyn_cast<omp::LoopNestOp>(loop.getWrappedLoop());
      if (loop.getScheduleKind() || !nest ||
          countOps(nest) < Machine::kLongLoopOps)
        return;
      loop.setScheduleKindAttr(guided);
      remark::passed(loop.getLoc(), getRemark("schedule", DEBUG_TYPE, loop))
          << "uses guided scheduling";
    });
  }
};
} // namespace
