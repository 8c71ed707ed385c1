//===- ApplyMap.h - Indices by an affine map --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_APPLYMAP_H
#define LAYOUT_LIB_BUFFERS_APPLYMAP_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

namespace mlir::layout {

/// The results of `map`, a constant where one is known.
inline SmallVector<Value> applyMap(OpBuilder &builder, Location loc,
                                   AffineMap map,
                                   ArrayRef<OpFoldResult> operands) {
  SmallVector<Value> results;
  for (unsigned result : llvm::seq(map.getNumResults()))
    results.push_back(getValueOrCreateConstantIndexOp(
        builder, loc,
        affine::makeComposedFoldedAffineApply(
            builder, loc, map.getSubMap({result}), operands)));
  return results;
}
inline SmallVector<Value> applyMap(OpBuilder &builder, Location loc,
                                   AffineMap map, ValueRange operands) {
  return applyMap(builder, loc, map, getAsOpFoldResult(operands));
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERS_APPLYMAP_H
