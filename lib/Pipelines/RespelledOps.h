//===- RespelledOps.h - Structured ops in another form ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites that bring structured ops into the form that targets state layouts
// for begin with the linalg.generic of an op, and leave ops alone of which a
// layout is stated.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PIPELINES_RESPELLEDOPS_H
#define LAYOUT_LIB_PIPELINES_RESPELLEDOPS_H

#include "layout/Analysis/CriticalOps.h"

namespace mlir::layout {

/// Whether encodings or attributes of the layout dialect say something about
/// the operands or the dims of `op`.
bool isAnnotated(Operation *op);

/// Returns the contractions and convolutions on tensors of a function that are
/// neither frozen nor annotated, with the roles of their loops.
SmallVector<std::pair<linalg::LinalgOp, CriticalOp>>
getRespellableOps(func::FuncOp function);

/// Returns `op` as a linalg.generic, by which it is replaced; null if it has no
/// such form.
linalg::GenericOp generalize(RewriterBase &rewriter, linalg::LinalgOp op);

/// Gives `generic` the attributes of the op that it replaces, and makes it a
/// named op if there is one for it.
void specializeRespelled(RewriterBase &rewriter, linalg::GenericOp generic,
                         ArrayRef<NamedAttribute> attributes);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PIPELINES_RESPELLEDOPS_H
