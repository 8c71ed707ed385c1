//===- LayoutFreeze.cpp - Puts critical ops in preferred layouts ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlignWindows.h"
#include "KernelGroups.h"
#include "LayoutOption.h"
#include "PositionalOption.h"
#include "SharedConstants.h"
#include "SplitMatmul.h"
#include "Unblock.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Dialect/Layout/Utils/OpLayout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "layout/Report/PlanReport.h"
#include "layout/Support/Debug.h"
#include "layout/Targets/FulfilledConditions.h"
#include "layout/Targets/LayoutTarget.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

#define DEBUG_TYPE "layout-freeze"
ALWAYS_ENABLED_STATISTIC(numRewritten, "Critical ops put in other layouts");
ALWAYS_ENABLED_STATISTIC(numFrozen, "Critical ops frozen");
ALWAYS_ENABLED_STATISTIC(numUnblocked,
                         "Blocked critical ops written as plain ones");
ALWAYS_ENABLED_STATISTIC(numSplit, "Matmuls split into blocks and a rest");
ALWAYS_ENABLED_STATISTIC(numOpen, "Critical ops left to layout-flow");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFREEZE
#include "layout/Dialect/Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Returns the options of a remark of this pass about `op`.
static remark::RemarkOpts getRemark(Operation *op) {
  return layout::getRemark("freeze", "layout-freeze", op);
}

namespace {
/// The preference that counts for one op, with the alternatives whose
/// conditions hold.
struct Wish {
  OpKind kind;
  Preference preference;
  /// The target that requires it; null if it is a preference.
  const LayoutTarget *requiring = nullptr;
};

struct LayoutFreeze : layout::impl::LayoutFreezeBase<LayoutFreeze> {
  using LayoutFreezeBase::LayoutFreezeBase;

  void runOnOperation() override;

private:
  LogicalResult readPreferences();
  bool concernsPooling(Operation *op) const;
  LogicalResult readCalibration();
  LogicalResult freeze(linalg::LinalgOp op, const CriticalOp &critical);
  LogicalResult freezeOther(Operation *op);
  LogicalResult freezePooling(linalg::LinalgOp op, const CriticalOp &roles,
                              const LayoutTarget *device);
  LogicalResult applyPositional(Operation *op, const PositionalWish &wish,
                                const LayoutTarget *device, bool isRequired);
  LogicalResult applyOptions(Operation *op, ArrayRef<OpLayoutAttr> options,
                             StringRef kind, StringRef text);
  LogicalResult applyRequirement(Operation *op, const CriticalOp *critical,
                                 ArrayAttr options);
  std::optional<Wish> lookupWish(linalg::LinalgOp op,
                                 const CriticalOp &critical,
                                 ArrayRef<OpKind> kinds,
                                 const LayoutTarget *device) const;
  std::optional<Wish> findWish(linalg::LinalgOp op, const CriticalOp &critical,
                               ArrayRef<OpKind> kinds,
                               const LayoutTarget *device);
  FailureOr<LayoutOption>
  getLayoutOption(linalg::LinalgOp op, const CriticalOp &critical,
                  const Wish &wish, const Alternative &alternative,
                  const LayoutTarget *device, std::string &reason) const;
  OpLayoutAttr getFirstOption(linalg::LinalgOp op,
                              const CriticalOpAnalysis &criticalOps);
  LogicalResult applyWish(linalg::LinalgOp op, const CriticalOp &critical,
                          const Wish &wish, const LayoutTarget *device);
  LogicalResult applyImageBlocks(linalg::LinalgOp op,
                                 const CriticalOp &critical, const Wish &wish,
                                 const LayoutTarget *device);
  LogicalResult applyOptions(linalg::LinalgOp op, const Wish &wish,
                             ArrayRef<LayoutOption> options,
                             SmallVectorImpl<std::string> &refusals);
  LogicalResult freezeBlocked(linalg::LinalgOp op, const CriticalOp &critical,
                              const Wish &wish, const LayoutTarget *device);
  linalg::LinalgOp split(linalg::LinalgOp op, const CriticalOp &critical,
                         const Wish &wish);
  void markFrozen(Operation *op);
  void statePitch(linalg::LinalgOp op, ArrayRef<OpKind> kinds);
  void keepLayout(linalg::LinalgOp op,
                  OperandOrder order = OperandOrder::Given);
  SmallVector<LayoutOption, 1>
  getLayoutOptions(linalg::LinalgOp op, const CriticalOp &critical,
                   const Wish &wish, const LayoutTarget *device,
                   SmallVectorImpl<std::string> &refusals);
  void setMeasuredCosts(linalg::LinalgOp op, const CriticalOp &critical,
                        const LayoutTarget *device,
                        MutableArrayRef<LayoutOption> options);
  void report();

  Preferences preferred;
  LayoutTargets targets;
  Pitches pitches;
  std::optional<Calibration> machine;
  std::set<OpKind> seenKinds, seenPitches;
  /// The constants that keep their layouts, because users disagree.
  DenseSet<Value> disputed;
};
} // namespace

