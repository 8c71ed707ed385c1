//===- RoundedFolding.cpp - Folds that upstream leaves out ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundedFolding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

Attribute layout::foldRounded(Operation *op, Attribute operand) {
  auto x = dyn_cast_or_null<FloatAttr>(operand);
  auto type = op->getNumResults() == 1
                  ? dyn_cast<FloatType>(op->getResult(0).getType())
                  : FloatType();
  auto truncation = dyn_cast<arith::TruncFOp>(op);
  if (!x || !type || (truncation && truncation.getRoundingmode()))
    return {};
  if (isa<math::RsqrtOp>(op))
    return FloatAttr::get(type, 1 / std::sqrt(x.getValueAsDouble()));
  return truncation ? FloatAttr::get(type, x.getValueAsDouble()) : FloatAttr();
}
