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
#include "layout/Dialect/Layout/IR/Marks.h"
#include "layout/Dialect/Layout/Utils/Utils.h"

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

/// A decision about an op of the kind of a wish.
static Decision startDecision(const Wish &wish) {
  Decision decision;
  decision.kind = wish.kind.str();
  decision.isCritical = wish.kind.family != OpKind::Family::Pooling;
  if (!wish.preference.alternatives.empty())
    decision.requested = wish.preference.alternatives.front().layouts.str();
  return decision;
}

/// Decides that an op has the layouts that were found, or none.
static void setOptions(Decision &decision, const Wish &wish,
                       FoundOptions found) {
  decision.refusals = std::move(found.refusals);
  llvm::append_range(decision.givenUp, found.givenUp);
  Refused refused{wish.requiring != nullptr, wish.requiring,
                  getOrder(wish.preference)};
  if (found.options.empty())
    decision.outcome = refused;
  else
    decision.outcome =
        Options{std::move(found.options), refused, wish.preference.order};
}

Decision layout::decideInForm(linalg::LinalgOp op, const CriticalOp &roles,
                              const Wish &wish, const Facts &facts) {
  Decision decision = startDecision(wish);
  setOptions(decision, wish,
             facts.wishes.getOptions(op, roles, wish, facts.device));
  return decision;
}

Decision layout::refuse(const Wish &wish, Reason reason) {
  Decision decision = startDecision(wish);
  FoundOptions none;
  none.refuse(/*request=*/0, decision.requested, std::move(reason));
  setOptions(decision, wish, std::move(none));
  return decision;
}

/// Records what the option `prefer` says of an op, and whether that counts.
static void setPreferred(Decision &decision, linalg::LinalgOp op,
                         const CriticalOp &roles, ArrayRef<OpKind> kinds,
                         const Wish &wish, const Wishes &wishes) {
  if (auto preferred = wishes.lookupPreferred(op, roles, kinds)) {
    decision.preferred = preferred->kind;
    decision.overriding = wish.requiring;
  }
}

std::optional<PlainDecision> layout::decidePlain(linalg::LinalgOp op,
                                                 const CriticalOp &roles,
                                                 const Facts &facts) {
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, roles);
  std::optional<Wish> wish =
      facts.wishes.lookup(op, roles, kinds, facts.device);
  if (!wish)
    return std::nullopt;
  Decision decision = decideInForm(op, roles, *wish, facts);
  setPreferred(decision, op, roles, kinds, *wish, facts.wishes);
  return PlainDecision{std::move(*wish), std::move(decision)};
}

/// Decides about an op for which there is a wish, which its form may not
/// permit.
static Decision decideByWish(linalg::LinalgOp op, const CriticalOp &roles,
                             const Wish &wish, const Facts &facts) {
  const Preference &preference = wish.preference;
  Decision decision = startDecision(wish);
  if (isBlocked(op, roles)) {
    bool isPooling = !decision.isCritical;
    // Blocks of images are not unblocked.
    if (isPooling || preference.alternatives.empty() ||
        hasImageInBlocks(op, roles))
      decision.outcome = Kept{Kept::Why::Blocked};
    else
      decision.outcome = OtherForm{OtherForm::Form::Unblocked, wish};
    return decision;
  }
  if (cutsImages(wish)) {
    decision.outcome = OtherForm{OtherForm::Form::AlignedWindows, wish};
    return decision;
  }
  // The smaller part cannot have the layouts, so that an op which must have
  // them stays whole.
  if (!wish.requiring && wish.kind.isMatmul() && preference.splitsMatmuls &&
      !preference.alternatives.empty() &&
      facts.wishes.getIndivisible() != Indivisible::Pad) {
    decision.outcome = OtherForm{OtherForm::Form::Split, wish};
    return decision;
  }
  return decideInForm(op, roles, wish, facts);
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
                          const Wish &wish, const Facts &facts,
                          ArrayRef<RequiredValue> required,
                          SmallVectorImpl<LayoutOption> &options) {
  Reason reason = NoLetters();
  for (const Alternative &alternative : getRequiredAlternatives(
           op, critical, wish.kind, wish.preference.alternatives, required)) {
    for (const BlockFit &fit :
         facts.wishes.getFits(op, critical, wish, alternative, facts.device)) {
      FailureOr<LayoutOption> option = facts.wishes.getOption(
          op, critical, wish, alternative, facts.device, fit, reason);
      if (succeeded(option) && agrees(op, option->attribute, required) &&
          llvm::none_of(options, [&](const LayoutOption &other) {
            return other.attribute == option->attribute;
          }))
        options.push_back(std::move(*option));
    }
  }
  return reason;
}

