//===- OutlineRewrites.h - Rewrites in functions ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_OUTLINEREWRITES_H
#define LAYOUT_RUN_OUTLINEREWRITES_H

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace mlir::layout::run {

/// Called in front of and behind each rewrite, with its number; at the end also
/// with the bytes it has read and written.
inline constexpr llvm::StringLiteral beginSymbol = "layout_run_begin";
inline constexpr llvm::StringLiteral endSymbol = "layout_run_end";

struct OutlinedRewrite {
  std::string location;
  /// From common dims to those of source and result.
  std::string from, to;
};

/// Moves every rewrite of run-time tensors (layout/Analysis/Rewrites.h) into a
/// function of its own, between calls of the two above.
std::vector<OutlinedRewrite> outlineRewrites(ModuleOp module);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_OUTLINEREWRITES_H
