//===- LayoutLegalize.cpp - Makes stated layouts ready for planning -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Adapt.h"
#include "Analysis/ConstantGlobals.h"
#include "Analysis/HeldLayouts.h"
#include "Analysis/ModuleFunctions.h"
#include "Boundary.h"
#include "ConstantArgs.h"
#include "Defaults.h"
#include "Dialect/VerifyRules.h"
#include "Encodings.h"
#include "ValueConstraints.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Marks.h"
#include "layout/Import/Passes.h"
#include "layout/Report/PlanReport.h"
#include "layout/Support/Debug.h"
#include "layout/Targets/LayoutTarget.h"
#include "layout/Targets/TargetOption.h"
#include "mlir/Dialect/DLTI/DLTI.h"

#define DEBUG_TYPE "layout-legalize"
ALWAYS_ENABLED_STATISTIC(numBoundaries,
                         "Functions with layouts at their boundary");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTLEGALIZE
#include "layout/Import/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LayoutLegalize : layout::impl::LayoutLegalizeBase<LayoutLegalize> {
  using LayoutLegalizeBase::LayoutLegalizeBase;

  void runOnProgram() override;

private:
  void reportUnread();
  LogicalResult resolveValues();

  SmallVector<func::FuncOp> functions;
  LayoutTargets targets;
};
} // namespace

/// Remarks that the layouts which a function states are not used, because no
/// pass may change it.
static void remarkMarked(func::FuncOp function) {
  if (isFrozen(function) && statesLayouts(function))
    remark::missed(function.getLoc(),
                   getRemark("unused", "layout-legalize", function))
        << "layouts stated here are not used: the function is marked";
}

/// Remarks on each attribute in the place of a layout that says nothing we
/// know, once in each function. Ops on such tensors keep their layouts.
static void remarkForeign(func::FuncOp function) {
  llvm::SmallPtrSet<Attribute, 4> seen;
  auto visit = [&](Operation *op, TypeRange types) {
    for (Type type : types) {
      Attribute foreign = getForeignLayout(type);
      if (!foreign || !seen.insert(foreign).second)
        continue;
      std::string text;
      llvm::raw_string_ostream(text) << foreign;
      remark::missed(op->getLoc(), getRemark("foreign", "layout-legalize", op))
          << remark::add("{0} is not planned: it is no layout that implements "
                         "TensorLayoutAttrInterface",
                         text);
    }
  };
  visit(function, function.getArgumentTypes());
  visit(function, function.getResultTypes());
  function.getBody().walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (isa<RankedTensorType>(type))
        visit(op, type);
  });
}

/// Why what is stated in `function` is not read by any pass: because no pass
/// may change it, or because it has no body. Layouts in which a caller passes
/// tensors hold for a declaration as well.
static std::optional<std::string> getReasonNotRead(func::FuncOp function) {
  if (isFrozen(function))
    return llvm::formatv("the function is marked '{0}'",
                         hasSkipMark(function) ? LayoutDialect::kSkip
                                               : LayoutDialect::kFrozen)
        .str();
  if (function.isExternal())
    return "the function has no body";
  return std::nullopt;
}

/// Adds to the report what the program asks for and no pass reads, because it
/// stands where nothing is planned, or because an earlier pass has removed it.
void LayoutLegalize::reportUnread() {
  auto &report = getAnalysis<PlanReport>();
  addVanishedHints(report.stated, collectStatedHints(getOperation()),
                   report.hints);
  report.stated.clear();
  for (func::FuncOp function : getFunctions(getOperation()))
    if (std::optional<std::string> reason = getReasonNotRead(function))
      for (const StatedHint &stated : collectStatedHints(function))
        if (isFrozen(function) ||
            !StringRef(stated.text).starts_with(LayoutDialect::kTensorLayout))
          report.hints.push_back(
              {stated.location, stated.text, "not used: " + *reason});
}

/// Applies what functions and ops state of layouts of values.
LogicalResult LayoutLegalize::resolveValues() {
  const auto &criticalOps = getAnalysis<CriticalOpAnalysis>();
  for (func::FuncOp function : functions)
    releaseStatedValues(function);
  for (func::FuncOp function : getFunctions(getOperation()))
    if (!isFrozen(function) && failed(verifyGivenNames(function)))
      return failure();
  if (failed(resolveAdapts(functions, criticalOps)))
    return failure();
  // All are read before one changes: names of dims depend on what is around.
  DimNames names(criticalOps);
  std::vector<Boundary> boundaries;
  for (func::FuncOp function : getFunctions(getOperation())) {
    remarkMarked(function);
    if (!Boundary::isIn(function) || isFrozen(function))
      continue;
    auto module = cast<ModuleOp>(function->getParentOp());
    if (failed(boundaries.emplace_back(function).read(module, names)))
      return failure();
  }
  std::vector<UnmetHint> &hints = getAnalysis<PlanReport>().hints;
  std::vector<ValueConstraints> constraints;
  for (func::FuncOp function : functions) {
    if (!statesLayouts(function))
      continue;
    FailureOr<const LayoutTarget *> device = targets.lookup(function);
    if (failed(device))
      return failure();
    if (failed(constraints.emplace_back(function, hints).read(names, *device)))
      return failure();
  }
  for (ValueConstraints &all : constraints)
    all.apply();
  for (Boundary &boundary : boundaries)
    boundary.apply();
  numBoundaries += boundaries.size();
  return success();
}

void LayoutLegalize::runOnProgram() {
  FailureOr<LayoutTargets> read = readLayoutTargets(getOperation(), target);
  if (failed(read))
    return signalPassFailure();
  targets = std::move(*read);
  if (failed(markConstantArguments(getOperation(), constantArgs)) ||
      failed(verifyMarkedGlobals(getOperation())))
    return signalPassFailure();
  functions = getAnalysis<PlanningScope>().getFunctions();
  if (!llvm::all_of(functions, [](func::FuncOp function) {
        return succeeded(verifyLayoutRules(function));
      }))
    return signalPassFailure();
  SmallVector<func::FuncOp> all = getFunctions(getOperation());
  for (func::FuncOp function : all)
    remarkForeign(function);
  reportUnread();
  // A module that states nothing keeps its analyses.
  if (llvm::none_of(all, statesLayouts))
    return markAllAnalysesPreserved();
  if (failed(replaceEncodings(getOperation())) ||
      failed(resolveDefaults(getOperation(), targets)) ||
      failed(resolveValues()))
    signalPassFailure();
}
