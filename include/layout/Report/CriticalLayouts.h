//===- CriticalLayouts.h - Layouts of convolutions and matmuls --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which convolutions and matmuls have the layouts that the target or the user
// asks for, and why the others do not: "49 of 53 conv2d: NCHW16c, OIHW16i16o ->
// NCHW16c". `layout-freeze` knows the layouts that each op can have, and
// `layout-flow` which of several the plan has.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_CRITICALLAYOUTS_H
#define LAYOUT_REPORT_CRITICALLAYOUTS_H

#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Report/UnmetHints.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout {

/// The layouts of one convolution or matmul.
struct CriticalLayout {
  /// Layouts that the op can have.
  struct Choice {
    OpLayoutAttr option;
    std::string layouts; ///< "NCHW16c, OIHW16i16o -> NCHW16c"
    /// What they lack of those that were asked for, and why: "a block requires
    /// input channels in a multiple of 16, found 3".
    std::vector<std::string> concessions;
  };

  Location location;
  std::string kind; ///< as the option `prefer` names it: "conv2d"
  std::vector<Choice> choices = {};
  /// The choice that the op has; nothing if it keeps the layouts that it came
  /// with.
  std::optional<size_t> chosen = std::nullopt;
  /// Why the op cannot have layouts that were asked for, or keeps its own.
  std::vector<std::string> refusals = {};
  /// The value of the attribute `layout.decision`, if `layout-flow` chooses the
  /// layouts of the op.
  std::optional<int64_t> decision = std::nullopt;
  /// Whether the target states nothing, so that the op has the layouts of its
  /// neighbours.
  bool agrees = false;
  /// The op in the planned program, as long as that is not changed; null if it
  /// is not known (`findInProgram`).
  Operation *op = nullptr;

  /// The layouts of the op in the plan, which may be "as its neighbours"; empty
  /// if it keeps its own.
  llvm::StringRef getLayouts() const;
  /// Why these are not the first ones that were asked for; none if they are.
  std::vector<std::string> getReasons() const;
};

/// A choice that a plan has made for an op.
struct ChosenOption {
  int64_t decision; ///< that it completes (`CriticalLayout::decision`)
  OpLayoutAttr option;
};

/// Records each choice in the op whose decision it completes, unless one is
/// recorded there: in `ops`, the convolutions and matmuls, or in `others`. A
/// choice that was not requested is not recorded. Returns which of `others` do
/// not have the layouts that were requested first.
std::vector<UnmetHint>
recordChoices(llvm::MutableArrayRef<CriticalLayout> ops,
              llvm::MutableArrayRef<CriticalLayout> others,
              llvm::ArrayRef<ChosenOption> choices);

/// Prints a line for each kind and its layouts, and one for each reason.
void printCriticalLayouts(llvm::ArrayRef<CriticalLayout> ops,
                          llvm::raw_ostream &os);

/// Prints an object for each kind and its layouts, as elements of an array.
void printCriticalLayouts(llvm::ArrayRef<CriticalLayout> ops,
                          llvm::json::OStream &json);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_CRITICALLAYOUTS_H
