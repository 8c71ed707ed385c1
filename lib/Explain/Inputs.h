//===- Inputs.h - What users write about a layout ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPLAIN_INPUTS_H
#define LAYOUT_LIB_EXPLAIN_INPUTS_H

#include "Names.h"
#include "layout/Algebra/PhysicalLayout.h"
#include "layout/Notation/LetterLayout.h"
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
  /// The names of the logical dims (getDimNames), or empty if they have none.
  std::string dims;
  /// The printed names of the logical dims.
  Names names;
  /// The text, if it is in the Glow notation, in its standard spelling.
  std::optional<std::string> glow;
};

/// Reads the layout `text`, in any notation, of a tensor of the static `shape`.
/// `dims` are the names of the dims in order (getDimNames). If it is empty, the
/// names are those of the text, if it has any. `hostStrides` are empty for a
/// tensor in row-major order. Sticks and lines of `sizes` hold elements of
/// `elementBits` bits.
llvm::Expected<LetteredLayout>
readLayout(StringRef text, ArrayRef<int64_t> shape, StringRef dims,
           ArrayRef<int64_t> hostStrides, const UnitBytes &sizes,
           int64_t elementBits, MLIRContext *context);

/// Parses `12,1,6`, the strides of the tensor on the host, one for each dim;
/// none if the text is empty.
llvm::Expected<SmallVector<int64_t>> readHostStrides(StringRef text,
                                                     unsigned rank);

} // namespace mlir::layout::explain

#endif // LAYOUT_LIB_EXPLAIN_INPUTS_H
