//===- Page.cpp - The report as one page ----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The page lies in page/ and is put together at build time (page/assemble.py);
// what it shows goes in as JSON where its mark stands.
//
//===----------------------------------------------------------------------===//

#include "layout/Report/PlanGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

/// In front of the data, and behind it.
static const char *const kPageParts[] = {
#include "PageParts.inc"
};
static constexpr llvm::StringLiteral kMark = "@DATA@";

/// JSON inside of a script element: nothing in it may look like a tag.
static void printScript(llvm::StringRef json, llvm::raw_ostream &os) {
  for (char c : json)
    if (c == '<')
      os << "\\u003c";
    else
      os << c;
}

llvm::Error layout::printPage(llvm::StringRef report,
                              llvm::ArrayRef<std::string> graphs,
                              llvm::raw_ostream &os) {
  for (const std::string &graph : graphs)
    if (llvm::Error error = readPlanGraph(graph).takeError())
      return error;
  for (llvm::StringRef part : kPageParts) {
    if (part != kMark) {
      os << part;
      continue;
    }
    os << "{\"report\":";
    printScript(report.rtrim(), os);
    os << ",\"graphs\":[";
    llvm::interleaveComma(
        graphs, os, [&](const std::string &graph) { printScript(graph, os); });
    os << "]}";
  }
  return llvm::Error::success();
}
