//===- DimNames.cpp - Names of the dims of values -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimNames.h"
#include "layout/Dialect/Layout/IR/ValueAnnotations.h"
#include "layout/Dialect/Layout/Utils/HeldLayouts.h"
#include "layout/Targets/DimLetters.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

StringRef DimNames::getGiven(Value value) {
  std::optional<StatedLayout> stated;
  if (auto result = dyn_cast<OpResult>(value)) {
    stated = getStatedLayout(result, LayoutDialect::kGiven);
  } else {
    auto argument = cast<BlockArgument>(value);
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    if (function && argument.getOwner()->isEntryBlock())
      stated = getStatedLayout(
          function.getArgAttr(argument.getArgNumber(), LayoutDialect::kGiven));
  }
  return stated ? stated->text : StringRef();
}

std::string DimNames::getRoles(Operation *op, unsigned operand) const {
  const CriticalOp *critical = criticalOps.lookupOnTensors(op);
  if (!critical)
    return {};
  auto structured = cast<linalg::LinalgOp>(op);
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(structured, *critical);
  if (kinds.empty() || isBlocked(structured, *critical))
    return {};
  return DimLetters(structured, *critical, kinds.front())
      .get(operand)
      .value_or("");
}

std::string DimNames::getRoles(OpOperand &operand) const {
  return getRoles(operand.getOwner(), operand.getOperandNumber());
}

std::string DimNames::getRoles(OpResult result) const {
  auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
  return op ? getRoles(op, op.getDpsInitOperand(result.getResultNumber())
                               ->getOperandNumber())
            : std::string();
}

/// Adds the values whose dims have the names of those of `value`, because an
/// elementwise op reads or writes both at the same index, or one holds the
/// other.
static void addAlike(Value value, llvm::SetVector<Value> &values) {
  auto visit = [&](Operation *op) {
    if (isHolder(op)) {
      values.insert(op->getOperand(0));
      values.insert(op->getResult(0));
      return;
    }
    auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
    if (!structured || structured.getNumReductionLoops() != 0)
      return;
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get().getType() == value.getType() &&
          structured.getMatchingIndexingMap(&operand).isIdentity())
        values.insert(operand.get());
    for (OpResult result : op->getResults())
      if (result.getType() == value.getType() &&
          structured.getIndexingMapMatchingResult(result).isIdentity())
        values.insert(result);
  };
  auto isReadByIndex = [&](OpOperand &use) {
    auto structured = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (isHolder(use.getOwner()))
      return true;
    return structured && structured.getMatchingIndexingMap(&use).isIdentity();
  };
  visit(value.getDefiningOp());
  for (OpOperand &use : value.getUses())
    if (isReadByIndex(use))
      visit(use.getOwner());
}

std::string DimNames::get(Value value) const {
  if (StringRef given = getGiven(value); !given.empty())
    return given.str();
  llvm::SetVector<Value> values;
  values.insert(value);
  // The list grows; its front part is nearer to the value.
  for (unsigned next = 0; next < values.size(); ++next) {
    if (auto result = dyn_cast<OpResult>(values[next]))
      if (std::string names = getRoles(result); !names.empty())
        return names;
    for (OpOperand &use : values[next].getUses())
      if (std::string names = getRoles(use); !names.empty())
        return names;
    addAlike(values[next], values);
  }
  return {};
}
