//===- VerifyPlan.cpp - Compares a plan with its program ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/ModuleFunctions.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Report/Passes.h"
#include "layout/Report/PlanReport.h"
#include "layout/Support/Saturating.h"

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

  void runOnOperation() override {
    const auto &calls = getAnalysis<CallSites>();
    llvm::StringMap<func::FuncOp> functions;
    for (func::FuncOp function : getFunctions(getOperation()))
      functions[getQualifiedName(function)] = function;
    for (const PlannedMovement &planned : getAnalysis<PlanReport>().movements)
      if (failed(verify(planned, functions, calls)))
        signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult verify(const PlannedMovement &planned,
                       const llvm::StringMap<func::FuncOp> &functions,
                       const CallSites &calls) {
    PlannedMovement found;
    bool isKnown = true;
    for (const std::string &name : planned.functions)
      isKnown &= addMovement(functions.lookup(name), calls, found);
    constexpr int64_t largest = std::numeric_limits<int64_t>::max();
    int64_t plannedBytes = addSaturating(planned.rewrites, planned.moves);
    int64_t foundBytes = addSaturating(found.rewrites, found.moves);
    // A sum of bytes at which it saturates is not known either.
    if (!isKnown || plannedBytes == largest || foundBytes == largest)
      return success();
    Location loc = functions.lookup(planned.functions.front()).getLoc();
    // A crop that vanishes in a rewrite behind it makes that one larger.
    if (foundBytes > plannedBytes) {
      describeDifference(emitError(loc), planned, found);
      return failure();
    }
    bool isEqual =
        found.rewrites == planned.rewrites && found.moves == planned.moves;
    if (!isEqual && !allowLess) {
      describeDifference(emitWarning(loc), planned, found);
      // A cheaper program than that of the plan refutes its bound.
      if (std::optional<PlanCost> &plan = getAnalysis<PlanReport>().plan)
        plan->isUndercut = true;
    }
    return success();
  }
};
} // namespace
