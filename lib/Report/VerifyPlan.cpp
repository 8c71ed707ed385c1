//===- VerifyPlan.cpp - Compares a plan with its program ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ModuleFunctions.h"
#include "NestedPipeline.h"
#include "UnplannedProgram.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Report/Passes.h"
#include "layout/Support/Saturating.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTVERIFYPLAN
#include "layout/Report/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

using Part = PlannedMovement::Part;

/// Whether a movement is a rewrite of buffers, which are not planned.
static bool rewritesBuffers(const CountedMovement &movement) {
  return movement.kind == CountedMovement::Kind::Rewrite &&
         llvm::any_of(movement.values, [](Value value) {
           return isa<BaseMemRefType>(value.getType());
         });
}

/// Adds what `function` moves to `sum`. Returns whether it is known, without
/// dynamic sizes and trip counts.
static bool addMovement(func::FuncOp function, const CallSites &calls,
                        PlannedMovement &sum) {
  // A rewrite may stand behind a loop, although it is counted where its source
  // is computed.
  bool isKnown = llvm::none_of(function.getBody(), [&](Block &block) {
    return calls.getBranchLoopDepth(&block) > 0;
  });
  function.walk([&](Operation *op) {
    std::optional<CountedMovement> movement = getCountedMovement(op);
    if (!movement || movement->kind == CountedMovement::Kind::Constant ||
        rewritesBuffers(*movement))
      return;
    ByteCount count = getBytesMoved(*movement, calls);
    isKnown &= !count.dynamic;
    bool isMove = movement->kind == CountedMovement::Kind::Move;
    int64_t &bytes = isMove ? sum.moves : sum.rewrites;
    bytes = addSaturating(bytes, count.bytes);
    sum.parts.push_back({op->getLoc(), count.bytes});
  });
  return isKnown;
}

/// The parts of `all` that have no counterpart of the same size in `others`.
static std::vector<Part> getUnmatched(const std::vector<Part> &all,
                                      const std::vector<Part> &others) {
  llvm::SmallDenseMap<int64_t, int64_t> counts;
  for (const Part &part : others)
    ++counts[part.bytes];
  std::vector<Part> unmatched;
  for (const Part &part : all)
    if (part.bytes != 0 && counts[part.bytes]-- <= 0)
      unmatched.push_back(part);
  return unmatched;
}

static void describeDifference(InFlightDiagnostic message,
                               const PlannedMovement &planned,
                               const PlannedMovement &found) {
  message << "requires rewrites of " << planned.rewrites
          << " bytes and moves of " << planned.moves
          << " bytes, as planned, found " << found.rewrites << " and "
          << found.moves << " bytes";
  constexpr size_t limit = 8;
  auto attachNotes = [&](ArrayRef<Part> parts, StringRef what) {
    for (const Part &part : parts.take_front(limit))
      message.attachNote(part.location) << part.bytes << what;
  };
  attachNotes(getUnmatched(found.parts, planned.parts),
              " bytes are moved here, which are not in the plan");
  attachNotes(getUnmatched(planned.parts, found.parts),
              " bytes are moved here by the plan, but not by the program");
}

namespace {
struct LayoutVerifyPlan : layout::impl::LayoutVerifyPlanBase<LayoutVerifyPlan> {
  using LayoutVerifyPlanBase::LayoutVerifyPlanBase;
  LayoutVerifyPlan(const LayoutVerifyPlanOptions &options,
                   OpPassManager fallback)
      : LayoutVerifyPlanBase(options), passes(std::move(fallback)) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    LayoutVerifyPlanBase::getDependentDialects(registry);
    passes.getDependentDialects(registry, fallback);
  }
  LogicalResult initialize(MLIRContext *context) override {
    passes.initialize("fallback", fallback);
    return success();
  }
  void runOnProgram() override;

private:
  enum class Verdict { Equal, Less, More, Unknown };
  using FunctionMap = llvm::StringMap<func::FuncOp>;

  std::pair<Verdict, PlannedMovement> compare(const PlannedMovement &planned,
                                              const FunctionMap &functions,
                                              const CallSites &calls);
  LogicalResult applyBaseline();

  NestedPipeline passes; ///< of `fallback`
};
} // namespace

