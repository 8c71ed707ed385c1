//===- SumTerms.cpp - Sums and what they add up ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumTerms.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::addTerms(AffineExpr expr, int64_t factor,
                      llvm::function_ref<bool(AffineExpr, int64_t)> take,
                      SmallVectorImpl<SumTerm> &terms) {
  if (take(expr, factor))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::Add)
    return addTerms(binary.getLHS(), factor, take, terms) &&
           addTerms(binary.getRHS(), factor, take, terms);
  if (binary && binary.getKind() == AffineExprKind::Mul) {
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    std::optional<int64_t> product =
        constant ? llvm::checkedMul(factor, constant.getValue()) : std::nullopt;
    return product && addTerms(binary.getLHS(), *product, take, terms);
  }
  terms.push_back({expr, factor});
  return true;
}