LogicalResult LayoutFreeze::readPreferences() {
  // `module.emitError()` would print the whole module.
  Location loc = getOperation().getLoc();
  auto emitError = [&] { return mlir::emitError(loc); };
  FailureOr<Preferences> fromText = parsePreferences(prefer, emitError);
  FailureOr<LayoutTargets> fromTarget =
      readLayoutTargets(getOperation(), target);
  FailureOr<Pitches> fromPitched =
      parsePitches(&getContext(), pitched, emitError);
  if (failed(fromText) || failed(fromTarget) || failed(fromPitched))
    return failure();
  preferred = std::move(*fromText);
  targets = std::move(*fromTarget);
  pitches = std::move(*fromPitched);
  seenKinds.clear();
  seenPitches.clear();
  return success();
}

LogicalResult LayoutFreeze::readCalibration() {
  machine.reset();
  if (calibration.empty())
    return success();
  llvm::Expected<Calibration> read = Calibration::read(calibration);
  if (!read)
    return emitError(getOperation().getLoc())
           << llvm::toString(read.takeError());
  machine = std::move(*read);
  return success();
}

/// Whether an option of the command line speaks of `op`, a pooling.
bool LayoutFreeze::concernsPooling(Operation *op) const {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || (preferred.empty() && pitches.empty()))
    return false;
  std::optional<CriticalOp> roles = getPoolingRoles(structured);
  return roles &&
         llvm::any_of(OpKind::getAllOf(structured, *roles), [&](OpKind kind) {
           return preferred.count(kind) || pitches.count(kind);
         });
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

/// Fails if `layout.device` names no device of the target.
static LogicalResult verifyDevices(ModuleOp module,
                                   const LayoutTargets &targets) {
  auto result = module.walk([&](Operation *op) {
    if (!op->hasAttr(LayoutDialect::kDevice))
      return WalkResult::advance();
    if (targets.devices.empty())
      op->emitOpError() << "requires a target for '" << LayoutDialect::kDevice
                        << "', found none";
    else if (succeeded(targets.lookup(op)))
      return WalkResult::advance();
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void LayoutFreeze::runOnOperation() {
  const auto &criticalOps = getAnalysis<CriticalOpAnalysis>();
  if (failed(readPreferences()) || failed(readCalibration()) ||
      failed(verifyDevices(getOperation(), targets)) ||
      failed(verifyPlacesOfOptions(getOperation())))
    return signalPassFailure();
  SmallVector<Operation *> ops;
  for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
    function.walk([&](Operation *op) {
      if (criticalOps.lookupOnTensors(op) ||
          op->hasAttr(LayoutDialect::kOpLayout) || concernsPooling(op) ||
          targets.stateLayoutsOf(op))
        ops.push_back(op);
    });
  // Before any op is rewritten: afterwards it reads a rewrite of the constant.
  SmallVector<linalg::LinalgOp> structured;
  for (Operation *op : ops)
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      structured.push_back(linalgOp);
  disputed.clear();
  if (llvm::any_of(targets.devices, [](const auto &device) {
        return device.second.constants == ConstantSharing::Agree;
      }))
    disputed = findDisputedConstants(structured, [&](linalg::LinalgOp op) {
      return getFirstOption(op, criticalOps);
    });
  for (Operation *op : ops) {
    const CriticalOp *critical = criticalOps.lookupOnTensors(op);
    // A critical op has layouts by positions only by its name.
    bool hasLetters = critical && (op->hasAttr(LayoutDialect::kOpLayout) ||
                                   !targets.stateLayoutsOf(op));
    if (failed(hasLetters ? freeze(cast<linalg::LinalgOp>(op), *critical)
                          : freezeOther(op)))
      return signalPassFailure();
  }
  report();
}

/// States what the op says about values at a pitch, unless it does so itself.
void LayoutFreeze::statePitch(linalg::LinalgOp op, ArrayRef<OpKind> kinds) {
  const auto *kind = llvm::find_if(
      kinds, [&](OpKind kind) { return pitches.count(kind) != 0; });
  if (kind == kinds.end())
    return;
  auto pitch = pitches.find(*kind);
  seenPitches.insert(pitch->first);
  if (!op->hasAttr(LayoutDialect::kPitched) && !isSkipped(op))
    op->setAttr(LayoutDialect::kPitched, pitch->second);
}

/// Whether the op or one of its operands has no elements.
static bool hasNoElements(Operation *op) {
  auto isEmpty = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && shaped.hasRank() &&
           llvm::is_contained(shaped.getShape(), 0);
  };
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return (structured &&
          llvm::is_contained(structured.getStaticLoopRanges(), 0)) ||
         llvm::any_of(op->getOperandTypes(), isEmpty);
}

/// Returns what is stated for the first kind that has an order of operands or
/// an alternative whose conditions hold.
static std::optional<Wish> findFirst(const Preferences &stated,
                                     linalg::LinalgOp op,
                                     const CriticalOp &critical,
                                     ArrayRef<OpKind> kinds) {
  for (OpKind kind : kinds) {
    auto found = stated.find(kind);
    if (found == stated.end())
      continue;
    Preference preference = found->second;
    llvm::erase_if(preference.alternatives, [&](const Alternative &choice) {
      return !fulfills(op, critical, kind, choice.when);
    });
    if (!preference.alternatives.empty() ||
        preference.order != OperandOrder::Given)
      return Wish{kind, std::move(preference)};
  }
  return std::nullopt;
}

/// Returns what counts for an op: what the target requires, else what the user
/// prefers, else what the target prefers.
std::optional<Wish> LayoutFreeze::lookupWish(linalg::LinalgOp op,
                                             const CriticalOp &critical,
                                             ArrayRef<OpKind> kinds,
                                             const LayoutTarget *device) const {
  std::optional<Wish> wish;
  if (device)
    wish = findFirst(device->requirements, op, critical, kinds);
  if (wish)
    wish->requiring = device;
  if (!wish)
    wish = findFirst(preferred, op, critical, kinds);
  if (!wish && device)
    wish = findFirst(device->prefers, op, critical, kinds);
  return wish;
}

/// As `lookupWish`, and records and reports which preference was found.
std::optional<Wish> LayoutFreeze::findWish(linalg::LinalgOp op,
                                           const CriticalOp &critical,
                                           ArrayRef<OpKind> kinds,
                                           const LayoutTarget *device) {
  std::optional<Wish> preference = findFirst(preferred, op, critical, kinds);
  if (preference)
    seenKinds.insert(preference->kind);
  std::optional<Wish> wish = lookupWish(op, critical, kinds, device);
  if (preference && wish->requiring)
    remark::missed(op.getLoc(), getRemark(op)) << remark::add(
        "preference for {0} gives way: target '{1}' requires layouts",
        preference->kind.str(), device->name);
  return wish;
}

/// Whether a layout that is wished for has blocks of image dims.
static bool cutsImages(const Wish &wish) {
  return llvm::any_of(wish.preference.alternatives,
                      [&](const Alternative &other) {
                        return layout::cutsImages(wish.kind, other.layouts);
                      });
}

/// Decides about one critical op. A requirement on the op counts before those
/// of the target and the preferences. Fails, with an error, only if a
/// requirement cannot be met.
LogicalResult LayoutFreeze::freeze(linalg::LinalgOp op,
                                   const CriticalOp &critical) {
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, critical);
  FailureOr<const LayoutTarget *> device = targets.lookup(op);
  if (failed(device))
    return failure();
  statePitch(op, kinds);
  std::optional<Wish> wish = findWish(op, critical, kinds, *device);
  if (isFrozen(op))
    return success();
  if (hasNoElements(op)) {
    remark::analysis(op.getLoc(), getRemark(op))
        << "keeps its layout: it has no elements";
    markFrozen(op);
    return success();
  }
  if (auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout))
    return applyRequirement(op, &critical, options);
  if (!wish) {
    remark::analysis(op.getLoc(), getRemark(op))
        << "keeps its layout: there is no preference for it";
    keepLayout(op);
    return success();
  }
  if (isBlocked(op, critical))
    return freezeBlocked(op, critical, *wish, *device);
  op = split(op, critical, *wish);
  if (cutsImages(*wish))
    return applyImageBlocks(op, critical, *wish, *device);
  return applyWish(op, critical, *wish, *device);
}

