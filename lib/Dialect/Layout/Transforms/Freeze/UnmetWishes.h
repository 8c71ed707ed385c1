//===- UnmetWishes.h - What layout-freeze reports of other ops --*- C++ -*-===//
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

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_UNMETWISHES_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_UNMETWISHES_H

#include "LayoutOption.h"
#include "layout/Report/CriticalLayouts.h"
#include "layout/Report/UnmetHints.h"

namespace mlir::layout {

/// The layouts that targets and annotations wish for and ops do not have.
struct UnmetWishes {
  /// The wishes that no layout of their op meets.
  std::vector<UnmetHint> hints;
  /// The ops of whose layouts `layout-flow` chooses, and those of an op marked
  /// `layout.prefer`, of which it takes one or none.
  std::vector<CriticalLayout> open;

  /// Adds a hint, unless the last one is the same.
  void add(Location location, const Twine &hint, const Twine &outcome);
  /// Records the layouts that an op can have; with more than one, the plan
  /// decides. `wished` are the first layouts that are stated for its kind, and
  /// `refusals` says which cannot be had, "LAYOUTS: it requires ...".
  void addOp(Location location, StringRef kind, StringRef wished,
             ArrayRef<CriticalLayout::Choice> choices,
             ArrayRef<std::string> refusals);
};

/// The options as a report has them.
std::vector<CriticalLayout::Choice> getChoices(ArrayRef<LayoutOption> options);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FREEZE_UNMETWISHES_H
