//===- FactorOrder.h - The order of factors of contractions -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets state layouts of the data and of the kernel of a matmul, which are
// its first and second operand. A product does not depend on their order.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PIPELINES_FACTORORDER_H
#define LAYOUT_LIB_PIPELINES_FACTORORDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Exchanges the factors of each contraction whose result has all columns in
/// front of all rows:
///
///   linalg.generic {indexing_maps = [(m, n, k) -> (k, n), (m, n, k) -> (m, k),
///                                    (m, n, k) -> (m, n)]} ins(%b, %a)
///
/// becomes linalg.matmul ins(%a, %b). Those whose second factor does not have
/// its rows in front of the contracted dims stay as they are, as do those whose
/// second factor alone is constant, since that is the kernel, and ops that are
/// frozen or annotated.
void orderFactors(func::FuncOp function, RewriterBase &rewriter);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PIPELINES_FACTORORDER_H