/// Fails with a reason if a layout of the option has more than `maxRank` dims.
static LogicalResult checkRank(OpLayoutAttr option,
                               std::optional<int64_t> maxRank,
                               std::string &reason) {
  for (EdgeLayoutAttr edge : llvm::concat<const EdgeLayoutAttr>(
           option.getOperands(), option.getResults())) {
    if (!maxRank || !edge.getMap() || edge.getMap().getNumResults() <= *maxRank)
      continue;
    reason = llvm::formatv("requires layouts of at most {0} dims, found {1}",
                           *maxRank, edge.getMap().getNumResults());
    return failure();
  }
  return success();
}

/// Reports that an op cannot have what a target requires.
static LogicalResult refuse(Operation *op, StringRef kind,
                            const LayoutTarget &target,
                            ArrayRef<std::string> refusals) {
  InFlightDiagnostic diag = op->emitOpError()
                            << "cannot take the layouts that target '"
                            << target.name << "' requires";
  for (const std::string &refusal : refusals)
    diag.attachNote() << kind << " cannot be " << refusal;
  return diag;
}

/// Fails with an error if a target requires layouts that an op cannot have.
static LogicalResult refuse(linalg::LinalgOp op, const Wish &wish,
                            ArrayRef<std::string> refusals) {
  return wish.requiring ? refuse(op, wish.kind.str(), *wish.requiring, refusals)
                        : success();
}

/// Decides about an op that is not critical, or for whose name a target states
/// layouts. One for which nothing is stated stays as it is, and free.
LogicalResult LayoutFreeze::freezeOther(Operation *op) {
  FailureOr<const LayoutTarget *> device = targets.lookup(op);
  if (failed(device))
    return failure();
  if (isFrozen(op))
    return success();
  if (hasNoElements(op)) {
    if (op->hasAttr(LayoutDialect::kOpLayout))
      markFrozen(op);
    return success();
  }
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  std::optional<CriticalOp> pooling;
  if (structured)
    pooling = getPoolingRoles(structured);
  if (pooling)
    statePitch(structured, OpKind::getAllOf(structured, *pooling));
  if (auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout))
    return applyRequirement(op, /*critical=*/nullptr, options);
  if (*device) {
    for (bool isRequired : {true, false})
      if (auto wish =
              findAlternatives(op, isRequired ? (*device)->requiresByPosition
                                              : (*device)->prefersByPosition))
        return applyPositional(op, *wish, *device, isRequired);
  }
  if (pooling)
    return freezePooling(structured, *pooling, *device);
  return success();
}

