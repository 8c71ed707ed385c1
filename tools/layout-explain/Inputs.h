//===- Inputs.h - Shapes, indices and types as text -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_LAYOUTEXPLAIN_INPUTS_H
#define LAYOUT_TOOLS_LAYOUTEXPLAIN_INPUTS_H

#include "mlir/IR/Types.h"
#include "llvm/Support/Error.h"

namespace mlir::layout::explain {

/// `1x64x56x56`; nothing between the x's is left out, and the empty text is the
/// shape of a scalar.
llvm::Expected<SmallVector<int64_t>> readShape(StringRef text);

/// `0,3,1,1`, an index within `shape`, whose dims have these names.
llvm::Expected<SmallVector<int64_t>>
readIndex(StringRef text, ArrayRef<int64_t> shape, ArrayRef<std::string> names);

struct ElementType {
  std::string name;
  /// How many bits an element takes in memory.
  int64_t bits;
};

/// An integer, float or complex type as MLIR writes it.
llvm::Expected<ElementType> readElementType(StringRef text,
                                            MLIRContext *context);

} // namespace mlir::layout::explain

#endif // LAYOUT_TOOLS_LAYOUTEXPLAIN_INPUTS_H
