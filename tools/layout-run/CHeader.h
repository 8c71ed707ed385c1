//===- CHeader.h - The C header of a program --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_CHEADER_H
#define LAYOUT_RUN_CHEADER_H

#include "CInterface.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout::run {

/// What the caller of a compiled program has to know besides its parameters.
struct CallNotes {
  /// The threads that a call uses.
  unsigned threads = 1;
  /// Whether calls share memory that they write.
  bool hasState = false;
};

/// Whether a program has globals that it may write.
bool hasMutableGlobals(ModuleOp module);

/// Writes a header for C and C++ that declares the function and says what it
/// takes.
void writeHeader(const CInterface &interface, const CallNotes &notes,
                 raw_ostream &os);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_CHEADER_H
