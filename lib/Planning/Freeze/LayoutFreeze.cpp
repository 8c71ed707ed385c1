//===- LayoutFreeze.cpp - Puts critical ops in preferred layouts ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is stated (StatedLayouts.h) leads to a decision about each op
// (Decide.h), which is applied (Apply.h) and written down (DecisionReport.h).
// The number of a decision that layout-flow completes stays with the op, as
// `layout.decision`.
//
//===----------------------------------------------------------------------===//

#include "Decide.h"
#include "JoinGroups.h"
#include "OffloadedOps.h"
#include "OpForms.h"
#include "Planning/Tune/OpsWithChoice.h"
#include "SparseSticks.h"
#include "SplitBoxes.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Dialect/Marks.h"
#include "layout/Support/Debug.h"
#include "layout/Targets/TargetOption.h"
#include "mlir/Dialect/DLTI/DLTI.h"

#define DEBUG_TYPE "layout-freeze"
ALWAYS_ENABLED_STATISTIC(numSplitBoxes,
                         "Slices, insertions, pads and concatenations divided");
ALWAYS_ENABLED_STATISTIC(numJoined, "Ops on groups written on all members");
ALWAYS_ENABLED_STATISTIC(numSeparated,
                         "Concatenations along a dim of their own");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFREEZE
#include "layout/Planning/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LayoutFreeze : layout::impl::LayoutFreezeBase<LayoutFreeze> {
  using LayoutFreezeBase::LayoutFreezeBase;

  void runOnProgram() override;

private:
  LogicalResult readPreferences();
  LogicalResult prepareOffloaded(const CriticalOpAnalysis &criticalOps);
  void giveWay(Operation *op, const CriticalOpAnalysis &criticalOps);
  void statePitch(linalg::LinalgOp op, const CriticalOp &roles);
  LogicalResult freeze(Operation *op, std::optional<CriticalOp> critical);
  LogicalResult applyRecords();
  void report();

  StatedLayouts statedLayouts;
  Pitches pitches;
  std::set<OpKind> seenPitches;
  DecisionReport decisions;
  /// The ops and calls of partitions, about which nothing else decides.
  DenseSet<Operation *> offloaded;
};
} // namespace

LogicalResult LayoutFreeze::readPreferences() {
  // `module.emitError()` would print the whole module.
  Location loc = getOperation().getLoc();
  LogicalResult isRead =
      statedLayouts.read(getOperation(), prefer, target, indivisible);
  FailureOr<Pitches> fromPitched = parsePitches(
      &getContext(), pitched, [&] { return mlir::emitError(loc); });
  if (failed(isRead) || failed(fromPitched))
    return failure();
  pitches = std::move(*fromPitched);
  seenPitches.clear();
  decisions = {};
  return success();
}

