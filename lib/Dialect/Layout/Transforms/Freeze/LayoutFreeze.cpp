//===- LayoutFreeze.cpp - Puts critical ops in preferred layouts ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file, because every kind of op that the pass decides about (critical,
// blocked, with blocks of images, pooling, with layouts by position) ends in
// the same few ways: frozen, left to layout-flow, refused or kept. Which
// layouts an op should have is in Wishes.h.
//
//===----------------------------------------------------------------------===//

#include "../Tune/OpsWithChoice.h"
#include "AlignWindows.h"
#include "JoinGroups.h"
#include "JoinedDims.h"
#include "OffloadedOps.h"
#include "PointwiseContraction.h"
#include "PositionalOption.h"
#include "RequiredValues.h"
#include "SparseSticks.h"
#include "SplitBoxes.h"
#include "SplitMatmul.h"
#include "Unblock.h"
#include "UnmetWishes.h"
#include "Wishes.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Dialect/Layout/Utils/OpLayout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "layout/Report/PlanReport.h"
#include "layout/Support/Debug.h"
#include "layout/Targets/TargetOption.h"
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
ALWAYS_ENABLED_STATISTIC(numSplitBoxes,
                         "Slices, insertions, pads and concatenations divided");
ALWAYS_ENABLED_STATISTIC(numJoined, "Ops on groups written on all members");
ALWAYS_ENABLED_STATISTIC(numOpen, "Critical ops left to layout-flow");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFREEZE
#include "layout/Dialect/Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LayoutFreeze : layout::impl::LayoutFreezeBase<LayoutFreeze> {
  using LayoutFreezeBase::LayoutFreezeBase;

  void runOnProgram() override;

private:
  LogicalResult readPreferences();
  bool concernsPooling(Operation *op) const;
  LogicalResult prepareOffloaded(const CriticalOpAnalysis &criticalOps);
  void giveWay(Operation *op, const CriticalOpAnalysis &criticalOps);
  LogicalResult freeze(linalg::LinalgOp op, const CriticalOp &critical);
  std::optional<linalg::LinalgOp> makeConvolution(linalg::LinalgOp op,
                                                  const CriticalOp &critical,
                                                  const LayoutTarget *device);
  std::optional<linalg::LinalgOp> joinDims(linalg::LinalgOp op,
                                           const CriticalOp &critical,
                                           const LayoutTarget *device);
  LogicalResult freezeOther(Operation *op);
  LogicalResult freezePooling(linalg::LinalgOp op, const CriticalOp &roles,
                              const LayoutTarget *device);
  LogicalResult applyPositional(Operation *op, const PositionalWish &wish,
                                const LayoutTarget *device);
  LogicalResult applyOptions(Operation *op, ArrayRef<OpLayoutAttr> options,
                             StringRef kind, StringRef text);
  LogicalResult applyRequirement(Operation *op, const CriticalOp *critical,
                                 ArrayAttr options);
  std::optional<Wish> findWish(linalg::LinalgOp op, const CriticalOp &critical,
                               ArrayRef<OpKind> kinds,
                               const LayoutTarget *device);
  LogicalResult restrictOptions(linalg::LinalgOp op,
                                ArrayRef<RequiredValue> required);
  FailureOr<bool> applyRequiredValues(linalg::LinalgOp op,
                                      const CriticalOp &critical,
                                      const Wish &wish,
                                      const LayoutTarget *device,
                                      ArrayRef<RequiredValue> required);
  LogicalResult applyWish(linalg::LinalgOp op, const CriticalOp &critical,
                          const Wish &wish, const LayoutTarget *device);
  LogicalResult applyImageBlocks(linalg::LinalgOp op,
                                 const CriticalOp &critical, const Wish &wish,
                                 const LayoutTarget *device);
  LogicalResult applyOptions(linalg::LinalgOp op, const Wish &wish,
                             ArrayRef<LayoutOption> options,
                             SmallVectorImpl<std::string> &refusals);
  void leaveToNeighbours(linalg::LinalgOp op);
  LogicalResult keepBlocked(linalg::LinalgOp op, OpKind kind, const Twine &why);
  LogicalResult freezeBlocked(linalg::LinalgOp op, const CriticalOp &critical,
                              const Wish &wish, const LayoutTarget *device);
  linalg::LinalgOp split(linalg::LinalgOp op, const CriticalOp &critical,
                         const Wish &wish);
  void markFrozen(Operation *op);
  void recordKept(const Twine &why);
  void recordOptions(const Wish &wish, ArrayRef<LayoutOption> options,
                     ArrayRef<std::string> refusals);
  void recordPooling(linalg::LinalgOp op, const Wish &wish,
                     ArrayRef<LayoutOption> options,
                     ArrayRef<std::string> refusals);
  void statePitch(linalg::LinalgOp op, ArrayRef<OpKind> kinds);
  void keepLayout(linalg::LinalgOp op, OperandOrder order = OperandOrder::Given,
                  bool keepsKernel = false);
  LogicalResult applyRecords();
  void report();

  Wishes wishes;
  Pitches pitches;
  std::set<OpKind> seenKinds, seenPitches;
  /// The critical ops about which the pass has decided, the last of which is
  /// the present one.
  std::vector<CriticalLayout> decided;
  UnmetWishes unmet;
  /// The ops and calls of partitions, about which nothing else decides.
  DenseSet<Operation *> offloaded;
};
} // namespace

