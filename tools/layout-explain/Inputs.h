//===- Inputs.h - Command-line texts ----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_LAYOUTEXPLAIN_INPUTS_H
#define LAYOUT_TOOLS_LAYOUTEXPLAIN_INPUTS_H

#include "Names.h"
#include "layout/Algebra/PhysicalLayout.h"
#include "mlir/IR/Types.h"
#include "llvm/Support/Error.h"

namespace mlir::layout::explain {

/// Parses `1x64x56x56`. All extents are static. The empty text is the shape of
/// a scalar.
llvm::Expected<SmallVector<int64_t>> readShape(StringRef text);

/// Parses `0,3,1,1`, an index within `shape`. Errors use the names of the dims.
llvm::Expected<SmallVector<int64_t>>
readIndex(StringRef text, ArrayRef<int64_t> shape, ArrayRef<std::string> names);

struct ElementType {
  std::string name;
  /// The number of bits of an element in memory.
  int64_t bits;
};

/// Parses an integer, float or complex type in MLIR syntax.
llvm::Expected<ElementType> readElementType(StringRef text,
                                            MLIRContext *context);

struct LetteredLayout {
  PhysicalLayout layout;
  /// One letter per logical dim, or empty if they have no letters.
  std::string dims;
  /// The printed names of the logical dims.
  Names names;
};

/// Reads the layout `text`, in any notation, of a tensor of the static `shape`.
/// `dims` contains one letter per dim, in order. If it is empty, the letters
/// are those of the text, if it has any.
llvm::Expected<LetteredLayout> readLayout(StringRef text,
                                          ArrayRef<int64_t> shape,
                                          StringRef dims, MLIRContext *context);

} // namespace mlir::layout::explain

#endif // LAYOUT_TOOLS_LAYOUTEXPLAIN_INPUTS_H
