//===- OpForms.h - Writes ops as layouts are stated for them ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts in letters are stated of ops with one whole dim for each letter, and
// of convolutions rather than of contractions that compute the same. Whether
// another form is of use can depend on the layouts it gets. So it is built in
// front of the op, and replaces it only if it is of use (`Split`: always).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_OPFORMS_H
#define LAYOUT_LIB_PLANNING_FREEZE_OPFORMS_H

#include "Apply.h"

namespace mlir::layout {

class OpForms {
public:
  OpForms(const StatedLayouts &statedLayouts, Applier &applier,
          DecisionReport &report)
      : statedLayouts(statedLayouts), applier(applier), report(report) {}

  /// Replaces a contraction by the convolution that it is
  /// (PointwiseContraction.h), or one with several dims of rows by one with one
  /// (JoinedDims.h), if layouts are stated for that.
  std::optional<linalg::LinalgOp> rewriteAsStated(linalg::LinalgOp op,
                                                  const CriticalOp &critical,
                                                  const LayoutTarget *device);

  /// Writes `op` in another form, decides about it, and says what it does not
  /// have. Sets `op` to what replaces it; it stays if the form is of no use.
  /// Fails with an error if it cannot be written so and the target requires
  /// that.
  FailureOr<Decision> decideIn(const OtherForm &form, linalg::LinalgOp &op,
                               const CriticalOp &roles,
                               const LayoutTarget *device);

private:
  std::optional<linalg::LinalgOp> makeConvolution(linalg::LinalgOp op,
                                                  const CriticalOp &critical,
                                                  const LayoutTarget *device);
  std::optional<linalg::LinalgOp> joinDims(linalg::LinalgOp op,
                                           const CriticalOp &critical,
                                           const LayoutTarget *device);
  linalg::LinalgOp split(linalg::LinalgOp op, const CriticalOp &critical,
                         const OpRequest &request);
  Decision decideAligned(linalg::LinalgOp &op, const CriticalOp &roles,
                         const OpRequest &request, const LayoutTarget *device);
  FailureOr<Decision> decideUnblocked(linalg::LinalgOp &op,
                                      const CriticalOp &critical,
                                      const OpRequest &request,
                                      const LayoutTarget *device);

  const StatedLayouts &statedLayouts;
  Applier &applier;
  DecisionReport &report;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_OPFORMS_H
