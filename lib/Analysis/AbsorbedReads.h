//===- AbsorbedReads.h - Rewrites hidden in indexing maps -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that reads NCHW and writes NHWC moves elements as a transpose does,
// although the program has no op for it: the read absorbs the rewrite. Such
// reads are counted so that a plan cannot hide rewrites in indexing maps.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_ABSORBEDREADS_H
#define LAYOUT_LIB_ANALYSIS_ABSORBEDREADS_H

#include "Interfaces/LoopRanges.h"
#include "layout/Analysis/CriticalOps.h"

namespace mlir::layout {

/// How a structured op, or one that is to be built, accesses its operands.
struct OperandAccesses {
  /// `critical` is null if `op` is not critical.
  OperandAccesses(linalg::LinalgOp op, const CriticalOp *critical)
      : maps(op.getIndexingMapsArray()), ranges(getLoopRanges(op)),
        numInputs(op->getNumOperands() - getNumInits(op)) {
    if (critical)
      roles = *critical;
  }
  OperandAccesses(ArrayRef<AffineMap> maps, ArrayRef<int64_t> ranges,
                  unsigned numInputs, std::optional<CriticalOp> roles)
      : maps(maps), ranges(ranges), numInputs(numInputs),
        roles(std::move(roles)) {}

  SmallVector<AffineMap> maps; ///< one per operand, inputs first
  SmallVector<int64_t> ranges; ///< one per loop
  unsigned numInputs;
  std::optional<CriticalOp> roles; ///< set if the op is critical
};

/// Whether an op reads input number `input` in an order of elements that
/// differs
///   * from the order of its result, on the loops that both share (a window
///     counts as the loop that the result shares; unit dims are ignored); or,
///   * if the op is critical, from all forms that named and blocked ops have:
///       image   N C spatial, N spatial C, N C1 spatial C0 (groups before C)
///       filter  F C k, F k C, k C F, F1 C1 k C0 F0 (groups before or after F)
///       lhs     batch m k, m1 k1 m0 k0 (each block may be missing)
///       rhs     batch k n, n1 k1 n0 k0, k1 n1 k0 n0
///     with batch, spatial, m and n in the order of the result, whatever form
///     the result has, and the contracted dims alike in both operands. If they
///     are not, the smaller operand is the one read in another order.
bool readsInAnotherOrder(const OperandAccesses &accesses, unsigned input);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_ABSORBEDREADS_H
