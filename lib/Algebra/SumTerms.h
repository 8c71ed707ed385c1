//===- SumTerms.h - Sums and what they add up -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_SUMTERMS_H
#define LAYOUT_LIB_ALGEBRA_SUMTERMS_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// `atom * factor`; the atom is no sum and no multiple.
struct SumTerm {
  AffineExpr atom;
  int64_t factor;
};

/// Adds the terms of `factor * expr` to `terms`, without the parts (and their
/// factors) that `take` takes for itself. False if 64 bits do not hold a factor
/// or it is no constant.
bool addTerms(AffineExpr expr, int64_t factor,
              llvm::function_ref<bool(AffineExpr, int64_t)> take,
              SmallVectorImpl<SumTerm> &terms);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_SUMTERMS_H
