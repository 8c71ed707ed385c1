//===- ReportPasses.cpp - Passes that count and report --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ModuleFunctions.h"
#include "Dialect/HostFunction.h"
#include "Dialect/ValueAnnotations.h"
#include "Support/OutputFile.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout.h"
#include "layout/Report/Passes.h"
#include "layout/Report/PlanReport.h"
#include "layout/Support/Debug.h"
#include "layout/Targets/LayoutTarget.h"
#include "layout/Targets/Preferences.h"
#include "layout/Targets/Requirement.h"
#include "layout/Targets/TargetOption.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "llvm/Support/JSON.h"

#define DEBUG_TYPE "layout-survey"
ALWAYS_ENABLED_STATISTIC(numPlanned, "Functions that are planned");
ALWAYS_ENABLED_STATISTIC(numExcluded, "Functions without anything to plan");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTCOUNT
#define GEN_PASS_DEF_LAYOUTLISTREWRITES
#define GEN_PASS_DEF_LAYOUTREPORT
#define GEN_PASS_DEF_LAYOUTSURVEY
#include "layout/Report/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Whether an op calls a function that states layouts of its arguments or
/// results, so that it rewrites them.
static bool callsStatedLayouts(Operation *op, ModuleOp module) {
  auto call = dyn_cast<func::CallOp>(op);
  auto callee = call ? module.lookupSymbol<func::FuncOp>(call.getCallee())
                     : func::FuncOp();
  return callee && statesLayouts(callee);
}

/// Whether `op` is a rewrite, or the last op of one, that planning may move, or
/// a pad or crop of this dialect, which planning may cancel.
static bool rewritesTensors(Operation *op) {
  if (isa<PadOp, CropOp>(op))
    return true;
  std::optional<CountedMovement> movement = getCountedMovement(op);
  return movement && movement->kind != CountedMovement::Kind::Move &&
         llvm::all_of(movement->values, [](Value value) {
           return isa<TensorType>(value.getType());
         });
}

namespace {
/// Layouts of ops that the target and options state.
struct StatedOfOps {
  LayoutTargets targets;
  Preferences preferred;
  Pitches pitches;

  bool concern(Operation *op) const {
    return targets.stateLayoutsOf(op) || targets.stateLayoutsOfOffloaded(op) ||
           statePooling(preferred, pitches, op);
  }
};
} // namespace