/// Handles a pooling. Unlike a critical op, it stays free if there is no wish
/// for it, or if it cannot have the layouts that it should have.
LogicalResult LayoutFreeze::freezePooling(linalg::LinalgOp op,
                                          const CriticalOp &roles,
                                          const LayoutTarget *device) {
  std::optional<Wish> wish =
      findWish(op, roles, OpKind::getAllOf(op, roles), device);
  if (!wish)
    return success();
  if (isBlocked(op, roles)) {
    remark::analysis(op.getLoc(), getRemark(op)) << remark::add(
        "{0} keeps its layout: it is blocked already", wish->kind.str());
    markFrozen(op);
    return success();
  }
  SmallVector<std::string> refusals;
  SmallVector<LayoutOption, 1> options =
      getLayoutOptions(op, roles, *wish, device, refusals);
  if (options.empty())
    return refuse(op, *wish, refusals);
  return applyOptions(
      op,
      llvm::map_to_vector(
          options, [](const LayoutOption &option) { return option.attribute; }),
      wish->kind.str(), options.front().layouts.str());
}

/// Handles an op for which a target states layouts by the positions of its
/// dims. With `aBcd16b` for an elementwise op,
///
///   %r = math.exp %x : tensor<1x32x8x8xf32>
///
/// becomes
///
///   %x16 = layout.layout_transform %x
///       by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
///       : tensor<1x32x8x8xf32> to tensor<1x2x8x8x16xf32>
///   %r16 = math.exp %x16 {layout.frozen} : tensor<1x2x8x8x16xf32>
///   %r = layout.layout_transform %r16
///       by <(d0, d1, d2, d3, d4) -> (d0, d1 * 16 + d4, d2, d3)>
///       : tensor<1x2x8x8x16xf32> to tensor<1x32x8x8xf32>
LogicalResult LayoutFreeze::applyPositional(Operation *op,
                                            const PositionalWish &wish,
                                            const LayoutTarget *device,
                                            bool isRequired) {
  if (llvm::any_of(wish.alternatives, [](const PositionalAlternative &choice) {
        return choice.isOpen() && choice.price == 0;
      })) {
    remark::analysis(op->getLoc(), getRemark(op))
        << remark::add("{0} may have any layout", wish.kind);
    return success();
  }
  SmallVector<std::string> refusals;
  SmallVector<OpLayoutAttr> options;
  std::string first;
  for (const PositionalAlternative &alternative : wish.alternatives) {
    std::string reason;
    auto found = getPositionalOptions(op, alternative, indivisible, reason);
    for (OpLayoutAttr option :
         succeeded(found) ? *found : SmallVector<OpLayoutAttr, 2>()) {
      if (failed(checkRank(option, device->maxRank, reason)))
        continue;
      if (options.empty())
        first = alternative.str();
      if (llvm::none_of(options, [&](OpLayoutAttr other) {
            return other.getOperands() == option.getOperands() &&
                   other.getResults() == option.getResults();
          }))
        options.push_back(option);
    }
    if (reason.empty())
      continue;
    refusals.push_back(llvm::formatv("{0}: it {1}", alternative.str(), reason));
    remark::missed(op->getLoc(), getRemark(op))
        << remark::add("{0} cannot be {1}", wish.kind, refusals.back());
  }
  if (!options.empty())
    return applyOptions(op, options, wish.kind, first);
  return isRequired ? refuse(op, wish.kind, *device, refusals) : success();
}

/// Applies a single option and freezes the op, or leaves several to
/// `layout-flow`. `text` is the first one for remarks.
LogicalResult LayoutFreeze::applyOptions(Operation *op,
                                         ArrayRef<OpLayoutAttr> options,
                                         StringRef kind, StringRef text) {
  if (options.size() > 1) {
    SmallVector<Attribute> attributes(options.begin(), options.end());
    op->setAttr(LayoutDialect::kOpLayout,
                ArrayAttr::get(op->getContext(), attributes));
    ++numOpen;
    remark::analysis(op->getLoc(), getRemark(op)) << remark::add(
        "{0} has {1} layouts to choose from", kind, options.size());
    return success();
  }
  if (options.front().isAsItStands()) {
    markFrozen(op);
    op->setAttr(LayoutDialect::kChosen, options.front());
    return success();
  }
  IRRewriter rewriter(op);
  std::string reason;
  FailureOr<Operation *> frozen =
      applyOpLayout(rewriter, op, options.front(), reason);
  if (failed(frozen))
    return op->emitOpError("cannot take the layouts ")
           << text << " of the target: " << reason;
  markFrozen(*frozen);
  (*frozen)->setAttr(LayoutDialect::kChosen, options.front());
  ++numRewritten;
  remark::passed((*frozen)->getLoc(), getRemark(*frozen))
      << remark::add("{0} is {1}", kind, text);
  return success();
}

