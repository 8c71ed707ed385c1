//===- PlanSvg.cpp - A plan's graph drawn by Graphviz ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/PlanGraph.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/GraphWriter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A file that is removed with this object.
class TemporaryFile {
public:
  llvm::Error create(llvm::StringRef suffix) {
    if (std::error_code error =
            llvm::sys::fs::createTemporaryFile("plan", suffix, path))
      return llvm::createStringError(error, "cannot create a temporary file: " +
                                                error.message());
    remover.setFile(path);
    return llvm::Error::success();
  }
  llvm::StringRef getPath() const { return path; }
  std::string read() const {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

private:
  llvm::SmallString<128> path;
  llvm::FileRemover remover;
};
} // namespace

/// Writes the file that Graphviz reads.
static llvm::Error writeDot(llvm::ArrayRef<PlanGraph> graphs,
                            llvm::StringRef path) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  printDot(graphs, os);
  os.close();
  if (!error)
    error = os.error();
  os.clear_error();
  return error ? llvm::createFileError(path, error) : llvm::Error::success();
}

llvm::Error layout::printSvg(const std::string &title,
                             llvm::ArrayRef<PlanGraph> graphs,
                             llvm::raw_ostream &os) {
  llvm::ErrorOr<std::string> dot = llvm::sys::findProgramByName("dot");
  if (!dot)
    return llvm::createStringError(
        "requires the program 'dot' for a picture, found none in PATH: install "
        "graphviz, or choose .dot, .html, .json or text");
  TemporaryFile graph, picture, messages;
  llvm::Error error = llvm::joinErrors(
      llvm::joinErrors(graph.create("dot"), picture.create("svg")),
      messages.create("txt"));
  if (!error)
    error = writeDot(graphs, graph.getPath());
  if (error)
    return error;
  std::string label = "-Glabel=" + llvm::DOT::EscapeString(title);
  std::optional<llvm::StringRef> redirects[] = {
      llvm::StringRef(), messages.getPath(), messages.getPath()};
  std::string why;
  int code =
      llvm::sys::ExecuteAndWait(*dot,
                                {*dot, "-Tsvg", "-Glabelloc=t", label, "-o",
                                 picture.getPath(), graph.getPath()},
                                /*Env=*/std::nullopt, redirects,
                                /*SecondsToWait=*/0, /*MemoryLimit=*/0, &why);
  if (code != 0)
    return llvm::createStringError(*dot + " failed: " + why + messages.read());
  // Without the prolog it can be part of another page.
  std::string text = picture.read();
  os << llvm::StringRef(text).substr(text.find("<svg"));
  return llvm::Error::success();
}
