//===- PadContents.h - What stands in the padding of values -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// A padded value holds elements that nobody has asked for. What they are
// decides whether a pad may move through an op, and whether a loop may run over
// them at all:
//
//     poison        anything; nobody looks at it
//     a constant    known bit by bit
//     unknown       something that must not change
//
// Two contents that differ are unknown together: an element that may be poison
// may not be taken for 0, because nobody has stored a 0 there.
//
// Contents move through an op by running its body on them: relu(0) is 0, so a
// pad by 0 may stand on either side of a relu; exp(0) is 1, so it may not.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_PADCONTENTS_H
#define LAYOUT_INTERFACES_PADCONTENTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// What stands in the padded part of one value.
class PadContent {
public:
  static PadContent getPoison() { return {Kind::Poison, {}}; }
  static PadContent getUnknown() { return {Kind::Unknown, {}}; }
  /// An element value as in `layout.pad`: a number, [re, im], or poison.
  static PadContent get(Attribute value);

  bool isPoison() const { return kind == Kind::Poison; }
  bool isUnknown() const { return kind == Kind::Unknown; }
  bool isConstant() const { return kind == Kind::Constant; }
  /// The value of a constant, null otherwise.
  Attribute getConstant() const { return constant; }

  /// What is known of an element that is one or the other.
  PadContent join(PadContent other) const {
    return *this == other ? other : getUnknown();
  }
  /// Whether this content may stand where `wanted` is asked for.
  bool fits(PadContent wanted) const {
    return wanted.isPoison() || (*this == wanted && isConstant());
  }

  bool operator==(const PadContent &other) const {
    return kind == other.kind && constant == other.constant;
  }
  bool operator!=(const PadContent &other) const { return !(*this == other); }

private:
  enum class Kind { Poison, Constant, Unknown };
  PadContent(Kind kind, Attribute constant) : kind(kind), constant(constant) {}

  Kind kind;
  Attribute constant;
};

/// What a block hands to its terminator when its arguments are `arguments`;
/// failure if running it on them may be undefined behaviour (a division by what
/// may be 0 or poison, a load from where nothing may be) or has side effects.
FailureOr<SmallVector<PadContent>>
evaluateOnPads(Block &body, ArrayRef<PadContent> arguments);

/// The contents of the padded part of the results of `op`, whose operands hold
/// `operands` there (unknown where the padded loops do not reach an operand).
/// Loops that reduce run any number of times.
FailureOr<SmallVector<PadContent>>
evaluateOnPads(linalg::LinalgOp op, ArrayRef<PadContent> operands);

/// Contents for the operands that `isPadded` names (the others are unknown)
/// from which `op` makes `wanted` in all its results. Nothing if neither the
/// wanted value, 0, 1 nor poison will do.
std::optional<SmallVector<PadContent>>
findOperandPads(linalg::LinalgOp op, PadContent wanted,
                llvm::function_ref<bool(OpOperand &)> isPadded);

/// Whether more steps of a reduction loop, over operands that hold `operands`
/// there, leave all results as they are: what is combined with them is the
/// combiner's neutral element.
bool isNeutral(linalg::LinalgOp op, ArrayRef<PadContent> operands);

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_PADCONTENTS_H