/// Fails if `layout.op_layout` is attached to an op that cannot have options.
/// The verifier of the dialect cannot check this, because it needs the rule.
static LogicalResult verifyPlacesOfOptions(ModuleOp module) {
  auto result = module.walk([&](Operation *op) {
    if (!op->hasAttr(LayoutDialect::kOpLayout) || canHaveLayoutOptions(op))
      return WalkResult::advance();
    op->emitOpError("requires an op on tensors with a layout rule for "
                    "'layout.op_layout', found another");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Fails, with an error, if the layouts that an op states are malformed.
static LogicalResult verifyOwnRequests(func::FuncOp function) {
  auto result = function.walk([](Operation *op) {
    llvm::Expected<std::optional<PositionalRequest>> request =
        getOwnRequest(op);
    if (request)
      return WalkResult::advance();
    op->emitOpError() << "states an invalid layout: "
                      << llvm::toString(request.takeError());
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void LayoutFreeze::runOnProgram() {
  const auto &criticalOps = getAnalysis<CriticalOpAnalysis>();
  if (failed(readPreferences()) ||
      failed(verifyPlacesOfOptions(getOperation())))
    return signalPassFailure();
  const LayoutTargets &targets = statedLayouts.getTargets();
  SmallVector<func::FuncOp> functions =
      getAnalysis<PlanningScope>().getFunctions();
  if (failed(makeReductionsSparse(functions, targets, decisions)))
    return signalPassFailure();
  SmallVector<Operation *> ops;
  for (func::FuncOp function : functions) {
    if (failed(verifyOwnRequests(function)))
      return signalPassFailure();
    function.walk([&](Operation *op) {
      if (criticalOps.lookupOnTensors(op) ||
          op->hasAttr(LayoutDialect::kOpLayout) ||
          statePooling(statedLayouts.getPreferred(), pitches, op) ||
          targets.stateLayoutsOf(op))
        ops.push_back(op);
    });
  }
  // Before any op is rewritten: afterwards it reads a rewrite of the constant.
  statedLayouts.findDisputed(ops, criticalOps);
  if (failed(prepareOffloaded(criticalOps)))
    return signalPassFailure();
  for (Operation *op : ops) {
    if (offloaded.contains(op))
      continue;
    std::optional<CriticalOp> critical;
    // A critical op has layouts by positions only by its name.
    if (op->hasAttr(LayoutDialect::kOpLayout) || !targets.stateLayoutsOf(op))
      if (const CriticalOp *roles = criticalOps.lookupOnTensors(op))
        critical = *roles;
    if (failed(freeze(op, std::move(critical))))
      return signalPassFailure();
  }
  if (failed(applyRecords()))
    return signalPassFailure();
  for (func::FuncOp function : functions) {
    numSplitBoxes += splitBoxes(function);
    numJoined += joinGroups(function);
    // joinGroups recognizes groups by reshapes, which this changes.
    numSeparated += separateParts(function, targets);
  }
  report();
}

/// Freezes the ops that a backend computes, or attaches the layouts that the
/// target states for them.
LogicalResult
LayoutFreeze::prepareOffloaded(const CriticalOpAnalysis &criticalOps) {
  offloaded.clear();
  FailureOr<std::vector<Partition>> partitions =
      findPartitions(getAnalysis<PlanningScope>().getFunctions(),
                     statedLayouts.getTargets(), criticalOps);
  if (failed(partitions))
    return failure();
  OffloadedOps offload(statedLayouts, criticalOps, decisions);
  for (auto [id, partition] : llvm::enumerate(*partitions)) {
    for (Operation *op :
         llvm::concat<Operation *const>(partition.ops, partition.calls)) {
      offloaded.insert(op);
      giveWay(op, criticalOps);
    }
    if (failed(offload.prepare(partition, id)))
      return failure();
  }
  return success();
}

/// Remarks that the option `prefer` does not count for an op that is offloaded.
void LayoutFreeze::giveWay(Operation *op,
                           const CriticalOpAnalysis &criticalOps) {
  const CriticalOp *critical = criticalOps.lookupOnTensors(op);
  if (!critical)
    return;
  auto structured = cast<linalg::LinalgOp>(op);
  auto preference = statedLayouts.lookupPreferred(
      structured, *critical, OpKind::getAllOf(structured, *critical));
  if (!preference)
    return;
  decisions.addPreferred(preference->kind);
  remark::missed(op->getLoc(), getFreezeRemark(op))
      << remark::add("preference for {0} gives way: the op is offloaded",
                     preference->kind.str());
  decisions.addHint(op->getLoc(), "prefer=" + preference->kind.str(),
                    "gives way: the operation is offloaded");
}

/// States what the op says about values at a pitch, unless it does so itself.
void LayoutFreeze::statePitch(linalg::LinalgOp op, const CriticalOp &roles) {
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, roles);
  const auto *kind = llvm::find_if(
      kinds, [&](OpKind kind) { return pitches.count(kind) != 0; });
  if (kind == kinds.end())
    return;
  auto pitch = pitches.find(*kind);
  seenPitches.insert(pitch->first);
  if (!op->hasAttr(LayoutDialect::kPitched) && !isSkipped(op))
    op->setAttr(LayoutDialect::kPitched, pitch->second);
}

/// Decides about one op, and applies and records that. `critical` are its roles
/// if it gets layouts as a convolution or matmul. Fails, with an error, only if
/// a requirement cannot be met.
LogicalResult LayoutFreeze::freeze(Operation *op,
                                   std::optional<CriticalOp> critical) {
  Applier applier(statedLayouts.getOptionCache(), absorb);
  OpForms forms(statedLayouts, applier, decisions);
  FailureOr<const LayoutTarget *> device =
      statedLayouts.getTargets().lookup(op);
  while (critical && succeeded(device)) {
    auto rewritten =
        forms.rewriteAsStated(cast<linalg::LinalgOp>(op), *critical, *device);
    if (!rewritten)
      break;
    op = *rewritten;
    critical = *CriticalOpAnalysis(op).lookup(op);
    device = statedLayouts.getTargets().lookup(op);
  }
  if (failed(device))
    return failure();
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  std::optional<CriticalOp> roles = critical;
  if (!roles && structured && !isFrozen(op) && !hasNoElements(op))
    roles = getPoolingRoles(structured);
  if (roles)
    statePitch(structured, *roles);

  Decision decision =
      decide(op, critical ? &*critical : nullptr, {statedLayouts, *device});
  announce(op, decision, decisions);
  Location loc = op->getLoc();
  std::string kind = decision.kind;
  if (const auto *form = decision.getAs<OtherForm>()) {
    // Another form has the attributes of the op.
    dropStated(op, decision);
    FailureOr<Decision> inForm =
        forms.decideIn(*form, structured, *roles, *device);
    if (failed(inForm))
      return failure();
    decision = std::move(*inForm);
    op = structured;
  }
  FailureOr<Operation *> applied =
      applier.apply(op, critical ? &*critical : nullptr, decision);
  if (failed(applied))
    return failure();
  setNumber(*applied, decisions.add(loc, kind, decision));
  return success();
}

/// Gives layout options the costs that the file of the option `records` states.
LogicalResult LayoutFreeze::applyRecords() {
  Location loc = getOperation().getLoc();
  if (records.empty() && cpu != "host")
    return emitError(loc) << "requires option 'records' with cpu=" << cpu
                          << ", whose records count, found none";
  if (records.empty())
    return success();
  llvm::Expected<TuningRecords> read = TuningRecords::read(records, cpu);
  if (!read)
    return emitError(loc) << llvm::toString(read.takeError());
  if (read->isEmpty()) {
    const std::set<std::string> &found = read->getProcessors();
    emitWarning(loc) << "'" << records << "' has no records of processor '"
                     << read->getProcessor() << "'"
                     << (cpu == "host" ? " with its features" : "")
                     << ", found "
                     << (found.empty() ? "none"
                                       : "those of " + llvm::join(found, ", "));
  }
  setRecordedCosts(getOperation(), getAnalysis<PlanningScope>().getFunctions(),
                   *read, decisions);
  return success();
}

/// Records the target in the report, and the kinds in `prefer` that match no
/// op.
void LayoutFreeze::report() {
  auto &report = getAnalysis<PlanReport>();
  SmallVector<StringRef> names;
  for (const auto &[device, described] : statedLayouts.getTargets().devices)
    names.push_back(described.name);
  if (!names.empty()) {
    report.target = llvm::join(names, ", ");
    const LayoutTarget &first =
        statedLayouts.getTargets().devices.front().second;
    report.memory = {first.unitBytes.stick, first.unitBytes.line, first.cores};
  }
  report.isAsked = !names.empty() || !statedLayouts.getPreferred().empty();
  std::vector<std::string> unmatched;
  for (const auto &[kind, preference] : statedLayouts.getPreferred()) {
    if (decisions.isPreferred(kind))
      continue;
    unmatched.push_back(kind.str());
    emitWarning(getOperation().getLoc())
        << "preference for " << kind.str() << " matches no op";
  }
  for (const auto &[kind, pitch] : pitches) {
    if (seenPitches.count(kind))
      continue;
    emitWarning(getOperation().getLoc())
        << "pitch of " << kind.str() << " matches no op";
    decisions.addHint(UnknownLoc::get(&getContext()), "pitched=" + kind.str(),
                      "matches no operation");
  }
  decisions.moveTo(report);
  if (!unmatched.empty())
    report.unmatched = std::move(unmatched);
}
