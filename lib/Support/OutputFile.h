//===- OutputFile.h - Atomic output files -----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output is written to a temporary file in the same directory, which is renamed
// when it is complete. A run that fails leaves neither a partial file nor a
// damaged old one, and the output may be the input file.
//
// llvm::writeToOutput does the same for a single file. Unlike it, writeFile
// follows symbolic links, keeps the permissions of an existing file, writes to
// devices and pipes, reports errors such as a full disk, and can delay the
// renaming of several files until all of them are complete.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SUPPORT_OUTPUTFILE_H
#define LAYOUT_LIB_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::layout {

/// Writes the output of `write` to the file `path`, or to standard output if it
/// is `-`. Devices and pipes are written directly. On failure, including an
/// error returned by `write`, the file is unchanged.
llvm::Error
writeFile(llvm::StringRef path,
          llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write);

/// Writes the report of a pass to the file `path`, or to standard error if it
/// is `-`: standard output is for the program.
llvm::Error
writeReportFile(llvm::StringRef path,
                llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write);

/// Delays the renaming of all files that are written by writeFile() during the
/// lifetime of this object until commit(). Without commit() the files are
/// discarded. A tool has one transaction, so that a failure after the first
/// file leaves all files unchanged. At most one may exist at a time.
class OutputTransaction {
public:
  OutputTransaction();
  ~OutputTransaction();
  OutputTransaction(const OutputTransaction &) = delete;
  OutputTransaction &operator=(const OutputTransaction &) = delete;

  /// Renames all files. Continues after a failure and returns all errors.
  llvm::Error commit();

  struct State;

private:
  std::unique_ptr<State> state;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SUPPORT_OUTPUTFILE_H
