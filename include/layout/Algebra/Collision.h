//===- Collision.h - Two elements that share a place ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_COLLISION_H
#define LAYOUT_ALGEBRA_COLLISION_H

#include "mlir/IR/AffineMap.h"
#include <optional>

namespace mlir::layout {

/// Why a map is no layout of a box, to be shown to people.
struct Collision {
  SmallVector<int64_t> first;
  /// Another index at the same place; nothing if `first` lies below 0.
  std::optional<SmallVector<int64_t>> second;
  SmallVector<int64_t> place;
};

/// Two indices of the box `shape` that `map` sends to one place, or one that it
/// sends below 0; dynamic dims may have any size. Looks at small parts of the
/// box only: finding nothing proves nothing.
std::optional<Collision> findCollision(AffineMap map, ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_COLLISION_H
