//===- TransposePlan.h - A digit map as one transpose -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. Every digit map is a reshape, a transpose and a
// reshape, but not in one way only: digits that stay neighbours may travel as
// one dim or as several, and unit dims may travel along or come and go with
// the reshapes. The plan with the fewest operations is chosen, and among those
// the transpose of lowest rank. [1, 64, 7, 7] to NHWC is one transpose of four
// dims rather than a collapse, a transpose of two and an expand.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LAYOUTTOLINALG_TRANSPOSEPLAN_H
#define LAYOUT_LIB_CONVERSION_LAYOUTTOLINALG_TRANSPOSEPLAN_H

#include "layout/Algebra/MixedRadix.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace mlir::layout {

/// The dims of a shape as runs of a sequence of digits: how many digits each
/// dim takes. A unit dim takes none.
using Runs = SmallVector<unsigned, 6>;

/// Two shapes over the same sequence of digits, and the coarsest shape that
/// expands the first and collapses to the second.
struct Refinement {
  Runs common;
  /// The dims of `common` that make up each dim of the first and second shape.
  SmallVector<ReassociationIndices> first, second;

  /// The number of reshapes that lead from the first shape to the second.
  unsigned getNumReshapes() const {
    return (common.size() != first.size()) + (common.size() != second.size());
  }
};
Refinement refine(ArrayRef<unsigned> first, ArrayRef<unsigned> second);

struct TransposePlan {
  /// The digits as they lie in the source, and their order in the result.
  SmallVector<Digit> digits;
  SmallVector<unsigned> resultOrder;
  /// The source and the result.
  Runs source, result;
  /// What is transposed and what comes out; empty if linear order is kept.
  Runs before, after;
  SmallVector<int64_t> permutation;
};

/// The plan for a bijective digit map from a source of the given rank.
TransposePlan planTranspose(ArrayRef<MixedRadix> map, unsigned sourceRank);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_LAYOUTTOLINALG_TRANSPOSEPLAN_H
