//===- Processor.h - What kernels are compiled for --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_LAYOUTTOLLVM_PROCESSOR_H
#define LAYOUT_CONVERSION_LAYOUTTOLLVM_PROCESSOR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

/// What decides on the tiles of kernels.
struct Processor {
  /// The bytes of a vector register; 0 if there are none.
  unsigned vectorBytes;
  unsigned numVectors;
  /// The bytes of the second-level cache of a core.
  unsigned cacheBytes;
};

/// Asks LLVM for the properties of `cpu`, a name as of `llc -mcpu`, of the
/// architecture of this machine; "host" stands for the processor of this
/// machine. Returns an error if LLVM does not know it.
llvm::Expected<Processor> getProcessor(llvm::StringRef cpu);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_LAYOUTTOLLVM_PROCESSOR_H
