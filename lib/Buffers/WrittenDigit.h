//===- WrittenDigit.h - Digits as they are written --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_WRITTENDIGIT_H
#define LAYOUT_LIB_BUFFERS_WRITTENDIGIT_H

#include "layout/Algebra/MixedRadix.h"

namespace mlir::layout {

/// `d`, `d floordiv a`, `d mod b` or `(d floordiv a) mod b` as a digit,
/// whatever the size of d is; without a mod its extent is kDynamic. Nothing for
/// any other expression.
inline std::optional<Digit> getWrittenDigit(AffineExpr expr) {
  auto takeConstant = [&](AffineExprKind kind) -> std::optional<int64_t> {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || binary.getKind() != kind)
      return std::nullopt;
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!constant || constant.getValue() < 1)
      return std::nullopt;
    expr = binary.getLHS();
    return constant.getValue();
  };
  int64_t extent =
      takeConstant(AffineExprKind::Mod).value_or(ShapedType::kDynamic);
  int64_t stride = takeConstant(AffineExprKind::FloorDiv).value_or(1);
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (!dim)
    return std::nullopt;
  return Digit{dim.getPosition(), stride, extent};
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERS_WRITTENDIGIT_H
