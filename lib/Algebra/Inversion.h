//===- Inversion.h - Left inverses of index maps ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An injective map has a left inverse: a map from physical to logical indices
// that is correct on the image. For 14 elements in a box of 4x4,
//
//     (i) -> (i floordiv 4, i mod 4)    has    (a, b) -> (4 * a + b)
//
// and the positions with 4 * a + b >= 14 hold no element. TVM calls this a
// non-surjective inverse.
//
// The left inverse is found by solving the equations `result = physical index`
// symbolically, one dim after the other. The solver handles mixed radix sums,
// nested quotients and remainders, factors that are invertible modulo a
// remainder (by the extended Euclidean algorithm), remainders by coprime moduli
// (by the Chinese remainder theorem), reversals, offsets and strides. Each rule
// preserves the set of solutions in the box and shortens the system, so that
// the time is polynomial in the size of the expressions.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_INVERSION_H
#define LAYOUT_LIB_ALGEBRA_INVERSION_H

#include "mlir/IR/AffineMap.h"
#include <optional>

namespace mlir::layout {

/// Returns a map from physical to logical indices that undoes `map` on the
/// image of the box `shape`, on which `map` must be injective. Its values
/// elsewhere are meaningless. Returns nullopt if no rule applies, which says
/// nothing about the map.
std::optional<AffineMap> solveForIndex(AffineMap map, ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_INVERSION_H
