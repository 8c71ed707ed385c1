//===- OffloadedOps.h - Layouts of ops that a backend takes -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partition, which a backend computes as one op, stays in the layouts that it
// has: its ops are frozen. If the target states layouts of some of them, these
// are options from which `layout-flow` chooses, the others follow, and what
// enters and leaves passes a border:
//
//   %0 = linalg.conv_2d_nchw_fchw ins(%x, %w) ...
//   %1 = linalg.exp ins(%0) ...
//   %2 = linalg.abs ins(%1) ...
//
// becomes, if the first two ops are a partition,
//
//   %x1 = layout.constraint %x border {layout.partition = {id = 0}}
//   %0 = linalg.conv_2d_nchw_fchw
//       {layout.op_layout = [...], layout.partition = {id = 0}} ins(%x1, %w)
//       ...
//   %1 = linalg.exp {layout.partition = {id = 0}} ins(%0) ...
//   %3 = layout.constraint %1 border
//   %2 = linalg.abs ins(%3) ...
//
// `layout-flow` rewrites no value that an op with that attribute computes.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_OFFLOADEDOPS_H
#define LAYOUT_LIB_PLANNING_FREEZE_OFFLOADEDOPS_H

#include "Apply.h"

namespace mlir::layout {

/// Prepares partitions for `layout-flow`.
class OffloadedOps {
public:
  OffloadedOps(const StatedLayouts &statedLayouts,
               const CriticalOpAnalysis &criticalOps, DecisionReport &report)
      : statedLayouts(statedLayouts), criticalOps(criticalOps), report(report) {
  }

  /// Freezes a partition, or attaches its layout options. `id` is its number.
  /// Fails, with an error, if an op cannot have what the target requires.
  LogicalResult prepare(const Partition &partition, int64_t id);

private:
  struct OffloadRequest;

  std::optional<OffloadRequest> findRequest(Operation *op,
                                            const LayoutTarget &device) const;
  Decision decide(Operation *op, const OffloadRequest &request,
                  const LayoutTarget &device) const;
  FailureOr<bool> attachOptions(Operation *op, const OffloadRequest &request,
                                const LayoutTarget &device);

  const StatedLayouts &statedLayouts;
  const CriticalOpAnalysis &criticalOps;
  DecisionReport &report;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_OFFLOADEDOPS_H
