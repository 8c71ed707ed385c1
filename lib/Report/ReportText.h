//===- ReportText.h - The report as people read it --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_REPORT_REPORTTEXT_H
#define LAYOUT_LIB_REPORT_REPORTTEXT_H

#include "layout/Analysis/RewriteCount.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout {

/// A rewrite that run time pays for.
struct RewriteLeft {
  std::string location;
  std::string from, to;
  int64_t bytes = 0;
  std::vector<std::string> between;
  std::string blockedBy;
};

/// What is known of the plan itself.
/// An operand that a critical op reads as if a transpose in front of it were
/// part of the op.
struct AbsorbedRead {
  std::string location;
  std::string op;
  int64_t operand = 0;
  int64_t bytes = 0; ///< read with strides
};

struct PlanReport {
  /// What costs are in; nothing for bytes.
  std::optional<std::string> unit;
  int64_t cost = 0;
  int64_t bound = 0;
  /// Whether layouts were left out, so that the bound is one over the others.
  bool isCapped = false;
};

struct Report {
  std::optional<std::string> target;
  std::optional<std::string> strategy;
  std::optional<RewriteCount> before;
  std::optional<int64_t> frozenBytes;
  std::optional<PlanReport> plan;
  RewriteCount after;
  std::vector<RewriteLeft> left;
  /// What was absorbed for its price.
  std::vector<AbsorbedRead> reads;
  /// Constants stored in more than one layout: copies besides the first, and
  /// their bytes.
  Tally copies;
  std::vector<std::string> unmatched;
  /// The plan of functions planned together, as `writePlanGraph` writes it.
  std::vector<std::string> graphs;
};

void printText(const Report &report, llvm::raw_ostream &os);

} // namespace mlir::layout

#endif // LAYOUT_LIB_REPORT_REPORTTEXT_H
