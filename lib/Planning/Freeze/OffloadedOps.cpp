//===- OffloadedOps.cpp - Layouts of ops that a backend takes -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OffloadedOps.h"
#include "Interfaces/LinalgRule.h"
#include "PositionalOption.h"
#include "Relayout/OpLayout.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kKind = "offload";

/// What the target states of one op: in letters, else by position.
struct OffloadedOps::OffloadRequest {
  std::optional<CriticalOp> roles;
  std::optional<OpRequest> inLetters;
  std::optional<PositionalRequest> byPosition;
  bool isRequired = false;
};

std::optional<OffloadedOps::OffloadRequest>
OffloadedOps::findRequest(Operation *op, const LayoutTarget &device) const {
  OffloadRequest request;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (const CriticalOp *critical = criticalOps.lookupOnTensors(op))
    request.roles = *critical;
  else if (structured)
    request.roles = getPoolingRoles(structured);
  for (bool isRequired : {true, false}) {
    request.isRequired = isRequired;
    if (request.roles)
      request.inLetters = findStated(
          isRequired ? device.offloadRequires : device.offloadPrefers,
          structured, *request.roles,
          OpKind::getAllOf(structured, *request.roles));
    if (request.inLetters) {
      request.inLetters->requiring = isRequired ? &device : nullptr;
      return request;
    }
    request.byPosition =
        findAlternatives(op, kKind,
                         isRequired ? device.offloadRequiresByPosition
                                    : device.offloadPrefersByPosition);
    if (request.byPosition)
      return request;
  }
  return std::nullopt;
}

/// Decides about an op for which a request was found.
Decision OffloadedOps::decide(Operation *op, const OffloadRequest &request,
                              const LayoutTarget &device) const {
  Decision decision;
  FoundOptions found;
  decision.kind = kKind.str();
  if (const std::optional<OpRequest> &inLetters = request.inLetters) {
    decision.kind = inLetters->kind.str();
    decision.requested =
        inLetters->preference.alternatives.front().layouts.str();
    if (cutsImages(*inLetters))
      found.refusals.push_back(
          {/*number=*/0, decision.requested, OffloadedImages()});
    else
      found = statedLayouts.getOptions(cast<linalg::LinalgOp>(op),
                                       *request.roles, *inLetters, &device);
  } else {
    decision.requested = request.byPosition->alternatives.front().str();
    found =
        getPositionalOptions(op, *request.byPosition, &device, statedLayouts);
    // Of constants, only the hint or the error says it.
    llvm::erase_if(found.givenUp, [](const GivenUp &lost) {
      return std::holds_alternative<DisputedConstant>(lost.reason);
    });
  }
  decision.refusals = std::move(found.refusals);
  decision.givenUp = std::move(found.givenUp);
  Refused refused{request.isRequired, &device};
  if (found.options.empty())
    decision.outcome = refused;
  else
    decision.outcome = Options{std::move(found.options), refused};
  return decision;
}

/// Attaches the options of an op to it. Returns false if it has none, because
/// it cannot have the layouts that it should have.
FailureOr<bool> OffloadedOps::attachOptions(Operation *op,
                                            const OffloadRequest &request,
                                            const LayoutTarget &device) {
  Decision decision = decide(op, request, device);
  announce(op, decision, report);
  const auto *options = decision.getAs<Options>();
  if (!options && request.isRequired)
    return emitRefusal(op, decision.kind, &device, decision.refusals);
  if (!options) {
    for (const Refusal &refusal : decision.refusals)
      report.addHint(op->getLoc(), decision.kind,
                     refusal.str() + "; the operation is offloaded");
    return false;
  }
  layout::attachOptions(op, options->choices);
  setNumber(op, report.add(op->getLoc(), decision.kind, decision));
  remark::analysis(op->getLoc(), getFreezeRemark(op))
      << remark::add("is offloaded: {0} has {1} layouts to choose from",
                     decision.kind, options->choices.size());
  return true;
}

/// Whether a value is computed in any layout at no cost.
static bool costsNothing(Value value) {
  Operation *op = value.getDefiningOp();
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
  return op &&
         (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op) ||
          isConstantData(value) || (structured && producesSplat(structured)));
}

