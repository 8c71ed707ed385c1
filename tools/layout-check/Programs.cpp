//===- Programs.cpp - The programs of layout-check ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "Execution/Entry.h"
#include "Execution/Lowering.h"
#include "Execution/Prepare.h"
#include "layout/Analysis/CriticalOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"

namespace mlir::layout::execution {

/// Reads a file. It is one program, or several if it is split.
static llvm::Expected<Pieces> readPieces(StringRef file, bool isSplit) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(file, &message);
  if (!buffer)
    return llvm::createStringError(message);
  Pieces pieces;
  // A piece refers to the file's buffer, which ends before the pieces.
  auto keep = [&](std::unique_ptr<llvm::MemoryBuffer> piece,
                  raw_ostream &) -> LogicalResult {
    pieces.push_back(llvm::MemoryBuffer::getMemBufferCopy(
        piece->getBuffer(), piece->getBufferIdentifier()));
    return success();
  };
  (void)splitAndProcessBuffer(std::move(buffer), keep, llvm::nulls(),
                              isSplit ? kDefaultSplitMarker : "");
  return pieces;
}

llvm::Expected<std::vector<Pieces>> readPieces(ArrayRef<StringRef> files,
                                               bool areSplit) {
  std::vector<Pieces> all;
  for (StringRef file : files) {
    llvm::Expected<Pieces> pieces = readPieces(file, areSplit);
    if (!pieces)
      return pieces.takeError();
    all.push_back(std::move(*pieces));
  }
  size_t expected = all.front().size();
  for (auto [file, pieces] : llvm::zip_equal(files, all))
    if (pieces.size() != expected)
      return llvm::createStringError(
          "requires " + llvm::Twine(expected) + " programs in " + file +
          " as in " + files.front() + ", found " + llvm::Twine(pieces.size()));
  return all;
}

llvm::Expected<Program> parseProgram(StringRef file,
                                     const llvm::SourceMgr &sources,
                                     MLIRContext &context, StringRef entry,
                                     StringRef weights) {
  Program program;
  program.file = file;
  program.module = parseSourceFile<ModuleOp>(sources, &context);
  if (!program.module)
    return llvm::createStringError(file + " does not parse");
  if (failed(forgetLayouts(*program.module)))
    return llvm::createStringError("no equal program without layouts");
  FailureOr<func::FuncOp> called = findEntry(*program.module, entry);
  if (failed(called))
    return llvm::createStringError("no entry function");
  FailureOr<func::FuncOp> prepare = findPrepare(*called);
  if (failed(prepare))
    return llvm::createStringError("its constant arguments cannot be prepared");
  program.entry = *prepare ? createWhole(*called, *prepare) : *called;
  FailureOr<HostInterface> host = HostInterface::create(program.entry, weights);
  if (failed(host))
    return llvm::createStringError("what callers pass is not known");
  program.host = std::move(*host);
  return program;
}

void warnAboutSplats(ModuleOp module) {
  CriticalOpAnalysis criticalOps(module);
  int64_t numKernels = 0;
  SmallVector<Operation *> splats;
  module.walk([&](linalg::LinalgOp op) {
    if (!criticalOps.lookup(op))
      return;
    ++numKernels;
    DenseElementsAttr kernel;
    if (matchPattern(op.getDpsInputOperand(1)->get(), m_Constant(&kernel)) &&
        kernel.isSplat() && kernel.getNumElements() > 1)
      splats.push_back(op);
  });
  if (splats.empty())
    return;
  emitWarning(splats.front()->getLoc())
      << splats.size() << " of " << numKernels
      << " convolutions and matmuls, this one first, have kernels of equal "
         "numbers, which are the same in every layout; "
         "layout-randomize-splats makes them differ";
}

DiagnosticPrinter::DiagnosticPrinter(llvm::SourceMgr &sources,
                                     MLIRContext *context)
    : SourceMgrDiagnosticHandler(sources, context, stream), stream(text) {
  setHandler([this](Diagnostic &diagnostic) {
    emitDiagnostic(diagnostic);
    llvm::errs() << text;
    text.clear();
  });
}

} // namespace mlir::layout::execution
