//===- BruteForce.h - Index maps by enumeration, for tests ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Properties of maps on small boxes, found by enumerating all points. Shares no
// code with lib/Algebra, which is tested against it.

#ifndef LAYOUT_TEST_UNIT_ALGEBRA_BRUTEFORCE_H
#define LAYOUT_TEST_UNIT_ALGEBRA_BRUTEFORCE_H

#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

namespace bruteforce {

using Index = std::vector<int64_t>;

inline int64_t floorDiv(int64_t a, int64_t b) {
  return (a - ((a % b) + b) % b) / b;
}

inline int64_t value(mlir::AffineExpr expr, const Index &index) {
  if (auto dim = mlir::dyn_cast<mlir::AffineDimExpr>(expr))
    return index[dim.getPosition()];
  if (auto constant = mlir::dyn_cast<mlir::AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = mlir::cast<mlir::AffineBinaryOpExpr>(expr);
  int64_t a = value(binary.getLHS(), index), b = value(binary.getRHS(), index);
  switch (binary.getKind()) {
  case mlir::AffineExprKind::Add:
    return a + b;
  case mlir::AffineExprKind::Mul:
    return a * b;
  case mlir::AffineExprKind::FloorDiv:
    return floorDiv(a, b);
  case mlir::AffineExprKind::CeilDiv:
    return -floorDiv(-a, b);
  case mlir::AffineExprKind::Mod:
    return a - b * floorDiv(a, b);
  default:
    abort();
  }
}

inline Index image(mlir::AffineMap map, const Index &index) {
  Index result;
  for (mlir::AffineExpr expr : map.getResults())
    result.push_back(value(expr, index));
  return result;
}

inline int64_t product(llvm::ArrayRef<int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                         std::multiplies<int64_t>());
}

/// Returns the index with this row-major position in `shape`.
inline Index delinearize(int64_t position, llvm::ArrayRef<int64_t> shape) {
  Index index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; position /= shape[dim])
    index[dim] = position % shape[dim];
  return index;
}

inline int64_t linearize(const Index &index, llvm::ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (auto [i, size] : llvm::zip_equal(index, shape))
    position = position * size + i;
  return position;
}

/// The properties of a map on a box.
struct Facts {
  std::vector<Index> points;
  std::vector<Index> images;
  /// The maximum of each result, plus 1.
  Index extents;
  bool negative = false;
  bool injective = true;
  bool bijective = false;
  bool rowMajorReshape = false;
  bool identity = false;
  /// Whether some `e mod m` has values in one period only and does not reach
  /// its end. Then the physical shape is larger than the smallest box that
  /// contains the images.
  bool partialTile = false;

  Facts(mlir::AffineMap map, llvm::ArrayRef<int64_t> shape) {
    int64_t count = product(shape);
    extents.assign(map.getNumResults(), 0);
    std::map<Index, Index> seen;
    identity = map.getNumResults() == shape.size();
    for (int64_t i = 0; i < count; ++i) {
      points.push_back(delinearize(i, shape));
      images.push_back(image(map, points.back()));
      injective &= seen.emplace(images.back(), points.back()).second;
      identity &= images.back() == points.back();
      for (auto [extent, x] : llvm::zip_equal(extents, images.back())) {
        negative |= x < 0;
        extent = std::max(extent, x + 1);
      }
    }
    partialTile = findPartialTile(map);
    // An injective map is bijective if the box of the images has as many points
    // as there are images.
    bool fills = !negative && !partialTile && product(extents) == count;
    bijective = injective && fills;
    rowMajorReshape = fills;
    for (int64_t i = 0; i < count && rowMajorReshape; ++i)
      rowMajorReshape = linearize(images[i], extents) == i;
  }

private:
  bool findPartialTile(mlir::AffineMap map) const {
    bool found = false;
    map.walkExprs([&](mlir::AffineExpr expr) {
      auto binary = mlir::dyn_cast<mlir::AffineBinaryOpExpr>(expr);
      if (!binary || binary.getKind() != mlir::AffineExprKind::Mod)
        return;
      int64_t tile =
          mlir::cast<mlir::AffineConstantExpr>(binary.getRHS()).getValue();
      int64_t step = std::gcd(binary.getLHS().getLargestKnownDivisor(), tile);
      bool wraps = false, full = false;
      for (const Index &point : points) {
        int64_t x = value(binary.getLHS(), point);
        wraps |= floorDiv(x, tile) !=
                 floorDiv(value(binary.getLHS(), points.front()), tile);
        full |= x - tile * floorDiv(x, tile) >= tile - step;
      }
      found |= !wraps && !full && !points.empty();
    });
    return found;
  }
};

} // namespace bruteforce

#endif // LAYOUT_TEST_UNIT_ALGEBRA_BRUTEFORCE_H
