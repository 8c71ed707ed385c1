//===- LoopRelayoutCache.cpp - How the ops of a graph are rebuilt ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRelayoutCache.h"

using namespace mlir;
using namespace mlir::layout;

LoopRelayoutCache::Key::Key(linalg::LinalgOp op,
                            ArrayRef<MixedRadixMap> operands)
    : accesses(op), numArguments(op.getBlock()->getNumArguments()),
      reducesInAnyOrder(op.getNumReductionLoops() != 0 &&
                        layout::reducesInAnyOrder(op)) {
  for (const MixedRadixMap &lists : operands.take_front(op->getNumOperands())) {
    layouts.push_back(lists.size());
    for (const MixedRadix &list : lists) {
      layouts.push_back(list.size());
      for (const Digit &digit : list)
        layouts.append({digit.dim, digit.stride, digit.extent});
    }
  }
}

FailureOr<const LoopRelayout *>
LoopRelayoutCache::get(linalg::LinalgOp op, ArrayRef<MixedRadixMap> layouts,
                       std::string &reason) {
  auto [place, isNew] = derived.try_emplace(Key(op, layouts));
  auto &[relayout, whyNot] = place->second;
  if (isNew)
    relayout = getLoopRelayout(op, getOperandLayouts(op, layouts), whyNot);
  if (succeeded(relayout))
    return &*relayout;
  reason = whyNot;
  return failure();
}

FailureOr<ArrayRef<OperandLayout>>
LoopRelayoutCache::readEntry(linalg::LinalgOp op, OpLayoutAttr entry) {
  auto [place, isNew] =
      entries.try_emplace(Entry(LoopAccesses(op), entry), failure());
  FailureOr<SmallVector<OperandLayout>> &operands = place->second;
  if (isNew)
    operands = readCheckedOpLayout(op, entry);
  if (failed(operands))
    return failure();
  return ArrayRef<OperandLayout>(*operands);
}