/// Handles an op that has `layout.op_layout`. A single option is applied and
/// the op is frozen; it is an error if it cannot be applied. Several options,
/// or an option marked `layout.prefer`, are left to `layout-flow`.
LogicalResult LayoutFreeze::applyRequirement(Operation *op,
                                             const CriticalOp *critical,
                                             ArrayAttr options) {
  if (failed(verifyLayoutOptions(op, critical)))
    return failure();
  auto option = cast<OpLayoutAttr>(options[0]);
  if (options.size() > 1 || op->hasAttr(LayoutDialect::kPrefer) ||
      option.allowsOtherOrders()) {
    ++numOpen;
    return success();
  }
  if (option.isAsItStands()) {
    markFrozen(op);
    return success();
  }
  IRRewriter rewriter(op);
  std::string reason;
  FailureOr<Operation *> frozen = applyOpLayout(rewriter, op, option, reason);
  if (failed(frozen))
    return op->emitOpError("cannot take its layouts: ") << reason;
  markFrozen(*frozen);
  ++numRewritten;
  remark::passed((*frozen)->getLoc(), getRemark(*frozen))
      << "takes the layouts it requires";
  return success();
}

/// Splits a matmul if the preference demands it, and freezes the smaller part.
/// Returns the op for which the wish remains to be applied. The smaller part
/// cannot have the layouts, so that an op which must have them stays whole.
linalg::LinalgOp LayoutFreeze::split(linalg::LinalgOp op,
                                     const CriticalOp &critical,
                                     const Wish &wish) {
  const auto &[kind, preference, requiring] = wish;
  if (requiring || !kind.isMatmul() || !preference.splitsMatmuls ||
      preference.alternatives.empty() || indivisible == Indivisible::Pad)
    return op;
  int64_t block = preference.alternatives.front().layouts.kernel.getBlock('N');
  IRRewriter rewriter(op);
  Location loc = op.getLoc();
  std::optional<SplitMatmul> parts = splitMatmul(rewriter, op, critical, block);
  if (!parts)
    return op;
  ++numSplit;
  remark::passed(loc, getRemark(parts->blocks))
      << remark::add("{0} computes n in full blocks of {1}, and the columns "
                     "that remain by another op",
                     kind.str(), block);
  keepLayout(parts->rest);
  return parts->blocks;
}

/// Adds `option` to `options` unless an option with the same layouts is there:
/// alternatives may become equal when blocks are left out. Of equal options the
/// one without concessions is kept, because its cost is the right one.
static void addOption(SmallVectorImpl<LayoutOption> &options,
                      LayoutOption option) {
  auto *same = llvm::find_if(options, [&](const LayoutOption &other) {
    return other.attribute.getOperands() == option.attribute.getOperands();
  });
  if (same == options.end())
    options.push_back(std::move(option));
  else if (option.concessions.empty())
    *same = std::move(option);
}

/// Replaces the costs of options by those that the calibration has measured.
/// They are differences between layouts, so all costs stay if one is missing.
void LayoutFreeze::setMeasuredCosts(linalg::LinalgOp op,
                                    const CriticalOp &critical,
                                    const LayoutTarget *device,
                                    MutableArrayRef<LayoutOption> options) {
  const Calibration *measured = nullptr;
  if (machine)
    measured = &*machine;
  else if (device && device->calibration)
    measured = &*device->calibration;
  if (!measured || measured->kernels.empty() || options.size() < 2)
    return;
  auto keepCosts = [&](const std::string &reason) {
    remark::missed(op.getLoc(), getRemark(op))
        << remark::add("keeps the costs of the preference: {0}", reason);
  };
  if (ShapedType::isDynamicShape(op.getStaticLoopRanges()))
    return keepCosts("it has dynamic extents");
  SmallVector<int64_t> costs;
  for (const LayoutOption &option : options) {
    std::optional<int64_t> cost =
        getMeasuredCost(op, critical, option.layouts, *measured);
    if (!cost)
      return keepCosts("the calibration does not have " + option.layouts.str());
    costs.push_back(*cost);
  }
  for (auto [option, cost] : llvm::zip_equal(options, costs))
    option.attribute = OpLayoutAttr::get(
        op.getContext(), option.attribute.getOperands(),
        option.attribute.getResults(), cost, option.attribute.getOrder());
}

/// Returns the option that gives an op the layouts of one alternative of a
/// wish. On failure `reason` is set, "requires ...".
FailureOr<LayoutOption>
LayoutFreeze::getLayoutOption(linalg::LinalgOp op, const CriticalOp &critical,
                              const Wish &wish, const Alternative &alternative,
                              const LayoutTarget *device,
                              std::string &reason) const {
  std::optional<int64_t> maxRank;
  UnitBytes unitBytes;
  if (device) {
    maxRank = device->maxRank;
    unitBytes = device->unitBytes;
  }
  FailureOr<LayoutOption> option = layout::getLayoutOption(
      op, critical, wish.kind, alternative, unitBytes, indivisible,
      wish.requiring ? Concessions::OnlyPadding : Concessions::Any, reason);
  if (failed(option) || failed(checkRank(option->attribute, maxRank, reason)) ||
      failed(verifyLayoutOption(op, option->attribute, reason)))
    return failure();
  return option;
}