/// Decides about an op by the layouts that its values must have: it has those
/// of the wish that agree, else the same with the required ones in place.
/// Returns false if it can have none of these; then rewrites stay between the
/// op and its values.
static bool decideByValues(linalg::LinalgOp op, const CriticalOp &critical,
                           const Wish &wish, const Facts &facts,
                           ArrayRef<RequiredValue> required,
                           Decision &decision) {
  FoundOptions found =
      facts.wishes.getOptions(op, critical, wish, facts.device);
  std::string first =
      found.options.empty() ? "other layouts" : found.options.front().layouts;
  llvm::erase_if(found.options, [&](const LayoutOption &option) {
    return !agrees(op, option.attribute, required);
  });
  if (found.options.empty() && wish.requiring) {
    llvm::append_range(decision.givenUp, found.givenUp);
    decision.outcome = Conflict{llvm::to_vector_of<RequiredValue, 2>(required),
                                first, wish.requiring};
    return true;
  }
  if (found.options.empty()) {
    Reason reason =
        addRequired(op, critical, wish, facts, required, found.options);
    if (found.options.empty()) {
      llvm::append_range(decision.givenUp, found.givenUp);
      decision.givenUp.push_back({GivenUp::What::RequiredValues, "", reason});
      return false;
    }
  }
  setOptions(decision, wish, std::move(found));
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
  std::optional<Wish> wish =
      facts.wishes.lookup(op, critical, kinds, facts.device);
  Decision decision;
  decision.isCritical = true;
  decision.kind = wish            ? wish->kind.str()
                  : kinds.empty() ? op->getName().getStringRef().str()
                                  : kinds.front().str();
  if (wish)
    setPreferred(decision, op, critical, kinds, *wish, facts.wishes);
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
  if (!required.empty() && (wish || !kinds.empty()) && !blocked &&
      !(wish && cutsImages(*wish)) &&
      decideByValues(op, critical, wish ? *wish : Wish{kinds.front(), {}},
                     facts, required, decision))
    return decision;
  if (wish)
    return conclude(std::move(decision),
                    decideByWish(op, critical, *wish, facts));
  bool isFree = facts.device && facts.device->others == OtherOps::Agree;
  if (!isFree || blocked)
    return keep(Kept::Why::NoPreference);
  decision.outcome = Free();
  return decision;
}

/// Decides about a pooling. Unlike a critical op, it stays free if there is no
/// wish for it, or if it cannot have the layouts that it should have.
static Decision decidePooling(linalg::LinalgOp op, const CriticalOp &roles,
                              const Facts &facts) {
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, roles);
  std::optional<Wish> wish =
      facts.wishes.lookup(op, roles, kinds, facts.device);
  if (!wish)
    return Decision();
  Decision decision = decideByWish(op, roles, *wish, facts);
  setPreferred(decision, op, roles, kinds, *wish, facts.wishes);
  if (auto *options = std::get_if<Options>(&decision.outcome))
    options->marksChosen = true;
  return decision;
}

/// Decides about an op for which a target, or the op itself, states layouts by
/// the positions of its dims.
static Decision decideByPosition(Operation *op, const PositionalWish &wish,
                                 const Facts &facts) {
  Decision decision;
  decision.kind = wish.kind.str();
  if (llvm::any_of(wish.alternatives, [](const PositionalAlternative &choice) {
        return choice.allowsAny();
      })) {
    decision.outcome = Free{/*isStated=*/true};
    return decision;
  }
  decision.requested = wish.alternatives.front().str();
  FoundOptions found =
      getPositionalOptions(op, wish, facts.device, facts.wishes);
  decision.refusals = std::move(found.refusals);
  decision.givenUp = std::move(found.givenUp);
  Refused refused{wish.isRequired, wish.isOwn ? nullptr : facts.device};
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
  if (std::optional<PositionalWish> wish = findWish(op, facts.device))
    return decideByPosition(op, *wish, facts);
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
