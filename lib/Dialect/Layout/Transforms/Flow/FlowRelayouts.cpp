//===- FlowRelayouts.cpp - How the ops of a graph are rebuilt -------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowRelayouts.h"

using namespace mlir;
using namespace mlir::layout;

FlowRelayouts::Key::Key(linalg::LinalgOp op, ArrayRef<DigitLists> operands)
    : accesses(op), numArguments(op.getBlock()->getNumArguments()),
      reducesInAnyOrder(op.getNumReductionLoops() != 0 &&
                        layout::reducesInAnyOrder(op)) {
  for (const DigitLists &lists : operands.take_front(op->getNumOperands())) {
    layouts.push_back(lists.size());
    for (const DigitList &list : lists) {
      layouts.push_back(list.size());
      for (const Digit &digit : list)
        layouts.append({digit.dim, digit.stride, digit.extent});
    }
  }
}

FailureOr<const Relayout *> FlowRelayouts::get(linalg::LinalgOp op,
                                               ArrayRef<DigitLists> layouts,
                                               std::string &reason) {
  auto [place, isNew] = derived.try_emplace(Key(op, layouts));
  auto &[relayout, whyNot] = place->second;
  if (isNew)
    relayout = getRelayout(op, getOperandLayouts(op, layouts), whyNot);
  if (succeeded(relayout))
    return &*relayout;
  reason = whyNot;
  return failure();
}

FailureOr<ArrayRef<OperandLayout>>
FlowRelayouts::readEntry(linalg::LinalgOp op, OpLayoutAttr entry) {
  auto [place, isNew] =
      entries.try_emplace(Entry(LoopAccesses(op), entry), failure());
  FailureOr<SmallVector<OperandLayout>> &operands = place->second;
  if (isNew)
    operands = readCheckedOpLayout(op, entry);
  if (failed(operands))
    return failure();
  return ArrayRef<OperandLayout>(*operands);
}
