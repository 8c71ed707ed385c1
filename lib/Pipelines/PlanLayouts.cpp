//===- PlanLayouts.cpp - Planning from C++ --------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Pipelines/PlanLayouts.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::layout;

FailureOr<PlanReport>
layout::planLayouts(ModuleOp module, const LayoutPipelineOptions &options) {
  std::optional<PlanReport> result;
  PassManager manager(module->getName());
  buildLayoutPipeline(
      manager, options, /*addPartition=*/{},
      [&](const PlanReport &report) { result.emplace(report); });
  if (failed(manager.run(module)))
    return failure();
  // The passes behind layout-report change the program once more.
  findInProgram(*result, module);
  return std::move(*result);
}
