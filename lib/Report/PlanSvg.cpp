//===- PlanSvg.cpp - A plan's graph drawn by Graphviz ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/ExternalProgram.h"
#include "layout/Report/PlanGraph.h"
#include "llvm/Support/GraphWriter.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::layout;

llvm::Error layout::printSvg(const std::string &title,
                             llvm::ArrayRef<PlanGraph> graphs,
                             llvm::raw_ostream &os) {
  llvm::ErrorOr<std::string> dot = llvm::sys::findProgramByName("dot");
  if (!dot)
    return llvm::createStringError(
        "requires the program 'dot' for a picture, found none in PATH: install "
        "graphviz, or choose .dot, .html, .json or text");
  std::string graph;
  llvm::raw_string_ostream graphOs(graph);
  printDot(graphs, graphOs);
  auto picture = convertFile(
      graph, "dot", "svg", *dot, [&](llvm::StringRef from, llvm::StringRef to) {
        std::string label = "-Glabel=" + llvm::DOT::EscapeString(title);
        return std::vector<std::string>{*dot, "-Tsvg",  "-Glabelloc=t", label,
                                        "-o", to.str(), from.str()};
      });
  if (!picture)
    return picture.takeError();
  // Without the prolog it can be part of another page.
  llvm::StringRef text = (*picture)->getBuffer();
  os << text.substr(text.find("<svg"));
  return llvm::Error::success();
}
