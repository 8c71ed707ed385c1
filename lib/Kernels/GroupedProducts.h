//===- GroupedProducts.h - Sums of products of groups -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Filters in OHWI16o4i or NK16n4k have groups of four input channels innermost,
// of 16 output channels after each other: as many bits as 16 sums of 32 bits.
// Instructions such as vpdpbusd multiply such a vector by a group of the data,
// which is the same in all lanes, and add four products to each lane.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_GROUPEDPRODUCTS_H
#define LAYOUT_LIB_KERNELS_GROUPEDPRODUCTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <array>
#include <optional>

namespace mlir::layout {

/// The loops of an op that adds up products of groups of adjacent elements: for
/// each element of its result, and in each iteration of the other reductions,
///
///   y[..., n] += x[..., 4 * k + 0] * w[..., k, n, 0]
///              + x[..., 4 * k + 1] * w[..., k, n, 1]
///              + x[..., 4 * k + 2] * w[..., k, n, 2]
///              + x[..., 4 * k + 3] * w[..., k, n, 3]
///
/// Elements are integers of 8 bits, which are extended to the 32 bits of the
/// result, so that a group takes as many bits as one element of the result.
struct GroupedProducts {
  /// The loop over the last dim of the result and over the last but one of the
  /// packed operand.
  unsigned vectorLoop;
  /// The reduction over the elements of a group, which has four iterations.
  unsigned groupLoop;
  /// The operand (0 or 1) that has a group for each iteration of `vectorLoop`.
  unsigned packedOperand;
  /// Whether the elements of both operands are extended with their sign.
  std::array<bool, 2> isSigned;
  /// What is subtracted from the extended elements: a number, or an operand of
  /// one element. Null if nothing is.
  std::array<Value, 2> zeroPoints;

  bool hasZeroPoints() const { return zeroPoints[0] || zeroPoints[1]; }
};

/// The loops of `op` if it adds up products of groups, or products of
/// differences (x - x0) * (w - w0) with zero points x0 and w0. Groups are
/// adjacent in memory.
std::optional<GroupedProducts>
getQuantizedGroupedProducts(linalg::GenericOp op);

/// The same for ops without zero points.
std::optional<GroupedProducts> getGroupedProducts(linalg::GenericOp op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_GROUPEDPRODUCTS_H
