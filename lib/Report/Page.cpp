//===- Page.cpp - The report as one page ----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The build joins the files in page/ into a list of string literals
// (page/assemble.py). One of them is a placeholder, which the JSON that the
// page shows replaces.
//
//===----------------------------------------------------------------------===//

#include "layout/Report/PlanGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

#ifdef LAYOUT_HAS_REPORT_PAGE

/// The page in pieces; the piece `kPlaceholder` stands for the data.
static const char *const kPageParts[] = {
#include "PageParts.inc"
};
static constexpr llvm::StringLiteral kPlaceholder = "@DATA@";

/// Prints JSON for the inside of a script element, where no text may look like
/// the end of that element.
static void printScript(llvm::StringRef json, llvm::raw_ostream &os) {
  for (char c : json)
    if (c == '<')
      os << "\\u003c";
    else
      os << c;
}

llvm::Error layout::printPage(llvm::StringRef report,
                              llvm::ArrayRef<PlanGraph> graphs,
                              llvm::raw_ostream &os) {
  for (llvm::StringRef part : kPageParts) {
    if (part != kPlaceholder) {
      os << part;
      continue;
    }
    os << "{\"report\":";
    printScript(report.rtrim(), os);
    os << ",\"graphs\":[";
    llvm::interleaveComma(graphs, os, [&](const PlanGraph &graph) {
      printScript(writePlanGraph(graph), os);
    });
    os << "]}";
  }
  return llvm::Error::success();
}

#else

llvm::Error layout::printPage(llvm::StringRef, llvm::ArrayRef<PlanGraph>,
                              llvm::raw_ostream &) {
  return llvm::createStringError(
      "requires a build with the JavaScript libraries of the page, found one "
      "without: install node-d3-zoom, node-d3-shape and python3-xstatic-dagre "
      "and build again, or choose .json, .svg, .dot or text");
}

#endif
