//===- Apply.cpp - Puts ops in the layouts that were decided --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "layout/Dialect/Marks.h"
#include "layout/Support/Debug.h"

#define DEBUG_TYPE "layout-freeze"
ALWAYS_ENABLED_STATISTIC(numRewritten, "Critical ops put in other layouts");
ALWAYS_ENABLED_STATISTIC(numFrozen, "Critical ops frozen");
ALWAYS_ENABLED_STATISTIC(numOpen, "Critical ops left to layout-flow");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static void remarkGivenUp(Operation *op, StringRef kind, const GivenUp &lost) {
  auto missed = [&] {
    return remark::missed(op->getLoc(), getFreezeRemark(op));
  };
  std::string reason = getText(lost.reason);
  switch (lost.what) {
  case GivenUp::What::Layouts:
    missed() << remark::add("{0} cannot be {1}: it {2}", kind, lost.layouts,
                            reason);
    return;
  case GivenUp::What::Groups:
    missed() << remark::add("{0} has no groups in its kernel: it {1}", kind,
                            reason);
    return;
  case GivenUp::What::Block:
    missed() << remark::add("{0} {1} {2}: a block {3}", kind,
                            lost.isChoice ? "may become" : "becomes",
                            lost.layouts, reason);
    return;
  case GivenUp::What::RequiredValues:
    missed() << remark::add("{0} cannot have the layouts that are required of "
                            "its values: it {1}",
                            kind, reason);
    return;
  }
  llvm_unreachable("unknown loss");
}

void layout::announce(Operation *op, const Decision &decision,
                      DecisionReport &report) {
  if (decision.preferred)
    report.addPreferred(*decision.preferred);
  if (decision.overriding) {
    std::string preferred = decision.preferred->str();
    StringRef target = decision.overriding->name;
    remark::missed(op->getLoc(), getFreezeRemark(op)) << remark::add(
        "preference for {0} gives way: target '{1}' requires layouts",
        preferred, target);
    report.addHint(op->getLoc(), "prefer=" + preferred,
                   "gives way: target '" + target + "' requires layouts");
  }
  if (decision.dropsStated)
    report.addHint(op->getLoc(), LayoutDialect::kOpLayout,
                   "gives way: a value is required in another layout");
  for (const GivenUp &lost : decision.givenUp)
    remarkGivenUp(op, decision.kind, lost);
}

LogicalResult layout::emitRefusal(Operation *op, StringRef kind,
                                  const LayoutTarget *target,
                                  ArrayRef<Refusal> refusals) {
  InFlightDiagnostic diag = op->emitOpError()
                            << "cannot take the layouts that ";
  if (target)
    diag << "target '" << target->name << "' requires";
  else
    diag << "it requires";
  for (const Refusal &refusal : refusals)
    diag.attachNote() << kind << " cannot be " << refusal.str();
  return diag;
}

