//===- HeldLayouts.cpp - Stated layouts that outlive their ops ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeldLayouts.h"
#include "Dialect/ValueAnnotations.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the layouts that an op states of `result`, as attributes of an op
/// with one result.
static SmallVector<NamedAttribute, 2> getStatements(OpResult result) {
  SmallVector<NamedAttribute, 2> statements;
  for (NamedAttribute attribute : result.getOwner()->getDiscardableAttrs()) {
    StringRef name = attribute.getName();
    if (!isValueAnnotation(name) || !getStatedLayout(result, name))
      continue;
    Attribute value = attribute.getValue();
    if (auto list = dyn_cast<ArrayAttr>(value))
      value = list[result.getResultNumber()];
    statements.emplace_back(attribute.getName(), value);
  }
  return statements;
}

bool layout::isHolder(Operation *op) {
  auto constraint = dyn_cast_or_null<ConstraintOp>(op);
  return constraint &&
         !getStatements(cast<OpResult>(constraint.getResult())).empty();
}

/// Whether `result` has one use, which holds it already.
static bool isHeld(OpResult result) {
  return result.hasOneUse() && isHolder(*result.user_begin());
}

/// Remarks that what an op states of results without users is not used.
static void remarkUnused(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (!result.use_empty())
      continue;
    for (NamedAttribute statement : getStatements(result))
      remark::missed(op->getLoc(), getRemark("unused", "layout-legalize", op))
          << remark::add("layout '{0}' is not used: the value has no users",
                         getStatedLayout(statement.getValue())->str());
  }
}

/// Removes what an op states of its results.
static void eraseStatements(Operation *op) {
  for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs()))
    // As a unit it is about the options of the op.
    if (isValueAnnotation(attribute.getName()) &&
        !isa<UnitAttr>(attribute.getValue()))
      op->removeDiscardableAttr(attribute.getName());
}

/// Lets a loop or branch state of its result what `holder` states, as an entry
/// of a list.
static void stateAsHeld(ConstraintOp holder) {
  auto source = dyn_cast<OpResult>(holder.getSource());
  if (!source || !isHolder(holder) ||
      !isa<RegionBranchOpInterface>(source.getOwner()))
    return;
  Operation *op = source.getOwner();
  auto any = StringAttr::get(op->getContext(), "_");
  for (NamedAttribute held :
       getStatements(cast<OpResult>(holder.getResult()))) {
    Attribute stated = op->getAttr(held.getName());
    if (stated && !isa<ArrayAttr>(stated))
      continue;
    SmallVector<Attribute> list(op->getNumResults(), any);
    if (stated)
      list.assign(cast<ArrayAttr>(stated).begin(),
                  cast<ArrayAttr>(stated).end());
    if (list[source.getResultNumber()] == any)
      list[source.getResultNumber()] = held.getValue();
    op->setAttr(held.getName(), ArrayAttr::get(op->getContext(), list));
  }
}

void layout::holdStatedValues(Operation *function) {
  function->walk([](Operation *op) {
    // An empty tensor holds nothing that lies anywhere.
    if (op->getDiscardableAttrs().empty() || isFrozen(op) ||
        isa<ConstraintOp, tensor::EmptyOp>(op))
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    bool holdsAll = true;
    for (OpResult result : op->getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      SmallVector<NamedAttribute, 2> statements = getStatements(result);
      if (statements.empty() || result.use_empty() || isHeld(result))
        continue;
      if (!type || type.getEncoding()) {
        holdsAll = false;
        continue;
      }
      auto holder =
          ConstraintOp::create(builder, op->getLoc(), result, EdgeLayoutAttr(),
                               builder.getF64FloatAttr(1.0), UnitAttr());
      holder->setDiscardableAttrs(statements);
      result.replaceAllUsesExcept(holder, holder);
    }
    // Upstream drops unused results of loops and branches, but keeps lists.
    if (!holdsAll || !isa<RegionBranchOpInterface>(op))
      return;
    remarkUnused(op);
    eraseStatements(op);
  });
}

void layout::releaseStatedValues(Operation *function) {
  function->walk(stateAsHeld);
  function->walk([](ConstraintOp op) {
    auto source = dyn_cast<OpResult>(op.getSource());
    if (!source || !isHolder(op) ||
        getStatements(source) != getStatements(cast<OpResult>(op.getResult())))
      return;
    op.replaceAllUsesWith(op.getSource());
    op.erase();
  });
}
