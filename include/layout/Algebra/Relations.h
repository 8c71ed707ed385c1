//===- Relations.h - Split, fuse, reorder -----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index maps as the steps that schedules are written in (TVM's layouts as
// relations between axes): NCHW to NCHW16c is
//
//     split(1, 16)   reorder(0, 1, 3, 4, 2)
//
// Steps and expressions mean the same and are turned into each other.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_RELATIONS_H
#define LAYOUT_ALGEBRA_RELATIONS_H

#include "layout/Algebra/IndexMap.h"
#include "llvm/Support/Error.h"
#include <variant>

namespace mlir::layout {

/// Dim `dim` becomes two: index floordiv factor, index mod factor.
struct Split {
  unsigned dim;
  int64_t factor;
};

/// Dim `dim` and those behind it, `count` in all, become one in row-major
/// order. All but the first have static extents.
struct Fuse {
  unsigned dim;
  unsigned count;
};

/// New dim i is old dim permutation[i].
struct Reorder {
  SmallVector<unsigned> permutation;
};

using Relation = std::variant<Split, Fuse, Reorder>;

bool operator==(const Split &lhs, const Split &rhs);
bool operator==(const Fuse &lhs, const Fuse &rhs);
bool operator==(const Reorder &lhs, const Reorder &rhs);

/// The map that `steps` are on `shape`, one after the other. An error names the
/// step that does not fit the dims it finds. A fuse leaves out the places that
/// a split in front of it has left unused.
llvm::Expected<IndexMap> getIndexMap(ArrayRef<Relation> steps,
                                     ArrayRef<int64_t> shape,
                                     MLIRContext *context);

/// The steps that `map` is on the static `shape`: splits, one reorder, fuses,
/// each left out where it does nothing. Nothing for a map that is not of digit
/// form or not bijective, or has no physical dim at all.
std::optional<SmallVector<Relation>> getRelations(const IndexMap &map,
                                                  ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_RELATIONS_H
