//===- CleanUp.h - Canonicalization that keeps marked ops -------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's canonicalizer and CSE know no op they must not touch, and what a
// user has marked `layout.frozen` or `layout.leave` is law for the pipeline
// too. Here they run on all ops but a given set.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PIPELINES_CLEANUP_H
#define LAYOUT_LIB_PIPELINES_CLEANUP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace mlir::layout {

/// Ops to keep as they stand, with what is nested in them.
using KeptOps = SmallPtrSet<Operation *, 8>;

/// The ops that are marked now.
KeptOps collectMarkedOps(ArrayRef<func::FuncOp> functions);

/// The canonicalization patterns of all dialects and ops of the context.
FrozenRewritePatternSet getCanonicalizationPatterns(MLIRContext *context);

/// Erases unreachable blocks and dead ops, canonicalizes, and eliminates common
/// subexpressions. `kept` has to live as long as the pass.
std::unique_ptr<OperationPass<func::FuncOp>>
createCleanUp(FrozenRewritePatternSet patterns, const KeptOps &kept);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PIPELINES_CLEANUP_H
