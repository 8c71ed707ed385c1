//===- SymbolicShape.h - Extents with symbols -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index maps over shapes whose extents are affine expressions of symbols, each
// symbol at least 1: on (s0 * 16, s1), (i, j) -> (i floordiv 16, j, i mod 16)
// spans (s0, s1, 16) and is bijective; on (s0, s1) it spans (s0 ceildiv 16, s1,
// 16), and whether it is bijective depends on s0.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_SYMBOLICSHAPE_H
#define LAYOUT_ALGEBRA_SYMBOLICSHAPE_H

#include "layout/Algebra/IndexMap.h"

namespace mlir::layout {

/// Extents, affine expressions without dims.
class SymbolicShape {
public:
  explicit SymbolicShape(ArrayRef<AffineExpr> extents) : extents(extents) {}

  ArrayRef<AffineExpr> getExtents() const { return extents; }
  /// The same with kDynamic for what is no constant.
  SmallVector<int64_t> getStaticShape() const;

  /// The extents of the physical dims; nothing for results that are not of
  /// digit form.
  std::optional<SymbolicShape> getPhysicalShape(const IndexMap &map) const;
  /// Whether every place is hit once: proved where the extents are known to be
  /// multiples of what the map cuts them into, refuted where they are known not
  /// to be.
  Verdict isBijective(const IndexMap &map) const;
  /// Whether two maps agree for all values of the symbols, and span the same
  /// box.
  Verdict isEqual(const IndexMap &lhs, const IndexMap &rhs) const;

private:
  SmallVector<AffineExpr> extents;
};

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_SYMBOLICSHAPE_H
