//===- LoopRelayoutCache.cpp - Relayouts of equal structured ops ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRelayoutCache.h"
#include "Interfaces/LoopRanges.h"
#include "layout/Dialect/Marks.h"

using namespace mlir;
using namespace mlir::layout;

LoopRelayoutCache::Key::Key(linalg::LinalgOp op,
                            ArrayRef<MixedRadixMap> operands)
    : traits(op) {
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
  auto [cached, isNew] = relayouts.try_emplace(Key(op, layouts));
  auto &[relayout, cachedReason] = cached->second;
  if (isNew)
    relayout =
        getLoopRelayout(op, getOperandLayouts(op, layouts), cachedReason);
  if (succeeded(relayout))
    return &*relayout;
  reason = cachedReason;
  return failure();
}

FailureOr<ArrayRef<OperandLayout>>
LoopRelayoutCache::readOption(linalg::LinalgOp op, OpLayoutAttr option) {
  auto [cached, isNew] =
      options.try_emplace(OptionKey(LoopAccesses(op), option), failure());
  FailureOr<SmallVector<OperandLayout>> &operands = cached->second;
  if (isNew)
    operands = getVerifiedOperandLayouts(op, option);
  if (failed(operands))
    return failure();
  return ArrayRef<OperandLayout>(*operands);
}

SmallVector<std::pair<OpLayoutAttr, ArrayRef<OperandLayout>>, 2>
LoopRelayoutCache::readOptions(linalg::LinalgOp op) {
  SmallVector<std::pair<OpLayoutAttr, ArrayRef<OperandLayout>>, 2> read;
  auto attribute = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  // All layouts of a tensor without elements are the same.
  if (!attribute || isFrozen(op) || llvm::is_contained(getLoopRanges(op), 0))
    return read;
  for (auto option : attribute.getAsRange<OpLayoutAttr>())
    if (auto operands = readOption(op, option); succeeded(operands))
      read.push_back({option, *operands});
  return read;
}

SmallVector<MixedRadixMap>
LoopRelayoutCache::getOptionLayouts(linalg::LinalgOp op, OpLayoutAttr option) {
  SmallVector<MixedRadixMap> layouts;
  if (auto operands = readOption(op, option); succeeded(operands))
    for (const OperandLayout &operand : *operands)
      layouts.push_back(operand.digits);
  return layouts;
}