/// Emits the error that the layout required of a value and those of the op
/// exclude each other.
static LogicalResult emitConflict(linalg::LinalgOp op,
                                  const Conflict &conflict) {
  const RequiredValue &value = conflict.values.front();
  bool isResult = op.isDpsInit(&op->getOpOperand(value.operand));
  InFlightDiagnostic diag =
      op->emitOpError("cannot have the layout that is required of ")
      << (isResult ? "its result" : "operand ");
  if (!isResult)
    diag << value.operand;
  if (conflict.layouts)
    diag << ": target '" << conflict.requiring->name << "' requires "
         << *conflict.layouts;
  else
    diag << ": 'layout.op_layout' has others";
  for (const RequiredValue &required : conflict.values) {
    std::string map;
    llvm::raw_string_ostream(map) << required.layout.getMap();
    diag.attachNote(required.constraint->getLoc())
        << "the value is required as " << map << " here";
  }
  return diag;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

void layout::markFrozen(Operation *op) {
  ++numFrozen;
  op->removeAttr(LayoutDialect::kOpLayout);
  op->removeAttr(LayoutDialect::kPrefer);
  op->setAttr(LayoutDialect::kFrozen, UnitAttr::get(op->getContext()));
}

void layout::attachOptions(Operation *op, ArrayRef<LayoutOption> options) {
  auto attributes =
      llvm::map_to_vector(options, [](const LayoutOption &option) -> Attribute {
        return option.attribute;
      });
  op->setAttr(LayoutDialect::kOpLayout,
              ArrayAttr::get(op->getContext(), attributes));
}

void layout::dropStated(Operation *op, const Decision &decision) {
  if (!decision.dropsStated)
    return;
  op->removeDiscardableAttr(LayoutDialect::kPrefer);
  op->removeDiscardableAttr(LayoutDialect::kOpLayout);
}

void layout::setNumber(Operation *op, std::optional<int64_t> number) {
  if (number)
    op->setAttr(LayoutDialect::kDecision,
                Builder(op->getContext()).getI64IntegerAttr(*number));
  else
    op->removeDiscardableAttr(LayoutDialect::kDecision);
}

void Applier::keepLayout(linalg::LinalgOp op, OperandOrder order,
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

//===----------------------------------------------------------------------===//
// Outcomes
//===----------------------------------------------------------------------===//

void Applier::applyKept(Operation *op, const Kept &kept,
                        const Decision &decision) {
  auto remark = [&] {
    return remark::analysis(op->getLoc(), getFreezeRemark(op));
  };
  switch (kept.why) {
  case Kept::Why::Frozen:
    return;
  case Kept::Why::NoElements:
    if (decision.isCritical)
      remark() << remark::add("keeps its layout: {0}", getText(kept));
    if (decision.isCritical || op->hasAttr(LayoutDialect::kOpLayout))
      markFrozen(op);
    return;
  case Kept::Why::NoPreference:
    remark() << remark::add("keeps its layout: {0}", getText(kept));
    return keepLayout(cast<linalg::LinalgOp>(op));
  case Kept::Why::Blocked:
    remark() << remark::add("{0} keeps its layout: {1}", decision.kind,
                            getText(kept));
    return markFrozen(op);
  }
  llvm_unreachable("unknown reason");
}

void Applier::applyFree(Operation *op, const Free &free,
                        const Decision &decision) {
  auto remark = [&] {
    return remark::analysis(op->getLoc(), getFreezeRemark(op));
  };
  if (free.isStated)
    remark() << remark::add("{0} may have any layout", decision.kind);
  if (!decision.isCritical)
    return;
  ++numOpen;
  attachOptions(
      op, {{OpLayoutAttr::getAsItStands(op, /*cost=*/0, OperandOrder::Given),
            "",
            {}}});
  op->setAttr(LayoutDialect::kPrefer, UnitAttr::get(op->getContext()));
  remark() << "has the layouts of its neighbours: the target states none for "
              "it";
}

/// A single option is applied; it is an error if it cannot be. Several, or one
/// marked `layout.prefer`, are left to `layout-flow`.
FailureOr<Operation *> Applier::applyStated(Operation *op,
                                            const CriticalOp *critical,
                                            const Stated &stated) {
  if (!stated.isPreference)
    op->removeDiscardableAttr(LayoutDialect::kPrefer);
  op->setAttr(LayoutDialect::kOpLayout, stated.options);
  if (failed(verifyLayoutOptions(op, critical)))
    return failure();
  auto option = cast<OpLayoutAttr>(stated.options[0]);
  if (stated.options.size() > 1 || stated.isPreference ||
      option.allowsOtherOrders()) {
    ++numOpen;
    return op;
  }
  if (option.isAsItStands()) {
    markFrozen(op);
    return op;
  }
  IRRewriter rewriter(op);
  std::string reason;
  FailureOr<Operation *> built = cache.apply(rewriter, op, option, reason);
  if (failed(built))
    return op->emitOpError("cannot take its layouts: ") << reason;
  markFrozen(*built);
  ++numRewritten;
  remark::passed((*built)->getLoc(), getFreezeRemark(*built))
      << "takes the layouts it requires";
  return built;
}

/// Freezes an op that has got its only choice, or that has it anyway.
void Applier::freeze(Operation *op, const Options &options,
                     const Decision &decision) {
  const LayoutOption &choice = options.choices.front();
  bool isAsItStands = choice.attribute.isAsItStands();
  if (decision.isCritical && isAsItStands &&
      choice.order == OperandOrder::Given)
    return keepLayout(cast<linalg::LinalgOp>(op), options.order);
  if (decision.isCritical)
    return keepLayout(cast<linalg::LinalgOp>(op), choice.order,
                      /*keepsKernel=*/true);
  markFrozen(op);
  if (options.marksChosen)
    op->setAttr(LayoutDialect::kChosen, choice.attribute);
}

FailureOr<Operation *> Applier::applyOptions(Operation *op,
                                             const Options &options,
                                             Decision &decision) {
  if (options.choices.size() > 1) {
    attachOptions(op, options.choices);
    ++numOpen;
    remark::analysis(op->getLoc(), getFreezeRemark(op))
        << remark::add("{0} has {1} layouts to choose from", decision.kind,
                       options.choices.size());
    return op;
  }
  const LayoutOption &choice = options.choices.front();
  if (choice.attribute.isAsItStands()) {
    freeze(op, options, decision);
    return op;
  }
  IRRewriter rewriter(op);
  std::string clause;
  FailureOr<Operation *> built =
      cache.apply(rewriter, op, choice.attribute, clause);
  if (succeeded(built)) {
    ++numRewritten;
    freeze(*built, options, decision);
    remark::passed((*built)->getLoc(), getFreezeRemark(*built))
        << remark::add("{0} is {1}", decision.kind, choice.layouts);
    return built;
  }
  if (options.marksChosen)
    return op->emitOpError("cannot take the layouts ")
           << choice.layouts << " that are stated for it: " << clause;
  Refusal refusal{decision.refusals.size(), choice.layouts,
                  Unsupported{clause}};
  remarkGivenUp(op, decision.kind,
                {GivenUp::What::Layouts, refusal.layouts, refusal.reason});
  decision.refusals.push_back(std::move(refusal));
  decision.outcome = options.ifRefused;
  return apply(op, /*critical=*/nullptr, decision);
}

LogicalResult Applier::applyRefused(Operation *op, const Refused &refused,
                                    const Decision &decision) {
  // Any other op stays free.
  if (decision.isCritical)
    keepLayout(cast<linalg::LinalgOp>(op), refused.order);
  return refused.isRequired ? emitRefusal(op, decision.kind, refused.requiring,
                                          decision.refusals)
                            : success();
}

FailureOr<Operation *> Applier::apply(Operation *op, const CriticalOp *critical,
                                      Decision &decision) {
  dropStated(op, decision);
  if (const auto *stated = decision.getAs<Stated>())
    return applyStated(op, critical, *stated);
  if (decision.getAs<Options>()) {
    Options options = *decision.getAs<Options>();
    return applyOptions(op, options, decision);
  }
  if (const auto *conflict = decision.getAs<Conflict>())
    return emitConflict(cast<linalg::LinalgOp>(op), *conflict);
  if (const auto *refused = decision.getAs<Refused>())
    if (failed(applyRefused(op, *refused, decision)))
      return failure();
  if (const auto *kept = decision.getAs<Kept>())
    applyKept(op, *kept, decision);
  if (const auto *free = decision.getAs<Free>())
    applyFree(op, *free, decision);
  return op;
}
