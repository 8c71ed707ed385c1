//===- StatedLayouts.cpp - Which layouts critical ops should have ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatedLayouts.h"
#include "AlignWindows.h"
#include "Interfaces/LoopRanges.h"
#include "KernelGroups.h"
#include "PositionalOption.h"
#include "SharedConstants.h"
#include "Targets/FulfilledConditions.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Marks.h"
#include "layout/Support/Debug.h"

#define DEBUG_TYPE "layout-freeze"

using namespace mlir;
using namespace mlir::layout;

remark::RemarkOpts layout::getFreezeRemark(Operation *op) {
  return getRemark("freeze", "layout-freeze", op);
}

bool layout::hasNoElements(Operation *op) {
  auto isEmpty = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && shaped.hasRank() &&
           llvm::is_contained(shaped.getShape(), 0);
  };
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return (structured && llvm::is_contained(getLoopRanges(structured), 0)) ||
         llvm::any_of(op->getOperandTypes(), isEmpty);
}

LogicalResult layout::checkRank(OpLayoutAttr option,
                                std::optional<int64_t> maxRank,
                                Reason &reason) {
  for (EdgeLayoutAttr edge : llvm::concat<const EdgeLayoutAttr>(
           option.getOperands(), option.getResults())) {
    if (!maxRank || !edge.getMap() || edge.getMap().getNumResults() <= *maxRank)
      continue;
    reason = TooManyDims{*maxRank, edge.getMap().getNumResults()};
    return failure();
  }
  return success();
}

bool layout::cutsImages(const OpRequest &request) {
  return llvm::any_of(request.preference.alternatives,
                      [&](const Alternative &other) {
                        return cutsImages(request.kind, other.layouts);
                      });
}

//===----------------------------------------------------------------------===//
// What is stated
//===----------------------------------------------------------------------===//

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

LogicalResult StatedLayouts::read(ModuleOp module, StringRef prefer,
                                  StringRef target, Indivisible fitting) {
  // `module.emitError()` would print the whole module.
  FailureOr<Preferences> fromText = parsePreferences(
      prefer, [loc = module.getLoc()] { return emitError(loc); });
  FailureOr<LayoutTargets> fromTarget = readLayoutTargets(module, target);
  if (failed(fromText) || failed(fromTarget))
    return failure();
  optionCache = OptionCache();
  preferred = std::move(*fromText);
  targets = std::move(*fromTarget);
  indivisible = fitting;
  return verifyDevices(module, targets);
}

void StatedLayouts::findDisputed(ArrayRef<Operation *> ops,
                                 const CriticalOpAnalysis &criticalOps) {
  disputed.clear();
  if (llvm::any_of(targets.devices, [](const auto &device) {
        return device.second.constants == ConstantSharing::Agree;
      }))
    disputed = findDisputedConstants(
        ops, [&](Operation *op) { return getFirstOption(op, criticalOps); });
}

std::optional<OpRequest> layout::findStated(const Preferences &stated,
                                            linalg::LinalgOp op,
                                            const CriticalOp &critical,
                                            ArrayRef<OpKind> kinds) {
  for (OpKind kind : kinds) {
    auto found = stated.find(kind);
    if (found == stated.end())
      continue;
    Preference preference = found->second;
    preference.alternatives = getAlternatives(preference, op, critical, kind);
    if (!preference.alternatives.empty() ||
        preference.order != OperandOrder::Given)
      return OpRequest{kind, std::move(preference)};
  }
  return std::nullopt;
}

std::optional<OpRequest>
StatedLayouts::lookupPreferred(linalg::LinalgOp op, const CriticalOp &critical,
                               ArrayRef<OpKind> kinds) const {
  return findStated(preferred, op, critical, kinds);
}

std::optional<OpRequest>
StatedLayouts::lookup(linalg::LinalgOp op, const CriticalOp &critical,
                      ArrayRef<OpKind> kinds,
                      const LayoutTarget *device) const {
  std::optional<OpRequest> request;
  if (device)
    request = findStated(device->requirements, op, critical, kinds);
  if (request)
    request->requiring = device;
  if (!request)
    request = lookupPreferred(op, critical, kinds);
  if (!request && device)
    request = findStated(device->prefers, op, critical, kinds);
  return request;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

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

static Concessions getConcessions(const OpRequest &request) {
  return request.requiring ? Concessions::OnlyPadding : Concessions::Any;
}

static UnitBytes getUnitBytes(const LayoutTarget *device) {
  return device ? device->unitBytes : UnitBytes();
}

/// The alternative with the groups that the kernel has in this way of taking
/// it.
Alternative StatedLayouts::withGroups(linalg::LinalgOp op,
                                      const CriticalOp &critical,
                                      const OpRequest &request,
                                      const Alternative &alternative,
                                      const BlockFit &fit,
                                      std::optional<Reason> &reason) const {
  return addKernelGroups(
      op, critical, request.kind, alternative, request.preference.groupBits,
      fit.padsAll() ? Indivisible::Pad : Indivisible::Plain, reason);
}

SmallVector<BlockFit, 1>
StatedLayouts::getFits(linalg::LinalgOp op, const CriticalOp &critical,
                       const OpRequest &request, const Alternative &alternative,
                       const LayoutTarget *device) const {
  // An op with blocks of images has no choice.
  Indivisible how = indivisible == Indivisible::Priced && cutsImages(request)
                        ? Indivisible::Pad
                        : indivisible;
  // Only Priced looks at the blocks, which have the groups where all is padded.
  std::optional<Reason> ignored;
  Alternative grouped =
      addKernelGroups(op, critical, request.kind, alternative,
                      request.preference.groupBits, Indivisible::Pad, ignored);
  return getBlockFits(op, critical, request.kind, grouped, getUnitBytes(device),
                      how, getConcessions(request));
}

FailureOr<LayoutOption> StatedLayouts::getOption(
    linalg::LinalgOp op, const CriticalOp &critical, const OpRequest &request,
    const Alternative &alternative, const LayoutTarget *device,
    const BlockFit &fit, Reason &reason) const {
  std::optional<int64_t> maxRank;
  if (device)
    maxRank = device->maxRank;
  FailureOr<LayoutOption> option = layout::getLayoutOption(
      op, critical, request.kind, alternative, getUnitBytes(device), fit,
      getConcessions(request), reason);
  if (failed(option) || failed(checkRank(option->attribute, maxRank, reason)))
    return failure();
  std::string clause;
  if (succeeded(optionCache.verify(op, option->attribute, clause)))
    return option;
  reason = Unsupported{std::move(clause)};
  return failure();
}

LogicalResult StatedLayouts::checkConstants(Operation *op, OpLayoutAttr option,
                                            const LayoutTarget *device,
                                            Reason &reason) const {
  if (!device || device->constants != ConstantSharing::Agree)
    return success();
  return layout::checkConstants(op, option, disputed, reason);
}

/// Returns the layouts that an op will have, or the first of those from which
/// it chooses; null if it keeps what it has. Reports nothing.
OpLayoutAttr
StatedLayouts::getFirstOption(Operation *op,
                              const CriticalOpAnalysis &criticalOps) const {
  FailureOr<const LayoutTarget *> device = targets.lookup(op);
  if (failed(device) || isFrozen(op) || hasNoElements(op))
    return {};
  if (auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout))
    return cast<OpLayoutAttr>(options[0]);
  if (OpLayoutAttr option =
          *device ? getFirstByPosition(op, **device) : OpLayoutAttr())
    return option;
  const CriticalOp *critical = criticalOps.lookupOnTensors(op);
  return critical
             ? getFirstInLetters(cast<linalg::LinalgOp>(op), *critical, *device)
             : OpLayoutAttr();
}

