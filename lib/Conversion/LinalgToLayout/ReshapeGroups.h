//===- ReshapeGroups.h - Which dims a reshape joins and splits --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LINALGTOLAYOUT_RESHAPEGROUPS_H
#define LAYOUT_LIB_CONVERSION_LINALGTOLAYOUT_RESHAPEGROUPS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::layout::raise {

/// Dims of the source that become dims of the result, in row-major order.
struct ReshapeGroup {
  ReassociationIndices from, to;
};

/// A reshape as far as it is known.
struct ReshapeShape {
  /// Of the result; kDynamic where nobody knows.
  SmallVector<int64_t> to;
  /// They cover all dims of both sides, in order.
  SmallVector<ReshapeGroup> groups;
};

/// The groups a tensor.expand_shape or collapse_shape names.
ReshapeShape getNamedGroups(Operation *op);

/// The groups of a tensor.reshape: one of all dims where both shapes are
/// static, else such that every group has the same number of elements on both
/// sides however many that are, proved from what makes the shape operand.
std::optional<ReshapeShape> getProvedGroups(tensor::ReshapeOp op);

} // namespace mlir::layout::raise

#endif // LAYOUT_LIB_CONVERSION_LINALGTOLAYOUT_RESHAPEGROUPS_H
