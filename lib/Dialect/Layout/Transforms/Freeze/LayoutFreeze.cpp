//===- LayoutFreeze.cpp - Gives critical ops the layouts they want --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreezeOptions.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Dialect/Layout/Utils/PassRemarks.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Report/PlanReport.h"
#include "mlir/IR/PatternMatch.h"
#include <set>

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFREEZE
#include "layout/Dialect/Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static remark::RemarkOpts getRemark(Operation *op) {
  return layout::getRemark("freeze", "layout-freeze", op);
}

namespace {
struct LayoutFreeze : layout::impl::LayoutFreezeBase<LayoutFreeze> {
  using LayoutFreezeBase::LayoutFreezeBase;

  void runOnOperation() override;

private:
  LogicalResult readPreferences();
  LogicalResult freeze(linalg::LinalgOp op, const CriticalOp &critical);
  LogicalResult freezeAsRequired(linalg::LinalgOp op,
                                 const CriticalOp &critical, ArrayAttr entries);
  void freezeAsWanted(linalg::LinalgOp op, const CriticalOp &critical,
                      OpKind kind, const Preference &preference);
  void freezeAsItStands(linalg::LinalgOp op);
  /// What lies as the target wants it, or as nobody minds: it is frozen, or
  /// left with the flexibility that there is.
  void settle(linalg::LinalgOp op, OperandOrder order = OperandOrder::Given);
  SmallVector<FreezeOption, 1> getEntries(linalg::LinalgOp op,
                                          const CriticalOp &critical,
                                          OpKind kind,
                                          ArrayRef<Choice> choices);
  void report();

  Preferences preferred, targeted;
  std::set<OpKind> seenKinds;
};
} // namespace

LogicalResult LayoutFreeze::readPreferences() {
  // Not `module.emitError()`, which would print the whole program.
  Location loc = getOperation().getLoc();
  auto emitError = [&] { return mlir::emitError(loc); };
  FailureOr<Preferences> fromText = parsePreferences(prefer, emitError);
  FailureOr<Preferences> fromTarget = Preferences();
  if (!target.empty())
    fromTarget = getTargetPreferences(target, emitError);
  if (failed(fromText) || failed(fromTarget))
    return failure();
  preferred = std::move(*fromText);
  targeted = std::move(*fromTarget);
  seenKinds.clear();
  return success();
}