/// Returns the layouts that an op will have, or the first of those from which
/// it chooses; null if it keeps what it has. Reports nothing.
OpLayoutAttr
LayoutFreeze::getFirstOption(linalg::LinalgOp op,
                             const CriticalOpAnalysis &criticalOps) {
  const CriticalOp *critical = criticalOps.lookupOnTensors(op);
  FailureOr<const LayoutTarget *> device = targets.lookup(op);
  if (!critical || failed(device) || isFrozen(op) || hasNoElements(op))
    return {};
  if (auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout))
    return cast<OpLayoutAttr>(options[0]);
  if (isBlocked(op, *critical))
    return {};
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, *critical);
  std::optional<Wish> wish = lookupWish(op, *critical, kinds, *device);
  if (!wish)
    return {};
  for (const Alternative &preferred : wish->preference.alternatives) {
    std::string reason;
    Alternative alternative =
        addKernelGroups(op, *critical, wish->kind, preferred,
                        wish->preference.groupBits, indivisible, reason);
    FailureOr<LayoutOption> option =
        getLayoutOption(op, *critical, *wish, alternative, *device, reason);
    if (succeeded(option))
      return option->attribute;
  }
  return {};
}

/// Returns the options that a wish leaves to one op, and reports what had to be
/// given up. `refusals` says why alternatives cannot be had, "requires ...".
SmallVector<LayoutOption, 1>
LayoutFreeze::getLayoutOptions(linalg::LinalgOp op, const CriticalOp &critical,
                               const Wish &wish, const LayoutTarget *device,
                               SmallVectorImpl<std::string> &refusals) {
  const auto &[kind, preference, requiring] = wish;
  SmallVector<LayoutOption, 1> options;
  for (const Alternative &preferred : preference.alternatives) {
    std::string reason;
    Alternative alternative =
        addKernelGroups(op, critical, kind, preferred, preference.groupBits,
                        indivisible, reason);
    if (!reason.empty())
      remark::missed(op.getLoc(), getRemark(op)) << remark::add(
          "{0} has no groups in its kernel: it {1}", kind.str(), reason);
    FailureOr<LayoutOption> option =
        getLayoutOption(op, critical, wish, alternative, device, reason);
    if (failed(option) ||
        (device && device->constants == ConstantSharing::Agree &&
         failed(checkConstants(op, option->attribute, disputed, reason)))) {
      refusals.push_back(
          llvm::formatv("{0}: it {1}", alternative.layouts.str(), reason));
      remark::missed(op.getLoc(), getRemark(op))
          << remark::add("{0} cannot be {1}", kind.str(), refusals.back());
      continue;
    }
    addOption(options, std::move(*option));
  }
  setMeasuredCosts(op, critical, device, options);
  for (const LayoutOption &option : options) {
    LAYOUT_DEBUG(llvm::dbgs()
                 << kind.str() << " at " << getLocationText(op.getLoc())
                 << " may be " << option.layouts.str() << " at a cost of "
                 << option.attribute.getCost() << " bytes\n");
    for (const std::string &concession : option.concessions)
      remark::missed(op.getLoc(), getRemark(op))
          << remark::add("{0} becomes {1}: a block {2}", kind.str(),
                         option.layouts.str(), concession);
  }
  return options;
}

/// Erases an op that has no users, and the ops that only its data needed.
static void eraseUnused(RewriterBase &rewriter, linalg::LinalgOp op) {
  for (Operation *dead = op; dead && isOpTriviallyDead(dead);) {
    Operation *data = dead->getOperand(0).getDefiningOp();
    bool isPad = isa_and_nonnull<DataMovementOpInterface>(data);
    rewriter.eraseOp(dead);
    dead = isPad ? data : nullptr;
  }
}

