//===- Debug.h - Debug output and statistics --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributions build LLVM with NDEBUG, which removes LLVM_DEBUG and
// STATISTIC, and this project has to be compiled alike. A source file uses
// instead
//
//   #define DEBUG_TYPE "layout-flow"
//   ALWAYS_ENABLED_STATISTIC(numCandidates, "Candidates generated");
//   ...
//   LAYOUT_DEBUG(llvm::dbgs() << "candidate " << number << "\n");
//
// and tools take the options that an MLIR developer expects: `-debug-only=TYPE`
// (a list separated by commas), `-debug` and `-stats`. A file that belongs to
// a pass has the argument of the pass as its DEBUG_TYPE.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SUPPORT_DEBUG_H
#define LAYOUT_SUPPORT_DEBUG_H

#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Debug.h"

namespace mlir::layout {

/// Registers `-debug` and `-debug-only`, unless LLVM itself has them. Call it
/// before the command line is parsed.
void registerDebugOptions();

/// Whether debug output of this type was asked for.
bool isDebugEnabled(llvm::StringRef type);

/// Prints the statistics (`-info-output-file`, else standard error) if `-stats`
/// was given and LLVM does not print them itself. Call it once, at the end of a
/// tool.
void printStatistics();

} // namespace mlir::layout

/// Runs `statement` if debug output of this file's DEBUG_TYPE was asked for.
#define LAYOUT_DEBUG(statement)                                                \
  do {                                                                         \
    if (::mlir::layout::isDebugEnabled(DEBUG_TYPE)) {                          \
      statement;                                                               \
    }                                                                          \
  } while (false)

#endif // LAYOUT_SUPPORT_DEBUG_H
