//===- DropConstraints.cpp - Constraints after planning -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Transforms/Passes.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/Report/PlanReport.h"
#include "layout/Support/Debug.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "layout-drop-constraints"
ALWAYS_ENABLED_STATISTIC(numMet, "Preferences met");
ALWAYS_ENABLED_STATISTIC(numUnmet, "Preferences not met");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTDROPCONSTRAINTS
#include "layout/Dialect/Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static bool isRewrite(Operation *op) {
  return isa_and_nonnull<LayoutTransformOp, PadOp, CropOp>(op);
}

/// Remarks whether a value has the layout that it should have. One that it must
/// have is part of its type, but serves nothing if no op has it.
static void remarkConstraint(ConstraintOp op, std::vector<UnmetHint> &hints) {
  if (op.getBorder())
    return;
  auto options = [&](StringRef name) {
    return getRemark(name, "layout-drop-constraints", op);
  };
  if (op.isPreference() && op.isMet()) {
    ++numMet;
    remark::passed(op.getLoc(), options("met"))
        << "the value has the layout that it prefers";
  } else if (op.isPreference()) {
    ++numUnmet;
    remark::missed(op.getLoc(), options("unmet"))
        << remark::add("a preference is not met: the value prefers {0}",
                       llvm::formatv("{0}", op.getPreferred()->getMap()).str());
  } else if (isRewrite(op.getSource().getDefiningOp()) &&
             llvm::all_of(op->getUsers(), isRewrite)) {
    remark::missed(op.getLoc(), options("unused"))
        << "no op reads or writes the value in the layout that it requires: "
           "the rewrites in front and behind merge";
    hints.push_back({op.getLoc(), LayoutDialect::kRequire.str(),
                     "no operation reads or writes the value in the layout "
                     "that it requires: the rewrites in front and behind "
                     "merge"});
  }
}

namespace {
struct LayoutDropConstraints
    : layout::impl::LayoutDropConstraintsBase<LayoutDropConstraints> {
  void runOnProgram() override {
    IRRewriter rewriter(&getContext());
    bool isChanged = false;
    std::vector<UnmetHint> &hints = getAnalysis<PlanReport>().hints;
    for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
      function.walk([&](Operation *op) {
        isChanged |=
            op->removeDiscardableAttr(LayoutDialect::kPartition) != Attribute();
        auto constraint = dyn_cast<ConstraintOp>(op);
        if (!constraint)
          return;
        remarkConstraint(constraint, hints);
        rewriter.replaceOp(constraint, constraint.getSource());
        isChanged = true;
      });
    if (!isChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
