//===- ReportFormat.h - What a report's name asks for -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_REPORTFORMAT_H
#define LAYOUT_REPORT_REPORTFORMAT_H

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace mlir::layout {

enum class ReportFormat { Text, JSON, Page, Dot };

/// By the end of the name; text unless it says something else.
inline ReportFormat getReportFormat(llvm::StringRef path) {
  return llvm::StringSwitch<ReportFormat>(llvm::sys::path::extension(path))
      .Case(".json", ReportFormat::JSON)
      .Case(".html", ReportFormat::Page)
      .Case(".dot", ReportFormat::Dot)
      .Default(ReportFormat::Text);
}

/// Whether the format shows the plan as a graph.
inline bool showsGraph(ReportFormat format) {
  return format == ReportFormat::Page || format == ReportFormat::Dot;
}

} // namespace mlir::layout

#endif // LAYOUT_REPORT_REPORTFORMAT_H
