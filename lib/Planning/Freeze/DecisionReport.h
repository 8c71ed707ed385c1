//===- DecisionReport.h - What a report says of decisions -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution or matmul has an entry in the report in any case. Of other ops,
// for which layouts are stated as well, the report has those that cannot have
// them, and those of which `layout-flow` chooses other ones.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_DECISIONREPORT_H
#define LAYOUT_LIB_PLANNING_FREEZE_DECISIONREPORT_H

#include "Decision.h"
#include "layout/Report/PlanReport.h"
#include <set>

namespace mlir::layout {

class DecisionReport {
public:
  /// Adds a layout that is stated and not there, unless the last one is the
  /// same.
  void addHint(Location location, const Twine &hint, const Twine &outcome);

  /// Adds a decision about an op, which was of `kind` before it was written in
  /// another form. Returns its number if `layout-flow` decides which of several
  /// layouts the op has.
  std::optional<int64_t> add(Location location, StringRef kind,
                             const Decision &decision);

  /// Records that the option `prefer` applies to an op.
  void addPreferred(OpKind kind) { preferredKinds.insert(kind); }
  bool isPreferred(OpKind kind) const { return preferredKinds.count(kind); }

  /// Moves everything to a report, the decisions only if layouts were asked
  /// for.
  void moveTo(PlanReport &report);

private:
  void addUnmet(Location location, StringRef kind, const Decision &decision,
                ArrayRef<CriticalLayout::Choice> choices);

  /// One for each critical op.
  std::vector<CriticalLayout> criticalOps;
  /// The other ops of whose layouts `layout-flow` chooses, and the ops marked
  /// `layout.prefer`, of whose layouts it takes one or none.
  std::vector<CriticalLayout> otherOps;
  std::vector<UnmetHint> hints;
  std::set<OpKind> preferredKinds;
  int64_t numOpen = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_DECISIONREPORT_H
