//===- MapText.h - Index maps as text ---------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "(n, c, h, w) -> (n, c floordiv 16, h | w, c mod 16)": MLIR's syntax of
// affine maps, with a bar in place of a comma where a group of physical dims
// ends. "(i) -> (i * 64) in [65536]" has a box of at least these extents.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_MAPTEXT_H
#define LAYOUT_LIB_NOTATION_MAPTEXT_H

#include "layout/Algebra/IndexMap.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

/// Reads a map; a NotationError says what is wrong with any other text.
llvm::Expected<IndexMap> parseIndexMap(StringRef text, MLIRContext *context);

/// The text of a map, dims named d0, d1, ….
std::string getText(const IndexMap &map);

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_MAPTEXT_H
