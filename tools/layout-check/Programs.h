//===- Programs.h - The programs of layout-check ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_LAYOUT_CHECK_PROGRAMS_H
#define LAYOUT_TOOLS_LAYOUT_CHECK_PROGRAMS_H

#include "Execution/HostInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::layout::execution {

/// A program that is run, and how it is called.
struct Program {
  StringRef file;
  OwningOpRef<ModuleOp> module;
  func::FuncOp entry = nullptr;
  HostInterface host;
};

/// The texts of the programs of a file.
using Pieces = std::vector<std::unique_ptr<llvm::MemoryBuffer>>;

/// Reads the programs of each file: one, or several if files are split at
/// `// -----`. An error says that a file cannot be read, or has not as many
/// programs as the first one.
llvm::Expected<std::vector<Pieces>> readPieces(ArrayRef<StringRef> files,
                                               bool areSplit);

/// Parses a program and erases the layouts of its buffers. `entry` names the
/// function that is called (Entry.h); `weights`, if not empty, is the file with
/// its constant arguments (HostInterface.h). An error says why the program
/// cannot be run; diagnostics that say more have been emitted then.
llvm::Expected<Program> parseProgram(StringRef file,
                                     const llvm::SourceMgr &sources,
                                     MLIRContext &context, StringRef entry,
                                     StringRef weights);

/// Warns if kernels of convolutions and matmuls hold one number each: in any
/// layout they compute the same, so that equal results prove little.
void warnAboutSplats(ModuleOp module);

/// Prints each diagnostic, with its notes, at once: the programs run in
/// processes of their own, which share the stream of errors.
class DiagnosticPrinter : public SourceMgrDiagnosticHandler {
public:
  DiagnosticPrinter(llvm::SourceMgr &sources, MLIRContext *context);

private:
  std::string text;
  llvm::raw_string_ostream stream;
};

} // namespace mlir::layout::execution

#endif // LAYOUT_TOOLS_LAYOUT_CHECK_PROGRAMS_H
