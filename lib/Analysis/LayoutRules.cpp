//===- LayoutRules.cpp - The rules of many ops ----------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/LayoutRules.h"
#include "layout/Analysis/LayoutRuleInterface.h"

using namespace mlir;
using namespace mlir::layout;

LoopAccesses::LoopAccesses(linalg::LinalgOp op)
    : maps(op.getIndexingMaps()), iterators(op.getIteratorTypesArray()),
      types(op->getOperandTypes()), numInputs(op.getNumDpsInputs()) {
  llvm::append_range(types, op->getResultTypes());
}

llvm::hash_code layout::hash_value(const LoopAccesses &accesses) {
  return llvm::hash_combine(
      accesses.maps, llvm::hash_combine_range(accesses.iterators),
      llvm::hash_combine_range(accesses.types), accesses.numInputs);
}

const LayoutRule *LayoutRules::get(Operation *op) {
  FailureOr<std::optional<LayoutRule>> stated = getStatedRule(op);
  if (succeeded(stated))
    return *stated ? keep(std::move(**stated)) : nullptr;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return nullptr;
  auto [place, isNew] = shared.try_emplace(LoopAccesses(structured));
  auto &[accesses, rule] = *place;
  if (isNew)
    rule = getLinalgRule(structured);
  return rule ? &*rule : nullptr;
}
