//===- Collision.cpp - Two elements that share a place --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/Collision.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Algebra/Verdict.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;

/// The same in a box that is small enough to look at every point.
static std::optional<Collision> searchBox(const IndexMap &map,
                                          ArrayRef<int64_t> box) {
  std::map<SmallVector<int64_t>, SmallVector<int64_t>> places;
  std::optional<Collision> found;
  forEachIndex(box, [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> place = map.forward(index);
    if (llvm::any_of(place, [](int64_t value) { return value < 0; })) {
      found = {llvm::to_vector(index), std::nullopt, place};
      return false;
    }
    auto [other, isNew] = places.insert({place, llvm::to_vector(index)});
    if (!isNew)
      found = {other->second, llvm::to_vector(index), place};
    return isNew;
  });
  return found;
}

/// The extents, none larger than `most`.
static SmallVector<int64_t> clip(ArrayRef<int64_t> shape, int64_t most) {
  return llvm::map_to_vector(shape, [&](int64_t extent) {
    return ShapedType::isDynamic(extent) ? most : std::min(extent, most);
  });
}

std::optional<Collision> layout::findCollision(AffineMap map,
                                               ArrayRef<int64_t> shape) {
  IndexMap index(map);
  auto isSmall = [](ArrayRef<int64_t> box) {
    std::optional<int64_t> points = getNumPoints(box);
    return points && *points <= kEnumerationLimit;
  };
  // Small numbers are the ones people like to see.
  for (int64_t most = 2; isSmall(clip(shape, most)); most *= 2) {
    if (std::optional<Collision> found = searchBox(index, clip(shape, most)))
      return found;
    if (most >= kEnumerationLimit)
      break;
  }
  // What is apart in one dim only may lie far apart.
  for (unsigned dim : llvm::seq<unsigned>(0, shape.size())) {
    SmallVector<int64_t> line(shape.size(), 1);
    line[dim] = clip(shape, kEnumerationLimit)[dim];
    if (std::optional<Collision> found = searchBox(index, line))
      return found;
  }
  return std::nullopt;
}
