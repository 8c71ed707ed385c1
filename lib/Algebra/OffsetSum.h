//===- OffsetSum.h - The offsets of all elements ----------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the elements of a shape lie in a box, for maps of any kind. Mostly
// every index adds something of its own to the offset, which is computed once;
// only what depends on several indices (a skew) is evaluated for each element.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_OFFSETSUM_H
#define LAYOUT_LIB_ALGEBRA_OFFSETSUM_H

#include "layout/Algebra/AffineRange.h"
#include "layout/Algebra/Proof.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace mlir::layout {

class OffsetSum {
public:
  OffsetSum(AffineMap map, ArrayRef<int64_t> shape, ArrayRef<int64_t> box)
      : shape(shape), tables(shape.size()) {
    for (auto [table, size] : llvm::zip_equal(tables, shape))
      table.assign(size, 0);
    for (auto [result, stride] :
         llvm::zip_equal(map.getResults(), computeStrides(box)))
      add(result, stride);
  }

  /// Calls `visit` with the offset of each element, in row-major order.
  template <typename Visit>
  void forEach(Visit visit) const {
    forEachIndex(shape, [&](ArrayRef<int64_t> index) {
      uint64_t offset = start;
      for (auto [table, i] : llvm::zip_equal(tables, index))
        offset += table[i];
      for (auto [expr, factor] : rest)
        offset += factor * evaluate(expr, index);
      visit(static_cast<int64_t>(offset));
      return true;
    });
  }

private:
  /// Adds `factor` times `expr`. Parts may wrap around: their sum does not.
  void add(AffineExpr expr, uint64_t factor) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (expr.getKind() == AffineExprKind::Add) {
      add(binary.getLHS(), factor);
      add(binary.getRHS(), factor);
    } else if (expr.getKind() == AffineExprKind::Mul) {
      add(binary.getLHS(), factor * evaluate(binary.getRHS(), {}));
    } else if (std::optional<unsigned> dim = getOnlyDim(expr)) {
      SmallVector<int64_t> index(shape.size(), 0);
      for (auto [i, entry] : llvm::enumerate(tables[*dim])) {
        index[*dim] = i;
        entry += factor * evaluate(expr, index);
      }
    } else if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      start += factor * constant.getValue();
    } else {
      rest.push_back({expr, factor});
    }
  }

  std::optional<unsigned> getOnlyDim(AffineExpr expr) const {
    std::optional<unsigned> found;
    for (unsigned dim = 0; dim < shape.size(); ++dim) {
      if (!expr.isFunctionOfDim(dim))
        continue;
      if (found)
        return std::nullopt;
      found = dim;
    }
    return found;
  }

  ArrayRef<int64_t> shape;
  uint64_t start = 0;
  SmallVector<std::vector<uint64_t>> tables;
  SmallVector<std::pair<AffineExpr, uint64_t>> rest;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_OFFSETSUM_H
