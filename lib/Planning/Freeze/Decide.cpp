//===- Decide.cpp - Decides about the layouts of an op --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decide.h"
#include "AlignWindows.h"
#include "PositionalOption.h"
#include "layout/Dialect/Marks.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Layouts in letters
//===----------------------------------------------------------------------===//

OperandOrder layout::getOrder(const Preference &preference) {
  if (preference.order != OperandOrder::Given ||
      preference.alternatives.empty())
    return preference.order;
  return preference.alternatives.front().order;
}

/// A decision about an op of the kind of a request.
static Decision startDecision(const OpRequest &request) {
  Decision decision;
  decision.kind = request.kind.str();
  decision.isCritical = request.kind.family != OpKind::Family::Pooling;
  if (!request.preference.alternatives.empty())
    decision.requested = request.preference.alternatives.front().layouts.str();
  return decision;
}

/// Decides that an op has the layouts that were found, or none.
static void setOptions(Decision &decision, const OpRequest &request,
                       FoundOptions found) {
  decision.refusals = std::move(found.refusals);
  llvm::append_range(decision.givenUp, found.givenUp);
  Refused refused{request.isRequired(), request.requiring,
                  getOrder(request.preference)};
  if (found.options.empty())
    decision.outcome = refused;
  else
    decision.outcome =
        Options{std::move(found.options), refused, request.preference.order};
}

Decision layout::decideInForm(linalg::LinalgOp op, const CriticalOp &roles,
                              const OpRequest &request, const Facts &facts) {
  Decision decision = startDecision(request);
  setOptions(decision, request,
             facts.statedLayouts.getOptions(op, roles, request, facts.device));
  return decision;
}

Decision layout::refuse(const OpRequest &request, Reason reason) {
  Decision decision = startDecision(request);
  FoundOptions none;
  none.refuse(/*number=*/0, decision.requested, std::move(reason));
  setOptions(decision, request, std::move(none));
  return decision;
}

/// Records what the option `prefer` says of an op, and whether that counts.
static void setPreferred(Decision &decision, linalg::LinalgOp op,
                         const CriticalOp &roles, ArrayRef<OpKind> kinds,
                         const OpRequest &request,
                         const StatedLayouts &statedLayouts) {
  if (auto preferred = statedLayouts.lookupPreferred(op, roles, kinds)) {
    decision.preferred = preferred->kind;
    decision.overriding = request.requiring;
  }
}

std::optional<PlainDecision> layout::decidePlain(linalg::LinalgOp op,
                                                 const CriticalOp &roles,
                                                 const Facts &facts) {
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, roles);
  std::optional<OpRequest> request =
      facts.statedLayouts.lookup(op, roles, kinds, facts.device);
  if (!request)
    return std::nullopt;
  Decision decision = decideInForm(op, roles, *request, facts);
  setPreferred(decision, op, roles, kinds, *request, facts.statedLayouts);
  return PlainDecision{std::move(*request), std::move(decision)};
}

/// Decides about an op for which there is a request, which its form may not
/// permit.
static Decision decideByRequest(linalg::LinalgOp op, const CriticalOp &roles,
                                const OpRequest &request, const Facts &facts) {
  const Preference &preference = request.preference;
  Decision decision = startDecision(request);
  if (isBlocked(op, roles)) {
    bool isPooling = !decision.isCritical;
    // Blocks of images are not unblocked.
    if (isPooling || preference.alternatives.empty() ||
        hasImageInBlocks(op, roles))
      decision.outcome = Kept{Kept::Why::Blocked};
    else
      decision.outcome = OtherForm{OtherForm::Form::Unblocked, request};
    return decision;
  }
  if (cutsImages(request)) {
    decision.outcome = OtherForm{OtherForm::Form::AlignedWindows, request};
    return decision;
  }
  // The smaller part cannot have the layouts, so that an op which must have
  // them stays whole.
  if (!request.requiring && request.kind.isMatmul() &&
      preference.splitsMatmuls && !preference.alternatives.empty() &&
      facts.statedLayouts.getIndivisible() != Indivisible::Pad) {
    decision.outcome = OtherForm{OtherForm::Form::Split, request};
    return decision;
  }
  return decideInForm(op, roles, request, facts);
}

//===----------------------------------------------------------------------===//
// What is stated of ops and values
//===----------------------------------------------------------------------===//

