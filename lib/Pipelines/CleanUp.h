//===- CleanUp.h - Canonicalization that keeps marked ops -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's canonicalizer and CSE know no op they must not touch, and what is
// marked `layout.frozen` or `layout.leave` is law for the pipeline too. Here
// they run on all ops but those, and what is nested in them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PIPELINES_CLEANUP_H
#define LAYOUT_LIB_PIPELINES_CLEANUP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace mlir::layout {

/// The canonicalization patterns of all dialects and ops of the context.
FrozenRewritePatternSet getCanonicalizationPatterns(MLIRContext *context);

/// Erases unreachable blocks and dead ops, canonicalizes, and eliminates common
/// subexpressions.
std::unique_ptr<OperationPass<func::FuncOp>>
createCleanUp(FrozenRewritePatternSet patterns);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PIPELINES_CLEANUP_H
