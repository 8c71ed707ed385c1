//===- MapSyntax.h - Text of index maps in attributes -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_MAPSYNTAX_H
#define LAYOUT_LIB_DIALECT_MAPSYNTAX_H

#include "layout/Dialect/LayoutAttributes.h"

namespace mlir::layout {

/// Reads `(n, c) -> (n, c floordiv 16 | c mod 16) in [4, 2, 16]`; the box is
/// optional.
ParseResult parseMapInBox(AsmParser &parser, AffineMap &map,
                          SmallVectorImpl<int64_t> &separators,
                          SmallVectorImpl<int64_t> &box);

/// Writes the same.
void printMapInBox(AsmPrinter &printer, IndexMapAttr attr);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_MAPSYNTAX_H