/// Handles an op for whose kind there is a wish. A single option is applied and
/// the op is frozen, several are attached for `layout-flow`. An op without an
/// option keeps its layout. With the preference [NCHW16c, OIHW16i16o]:
///
///   %r = linalg.conv_2d_nchw_fchw
///       ins(%x, %w : tensor<1x32x8x8xf32>, tensor<64x32x3x3xf32>)
///       outs(%o : tensor<1x64x6x6xf32>) -> tensor<1x64x6x6xf32>
///
/// becomes
///
///   %x16 = layout.layout_transform %x
///       by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
///       : tensor<1x32x8x8xf32> to tensor<1x2x8x8x16xf32>
///   %w16 = layout.layout_transform %w
///       by <(d0, d1, d2, d3) -> (d0 floordiv 16, d1 floordiv 16, d2, d3,
///                                d1 mod 16, d0 mod 16)>
///       : tensor<64x32x3x3xf32> to tensor<4x2x3x3x16x16xf32>
///   %o16 = layout.layout_transform %o
///       by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
///       : tensor<1x64x6x6xf32> to tensor<1x4x6x6x16xf32>
///   %r16 = linalg.generic {layout.frozen,
///       indexing_maps = [
///         affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8)
///                    -> (d0, d5, d2 + d7, d3 + d8, d6)>,
///         affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8)
///                    -> (d1, d5, d7, d8, d6, d4)>,
///         affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8)
///                    -> (d0, d1, d2, d3, d4)>], ...}
///       ins(%x16, %w16 : tensor<1x2x8x8x16xf32>, tensor<4x2x3x3x16x16xf32>)
///       outs(%o16 : tensor<1x4x6x6x16xf32>) {
///     // the body of the convolution: multiply and add
///   } -> tensor<1x4x6x6x16xf32>
///   %r = layout.layout_transform %r16
///       by <(d0, d1, d2, d3, d4) -> (d0, d1 * 16 + d4, d2, d3)>
///       : tensor<1x4x6x6x16xf32> to tensor<1x64x6x6xf32>
LogicalResult LayoutFreeze::applyWish(linalg::LinalgOp op,
                                      const CriticalOp &critical,
                                      const Wish &wish,
                                      const LayoutTarget *device) {
  SmallVector<std::string> refusals;
  SmallVector<LayoutOption, 1> options =
      getLayoutOptions(op, critical, wish, device, refusals);
  return applyOptions(op, wish, options, refusals);
}

LogicalResult
LayoutFreeze::applyOptions(linalg::LinalgOp op, const Wish &wish,
                           ArrayRef<LayoutOption> options,
                           SmallVectorImpl<std::string> &refusals) {
  const OpKind kind = wish.kind;
  if (options.size() > 1) {
    auto attributes = llvm::map_to_vector(
        options, [](const LayoutOption &option) -> Attribute {
          return option.attribute;
        });
    op->setAttr(LayoutDialect::kOpLayout,
                ArrayAttr::get(op.getContext(), attributes));
    ++numOpen;
    remark::analysis(op.getLoc(), getRemark(op)) << remark::add(
        "{0} has {1} layouts to choose from", kind.str(), options.size());
    return success();
  }
  if (options.empty() || options.front().attribute.isAsItStands()) {
    keepLayout(op, wish.preference.order);
    return options.empty() ? refuse(op, wish, refusals) : success();
  }

  IRRewriter rewriter(op);
  std::string reason;
  Location loc = op.getLoc();
  FailureOr<Operation *> frozen =
      applyOpLayout(rewriter, op, options.front().attribute, reason);
  if (failed(frozen)) {
    refusals.push_back(
        llvm::formatv("{0}: it {1}", options.front().layouts.str(), reason));
    remark::missed(loc, getRemark(op))
        << remark::add("{0} cannot be {1}", kind.str(), refusals.back());
    keepLayout(op, wish.preference.order);
    return refuse(op, wish, refusals);
  }
  ++numRewritten;
  keepLayout(cast<linalg::LinalgOp>(*frozen));
  remark::passed(loc, getRemark(*frozen))
      << remark::add("{0} is {1}", kind.str(), options.front().layouts.str());
  return success();
}

/// Handles an op that should store images in blocks: its windows are aligned
/// with them first. This takes an op of its own, so that there is no choice.
LogicalResult LayoutFreeze::applyImageBlocks(linalg::LinalgOp op,
                                             const CriticalOp &critical,
                                             const Wish &wish,
                                             const LayoutTarget *device) {
  const OperandLayouts &layouts = wish.preference.alternatives.front().layouts;
  IRRewriter rewriter(op);
  std::string reason = "requires dims of known roles, found others";
  FailureOr<linalg::LinalgOp> aligned = failure();
  if (wish.preference.alternatives.size() != 1)
    reason = "requires to be the only choice";
  else if (std::optional<ImageBlocks> blocks =
               getImageBlocks(op, critical, wish.kind, layouts))
    aligned = alignWindows(rewriter, op, *blocks, reason);
  SmallVector<std::string> refusals;
  SmallVector<LayoutOption, 1> options;
  if (failed(aligned)) {
    refusals.push_back(llvm::formatv("{0}: it {1}", layouts.str(), reason));
    remark::missed(op.getLoc(), getRemark(op))
        << remark::add("{0} cannot be {1}", wish.kind.str(), refusals.back());
  } else if (options =
                 getLayoutOptions(*aligned, critical, wish, device, refusals);
             options.empty()) {
    eraseUnused(rewriter, *aligned);
  } else {
    rewriter.replaceOp(op, aligned->getOperation()->getResults());
    return applyWish(*aligned, critical, wish, device);
  }
  keepLayout(op, wish.preference.order);
  return refuse(op, wish, refusals);
}

/// Whether the blocked op, of which `whole` is the plain form, has the layouts
/// of `option`.
static bool hasLayouts(const Unblocked &whole, OpLayoutAttr option) {
  for (auto [operand, block, edge] : llvm::zip_equal(
           whole.op->getOperands(), whole.blocks, option.getOperands())) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      continue;
    Verdict isEqual = edge.isAsItStands()
                          ? block.isIdentity(type.getShape())
                          : block.isEqual(edge.getIndexMap(), type.getShape());
    if (edge.hasPadding() || !isProved(isEqual))
      return false;
  }
  return true;
}

