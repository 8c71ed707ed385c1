//===- DropConstraints.cpp - Constraints after planning -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "layout/Export/Passes.h"
#include "layout/Report/PlanReport.h"
#include "layout/Support/Debug.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "layout-drop-constraints"
ALWAYS_ENABLED_STATISTIC(numMet, "Preferences met");
ALWAYS_ENABLED_STATISTIC(numUnmet, "Preferences not met");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTDROPCONSTRAINTS
#include "layout/Export/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Whether an op changes how elements lie.
static bool isRewrite(Operation *op) {
  auto transform = dyn_cast_or_null<LayoutTransformOp>(op);
  return transform ? !transform.isFree() : isa_and_nonnull<PadOp, CropOp>(op);
}

static bool isReshape(Operation *op) {
  auto transform = dyn_cast_or_null<LayoutTransformOp>(op);
  return transform && transform.isFree();
}

/// Whether rewrites alone read `value`, also behind reshapes, in which it lies
/// as it is.
static bool isReadByRewrites(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [](Operation *user) {
           return isReshape(user) ? isReadByRewrites(user->getResult(0))
                                  : isRewrite(user);
         });
}

/// Whether all that writes and reads a value in its layout are rewrites, which
/// merge once the constraint is gone.
static bool isBetweenRewrites(ConstraintOp op) {
  Value source = op.getSource();
  while (isReshape(source.getDefiningOp()))
    source = source.getDefiningOp()->getOperand(0);
  return isRewrite(source.getDefiningOp()) && isReadByRewrites(op.getResult());
}

/// Returns the text of an unmet hint or of an error.
static std::string getMergeText(StringRef verb) {
  return ("no operation reads or writes the value in the layout that it " +
          verb + ": the rewrites in front and behind merge")
      .str();
}

/// Fails, with an error, if no op has the layout that the result of an op must
/// have. At the boundary of a function, whose constraints are not marked, that
/// is a remark.
static LogicalResult verifyRequirement(ConstraintOp op,
                                       std::vector<UnmetHint> &hints) {
  if (!isBetweenRewrites(op))
    return success();
  if (!isMarked(op)) {
    remark::missed(op.getLoc(),
                   getRemark("unused", "layout-drop-constraints", op))
        << getMergeText("requires");
    hints.push_back(
        {op.getLoc(), LayoutDialect::kRequire.str(), getMergeText("requires")});
    return success();
  }
  InFlightDiagnostic diag = emitError(op.getLoc())
                            << "cannot meet '" << LayoutDialect::kRequire
                            << "': " << getMergeText("requires");
  Value computed = op.getSource();
  while (isRewrite(computed.getDefiningOp()) ||
         isReshape(computed.getDefiningOp()))
    computed = computed.getDefiningOp()->getOperand(0);
  diag.attachNote(computed.getLoc()) << "what it is made of is computed here";
  return diag;
}

/// Remarks whether a value has the layout that it prefers.
static void remarkPreference(ConstraintOp op, PlanReport &report) {
  auto options = [&](StringRef name) {
    return getRemark(name, "layout-drop-constraints", op);
  };
  if (!op.isMet()) {
    ++numUnmet;
    remark::missed(op.getLoc(), options("unmet"))
        << remark::add("a preference is not met: the value prefers {0}",
                       llvm::formatv("{0}", op.getPreferred()->getMap()).str());
    return;
  }
  if (!isBetweenRewrites(op)) {
    ++numMet;
    remark::passed(op.getLoc(), options("met"))
        << "the value has the layout that it prefers";
    return;
  }
  ++numUnmet;
  remark::missed(op.getLoc(), options("unused")) << getMergeText("prefers");
  report.hints.push_back(
      {op.getLoc(), LayoutDialect::kPrefer.str(), getMergeText("prefers")});
  // The plan counts both rewrites.
  if (report.plan)
    report.plan->comparison = PlanCost::Comparison::Less;
}

namespace {
struct LayoutDropConstraints
    : layout::impl::LayoutDropConstraintsBase<LayoutDropConstraints> {
  void runOnProgram() override {
    IRRewriter rewriter(&getContext());
    bool isChanged = false;
    bool holds = true;
    auto &report = getAnalysis<PlanReport>();
    for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
      function.walk([&](Operation *op) {
        isChanged |=
            op->removeDiscardableAttr(LayoutDialect::kPartition) != Attribute();
        auto constraint = dyn_cast<ConstraintOp>(op);
        if (!constraint)
          return;
        if (constraint.isPreference())
          remarkPreference(constraint, report);
        else if (!constraint.getBorder())
          holds &= succeeded(verifyRequirement(constraint, report.hints));
        rewriter.replaceOp(constraint, constraint.getSource());
        isChanged = true;
      });
    if (!holds)
      signalPassFailure();
    else if (!isChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
