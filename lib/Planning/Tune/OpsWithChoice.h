//===- OpsWithChoice.h - Ops that may have several layouts ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Critical ops and poolings that layout-freeze leaves to layout-flow: what is
// tuned.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_TUNE_OPSWITHCHOICE_H
#define LAYOUT_LIB_PLANNING_TUNE_OPSWITHCHOICE_H

#include "Targets/TuningRecords.h"

namespace mlir::layout {
class DecisionReport;

/// An op with several layout options, and what its time depends on.
struct OpWithChoice {
  linalg::LinalgOp op;
  SmallVector<OpLayoutAttr> options;
  TunedOp tuned;
  /// For each option, the layouts by which records name it.
  std::vector<std::vector<std::string>> layouts;
  /// Why the op cannot be measured by itself, "requires ..., found ...". Then
  /// the two members above are empty.
  std::string reason;
};

/// Returns the ops with a choice in `functions`, in program order.
std::vector<OpWithChoice> findOpsWithChoice(ArrayRef<func::FuncOp> functions);

/// Replaces the costs of options by what records say. An op whose options were
/// not all measured keeps its costs, with a missed remark, and in `report`; a
/// remark at `module`
/// says how many ops had records.
void setRecordedCosts(ModuleOp module, ArrayRef<func::FuncOp> functions,
                      const TuningRecords &records, DecisionReport &report);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_TUNE_OPSWITHCHOICE_H
