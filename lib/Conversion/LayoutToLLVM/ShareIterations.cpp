//===- ShareIterations.cpp - How threads share the tiles of a kernel ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Conversion/Passes.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "layout-share-iterations"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSHAREITERATIONS
#include "layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The number of iterations from one bound to the other; 1 if it is not known.
static uint64_t countIterations(OpFoldResult lower, OpFoldResult upper,
                                OpFoldResult step) {
  std::optional<int64_t> start = getConstantIntValue(lower),
                         end = getConstantIntValue(upper),
                         width = getConstantIntValue(step);
  if (!start || !end || !width || *width <= 0 || *end <= *start)
    return 1;
  return llvm::divideCeil(uint64_t(*end - *start), uint64_t(*width));
}

/// The ops that run in a region, as far as the loops in it are static.
static uint64_t countOps(Region &region) {
  uint64_t count = 0;
  for (Operation &op : region.getOps()) {
    uint64_t runs = 1;
    if (auto loop = dyn_cast<scf::ForOp>(op))
      runs = countIterations(loop.getLowerBound(), loop.getUpperBound(),
                             loop.getStep());
    uint64_t inside = 1;
    for (Region &inner : op.getRegions())
      inside = llvm::SaturatingAdd(inside, countOps(inner));
    count = llvm::SaturatingMultiplyAdd(runs, inside, count);
  }
  return count;
}

/// The ops that run in a loop of one or more dims.
static uint64_t countOps(omp::LoopNestOp nest) {
  uint64_t count = countOps(nest.getRegion());
  for (auto [lower, upper, step] :
       llvm::zip_equal(nest.getLoopLowerBounds(), nest.getLoopUpperBounds(),
                       nest.getLoopSteps()))
    count =
        llvm::SaturatingMultiply(count, countIterations(lower, upper, step));
  return count;
}

namespace {
struct LayoutShareIterations
    : layout::impl::LayoutShareIterationsBase<LayoutShareIterations> {
  void runOnOperation() override {
    // Some milliseconds of one thread.
    constexpr uint64_t many = 1 << 24;
    auto guided = omp::ClauseScheduleKindAttr::get(
        &getContext(), omp::ClauseScheduleKind::Guided);
    getOperation()->walk([&](omp::WsloopOp loop) {
      auto nest = dyn_cast<omp::LoopNestOp>(loop.getWrappedLoop());
      if (loop.getScheduleKind() || !nest || countOps(nest) < many)
        return;
      loop.setScheduleKindAttr(guided);
      remark::passed(loop.getLoc(), getRemark("schedule", DEBUG_TYPE, loop))
          << "threads take iterations as they get ready";
    });
  }
};
} // namespace
