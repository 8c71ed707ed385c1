//===- VectorRegisters.h - The vector registers of a processor --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LAYOUTTOLLVM_VECTORREGISTERS_H
#define LAYOUT_LIB_CONVERSION_LAYOUTTOLLVM_VECTORREGISTERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

/// The vector registers of a processor.
struct VectorRegisters {
  /// The bytes of one; 0 if there are none.
  unsigned bytes;
  unsigned count;
};

/// Asks LLVM for the vector registers of `cpu`, a name as of `llc -mcpu`, of
/// the architecture of this machine; "host" stands for the processor of this
/// machine. Returns an error if LLVM does not know it.
llvm::Expected<VectorRegisters> getVectorRegisters(llvm::StringRef cpu);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_LAYOUTTOLLVM_VECTORREGISTERS_H