/// Freezes all ops and calls of a partition in the layouts that they have.
static void freeze(const Partition &partition) {
  for (Operation *op :
       llvm::concat<Operation *const>(partition.ops, partition.calls)) {
    if (isFrozen(op) || costsNothing(op->getResult(0)))
      continue;
    markFrozen(op);
    remark::analysis(op->getLoc(), getFreezeRemark(op))
        << "keeps its layout: it is offloaded";
  }
}

static Value createBorder(OpBuilder &builder, Value value) {
  return ConstraintOp::create(builder, value.getLoc(), value, EdgeLayoutAttr(),
                              builder.getF64FloatAttr(1.0),
                              builder.getUnitAttr());
}

/// Puts borders on the values that enter a partition, and on those that leave
/// it.
static void addBorders(ArrayRef<Operation *> ops, Attribute mark) {
  llvm::SmallPtrSet<Operation *, 8> isInside(ops.begin(), ops.end());
  OpBuilder builder(ops.front());
  DenseMap<Value, Value> entering;
  for (Operation *op : ops)
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      Operation *producer = value.getDefiningOp();
      if (!isa<RankedTensorType>(value.getType()) || costsNothing(value) ||
          (producer && isInside.contains(producer)))
        continue;
      Value &border = entering[value];
      if (!border) {
        builder.setInsertionPoint(op);
        border = createBorder(builder, value);
        border.getDefiningOp()->setAttr(LayoutDialect::kPartition, mark);
      }
      operand.set(border);
    }
  for (Operation *op : ops)
    for (OpResult result : op->getResults()) {
      SmallVector<OpOperand *> leaving;
      for (OpOperand &use : result.getUses())
        if (!isInside.contains(use.getOwner()))
          leaving.push_back(&use);
      if (leaving.empty() || !isa<RankedTensorType>(result.getType()))
        continue;
      builder.setInsertionPointAfter(op);
      Value border = createBorder(builder, result);
      for (OpOperand *use : leaving)
        use->set(border);
    }
}

LogicalResult OffloadedOps::prepare(const Partition &partition, int64_t id) {
  if (partition.ops.empty()) {
    freeze(partition);
    return success();
  }
  FailureOr<const LayoutTarget *> device =
      statedLayouts.getTargets().lookup(partition.ops.front());
  if (failed(device))
    return failure();
  bool isLaidOut = false, isRequired = false;
  SmallVector<std::optional<OffloadRequest>, 0> found;
  for (Operation *op : partition.ops) {
    found.push_back(isFrozen(op) || hasNoElements(op)
                        ? std::nullopt
                        : findRequest(op, **device));
    isLaidOut |= found.back() || op->hasAttr(LayoutDialect::kOpLayout);
    isRequired |= found.back() && found.back()->isRequired;
  }
  if (!isLaidOut) {
    freeze(partition);
    return success();
  }
  Builder builder(partition.ops.front()->getContext());
  NamedAttrList mark;
  mark.append("id", builder.getI64IntegerAttr(id));
  if (isRequired)
    mark.append("required", builder.getUnitAttr());
  Attribute partitionMark = mark.getDictionary(builder.getContext());
  for (auto [op, request] : llvm::zip_equal(partition.ops, found)) {
    if (op->hasAttr(LayoutDialect::kOpLayout) || isFrozen(op))
      continue;
    const CriticalOp *critical = criticalOps.lookupOnTensors(op);
    bool isBlockedAlready =
        critical && isBlocked(cast<linalg::LinalgOp>(op), *critical);
    FailureOr<bool> hasOptions = false;
    if (request && !isBlockedAlready)
      hasOptions = attachOptions(op, *request, **device);
    if (failed(hasOptions))
      return failure();
    // Other ops without an option follow their neighbours.
    if (!*hasOptions && critical)
      markFrozen(op);
  }
  if ((*device)->rewritesInsideOffloaded)
    return success();
  for (Operation *op : partition.ops)
    op->setAttr(LayoutDialect::kPartition, partitionMark);
  if (func::FuncOp function = partition.function)
    function->setAttr(LayoutDialect::kPartition, partitionMark);
  else
    addBorders(partition.ops, partitionMark);
  return success();
}