LogicalResult LayoutFreeze::readPreferences() {
  // `module.emitError()` would print the whole module.
  Location loc = getOperation().getLoc();
  LogicalResult isRead =
      wishes.read(getOperation(), prefer, target, indivisible);
  FailureOr<Pitches> fromPitched = parsePitches(
      &getContext(), pitched, [&] { return mlir::emitError(loc); });
  if (failed(isRead) || failed(fromPitched))
    return failure();
  pitches = std::move(*fromPitched);
  seenKinds.clear();
  seenPitches.clear();
  decided.clear();
  unmet = {};
  return success();
}

/// Whether an option of the command line speaks of `op`, a pooling.
bool LayoutFreeze::concernsPooling(Operation *op) const {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  const Preferences &preferred = wishes.getPreferred();
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

/// Fails, with an error, if the layouts that an op states are malformed.
static LogicalResult verifyOwnWishes(func::FuncOp function) {
  auto result = function.walk([](Operation *op) {
    llvm::Expected<std::optional<PositionalWish>> wish = getOwnWish(op);
    if (wish)
      return WalkResult::advance();
    op->emitOpError() << "states a layout that is none: "
                      << llvm::toString(wish.takeError());
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void LayoutFreeze::runOnProgram() {
  const auto &criticalOps = getAnalysis<CriticalOpAnalysis>();
  if (failed(readPreferences()) ||
      failed(verifyPlacesOfOptions(getOperation())))
    return signalPassFailure();
  const LayoutTargets &targets = wishes.getTargets();
  SmallVector<func::FuncOp> functions =
      getAnalysis<PlanningScope>().getFunctions();
  if (failed(makeReductionsSparse(functions, targets, unmet)))
    return signalPassFailure();
  SmallVector<Operation *> ops;
  for (func::FuncOp function : functions) {
    if (failed(verifyOwnWishes(function)))
      return signalPassFailure();
    function.walk([&](Operation *op) {
      if (criticalOps.lookupOnTensors(op) ||
          op->hasAttr(LayoutDialect::kOpLayout) || concernsPooling(op) ||
          targets.stateLayoutsOf(op))
        ops.push_back(op);
    });
  }
  // Before any op is rewritten: afterwards it reads a rewrite of the constant.
  wishes.findDisputed(ops, criticalOps);
  if (failed(prepareOffloaded(criticalOps)))
    return signalPassFailure();
  for (Operation *op : ops) {
    if (offloaded.contains(op))
      continue;
    const CriticalOp *critical = criticalOps.lookupOnTensors(op);
    // A critical op has layouts by positions only by its name.
    bool hasLetters = critical && (op->hasAttr(LayoutDialect::kOpLayout) ||
                                   !targets.stateLayoutsOf(op));
    if (failed(hasLetters ? freeze(cast<linalg::LinalgOp>(op), *critical)
                          : freezeOther(op)))
      return signalPassFailure();
  }
  if (failed(applyRecords()))
    return signalPassFailure();
  for (func::FuncOp function : functions) {
    numSplitBoxes += splitBoxes(function);
    numJoined += joinGroups(function);
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
                     wishes.getTargets(), criticalOps);
  if (failed(partitions))
    return failure();
  auto freezeOp = [&](Operation *op) { markFrozen(op); };
  OffloadedOps offload(wishes, criticalOps, indivisible, unmet, freezeOp);
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
  auto preference = wishes.lookupPreferred(
      structured, *critical, OpKind::getAllOf(structured, *critical));
  if (!preference)
    return;
  seenKinds.insert(preference->kind);
  remark::missed(op->getLoc(), getFreezeRemark(op))
      << remark::add("preference for {0} gives way: the op is offloaded",
                     preference->kind.str());
  unmet.add(op->getLoc(), "prefer=" + preference->kind.str(),
            "gives way: the operation is offloaded");
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

/// As `Wishes::lookup`, and records and reports which preference was found.
std::optional<Wish> LayoutFreeze::findWish(linalg::LinalgOp op,
                                           const CriticalOp &critical,
                                           ArrayRef<OpKind> kinds,
                                           const LayoutTarget *device) {
  std::optional<Wish> preference = wishes.lookupPreferred(op, critical, kinds);
  if (preference)
    seenKinds.insert(preference->kind);
  std::optional<Wish> wish = wishes.lookup(op, critical, kinds, device);
  if (preference && wish->requiring) {
    remark::missed(op.getLoc(), getFreezeRemark(op)) << remark::add(
        "preference for {0} gives way: target '{1}' requires layouts",
        preference->kind.str(), device->name);
    unmet.add(op.getLoc(), "prefer=" + preference->kind.str(),
              "gives way: target '" + device->name + "' requires layouts");
  }
  return wish;
}

/// Replaces a contraction by the convolution that it is, if layouts are stated
/// for that (PointwiseContraction.h).
std::optional<linalg::LinalgOp>
LayoutFreeze::makeConvolution(linalg::LinalgOp op, const CriticalOp &critical,
                              const LayoutTarget *device) {
  if (critical.isConvolution() || isFrozen(op) || hasNoElements(op) ||
      op->hasAttr(LayoutDialect::kOpLayout) || !isBlocked(op, critical))
    return std::nullopt;
  IRRewriter rewriter(op);
  std::optional<linalg::LinalgOp> convolution =
      createPointwiseConvolution(rewriter, op, critical);
  if (!convolution)
    return std::nullopt;
  CriticalOpAnalysis analysis(*convolution);
  const CriticalOp *roles = analysis.lookup(*convolution);
  if (!roles || !roles->isConvolution() ||
      !wishes.lookup(*convolution, *roles,
                     OpKind::getAllOf(*convolution, *roles), device)) {
    Operation *window = (*convolution)->getOperand(1).getDefiningOp();
    rewriter.eraseOp(*convolution);
    rewriter.eraseOp(window);
    return std::nullopt;
  }
  remark::passed(op.getLoc(), getFreezeRemark(*convolution))
      << "contraction of channels is a convolution with windows of one element";
  rewriter.replaceOp(op, convolution->getOperation()->getResults());
  return convolution;
}

/// Replaces a contraction with several dims of rows by one with one, of which
/// blocks are wished for (JoinedDims.h).
std::optional<linalg::LinalgOp>
LayoutFreeze::joinDims(linalg::LinalgOp op, const CriticalOp &critical,
                       const LayoutTarget *device) {
  if (critical.isConvolution() || isFrozen(op) || hasNoElements(op) ||
      op->hasAttr(LayoutDialect::kOpLayout) || !getRequiredValues(op).empty() ||
      isBlocked(op, critical))
    return std::nullopt;
  std::optional<Wish> wish =
      wishes.lookup(op, critical, OpKind::getAllOf(op, critical), device);
  if (!wish)
    return std::nullopt;
  IRRewriter rewriter(op);
  std::optional<linalg::LinalgOp> joined =
      joinCutDims(rewriter, op, critical, wish->preference);
  if (joined)
    remark::passed(joined->getLoc(), getFreezeRemark(*joined))
        << "dims of one role that are adjacent in all operands are one dim";
  return joined;
}

/// Decides about one critical op. A requirement on the op counts before those
/// of the target and the preferences. Fails, with an error, only if a
/// requirement cannot be met.
LogicalResult LayoutFreeze::freeze(linalg::LinalgOp op,
                                   const CriticalOp &critical) {
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, critical);
  FailureOr<const LayoutTarget *> device = wishes.getTargets().lookup(op);
  if (failed(device))
    return failure();
  if (auto convolution = makeConvolution(op, critical, *device)) {
    CriticalOpAnalysis analysis(*convolution);
    return freeze(*convolution, *analysis.lookup(*convolution));
  }
  if (auto joined = joinDims(op, critical, *device)) {
    CriticalOpAnalysis analysis(*joined);
    return freeze(*joined, *analysis.lookup(*joined));
  }
  statePitch(op, kinds);
  std::optional<Wish> wish = findWish(op, critical, kinds, *device);
  StringRef name = op->getName().getStringRef();
  decided.push_back({op.getLoc(),
                     wish            ? wish->kind.str()
                     : kinds.empty() ? name.str()
                                     : kinds.front().str(),
                     {},
                     std::nullopt,
                     {}});
  if (isFrozen(op)) {
    recordKept("it is frozen already");
    return success();
  }
  if (hasNoElements(op)) {
    recordKept("it has no elements");
    remark::analysis(op.getLoc(), getFreezeRemark(op))
        << "keeps its layout: it has no elements";
    markFrozen(op);
    return success();
  }
  SmallVector<RequiredValue, 2> required = getRequiredValues(op);
  if (op->hasAttr(LayoutDialect::kOpLayout)) {
    if (failed(restrictOptions(op, required)))
      return failure();
    if (auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout)) {
      recordKept("'layout.op_layout' states its layouts");
      return applyRequirement(op, &critical, options);
    }
  }
  if (!required.empty() && (wish || !kinds.empty()) &&
      !isBlocked(op, critical) && !(wish && cutsImages(*wish))) {
    FailureOr<bool> isDecided = applyRequiredValues(
        op, critical, wish ? *wish : Wish{kinds.front(), {}}, *device,
        required);
    if (failed(isDecided))
      return failure();
    if (*isDecided)
      return success();
  }
  bool isFree = *device && (*device)->others == OtherOps::Agree;
  if (!wish && isFree && !isBlocked(op, critical)) {
    leaveToNeighbours(op);
    return success();
  }
  if (!wish) {
    recordKept("there is no preference for it");
    remark::analysis(op.getLoc(), getFreezeRemark(op))
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

/// Reports that the layout required of a value and those of the op exclude each
/// other.
static LogicalResult refuse(linalg::LinalgOp op, ArrayRef<RequiredValue> values,
                            const Twine &others) {
  const RequiredValue &value = values.front();
  bool isResult = op.isDpsInit(&op->getOpOperand(value.operand));
  InFlightDiagnostic diag =
      op->emitOpError("cannot have the layout that is required of ")
      << (isResult ? "its result" : "operand ");
  if (!isResult)
    diag << value.operand;
  diag << ": " << others;
  for (RequiredValue required : values) {
    std::string map;
    llvm::raw_string_ostream(map) << required.layout.getMap();
    diag.attachNote(required.constraint.getLoc())
        << "the value is required as " << map << " here";
  }
  return diag;
}

/// Removes the layout options of an op with which a value that it reads or
/// computes has not the layout that it must have. If none is left, fails, with
/// an error, or removes the attribute if it states preferences.
LogicalResult LayoutFreeze::restrictOptions(linalg::LinalgOp op,
                                            ArrayRef<RequiredValue> required) {
  if (required.empty())
    return success();
  SmallVector<Attribute> options;
  for (auto option : op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout)
                         .getAsRange<OpLayoutAttr>())
    if (option.allowsOtherOrders() ||
        option.getOperands().size() != op->getNumOperands() ||
        agrees(op, option, required))
      options.push_back(option);
  bool isPreference = op->hasAttr(LayoutDialect::kPrefer);
  if (options.empty() && !isPreference)
    return refuse(op, required, "'layout.op_layout' has others");
  // `layout.prefer` allows every layout beside the stated ones.
  op->removeDiscardableAttr(LayoutDialect::kPrefer);
  if (!options.empty()) {
    op->setAttr(LayoutDialect::kOpLayout,
                ArrayAttr::get(op->getContext(), options));
    return success();
  }
  op->removeDiscardableAttr(LayoutDialect::kOpLayout);
  unmet.add(op.getLoc(), LayoutDialect::kOpLayout,
            "gives way: a value is required in another layout");
  return success();
}

/// Gives an op layouts in which the values that it reads and computes have
/// those that are required of them: of the layouts that are wished for those
/// that agree, else the same with the required ones in place. Returns false if
/// it cannot have them; then rewrites stay between the op and its values.
/// Fails, with an error, if the target requires others.
FailureOr<bool> LayoutFreeze::applyRequiredValues(
    linalg::LinalgOp op, const CriticalOp &critical, const Wish &wish,
    const LayoutTarget *device, ArrayRef<RequiredValue> required) {
  SmallVector<std::string> refusals;
  SmallVector<LayoutOption, 1> options =
      wishes.getOptions(op, critical, wish, device, refusals);
  std::string first =
      options.empty() ? "other layouts" : options.front().layouts.str();
  llvm::erase_if(options, [&](const LayoutOption &option) {
    return !agrees(op, option.attribute, required);
  });
  if (options.empty() && wish.requiring)
    return refuse(op, required,
                  "target '" + wish.requiring->name + "' requires " + first);
  std::string reason = "requires layouts of letters";
  for (const Alternative &alternative :
       options.empty()
           ? getRequiredAlternatives(op, critical, wish.kind,
                                     wish.preference.alternatives, required)
           : SmallVector<Alternative, 1>()) {
    for (const BlockFit &fit :
         wishes.getFits(op, critical, wish, alternative, device)) {
      FailureOr<LayoutOption> option = wishes.getOption(
          op, critical, wish, alternative, device, fit, reason);
      if (succeeded(option) && agrees(op, option->attribute, required) &&
          llvm::none_of(options, [&](const LayoutOption &other) {
            return other.attribute == option->attribute;
          }))
        options.push_back(std::move(*option));
    }
  }
  if (options.empty()) {
    remark::missed(op.getLoc(), getFreezeRemark(op)) << remark::add(
        "{0} cannot have the layouts that are required of its values: it {1}",
        wish.kind.str(), reason);
    return false;
  }
  if (failed(applyOptions(op, wish, options, refusals)))
    return failure();
  return true;
}

static SmallVector<OpLayoutAttr> getAttributes(ArrayRef<LayoutOption> options) {
  return llvm::map_to_vector(
      options, [](const LayoutOption &option) { return option.attribute; });
}

/// Attaches several options to an op, from which `layout-flow` chooses.
static LogicalResult leaveToFlow(Operation *op, ArrayRef<OpLayoutAttr> options,
                                 StringRef kind) {
  SmallVector<Attribute> attributes(options.begin(), options.end());
  op->setAttr(LayoutDialect::kOpLayout,
              ArrayAttr::get(op->getContext(), attributes));
  ++numOpen;
  remark::analysis(op->getLoc(), getFreezeRemark(op)) << remark::add(
      "{0} has {1} layouts to choose from", kind, options.size());
  return success();
}

/// Lets an op for which nothing is stated have the layouts of its neighbours.
void LayoutFreeze::leaveToNeighbours(linalg::LinalgOp op) {
  decided.back().agrees = true;
  ++numOpen;
  MLIRContext *context = op.getContext();
  auto asItStands =
      OpLayoutAttr::getAsItStands(op, /*cost=*/0, OperandOrder::Given);
  op->setAttr(LayoutDialect::kOpLayout, ArrayAttr::get(context, asItStands));
  op->setAttr(LayoutDialect::kPrefer, UnitAttr::get(context));
  remark::analysis(op.getLoc(), getFreezeRemark(op))
      << "has the layouts of its neighbours: the target states none for it";
}

/// Freezes an op that is blocked already, and says why it stays so.
LogicalResult LayoutFreeze::keepBlocked(linalg::LinalgOp op, OpKind kind,
                                        const Twine &why) {
  if (kind.family != OpKind::Family::Pooling)
    recordKept(why);
  remark::analysis(op.getLoc(), getFreezeRemark(op))
      << remark::add("{0} keeps its layout: {1}", kind.str(), why.str());
  markFrozen(op);
  return success();
}

/// Decides about an op that is not critical, or for whose name a target states
/// layouts. One for which nothing is stated stays as it is, and free.
LogicalResult LayoutFreeze::freezeOther(Operation *op) {
  FailureOr<const LayoutTarget *> device = wishes.getTargets().lookup(op);
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
  if (std::optional<PositionalWish> wish = layout::findWish(op, *device))
    return applyPositional(op, *wish, *device);
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
  if (isBlocked(op, roles))
    return keepBlocked(op, wish->kind, "it is blocked already");
  if (cutsImages(*wish))
    return applyImageBlocks(op, roles, *wish, device);
  SmallVector<std::string> refusals;
  SmallVector<LayoutOption, 1> options =
      wishes.getOptions(op, roles, *wish, device, refusals);
  recordPooling(op, *wish, options, refusals);
  if (options.empty())
    return refuse(op, *wish, refusals);
  return applyOptions(op, getAttributes(options), wish->kind.str(),
                      options.front().layouts.str());
}

/// Handles an op for which a target, or the op itself, states layouts by the
/// positions of its dims. With `aBcd16b` for an elementwise op,
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
                                            const LayoutTarget *device) {
  if (llvm::any_of(wish.alternatives, [](const PositionalAlternative &choice) {
        return choice.allowsAny();
      })) {
    remark::analysis(op->getLoc(), getFreezeRemark(op))
        << remark::add("{0} may have any layout", wish.kind);
    return success();
  }
  SmallVector<std::string> refusals;
  SmallVector<PositionalOption> options = getPositionalOptions(
      op, wish, device ? device->maxRank : std::nullopt, indivisible, refusals);
  llvm::erase_if(options, [&](const PositionalOption &option) {
    std::string reason;
    if (succeeded(wishes.checkConstants(op, option.attribute, device, reason)))
      return false;
    refusals.push_back(option.text + ": it " + reason);
    remark::missed(op->getLoc(), getFreezeRemark(op))
        << remark::add("{0} cannot be {1}", wish.kind, refusals.back());
    return true;
  });
  std::vector<CriticalLayout::Choice> choices;
  SmallVector<OpLayoutAttr> attributes;
  for (const PositionalOption &option : options) {
    choices.push_back({option.attribute, option.text, {}});
    attributes.push_back(option.attribute);
  }
  unmet.addOp(op->getLoc(), wish.kind, wish.alternatives.front().str(), choices,
              refusals);
  if (!options.empty())
    return applyOptions(op, attributes, wish.kind, options.front().text);
  return wish.isRequired
             ? refuse(op, wish.kind, wish.isOwn ? nullptr : device, refusals)
             : success();
}

/// Applies a single option and freezes the op, or leaves several to
/// `layout-flow`. `text` is the first one for remarks.
LogicalResult LayoutFreeze::applyOptions(Operation *op,
                                         ArrayRef<OpLayoutAttr> options,
                                         StringRef kind, StringRef text) {
  if (options.size() > 1)
    return leaveToFlow(op, options, kind);
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
           << text << " that are stated for it: " << reason;
  markFrozen(*frozen);
  (*frozen)->setAttr(LayoutDialect::kChosen, options.front());
  ++numRewritten;
  remark::passed((*frozen)->getLoc(), getFreezeRemark(*frozen))
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
    if (op->hasAttr(LayoutDialect::kPrefer)) {
      CriticalLayout &open = unmet.open.emplace_back(
          CriticalLayout{op->getLoc(), LayoutDialect::kOpLayout.str(),
                         /*choices=*/{},
                         /*chosen=*/std::nullopt,
                         /*refusals=*/{}});
      for (auto preferred : options.getAsRange<OpLayoutAttr>())
        open.choices.push_back({preferred, "", {}});
    }
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
  remark::passed((*frozen)->getLoc(), getFreezeRemark(*frozen))
      << "takes the layouts it requires";
  return success();
}

/// The orders that an op may have that cannot have the preferred layouts.
static OperandOrder getOrder(const Preference &preference) {
  if (preference.order != OperandOrder::Given ||
      preference.alternatives.empty())
    return preference.order;
  return preference.alternatives.front().order;
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
  if (!parts->rest) {
    remark::passed(loc, getFreezeRemark(parts->blocks))
        << remark::add("{0} computes n in full blocks of {1}, with columns "
                       "that nothing reads",
                       kind.str(), block);
    return parts->blocks;
  }
  ++numSplit;
  remark::passed(loc, getFreezeRemark(parts->blocks))
      << remark::add("{0} computes n in full blocks of {1}, and the columns "
                     "that remain by another op",
                     kind.str(), block);
  keepLayout(parts->rest, getOrder(preference));
  return parts->blocks;
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
      wishes.getOptions(op, critical, wish, device, refusals);
  return applyOptions(op, wish, options, refusals);
}

LogicalResult
LayoutFreeze::applyOptions(linalg::LinalgOp op, const Wish &wish,
                           ArrayRef<LayoutOption> options,
                           SmallVectorImpl<std::string> &refusals) {
  const OpKind kind = wish.kind;
  // A pooling that does not get its layouts stays free.
  bool isPooling = kind.family == OpKind::Family::Pooling;
  if (isPooling)
    recordPooling(op, wish, options, refusals);
  else
    recordOptions(wish, options, refusals);
  if (options.size() > 1)
    return leaveToFlow(op, getAttributes(options), kind.str());
  if (options.empty()) {
    if (!isPooling)
      keepLayout(op, getOrder(wish.preference));
    return refuse(op, wish, refusals);
  }
  OperandOrder order = options.front().order;
  if (options.front().attribute.isAsItStands()) {
    if (order == OperandOrder::Given)
      keepLayout(op, wish.preference.order);
    else
      keepLayout(op, order, /*keepsKernel=*/true);
    return success();
  }

  IRRewriter rewriter(op);
  std::string reason;
  Location loc = op.getLoc();
  FailureOr<Operation *> frozen = wishes.getOptionCache().apply(
      rewriter, op, options.front().attribute, reason);
  if (failed(frozen)) {
    refusals.push_back(
        llvm::formatv("{0}: it {1}", options.front().layouts.str(), reason));
    remark::missed(loc, getFreezeRemark(op))
        << remark::add("{0} cannot be {1}", kind.str(), refusals.back());
    if (isPooling) {
      recordPooling(op, wish, {}, refusals);
    } else {
      recordOptions(wish, {}, refusals);
      keepLayout(op, getOrder(wish.preference));
    }
    return refuse(op, wish, refusals);
  }
  ++numRewritten;
  if (isPooling)
    markFrozen(*frozen);
  else
    keepLayout(cast<linalg::LinalgOp>(*frozen), order, /*keepsKernel=*/true);
  remark::passed(loc, getFreezeRemark(*frozen))
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
  if (failed(aligned)) {
    refusals.push_back(llvm::formatv("{0}: it {1}", layouts.str(), reason));
    remark::missed(op.getLoc(), getFreezeRemark(op))
        << remark::add("{0} cannot be {1}", wish.kind.str(), refusals.back());
    return applyOptions(op, wish, {}, refusals);
  }
  SmallVector<LayoutOption, 1> options =
      wishes.getOptions(*aligned, critical, wish, device, refusals);
  if (options.empty()) {
    eraseAligned(rewriter, *aligned);
    return applyOptions(op, wish, {}, refusals);
  }
  rewriter.replaceOp(op, aligned->getOperation()->getResults());
  return applyOptions(*aligned, wish, options, refusals);
}

/// Handles an op that is blocked already, for whose kind there is a wish. One
/// that has a layout which is wished for stays. Any other is written with whole
/// dims first, and then treated like an op that was never blocked. If that is
/// not possible, or it cannot have the layouts of the wish, it stays, unless
/// the target requires another layout.
LogicalResult LayoutFreeze::freezeBlocked(linalg::LinalgOp op,
                                          const CriticalOp &critical,
                                          const Wish &wish,
                                          const LayoutTarget *device) {
  // Blocks of images are not unblocked.
  if (wish.preference.alternatives.empty() || hasImageInBlocks(op, critical))
    return keepBlocked(op, wish.kind, "it is blocked already");
  IRRewriter rewriter(op);
  std::string reason;
  FailureOr<Unblocked> whole = unblock(rewriter, op, critical, reason);
  if (failed(whole)) {
    SmallVector<std::string> refusals = {
        "written without the blocks that it has: it " + reason};
    if (wish.requiring)
      return refuse(op, wish, refusals);
    return keepBlocked(op, wish.kind, "it is blocked already, and " + reason);
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
    options =
        wishes.getOptions(whole->op, *plain, *plainWish, device, refusals);
  bool isThere = llvm::any_of(options, [&](const LayoutOption &option) {
    return hasLayouts(*whole, option.attribute);
  });
  if (!plainWish || isThere) {
    erase(rewriter, *whole);
    return keepBlocked(op, wish.kind, "it is blocked already");
  }
  if (options.empty() && !cutsImages(*plainWish)) {
    erase(rewriter, *whole);
    return applyOptions(op, *plainWish, {}, refusals);
  }
  ++numUnblocked;
  remark::passed(op.getLoc(), getFreezeRemark(whole->op)) << remark::add(
      "{0} is written without the blocks that it has: they are not wished for",
      plainWish->kind.str());
  rewriter.replaceOp(op, whole->result);
  if (cutsImages(*plainWish))
    return applyImageBlocks(whole->op, *plain, *plainWish, device);
  return applyOptions(whole->op, *plainWish, options, refusals);
}

/// Records that the present op keeps its layouts.
void LayoutFreeze::recordKept(const Twine &why) {
  decided.back().refusals.push_back(why.str());
}

/// Records the layouts that the present op can have; without a choice it has
/// the first. If the op has the first layout of the wish, the report does not
/// say that it cannot have the others.
void LayoutFreeze::recordOptions(const Wish &wish,
                                 ArrayRef<LayoutOption> options,
                                 ArrayRef<std::string> refusals) {
  CriticalLayout &present = decided.back();
  bool lacksFirst =
      !refusals.empty() && !wish.preference.alternatives.empty() &&
      StringRef(refusals.front())
          .starts_with(wish.preference.alternatives.front().layouts.str());
  if (options.empty() || lacksFirst)
    present.refusals.assign(refusals.begin(), refusals.end());
  present.choices = getChoices(options);
  present.chosen.reset();
  if (options.size() == 1)
    present.chosen = 0;
}

/// Records the layouts that a pooling can have.
void LayoutFreeze::recordPooling(linalg::LinalgOp op, const Wish &wish,
                                 ArrayRef<LayoutOption> options,
                                 ArrayRef<std::string> refusals) {
  unmet.addOp(op.getLoc(), wish.kind.str(),
              wish.preference.alternatives.front().layouts.str(),
              getChoices(options), refusals);
}

/// Marks an op as frozen: no pass changes its layout any more.
void LayoutFreeze::markFrozen(Operation *op) {
  ++numFrozen;
  op->removeAttr(LayoutDialect::kOpLayout);
  op->removeAttr(LayoutDialect::kPrefer);
  op->setAttr(LayoutDialect::kFrozen, UnitAttr::get(op->getContext()));
}

/// Freezes an op in its present layout, or lets it read its operands in other
/// orders if `order`, which not every contraction may have, or the option
/// `absorb` allows that; with `keepsKernel`, `order` does not hold for the
/// kernel.
void LayoutFreeze::keepLayout(linalg::LinalgOp op, OperandOrder order,
                              bool keepsKernel) {
  if (order != OperandOrder::Given &&
      !allowsOrder(op, CriticalOpAnalysis(op).lookup(op), order))
    order = OperandOrder::Given;
  keepsKernel &= order != OperandOrder::Given;
  if (order == OperandOrder::Given && absorb == Absorb::Priced)
    order = OperandOrder::Absorbed;
  if (order == OperandOrder::Given)
    return markFrozen(op);
  ++numOpen;
  auto option = OpLayoutAttr::getAsItStands(op, /*cost=*/0, order);
  if (keepsKernel) {
    // Other than `_`, the identity does not give way to another order.
    SmallVector<EdgeLayoutAttr> operands(option.getOperands());
    AffineMap identity = AffineMap::getMultiDimIdentityMap(
        cast<ShapedType>(op->getOperand(1).getType()).getRank(),
        op.getContext());
    operands[1] = EdgeLayoutAttr::get(op.getContext(), identity, {});
    option = OpLayoutAttr::get(op.getContext(), operands, option.getResults(),
                               /*cost=*/0, order);
  }
  op->setAttr(LayoutDialect::kOpLayout,
              ArrayAttr::get(op.getContext(), {option}));
  remark::analysis(op.getLoc(), getFreezeRemark(op)) << remark::add(
      "may read operands in the order {0}", stringifyOperandOrder(order));
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
                   *read, unmet);
  return success();
}

/// Records the target in the report, and the kinds in `prefer` that match no
/// op.
void LayoutFreeze::report() {
  auto &report = getAnalysis<PlanReport>();
  SmallVector<StringRef> names;
  for (const auto &[device, described] : wishes.getTargets().devices)
    names.push_back(described.name);
  if (!names.empty()) {
    report.target = llvm::join(names, ", ");
    const LayoutTarget &first = wishes.getTargets().devices.front().second;
    report.memory = {first.unitBytes.stick, first.unitBytes.line, first.cores};
  }
  report.isAsked = !names.empty() || !wishes.getPreferred().empty();
  report.criticalLayouts.clear();
  if (report.isAsked)
    report.criticalLayouts = std::move(decided);
  std::vector<std::string> unmatched;
  for (const auto &[kind, preference] : wishes.getPreferred()) {
    if (seenKinds.count(kind))
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
    unmet.add(UnknownLoc::get(&getContext()), "pitched=" + kind.str(),
              "matches no operation");
  }
  llvm::append_range(report.hints, unmet.hints);
  report.otherLayouts = std::move(unmet.open);
  if (!unmatched.empty())
    report.unmatched = std::move(unmatched);
}