/// Compares what functions that were planned together move with their plan, as
/// sums of rewrites and moves: a rewrite and a crop that a later pass joins are
/// other parts of the same sum.
std::pair<LayoutVerifyPlan::Verdict, PlannedMovement>
LayoutVerifyPlan::compare(const PlannedMovement &planned,
                          const FunctionMap &functions,
                          const CallSites &calls) {
  PlannedMovement found;
  bool isKnown = true;
  for (const std::string &name : planned.functions)
    isKnown &= addMovement(functions.lookup(name), calls, found);
  constexpr int64_t largest = std::numeric_limits<int64_t>::max();
  int64_t plannedSum = planned.getSum(), foundSum = found.getSum();
  Verdict verdict = Verdict::Equal;
  bool isEqual =
      found.rewrites == planned.rewrites && found.moves == planned.moves;
  // A sum of bytes at which it saturates is not known. What dynamic sizes add
  // up to is equal if it is with the sizes that both count.
  if (plannedSum == largest || foundSum == largest || (!isKnown && !isEqual))
    verdict = Verdict::Unknown;
  else if (foundSum > plannedSum)
    verdict = Verdict::More;
  else if (!isEqual)
    verdict = Verdict::Less;
  return {verdict, std::move(found)};
}

/// Returns to the program that has not been planned and applies the baseline.
LogicalResult LayoutVerifyPlan::applyBaseline() {
  getAnalysis<UnplannedProgram>().restore(getOperation(),
                                          getAnalysis<PlanReport>());
  PlanningScope scope = getAnalysis<PlanningScope>();
  // The ops that other analyses refer to are gone.
  getAnalysisManager().invalidate(AnalysisManager::PreservedAnalyses());
  std::optional<PlanReport> report;
  OpPassManager pipeline = passes.get();
  pipeline.addPass(createSaveReport(report));
  if (failed(runPipeline(pipeline, getOperation())))
    return failure();
  getAnalysis<PlanningScope>() = std::move(scope);
  getAnalysis<PlanReport>() = std::move(*report);
  return success();
}

void LayoutVerifyPlan::runOnProgram() {
  if (failed(passes.verify(getOperation())))
    return signalPassFailure();
  auto &report = getAnalysis<PlanReport>();
  auto &unplanned = getAnalysis<UnplannedProgram>();
  CallSites calls(getOperation());
  FunctionMap functions;
  for (func::FuncOp function : getFunctions(getOperation()))
    functions[getQualifiedName(function)] = function;
  bool returns = !strict && passes && unplanned.isKept();
  bool isBaseline = report.strategy && *report.strategy == kBaselineStrategy;
  bool movesMore = false;
  auto comparison = PlanCost::Comparison::Equal;
  for (const PlannedMovement &planned : report.movements) {
    auto [verdict, found] = compare(planned, functions, calls);
    if (verdict == Verdict::Unknown)
      comparison = std::max(comparison, PlanCost::Comparison::Unknown);
    if (verdict != Verdict::More && verdict != Verdict::Less)
      continue;
    Location loc = functions.lookup(planned.functions.front()).getLoc();
    bool isMore = verdict == Verdict::More;
    movesMore |= isMore;
    if (isMore && (returns || isBaseline)) {
      InFlightDiagnostic warning = emitWarning(loc);
      if (returns)
        warning << "keeps its layouts or takes the first of each choice, "
                   "because its plan cannot be carried out: ";
      describeDifference(std::move(warning), planned, found);
    } else if (isMore) {
      describeDifference(emitError(loc), planned, found);
      signalPassFailure();
    } else {
      if (!allowLess)
        describeDifference(emitWarning(loc), planned, found);
      // A cheaper program than that of the plan refutes its bound. Another form
      // has other parts of the same sum, and may join moves that are in every
      // plan.
      int64_t joined =
          std::min(planned.joinableMoves,
                   std::max<int64_t>(planned.moves - found.moves, 0));
      if (!allowLess ||
          addSaturating(found.getSum(), joined) < planned.getSum())
        comparison = PlanCost::Comparison::Less;
    }
  }
  if (movesMore && returns) {
    if (failed(applyBaseline()))
      signalPassFailure();
    return;
  }
  if (report.plan)
    report.plan->comparison =
        std::max(comparison, report.plan->comparison.value_or(comparison));
  // Nothing returns to it behind the last check.
  if (allowLess)
    unplanned.drop();
  markAllAnalysesPreserved();
}

std::unique_ptr<Pass>
layout::createLayoutVerifyPlan(const LayoutVerifyPlanOptions &options,
                               OpPassManager fallback) {
  return std::make_unique<LayoutVerifyPlan>(options, std::move(fallback));
}
