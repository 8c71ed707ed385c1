//===- FilledPadding.h - Padding of results that is filled ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of a result says what its padding holds: zeros, unless it says
// otherwise. Where the op that computes the result leaves something else there,
// the plan overwrites the padding, which nobody asked for who does not read it.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_FILLEDPADDING_H
#define LAYOUT_REPORT_FILLEDPADDING_H

#include "layout/Analysis/CallSites.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace mlir::layout {

/// A result of a public function whose padding is filled.
struct FilledPadding {
  std::string value;   ///< "result 0 of @main"
  std::string padding; ///< what it holds: "0.000000e+00 : f16"
  /// What overwriting the padding reads and writes, times the runs.
  int64_t bytes = 0;
};

/// The results of public functions of `module` of which the planned program
/// overwrites padding, and nothing but padding, as the last thing it does with
/// them. With padding that may hold anything, the same program without that
/// computes the same, so that a plan moves at least as many bytes fewer.
std::vector<FilledPadding> collectFilledPadding(ModuleOp module,
                                                const CallSites &calls);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_FILLEDPADDING_H