/// Decides about an op by its `layout.op_layout`, of which only the options
/// count that agree with what is required of its values. Returns false if none
/// is left and they are preferences.
static bool decideByAttribute(Operation *op, ArrayRef<RequiredValue> required,
                              Decision &decision) {
  auto stated = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  bool isPreference = op->hasAttr(LayoutDialect::kPrefer);
  if (required.empty()) {
    decision.outcome = Stated{stated, isPreference};
    return true;
  }
  SmallVector<Attribute> options;
  for (auto option : stated.getAsRange<OpLayoutAttr>())
    if (option.allowsOtherOrders() ||
        option.getOperands().size() != op->getNumOperands() ||
        agrees(cast<linalg::LinalgOp>(op), option, required))
      options.push_back(option);
  if (options.empty() && isPreference) {
    decision.dropsStated = true;
    return false;
  }
  if (options.empty())
    decision.outcome =
        Conflict{llvm::to_vector_of<RequiredValue, 2>(required), std::nullopt};
  else // `layout.prefer` allows every layout beside the stated ones.
    decision.outcome = Stated{ArrayAttr::get(op->getContext(), options),
                              /*isPreference=*/false};
  return true;
}

/// Adds the requested options with the required layouts in place of their own.
/// Returns why there are none.
static Reason addRequired(linalg::LinalgOp op, const CriticalOp &critical,
                          const OpRequest &request, const Facts &facts,
                          ArrayRef<RequiredValue> required, KernelBeside kernel,
                          SmallVectorImpl<LayoutOption> &options) {
  Reason reason = NoLetters();
  for (const Alternative &alternative : getRequiredAlternatives(
           op, critical, request.kind, request.preference.alternatives,
           required, kernel)) {
    for (const BlockFit &fit : facts.statedLayouts.getFits(
             op, critical, request, alternative, facts.device)) {
      FailureOr<LayoutOption> option = facts.statedLayouts.getOption(
          op, critical, request, alternative, facts.device, fit, reason);
      if (succeeded(option) && agrees(op, option->attribute, required) &&
          llvm::none_of(options, [&](const LayoutOption &other) {
            return other.attribute == option->attribute;
          }))
        options.push_back(std::move(*option));
    }
  }
  return reason;
}

/// Adds the options that keep the most of what is preferred: all but the
/// layouts that are required, then all but the kernel, then nothing of it.
/// Returns why there are none.
static Reason addNearest(linalg::LinalgOp op, const CriticalOp &critical,
                         const OpRequest &request, const Facts &facts,
                         ArrayRef<RequiredValue> required,
                         SmallVectorImpl<LayoutOption> &options) {
  Reason reason = addRequired(op, critical, request, facts, required,
                              KernelBeside::Stated, options);
  if (options.empty())
    addRequired(op, critical, request, facts, required, KernelBeside::Default,
                options);
  if (options.empty())
    addRequired(op, critical, OpRequest{request.kind, {}}, facts, required,
                KernelBeside::Default, options);
  return reason;
}

