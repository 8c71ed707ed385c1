//===- IndexUnitDims.h - Dims of size 1 indexed by loops --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PIPELINES_INDEXUNITDIMS_H
#define LAYOUT_LIB_PIPELINES_INDEXUNITDIMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Indexes each dim of size 1 of an input of a linalg.generic that is not
/// frozen by a parallel loop of extent 1, where the indexing map has the
/// constant 0:
///
///   (d0, d1, d2) -> (0, d1, d2)  becomes  (d0, d1, d2) -> (d0, d1, d2)
///
/// Upstream's fusion of elementwise ops moves a reshape across an op only if
/// all indexing maps are projected permutations. Front ends write the 0, and
/// layouts put reshapes between ops that were neighbours.
void indexUnitDims(func::FuncOp function, RewriterBase &rewriter);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PIPELINES_INDEXUNITDIMS_H
