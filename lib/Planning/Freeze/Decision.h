//===- Decision.h - Which layouts an op gets, and why -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is decided about an op, as a value. Decide.h finds it and changes
// nothing; Apply.h changes the op, and DecisionReport.h writes it down.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_DECISION_H
#define LAYOUT_LIB_PLANNING_FREEZE_DECISION_H

#include "RequiredValues.h"

namespace mlir::layout {

/// The layouts are left to `layout-flow`: a critical op has those of its
/// neighbours, any other op has any.
struct Free {
  bool isStated = false; ///< whether the target says so
};

/// `layout.op_layout` states the layouts.
struct Stated {
  ArrayAttr options;
  bool isPreference;
};

/// The op has none of the layouts that were asked for.
struct Refused {
  bool isRequired; ///< so that this is an error
  /// The target that requires layouts; null if the op does.
  const LayoutTarget *requiring;
  /// The orders that its operands may have.
  OperandOrder order = OperandOrder::Given;
};

/// The op has one of these layouts; of several, `layout-flow` chooses.
struct Options {
  SmallVector<LayoutOption, 1> choices; ///< at least one
  /// The outcome if the op cannot be built in the only choice.
  Refused ifRefused;
  /// The orders that the operands of an op may have that stays as it is.
  OperandOrder order = OperandOrder::Given;
  /// Whether an op that gets its layouts at once says so in `layout.chosen`,
  /// because they cannot be read off it. It is an error if it cannot be built.
  bool marksChosen = false;
};

/// A layout that is required of a value excludes those that the op must have.
struct Conflict {
  SmallVector<RequiredValue, 2> values;
  /// The layouts of the target; nothing if `layout.op_layout` states them.
  std::optional<std::string> layouts;
  const LayoutTarget *requiring = nullptr;
};

/// The op is to be written in another form, about which is decided then
/// (OpForms.h).
struct OtherForm {
  enum class Form { Unblocked, Split, AlignedWindows };
  Form form;
  OpRequest request;
};

struct Decision {
  std::string kind; ///< of the op, as the option `prefer` names it
  /// Whether the op is a convolution or matmul.
  bool isCritical = false;
  std::variant<Kept, Free, Stated, Options, Refused, Conflict, OtherForm>
      outcome = Free();
  /// The layouts that were asked for first, as they are stated.
  std::string requested = "";
  SmallVector<Refusal, 0> refusals = {};
  /// What remarks say was given up, in the order in which it was found.
  SmallVector<GivenUp, 0> givenUp = {};
  /// The kind of op to which the option `prefer` applies.
  std::optional<OpKind> preferred = std::nullopt;
  /// The target that requires other layouts than the option prefers.
  const LayoutTarget *overriding = nullptr;
  /// Whether `layout.op_layout` gives way to what is required of a value.
  bool dropsStated = false;

  template <typename T>
  const T *getAs() const {
    return std::get_if<T>(&outcome);
  }
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_DECISION_H
