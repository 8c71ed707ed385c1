//===- HeldLayouts.cpp - Stated layouts that outlive their ops ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/HeldLayouts.h"
#include "layout/Dialect/Layout/IR/Marks.h"
#include "layout/Dialect/Layout/IR/ValueAnnotations.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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

void layout::holdStatedValues(Operation *function) {
  function->walk([](Operation *op) {
    // An empty tensor holds nothing that lies anywhere.
    if (op->getDiscardableAttrs().empty() || isFrozen(op) ||
        isa<ConstraintOp, tensor::EmptyOp>(op))
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    for (OpResult result : op->getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      SmallVector<NamedAttribute, 2> statements = getStatements(result);
      if (!type || type.getEncoding() || statements.empty() ||
          result.use_empty() || isHeld(result))
        continue;
      auto holder =
          ConstraintOp::create(builder, op->getLoc(), result, EdgeLayoutAttr(),
                               builder.getF64FloatAttr(1.0), UnitAttr());
      holder->setDiscardableAttrs(statements);
      result.replaceAllUsesExcept(holder, holder);
    }
  });
}

void layout::releaseStatedValues(Operation *function) {
  function->walk([](ConstraintOp op) {
    auto source = dyn_cast<OpResult>(op.getSource());
    if (!source || !isHolder(op) ||
        getStatements(source) != getStatements(cast<OpResult>(op.getResult())))
      return;
    op.replaceAllUsesWith(op.getSource());
    op.erase();
  });
}
