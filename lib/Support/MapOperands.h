//===- MapOperands.h - Operands of affine maps ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SUPPORT_MAPOPERANDS_H
#define LAYOUT_LIB_SUPPORT_MAPOPERANDS_H

#include "mlir/IR/Matchers.h"
#include "mlir/IR/ValueRange.h"

namespace mlir::layout {

/// Returns indices or sizes as operands of a map, constants as attributes. A
/// `ub.poison` remains a value: upstream's getAsOpFoldResult makes it an
/// attribute, and makeComposedAffineApply then reads a number that it has not.
inline SmallVector<OpFoldResult> getMapOperands(ValueRange values) {
  return llvm::map_to_vector(values, [](Value value) -> OpFoldResult {
    IntegerAttr number;
    if (matchPattern(value, m_Constant(&number)))
      return number;
    return value;
  });
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_SUPPORT_MAPOPERANDS_H
