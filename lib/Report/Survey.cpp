//===- Survey.cpp - What the program looks like before planning ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Report/Passes.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSURVEY
#include "layout/Report/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static bool holdsCriticalOp(func::FuncOp function) {
  auto result = function.walk([](linalg::LinalgOp op) {
    return op.hasPureTensorSemantics() && classify(op) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
  });
  return result.wasInterrupted();
}

namespace {
struct LayoutSurveyPass : layout::impl::LayoutSurveyBase<LayoutSurveyPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<Attribute> unplanned;
    CallSites calls(module);
    for (ArrayRef<func::FuncOp> group :
         calls.group(llvm::to_vector(module.getOps<func::FuncOp>())))
      if (llvm::none_of(group, holdsCriticalOp))
        for (func::FuncOp function : group)
          unplanned.push_back(function.getSymNameAttr());
    // What an earlier run left there is not about this one.
    module->removeAttr(LayoutDialect::kReport);
    setReportEntry(module, "before",
                   countRewrites(module, calls).getAttr(&getContext()));
    setReportEntry(module, "unplanned",
                   ArrayAttr::get(&getContext(), unplanned));
    markAllAnalysesPreserved();
  }
};
} // namespace
