//===- FreeBuffers.cpp - Upstream's deallocation where it applies ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/Remarks.h"
#include "layout/Kernels/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Pass/PassManager.h"

#define DEBUG_TYPE "layout-free-buffers"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFREEBUFFERS
#include "layout/Kernels/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// An op that upstream's deallocation rejects: a branch between blocks, which
/// may be a loop, or regions whose values it cannot follow, such as those of
/// memref.generic_atomic_rmw. Null if there is none.
static Operation *findRejected(ModuleOp module) {
  Operation *found = nullptr;
  module.walk([&](Operation *op) {
    bool isBranch = isa<cf::BranchOp, cf::CondBranchOp, cf::SwitchOp>(op);
    unsigned numRegions = op->getNumRegions();
    bool hasUnknownRegions =
        (numRegions > 1 || (numRegions == 1 && op->getNumResults() != 0)) &&
        !isa<RegionBranchOpInterface>(op);
    if (!isBranch && !hasUnknownRegions)
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// Whether the program deallocates its buffers itself.
static bool freesBuffers(ModuleOp module) {
  return module.walk([](memref::DeallocOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {
struct LayoutFreeBuffers
    : layout::impl::LayoutFreeBuffersBase<LayoutFreeBuffers> {
  void runOnProgram() override {
    ModuleOp module = getOperation();
    if (freesBuffers(module))
      return;
    if (Operation *op = findRejected(module)) {
      remark::missed(op->getLoc(), getRemark("free", DEBUG_TYPE, op))
          << remark::add("buffers are not freed: upstream's deallocation does "
                         "not follow values through this op");
      return;
    }
    OpPassManager manager(ModuleOp::getOperationName());
    bufferization::buildBufferDeallocationPipeline(
        manager, bufferization::BufferDeallocationPipelineOptions());
    if (failed(runPipeline(manager, module)))
      signalPassFailure();
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    LayoutFreeBuffersBase::getDependentDialects(registry);
    OpPassManager manager(ModuleOp::getOperationName());
    bufferization::buildBufferDeallocationPipeline(
        manager, bufferization::BufferDeallocationPipelineOptions());
    manager.getDependentDialects(registry);
  }
};
} // namespace
