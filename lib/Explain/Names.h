//===- Names.h - Names of logical and physical dims -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPLAIN_NAMES_H
#define LAYOUT_LIB_EXPLAIN_NAMES_H

#include "layout/Algebra/PhysicalLayout.h"
#include <string>

namespace mlir::layout::explain {

using Names = SmallVector<std::string>;

/// Returns the names of dims (getDimNames), in lower case if all are letters,
/// with a number appended if a name stands for several dims. If `dims` is
/// empty, returns d0, d1, ... for `rank` dims.
Names getLogicalNames(StringRef dims, unsigned rank);

/// Returns the names of the physical dims. A physical dim has the name of the
/// logical dim that it is a part of. Several parts of one dim are told apart:
/// `co` and `ci` are the outer and the inner one of two parts, `c0`, `c1`, ...
/// those of more. The names of fused parts are joined by underscores. Other
/// dims are p0, p1, ...; all are if two names would be equal.
Names getPhysicalNames(const PhysicalLayout &layout,
                       ArrayRef<std::string> logical);

/// Returns `(n, c) -> (n, c floordiv 16 | c mod 16)`.
std::string printMap(const IndexMap &map, ArrayRef<std::string> names);

/// Returns a shape at least as large as `shape` on which every map has several
/// full tiles, so that simplification on it is valid for tensors of any size:
/// on `shape` itself a dim of extent 1 or a partial tile might disappear from
/// the map. Tiles that do not nest may still be partial. Returns `shape`, with
/// extents of at least 1, if the sizes do not fit in 64 bits.
SmallVector<int64_t> getGenericShape(ArrayRef<IndexMap> maps,
                                     ArrayRef<int64_t> shape);

} // namespace mlir::layout::explain

#endif // LAYOUT_LIB_EXPLAIN_NAMES_H
