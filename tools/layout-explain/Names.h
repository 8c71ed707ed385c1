//===- Names.h - What the dims of a layout are called -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_LAYOUTEXPLAIN_NAMES_H
#define LAYOUT_TOOLS_LAYOUTEXPLAIN_NAMES_H

#include "layout/Algebra/PhysicalLayout.h"
#include <string>

namespace mlir::layout::explain {

using Names = SmallVector<std::string>;

/// The letters in lower case, numbered where one names several dims; without
/// letters d0, d1, … for `rank` dims.
Names getLogicalNames(StringRef letters, unsigned rank);

/// A physical dim goes by the name of the logical one it is made of. Parts of
/// one dim are told apart: `co` and `ci` are the outer and the inner one of
/// two, `c0`, `c1`, … those of more. Fused parts are joined by underscores. A
/// dim made in another way is p0, p1, …, and all are if two would be alike.
Names getPhysicalNames(const PhysicalLayout &layout,
                       ArrayRef<std::string> logical);

/// `(n, c) -> (n, c floordiv 16 | c mod 16)`
std::string printMap(const IndexMap &map, ArrayRef<std::string> names);

} // namespace mlir::layout::explain

#endif // LAYOUT_TOOLS_LAYOUTEXPLAIN_NAMES_H
