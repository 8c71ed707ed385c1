//===- OutputFile.h - Files that appear whole or not at all -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is written beside its place and renamed when it is complete, so that
// a run that fails leaves neither half a file nor a damaged old one, and input
// and output may be the same file.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SUPPORT_OUTPUTFILE_H
#define LAYOUT_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::layout {

/// Writes the file `path` as `write` says; `-` is standard output. What is no
/// regular file (a device, a pipe) is written in place.
llvm::Error
writeFile(llvm::StringRef path,
          llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write);

/// While one lives, files written by `writeFile` wait beside their places
/// until `commit`; without it they are removed. A program makes one, so that a
/// failure after a file was written takes the file back. There is at most one.
class OutputTransaction {
public:
  OutputTransaction();
  ~OutputTransaction();
  OutputTransaction(const OutputTransaction &) = delete;
  OutputTransaction &operator=(const OutputTransaction &) = delete;

  llvm::Error commit();

  struct State;

private:
  std::unique_ptr<State> state;
};

} // namespace mlir::layout

#endif // LAYOUT_SUPPORT_OUTPUTFILE_H
