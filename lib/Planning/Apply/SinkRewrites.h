//===- SinkRewrites.h - Rewrites behind loops of branches -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_APPLY_SINKREWRITES_H
#define LAYOUT_LIB_PLANNING_APPLY_SINKREWRITES_H

#include "layout/Analysis/CallSites.h"

namespace mlir::layout {

/// Moves rewrites out of loops that branches between blocks make, if all their
/// users are behind the loop. A rewrite stands directly behind the value that
/// it reads, which may be an argument of the head of the loop:
///
///   ^head(%x: tensor<4x8xf32>):
///     %0 = layout.layout_transform %x by <(i, j) -> (j, i)> ...
///     cf.cond_br %again, ^body, ^exit
///   ...
///   ^exit:
///     return %0
///
/// becomes
///
///   ^head(%x: tensor<4x8xf32>):
///     cf.cond_br %again, ^body, ^exit
///   ...
///   ^exit:
///     %0 = layout.layout_transform %x by <(i, j) -> (j, i)> ...
///     return %0
void sinkRewrites(func::FuncOp function, const CallSites &calls);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_APPLY_SINKREWRITES_H