/// Decides about an op by the layouts that its values must have: it has those
/// of the request that agree, else the nearest to it in which they do.
/// Returns false if it can have none of these; then rewrites stay between the
/// op and its values.
static bool decideByValues(linalg::LinalgOp op, const CriticalOp &critical,
                           const OpRequest &request, const Facts &facts,
                           ArrayRef<RequiredValue> required,
                           Decision &decision) {
  FoundOptions found =
      facts.statedLayouts.getOptions(op, critical, request, facts.device);
  std::string first =
      found.options.empty() ? "other layouts" : found.options.front().layouts;
  llvm::erase_if(found.options, [&](const LayoutOption &option) {
    return !agrees(op, option.attribute, required);
  });
  if (found.options.empty() && request.isRequired()) {
    llvm::append_range(decision.givenUp, found.givenUp);
    decision.outcome = Conflict{llvm::to_vector_of<RequiredValue, 2>(required),
                                first, request.requiring};
    return true;
  }
  if (found.options.empty()) {
    Reason reason =
        addNearest(op, critical, request, facts, required, found.options);
    if (found.options.empty()) {
      llvm::append_range(decision.givenUp, found.givenUp);
      decision.givenUp.push_back({GivenUp::What::RequiredValues, "", reason});
      return false;
    }
  }
  setOptions(decision, request, std::move(found));
  return true;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Keeps what `decision` says beside the outcome of another decision about the
/// same op.
static Decision conclude(Decision decision, Decision other) {
  decision.outcome = std::move(other.outcome);
  decision.refusals = std::move(other.refusals);
  decision.requested = std::move(other.requested);
  llvm::append_range(decision.givenUp, other.givenUp);
  return decision;
}

static Decision decideCritical(linalg::LinalgOp op, const CriticalOp &critical,
                               const Facts &facts) {
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, critical);
  std::optional<OpRequest> request =
      facts.statedLayouts.lookup(op, critical, kinds, facts.device);
  Decision decision;
  decision.isCritical = true;
  decision.kind = request         ? request->kind.str()
                  : kinds.empty() ? op->getName().getStringRef().str()
                                  : kinds.front().str();
  if (request)
    setPreferred(decision, op, critical, kinds, *request, facts.statedLayouts);
  auto keep = [&](Kept::Why why) {
    decision.outcome = Kept{why};
    return decision;
  };
  if (isFrozen(op))
    return keep(Kept::Why::Frozen);
  if (hasNoElements(op))
    return keep(Kept::Why::NoElements);
  SmallVector<RequiredValue, 2> required = getRequiredValues(op);
  if (op->hasAttr(LayoutDialect::kOpLayout) &&
      decideByAttribute(op, required, decision))
    return decision;
  bool blocked = isBlocked(op, critical);
  // An op with blocks of images has another form, which is not looked at here.
  bool cuts = request && cutsImages(*request);
  if (!required.empty() && (request || !kinds.empty()) && !blocked &&
      !(cuts && request->requiring) &&
      decideByValues(op, critical,
                     request && !cuts ? *request : OpRequest{kinds.front(), {}},
                     facts, required, decision))
    return decision;
  if (request)
    return conclude(std::move(decision),
                    decideByRequest(op, critical, *request, facts));
  bool isFree = facts.device && facts.device->others == OtherOps::Agree;
  if (!isFree || blocked)
    return keep(Kept::Why::NoPreference);
  decision.outcome = Free();
  return decision;
}

/// Decides about a pooling. Unlike a critical op, it stays free if there is no
/// request for it, or if it cannot have the layouts that it should have.
static Decision decidePooling(linalg::LinalgOp op, const CriticalOp &roles,
                              const Facts &facts) {
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, roles);
  std::optional<OpRequest> request =
      facts.statedLayouts.lookup(op, roles, kinds, facts.device);
  if (!request)
    return Decision();
  Decision decision = decideByRequest(op, roles, *request, facts);
  setPreferred(decision, op, roles, kinds, *request, facts.statedLayouts);
  if (auto *options = std::get_if<Options>(&decision.outcome))
    options->marksChosen = true;
  return decision;
}

/// Decides about an op for which a target, or the op itself, states layouts by
/// the positions of its dims.
static Decision decideByPosition(Operation *op,
                                 const PositionalRequest &request,
                                 const Facts &facts) {
  Decision decision;
  decision.kind = request.kind.str();
  if (llvm::any_of(request.alternatives,
                   [](const PositionalAlternative &choice) {
                     return choice.allowsAny();
                   })) {
    decision.outcome = Free{/*isStated=*/true};
    return decision;
  }
  decision.requested = request.alternatives.front().str();
  FoundOptions found =
      getPositionalOptions(op, request, facts.device, facts.statedLayouts);
  decision.refusals = std::move(found.refusals);
  decision.givenUp = std::move(found.givenUp);
  Refused refused{request.isRequired, request.isOwn ? nullptr : facts.device};
  if (found.options.empty())
    decision.outcome = refused;
  else
    decision.outcome = Options{std::move(found.options), refused,
                               OperandOrder::Given, /*marksChosen=*/true};
  return decision;
}

/// Decides about an op that is not critical, or for whose name a target states
/// layouts.
static Decision decideOther(Operation *op, const Facts &facts) {
  Decision decision;
  if (isFrozen(op) || hasNoElements(op)) {
    decision.outcome =
        Kept{isFrozen(op) ? Kept::Why::Frozen : Kept::Why::NoElements};
    return decision;
  }
  if (op->hasAttr(LayoutDialect::kOpLayout)) {
    decideByAttribute(op, /*required=*/{}, decision);
    return decision;
  }
  if (std::optional<PositionalRequest> request = findRequest(op, facts.device))
    return decideByPosition(op, *request, facts);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  std::optional<CriticalOp> pooling;
  if (structured)
    pooling = getPoolingRoles(structured);
  return pooling ? decidePooling(structured, *pooling, facts) : decision;
}

Decision layout::decide(Operation *op, const CriticalOp *critical,
                        const Facts &facts) {
  return critical ? decideCritical(cast<linalg::LinalgOp>(op), *critical, facts)
                  : decideOther(op, facts);
}
