//===- TransposePlan.h - A digit map as one transpose -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. Every digit map is a reshape, a transpose and a
// reshape, in several ways: digits that stay adjacent may be transposed as one
// dim or as several, and unit dims may be transposed or be added and removed by
// the reshapes. The plan with the fewest operations is chosen, and among those
// the one with the transpose of lowest rank. For example, 1x64x7x7 to NHWC is
// one transpose of rank 4,
//
//   linalg.transpose ins(%a : tensor<1x64x7x7xf32>)
//       outs(%b : tensor<1x7x7x64xf32>) permutation = [0, 2, 3, 1]
//
// and not a collapse to 64x49, a transpose of rank 2 and an expand.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPORT_MATERIALIZE_TRANSPOSEPLAN_H
#define LAYOUT_LIB_EXPORT_MATERIALIZE_TRANSPOSEPLAN_H

#include "layout/Algebra/MixedRadix.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace mlir::layout {

/// A shape over a sequence of digits: the number of digits of each dim. A unit
/// dim has none.
using Runs = SmallVector<unsigned, 6>;

/// The coarsest common refinement of two shapes over the same digits: expanding
/// the first shape gives it, and collapsing it gives the second.
struct Refinement {
  Runs common;
  /// For each dim of the first and the second shape its dims in `common`.
  SmallVector<ReassociationIndices> first, second;

  /// Returns the number of reshapes from the first shape to the second.
  unsigned getNumReshapes() const {
    return (common.size() != first.size()) + (common.size() != second.size());
  }
};

/// Returns the coarsest common refinement of two shapes.
Refinement refine(ArrayRef<unsigned> first, ArrayRef<unsigned> second);

/// A lowering of a digit map: reshape `source` to `before`, transpose by
/// `permutation`, reshape `after` to `result`.
struct TransposePlan {
  /// The digits in the order of the source.
  SmallVector<Digit> digits;
  /// The digits in the order of the result, as indices into `digits`.
  SmallVector<unsigned> resultOrder;
  /// The dims of the source and of the result.
  Runs source, result;
  /// The dims before and after the transpose. They and `permutation` are empty
  /// if the map keeps the row-major order.
  Runs before, after;
  SmallVector<int64_t> permutation;
};

/// Returns the plan for `map`, a bijective digit map from a source of rank
/// `sourceRank`.
TransposePlan planTranspose(ArrayRef<MixedRadix> map, unsigned sourceRank);

} // namespace mlir::layout

#endif // LAYOUT_LIB_EXPORT_MATERIALIZE_TRANSPOSEPLAN_H