/// The same for layouts by the positions of dims.
OpLayoutAttr
StatedLayouts::getFirstByPosition(Operation *op,
                                  const LayoutTarget &device) const {
  std::optional<PositionalRequest> request = layout::findRequest(op, &device);
  if (!request)
    return {};
  for (const PositionalAlternative &alternative : request->alternatives) {
    std::string clause;
    Reason ignored;
    auto options = getPositionalOptions(op, alternative,
                                        getFit(*request, indivisible), clause);
    if (succeeded(options))
      for (OpLayoutAttr option : *options)
        if (succeeded(checkRank(option, device.maxRank, ignored)))
          return option;
  }
  return {};
}

/// The same for layouts in letters.
OpLayoutAttr
StatedLayouts::getFirstInLetters(linalg::LinalgOp op, const CriticalOp &roles,
                                 const LayoutTarget *device) const {
  if (isBlocked(op, roles))
    return {};
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, roles);
  std::optional<OpRequest> request = lookup(op, roles, kinds, device);
  if (!request)
    return {};
  for (const Alternative &preferred : request->preference.alternatives) {
    for (const BlockFit &fit :
         getFits(op, roles, *request, preferred, device)) {
      std::optional<Reason> noGroups;
      Reason ignored;
      Alternative alternative =
          withGroups(op, roles, *request, preferred, fit, noGroups);
      FailureOr<LayoutOption> option =
          getOption(op, roles, *request, alternative, device, fit, ignored);
      if (succeeded(option))
        return option->attribute;
    }
  }
  return {};
}

/// Adds the options that give an op the layouts of one alternative.
void StatedLayouts::addOptions(linalg::LinalgOp op, const CriticalOp &critical,
                               const OpRequest &request, size_t number,
                               const LayoutTarget *device,
                               FoundOptions &found) const {
  const Alternative &preferred = request.preference.alternatives[number];
  SmallVector<LayoutOption, 1> options;
  for (const BlockFit &fit :
       getFits(op, critical, request, preferred, device)) {
    std::optional<Reason> noGroups;
    Alternative alternative =
        withGroups(op, critical, request, preferred, fit, noGroups);
    if (noGroups && !fit.isChoice)
      found.givenUp.push_back({GivenUp::What::Groups, "", *noGroups});
    Reason reason;
    FailureOr<LayoutOption> option =
        getOption(op, critical, request, alternative, device, fit, reason);
    if (succeeded(option) &&
        succeeded(checkConstants(op, option->attribute, device, reason))) {
      options.push_back(std::move(*option));
      continue;
    }
    if (fit.isChoice && request.kind.isMatmul() && fit.padded.none()) {
      // It has all blocks or none.
      options.push_back(
          getPresentOption(op, critical, request.kind, alternative));
      options.back().concessions.push_back(reason);
      continue;
    }
    found.refuse(number, alternative.layouts.str(), reason);
  }
  for (LayoutOption &option : options)
    addOption(found.options, std::move(option));
}

FoundOptions StatedLayouts::getOptions(linalg::LinalgOp op,
                                       const CriticalOp &critical,
                                       const OpRequest &request,
                                       const LayoutTarget *device) const {
  FoundOptions found;
  for (size_t number : llvm::seq(request.preference.alternatives.size()))
    addOptions(op, critical, request, number, device, found);
  for (const LayoutOption &option : found.options) {
    LAYOUT_DEBUG(llvm::dbgs()
                 << request.kind.str() << " at " << getLocationText(op.getLoc())
                 << " may be " << option.layouts << " at a cost of "
                 << option.attribute.getCost() << " bytes\n");
    for (const Reason &concession : option.concessions)
      found.givenUp.push_back({GivenUp::What::Block, option.layouts, concession,
                               found.options.size() > 1});
  }
  return found;
}
