//===- GenericShape.h - A shape on which maps show what they are -*- C++
//-*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_LAYOUTEXPLAIN_GENERICSHAPE_H
#define LAYOUT_TOOLS_LAYOUTEXPLAIN_GENERICSHAPE_H

#include "layout/Algebra/IndexMap.h"

namespace mlir::layout::explain {

/// A shape around `shape` on which every map has full tiles, and several: there
/// a map says what it does to any tensor, where on `shape` it might lose a dim
/// of one index or a tile that is cut off. Maps that no pad makes bijective, or
/// whose tiles do not nest, may still find some cut off, and where 64 bits do
/// not hold the sizes it is `shape`; no size is below 1.
SmallVector<int64_t> getGenericShape(ArrayRef<IndexMap> maps,
                                     ArrayRef<int64_t> shape);

} // namespace mlir::layout::explain

#endif // LAYOUT_TOOLS_LAYOUTEXPLAIN_GENERICSHAPE_H
