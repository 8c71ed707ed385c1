//===- VerifyPlacement.cpp - Carries out the places of a plan -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bufferization/Bufferize.h"
#include "Placement/PlaceBuffers.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Pipelines/Passes.h"
#include "layout/Report/PlanReport.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTVERIFYPLACEMENT
#include "layout/Pipelines/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// What the buffers of a module copy when they are placed; nothing if it cannot
/// be bufferized.
static std::optional<Tally> getPlacedCopies(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  // Errors are those of a later bufferization.
  ScopedDiagnosticHandler handler(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  if (failed(bufferizeModule(*copy)))
    return std::nullopt;
  SmallVector<func::FuncOp> functions;
  copy->walk([&](func::FuncOp function) { functions.push_back(function); });
  for (func::FuncOp function : functions)
    placeBuffers(function);
  return countMovements(*copy, CallSites(*copy)).moves;
}

namespace {
struct LayoutVerifyPlacement
    : layout::impl::LayoutVerifyPlacementBase<LayoutVerifyPlacement> {
  using LayoutVerifyPlacementBase::LayoutVerifyPlacementBase;

  void runOnProgram() override {
    auto &report = getAnalysis<PlanReport>();
    if (report.plan && report.plan->borders)
      report.plan->placed = getPlacedCopies(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