/// Erases the plain form of a blocked op, which stays.
static void erase(RewriterBase &rewriter, const Unblocked &whole) {
  SmallVector<Value> operands(whole.op->getOperands());
  rewriter.eraseOp(whole.result.getDefiningOp());
  rewriter.eraseOp(whole.op);
  for (Value operand : operands)
    if (Operation *join = operand.getDefiningOp<LayoutTransformOp>())
      if (join->use_empty())
        rewriter.eraseOp(join);
}

/// Handles an op that is blocked already, for whose kind there is a wish. One
/// that has a layout which is wished for stays. Any other is written with whole
/// dims first, and then treated like an op that was never blocked. If that is
/// not possible, it stays, unless the target requires another layout.
LogicalResult LayoutFreeze::freezeBlocked(linalg::LinalgOp op,
                                          const CriticalOp &critical,
                                          const Wish &wish,
                                          const LayoutTarget *device) {
  auto keep = [&](StringRef why) {
    remark::analysis(op.getLoc(), getRemark(op))
        << remark::add("{0} keeps its layout: {1}", wish.kind.str(), why);
    markFrozen(op);
    return success();
  };
  if (wish.preference.alternatives.empty())
    return keep("it is blocked already");
  IRRewriter rewriter(op);
  std::string reason;
  FailureOr<Unblocked> whole = unblock(rewriter, op, critical, reason);
  if (failed(whole)) {
    SmallVector<std::string> refusals = {
        "written without the blocks that it has: it " + reason};
    if (wish.requiring)
      return refuse(op, wish, refusals);
    return keep("it is blocked already, and " + reason);
  }
  CriticalOpAnalysis analysis(whole->op);
  const CriticalOp *plain = analysis.lookup(whole->op);
  std::optional<Wish> plainWish;
  if (plain)
    plainWish = findWish(whole->op, *plain, OpKind::getAllOf(whole->op, *plain),
                         device);
  SmallVector<std::string> refusals;
  SmallVector<LayoutOption, 1> options;
  if (plainWish)
    options = getLayoutOptions(whole->op, *plain, *plainWish, device, refusals);
  bool isThere = llvm::any_of(options, [&](const LayoutOption &option) {
    return hasLayouts(*whole, option.attribute);
  });
  if (!plainWish || isThere) {
    erase(rewriter, *whole);
    return keep("it is blocked already");
  }
  ++numUnblocked;
  remark::passed(op.getLoc(), getRemark(whole->op)) << remark::add(
      "{0} is written without the blocks that it has: they are not wished for",
      plainWish->kind.str());
  rewriter.replaceOp(op, whole->result);
  if (cutsImages(*plainWish))
    return applyImageBlocks(whole->op, *plain, *plainWish, device);
  return applyOptions(whole->op, *plainWish, options, refusals);
}

/// Marks an op as frozen: no pass changes its layout any more.
void LayoutFreeze::markFrozen(Operation *op) {
  ++numFrozen;
  op->removeAttr(LayoutDialect::kOpLayout);
  op->removeAttr(LayoutDialect::kPrefer);
  op->setAttr(LayoutDialect::kFrozen, UnitAttr::get(op->getContext()));
}

/// Freezes an op in its present layout, or lets it read its operands in other
/// orders if `order` or the option `absorb` allows that.
void LayoutFreeze::keepLayout(linalg::LinalgOp op, OperandOrder order) {
  if (order == OperandOrder::Given && absorb == Absorb::Priced)
    order = OperandOrder::Absorbed;
  if (order == OperandOrder::Given)
    return markFrozen(op);
  ++numOpen;
  MLIRContext *context = op.getContext();
  auto asItStands = EdgeLayoutAttr::get(context, AffineMap(), {});
  SmallVector<EdgeLayoutAttr> operands(op->getNumOperands(), asItStands);
  SmallVector<EdgeLayoutAttr> results(op->getNumResults(), asItStands);
  Attribute option =
      OpLayoutAttr::get(context, operands, results, /*cost=*/0, order);
  op->setAttr(LayoutDialect::kOpLayout, ArrayAttr::get(context, option));
  remark::analysis(op.getLoc(), getRemark(op)) << remark::add(
      "may read operands in the order {0}", stringifyOperandOrder(order));
}

/// Records the target in the report, and the kinds in `prefer` that match no
/// op.
void LayoutFreeze::report() {
  auto &report = getAnalysis<PlanReport>();
  SmallVector<StringRef> names;
  for (const auto &[device, described] : targets.devices)
    names.push_back(described.name);
  if (!names.empty())
    report.target = llvm::join(names, ", ");
  std::vector<std::string> unmatched;
  for (const auto &[kind, preference] : preferred) {
    if (seenKinds.count(kind))
      continue;
    unmatched.push_back(kind.str());
    emitWarning(getOperation().getLoc())
        << "preference for " << kind.str() << " matches no op";
  }
  for (const auto &[kind, pitch] : pitches)
    if (!seenPitches.count(kind))
      emitWarning(getOperation().getLoc())
          << "pitch of " << kind.str() << " matches no op";
  if (!unmatched.empty())
    report.unmatched = std::move(unmatched);
}
