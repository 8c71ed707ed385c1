//===- Relayout.h - Rebuilds one structured op in other layouts -*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrite of a structured op is derived, not written per op: the loops are
// cut into digits, the indexing maps recomputed, the body kept (`linalg.index`
// is put together from the digits), and the result named again if some named
// op is what came out.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_TRANSFORMS_RELAYOUT_H
#define LAYOUT_DIALECT_LAYOUT_TRANSFORMS_RELAYOUT_H

#include "layout/Algebra/Digits.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// How a structured op is to be rebuilt.
struct Relayout {
  /// Sizes of the loops, grown where operands are padded.
  SmallVector<int64_t> extents;
  /// The new loops: digits of the old ones, in order. Every old loop is covered
  /// exactly once; unit digits may be added.
  DigitList loops;
  /// Per operand, and per result, the physical dims as digits of the present
  /// dims; unit dims explicit. Ignored for scalars.
  SmallVector<DigitLists> operands;
};

/// Rebuilds `op` on `operands`, which already lie as `relayout` says. The new
/// op stands at the insertion point; `op` is left as it is. On failure `reason`
/// says why (a clause without subject: "requires …, found …") and nothing is
/// left behind.
FailureOr<linalg::LinalgOp>
relayoutOp(RewriterBase &rewriter, linalg::LinalgOp op,
           const Relayout &relayout, ValueRange operands, std::string &reason);

/// Puts `op` into the layouts of `entry`: pads and transforms in front of its
/// operands, the op rebuilt, transforms and crops behind its results. Returns
/// the new op. On failure `reason` says why and nothing has changed.
FailureOr<linalg::LinalgOp> applyOpLayout(RewriterBase &rewriter,
                                          linalg::LinalgOp op,
                                          OpLayoutAttr entry,
                                          std::string &reason);

/// The digits of an index map on `shape` with unit dims explicit; nothing if it
/// is not of digit form.
std::optional<DigitLists> getExplicitDigits(const IndexMap &map,
                                            ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_TRANSFORMS_RELAYOUT_H