/// Whether planning can change a function: it has an op that layouts matter
/// to, or rewrites of its own.
static bool hasSomethingToPlan(func::FuncOp function,
                               const CriticalOpAnalysis &criticalOps,
                               const StatedOfOps &stated) {
  auto result = function.walk([&](Operation *op) {
    return criticalOps.lookupOnTensors(op) ||
                   op->hasAttr(LayoutDialect::kOpLayout) ||
                   stated.concern(op) ||
                   callsStatedLayouts(op, function->getParentOfType<ModuleOp>())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return true;
  return function
      .walk([](Operation *op) {
        return rewritesTensors(op) ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Says at the module that no function of it is planned, and why: as an error
/// if that is not accepted, and as a warning otherwise.
static LogicalResult sayNothingIsPlanned(ModuleOp module,
                                         ArrayRef<UnplannedFunction> unplanned,
                                         bool isError) {
  constexpr size_t limit = 8;
  InFlightDiagnostic message =
      isError ? emitError(module.getLoc()) : emitWarning(module.getLoc());
  message << "nothing is planned: ";
  if (unplanned.empty())
    message << "the module holds no function with a body";
  else
    message << "'" << unplanned.front().name << "' "
            << unplanned.front().reason;
  for (const UnplannedFunction &other :
       unplanned.drop_front(std::min<size_t>(unplanned.size(), 1))
           .take_front(limit))
    message.attachNote(other.location)
        << "'" << other.name << "' " << other.reason;
  return failure(isError);
}

/// Warns of each module inside `module` that describes a target system of its
/// own, and whose functions have something to plan.
static void
reportNestedModules(ModuleOp module,
                    llvm::function_ref<bool(func::FuncOp)> hasSomethingToPlan) {
  SmallVector<ModuleOp> planned = getModules(module);
  module.walk([&](ModuleOp nested) {
    if (!llvm::is_contained(planned, nested) &&
        llvm::any_of(nested.getOps<func::FuncOp>(), [&](func::FuncOp function) {
          return !isFrozen(function) && hasSomethingToPlan(function);
        }))
      emitWarning(nested.getLoc())
          << "the module keeps its layouts: it describes a target system of "
             "its own, for which passes plan it if they run on it, as in "
             "'builtin.module(builtin.module(layout-pipeline))'";
  });
}

namespace {
struct LayoutSurveyPass : layout::impl::LayoutSurveyBase<LayoutSurveyPass> {
  using LayoutSurveyBase::LayoutSurveyBase;
  LayoutSurveyPass(const LayoutSurveyOptions &options, bool isReportRead)
      : LayoutSurveyBase(options), isReportRead(isReportRead) {}

  void runOnProgram() override {
    ModuleOp module = getOperation();
    const auto &calls = getAnalysis<CallSites>();
    const auto &criticalOps = getAnalysis<CriticalOpAnalysis>();
    auto &scope = getAnalysis<PlanningScope>();
    FailureOr<StatedOfOps> stated = readStated();
    if (failed(stated))
      return signalPassFailure();
    warnAboutFrozenOps(module, stated->targets);
    auto isWorthPlanning = [&](func::FuncOp function) {
      return !isHostFunction(function) &&
             hasSomethingToPlan(function, criticalOps, *stated);
    };
    scope.restrictTo(calls, isWorthPlanning);
    reportNestedModules(module, isWorthPlanning);
    numPlanned += scope.getFunctions().size();
    numExcluded += scope.getExcluded().size();
    LAYOUT_DEBUG({
      for (const auto &[module, name] : scope.getExcluded())
        llvm::dbgs() << "@" << name.getValue()
                     << " is not planned: it holds nothing to plan\n";
    });
    // The figures begin anew, although an earlier pipeline of this run may have
    // left some.
    auto &report = getAnalysis<PlanReport>();
    report = PlanReport(module);
    report.isRead = isReportRead;
    if (report.isRead)
      report.before = countRewrites(module, calls, criticalOps);
    report.unplanned = findUnplanned(module, scope);
    report.stated = collectStatedHints(module);
    report.statesLayouts = !report.stated.empty();
    markAllAnalysesPreserved();
    if (scope.getFunctions().empty() &&
        failed(sayNothingIsPlanned(module, report.unplanned, strict)))
      signalPassFailure();
  }

private:
  FailureOr<StatedOfOps> readStated() {
    // `module.emitError()` would print the whole module.
    auto emit = [loc = getOperation().getLoc()] { return emitError(loc); };
    FailureOr<LayoutTargets> targets =
        readLayoutTargets(getOperation(), target);
    FailureOr<Preferences> preferred = parsePreferences(prefer, emit);
    FailureOr<Pitches> pitches = parsePitches(&getContext(), pitched, emit);
    if (failed(targets) || failed(preferred) || failed(pitches))
      return failure();
    return StatedOfOps{std::move(*targets), std::move(*preferred),
                       std::move(*pitches)};
  }

  bool isReportRead = true;
};

struct LayoutListRewritesPass
    : layout::impl::LayoutListRewritesBase<LayoutListRewritesPass> {
  using LayoutListRewritesBase::LayoutListRewritesBase;

  void runOnProgram() override {
    auto &report = getAnalysis<PlanReport>();
    std::vector<RemainingRewrite> remaining = collectRemainingRewrites(
        getOperation(), getAnalysis<CallSites>(),
        getAnalysis<CriticalOpAnalysis>(), report.memory, report.isRead);
    if (report.isRead)
      report.remaining = std::move(remaining);
    if (relayouts == Relayouts::Refuse &&
        failed(refuseRemainingRewrites(getOperation(), getAnalysis<CallSites>(),
                                       getAnalysis<CriticalOpAnalysis>())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

struct LayoutReportPass : layout::impl::LayoutReportBase<LayoutReportPass> {
  using LayoutReportBase::LayoutReportBase;
  LayoutReportPass(const LayoutReportOptions &options, ReportReader read)
      : LayoutReportBase(options), read(std::move(read)) {}

  /// Checks the name before any pass of the pipeline runs.
  LogicalResult initialize(MLIRContext *context) override {
    if (llvm::Error error = checkReportPath(path))
      return emitError(UnknownLoc::get(context))
             << llvm::toString(std::move(error));
    return success();
  }

  void runOnProgram() override {
    ModuleOp module = getOperation();
    auto &report = getAnalysis<PlanReport>();
    if (!path.empty() || read)
      complete(report);
    if (read)
      read(report);
    if (failed(writePlanFiles(report.files)) ||
        (!path.empty() && failed(write(report))))
      return signalPassFailure();
    report = PlanReport(module);
    markAllAnalysesPreserved();
  }

private:
  /// Adds what is known of the program only now.
  void complete(PlanReport &report) {
    ModuleOp module = getOperation();
    const auto &calls = getAnalysis<CallSites>();
    const auto &criticalOps = getAnalysis<CriticalOpAnalysis>();
    report.after = countRewrites(module, calls, criticalOps);
    if (!report.remaining)
      report.remaining =
          collectRemainingRewrites(module, calls, criticalOps, report.memory);
    if (report.memory.isDescribed())
      report.boundary = getBoundaryOnDevice(module, report.memory);
    report.prepared = collectPreparedArguments(module);
    report.filledPadding = collectFilledPadding(module, calls);
  }

  LogicalResult write(const PlanReport &report) {
    if (llvm::Error error = writeReport(report, path))
      return emitError(getOperation().getLoc())
             << "cannot write the report: " << llvm::toString(std::move(error));
    return success();
  }

  ReportReader read;
};

struct SaveReport : PassWrapper<SaveReport, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SaveReport)

  explicit SaveReport(std::optional<PlanReport> &saved) : saved(saved) {}

  void runOnOperation() override {
    saved.emplace(getAnalysis<PlanReport>());
    markAllAnalysesPreserved();
  }

private:
  std::optional<PlanReport> &saved;
};

struct LayoutCountPass : layout::impl::LayoutCountBase<LayoutCountPass> {
  void runOnProgram() override {
    llvm::json::OStream json(llvm::outs());
    countRewrites(getOperation(), getAnalysis<CallSites>(),
                  getAnalysis<CriticalOpAnalysis>())
        .print(json);
    llvm::outs() << "\n";
    markAllAnalysesPreserved();
  }
};
} // namespace

LogicalResult layout::writePlanFiles(ArrayRef<PlanFile> files) {
  for (const PlanFile &file : files)
    if (llvm::Error error = writeFile(file.path, [&](llvm::raw_ostream &os) {
          os << file.text;
          return llvm::Error::success();
        }))
      return emitError(file.location) << llvm::toString(std::move(error));
  return success();
}

std::unique_ptr<Pass>
layout::createLayoutSurvey(const LayoutSurveyOptions &options,
                           bool isReportRead) {
  return std::make_unique<LayoutSurveyPass>(options, isReportRead);
}

std::unique_ptr<Pass>
layout::createLayoutReport(const LayoutReportOptions &options,
                           ReportReader read) {
  return std::make_unique<LayoutReportPass>(options, std::move(read));
}

std::unique_ptr<Pass>
layout::createSaveReport(std::optional<PlanReport> &saved) {
  return std::make_unique<SaveReport>(saved);
}