/// The dialect cannot say so: which ops are critical is an analysis's result.
static LogicalResult
verifyEntriesOnCriticalOps(ModuleOp module,
                           const CriticalOpAnalysis &criticalOps) {
  auto result = module.walk([&](Operation *op) {
    if (!op->hasAttr(LayoutDialect::kOpLayout) ||
        criticalOps.lookupOnTensors(op))
      return WalkResult::advance();
    op->emitOpError("requires a convolution or contraction of tensors for "
                    "'layout.op_layout', found neither");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void LayoutFreeze::runOnOperation() {
  const auto &criticalOps = getAnalysis<CriticalOpAnalysis>();
  if (failed(readPreferences()) ||
      failed(verifyEntriesOnCriticalOps(getOperation(), criticalOps)))
    return signalPassFailure();
  SmallVector<linalg::LinalgOp> ops;
  for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
    function.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  for (linalg::LinalgOp op : ops)
    if (const CriticalOp *critical = criticalOps.lookupOnTensors(op))
      if (failed(freeze(op, *critical)))
        return signalPassFailure();
  report();
}

/// What the first of the kinds that are named is to be.
static const std::pair<const OpKind, Preference> *
findPreference(const Preferences &preferences, ArrayRef<OpKind> kinds) {
  for (OpKind kind : kinds)
    if (auto found = preferences.find(kind); found != preferences.end())
      return &*found;
  return nullptr;
}

LogicalResult LayoutFreeze::freeze(linalg::LinalgOp op,
                                   const CriticalOp &critical) {
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, critical);
  // Of two kinds the op is of, the narrower one that is named is meant.
  const auto *wish = findPreference(preferred, kinds);
  if (wish)
    seenKinds.insert(wish->first);
  if (isFrozen(op))
    return success();
  if (llvm::is_contained(op.getStaticLoopRanges(), 0)) {
    remark::analysis(op.getLoc(), getRemark(op))
        << "stays as it stands: it works on no elements";
    freezeAsItStands(op);
    return success();
  }
  if (auto entries = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout))
    return freezeAsRequired(op, critical, entries);
  if (!wish)
    wish = findPreference(targeted, kinds);
  if (!wish) {
    remark::analysis(op.getLoc(), getRemark(op))
        << "stays as it stands: nothing is preferred for it";
    settle(op);
  } else if (isBlocked(op, critical)) {
    remark::analysis(op.getLoc(), getRemark(op)) << remark::add(
        "{0} stays as it stands: it is blocked already", wish->first.str());
    freezeAsItStands(op);
  } else {
    freezeAsWanted(op, critical, wish->first, wish->second);
  }
  return success();
}

/// An entry that stands on the op is law; several, or a preference, are left
/// for `layout-flow` to choose from.
LogicalResult LayoutFreeze::freezeAsRequired(linalg::LinalgOp op,
                                             const CriticalOp &critical,
                                             ArrayAttr entries) {
  if (failed(checkEntries(op, &critical)))
    return failure();
  auto entry = cast<OpLayoutAttr>(entries[0]);
  if (entries.size() > 1 || op->hasAttr(LayoutDialect::kPrefer) ||
      entry.allowsOtherOrders())
    return success();
  if (entry.isAsItStands()) {
    freezeAsItStands(op);
    return success();
  }
  IRRewriter rewriter(op);
  std::string reason;
  FailureOr<linalg::LinalgOp> frozen =
      applyOpLayout(rewriter, op, entry, reason);
  if (failed(frozen))
    return op->emitOpError("cannot take its layouts: ") << reason;
  freezeAsItStands(*frozen);
  remark::passed(frozen->getLoc(), getRemark(*frozen))
      << "takes the layouts it requires";
  return success();
}

/// Without their blocks several choices may be one, which costs what the choice
/// costs that is just that.
static void addEntry(SmallVectorImpl<FreezeOption> &entries,
                     FreezeOption entry) {
  auto *same = llvm::find_if(entries, [&](const FreezeOption &other) {
    return other.entry.getOperands() == entry.entry.getOperands();
  });
  if (same == entries.end())
    entries.push_back(std::move(entry));
  else if (entry.concessions.empty())
    *same = std::move(entry);
}

SmallVector<FreezeOption, 1>
LayoutFreeze::getEntries(linalg::LinalgOp op, const CriticalOp &critical,
                         OpKind kind, ArrayRef<Choice> choices) {
  SmallVector<FreezeOption, 1> entries;
  for (const Choice &choice : choices) {
    std::string reason;
    FailureOr<FreezeOption> entry =
        getFreezeEntry(op, critical, kind, choice, indivisible, reason);
    if (failed(entry) || failed(readOpLayout(op, entry->entry, reason))) {
      remark::missed(op.getLoc(), getRemark(op))
          << remark::add("{0} cannot be {1}: it {2}", kind.str(),
                         choice.layouts.str(), reason);
      continue;
    }
    addEntry(entries, std::move(*entry));
  }
  for (const FreezeOption &entry : entries)
    for (const std::string &concession : entry.concessions)
      remark::missed(op.getLoc(), getRemark(op))
          << remark::add("{0} becomes {1}: a block {2}", kind.str(),
                         entry.layouts.str(), concession);
  return entries;
}

void LayoutFreeze::freezeAsWanted(linalg::LinalgOp op,
                                  const CriticalOp &critical, OpKind kind,
                                  const Preference &preference) {
  SmallVector<FreezeOption, 1> entries =
      getEntries(op, critical, kind, preference.choices);
  if (entries.size() > 1) {
    auto attributes = llvm::map_to_vector(
        entries,
        [](const FreezeOption &entry) -> Attribute { return entry.entry; });
    op->setAttr(LayoutDialect::kOpLayout,
                ArrayAttr::get(op.getContext(), attributes));
    remark::analysis(op.getLoc(), getRemark(op)) << remark::add(
        "{0} has {1} layouts to choose from", kind.str(), entries.size());
    return;
  }
  if (entries.empty() || entries.front().entry.isAsItStands())
    return settle(op, preference.order);

  IRRewriter rewriter(op);
  std::string reason;
  Location loc = op.getLoc();
  FailureOr<linalg::LinalgOp> frozen =
      applyOpLayout(rewriter, op, entries.front().entry, reason);
  if (failed(frozen)) {
    remark::missed(loc, getRemark(op))
        << remark::add("{0} cannot be {1}: it {2}", kind.str(),
                       entries.front().layouts.str(), reason);
    return settle(op, preference.order);
  }
  settle(*frozen);
  remark::passed(loc, getRemark(*frozen))
      << remark::add("{0} is {1}", kind.str(), entries.front().layouts.str());
}

void LayoutFreeze::freezeAsItStands(linalg::LinalgOp op) {
  op->removeAttr(LayoutDialect::kOpLayout);
  op->setAttr(LayoutDialect::kFrozen, UnitAttr::get(op.getContext()));
}

void LayoutFreeze::settle(linalg::LinalgOp op, OperandOrder order) {
  if (order == OperandOrder::Given && absorb == Absorb::Priced)
    order = OperandOrder::Absorbed;
  if (order == OperandOrder::Given)
    return freezeAsItStands(op);
  MLIRContext *context = op.getContext();
  auto asItStands = EdgeLayoutAttr::get(context, AffineMap(), {});
  SmallVector<EdgeLayoutAttr> operands(op->getNumOperands(), asItStands);
  SmallVector<EdgeLayoutAttr> results(op->getNumResults(), asItStands);
  Attribute entry =
      OpLayoutAttr::get(context, operands, results, /*cost=*/0, order);
  op->setAttr(LayoutDialect::kOpLayout, ArrayAttr::get(context, entry));
  remark::analysis(op.getLoc(), getRemark(op)) << remark::add(
      "may read operands in the order {0}", stringifyOperandOrder(order));
}

/// Reports the target, and the kinds of ops with a preference that no op is of.
void LayoutFreeze::report() {
  auto &report = getAnalysis<PlanReport>();
  if (!target.empty())
    report.target = target;
  std::vector<std::string> unmatched;
  for (const auto &[kind, choices] : preferred) {
    if (seenKinds.count(kind))
      continue;
    unmatched.push_back(kind.str());
    emitWarning(getOperation().getLoc())
        << "preference for " << kind.str() << " matches no op";
  }
  if (!unmatched.empty())
    report.unmatched = std::move(unmatched);
}
