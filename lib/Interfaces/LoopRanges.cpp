//===- LoopRanges.cpp - Facts about structured ops, read off fast ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRanges.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<int64_t> layout::getLoopRanges(linalg::LinalgOp op) {
  constexpr int64_t isOpen = -1;
  static_assert(isOpen != ShapedType::kDynamic);
  SmallVector<int64_t> ranges(op.getNumLoops(), isOpen);
  for (auto [operand, map] :
       llvm::zip_equal(op->getOpOperands(), op.getIndexingMapsArray()))
    for (auto [expr, size] :
         llvm::zip_equal(map.getResults(), getIndexedShape(operand)))
      if (auto loop = dyn_cast<AffineDimExpr>(expr);
          loop && ranges[loop.getPosition()] == isOpen)
        ranges[loop.getPosition()] = size;
  // Upstream may know the extent of a loop of another kind of op.
  if (llvm::is_contained(ranges, isOpen))
    return op.getStaticLoopRanges();
  return ranges;
}

SmallVector<std::optional<int64_t>>
layout::getKnownLoopExtents(linalg::LinalgOp op) {
  SmallVector<std::optional<int64_t>> extents(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands())
    for (auto [expr, size] :
         llvm::zip_equal(op.getMatchingIndexingMap(&operand).getResults(),
                         getIndexedShape(operand)))
      if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
        std::optional<int64_t> &extent = extents[loop.getPosition()];
        if (!extent || ShapedType::isDynamic(*extent))
          extent = size;
      }
  return extents;
}
