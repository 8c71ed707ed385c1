//===- PadContent.h - Contents of the padding of a value --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A padded value has elements that the program did not ask for. What is known
// about them decides whether a pad can move through an op and whether a loop
// can run over them. They form a flat lattice:
//
//     poison        any value, because nobody reads it
//     a constant    known bit by bit
//     unknown       some value that must not change
//
// Two different contents join to unknown: an element that may be poison must
// not be taken for 0, because nobody has stored a 0 there.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_PADCONTENT_H
#define LAYOUT_INTERFACES_PADCONTENT_H

#include "mlir/Dialect/UB/IR/UBOps.h"

namespace mlir::layout {

/// The known content of the padding of one value.
class PadContent {
public:
  static PadContent getPoison() { return {Kind::Poison, {}}; }
  static PadContent getUnknown() { return {Kind::Unknown, {}}; }
  /// `value` is an element value as in `layout.pad`: a number, [re, im], or
  /// poison.
  static PadContent get(Attribute value) {
    return isa<ub::PoisonAttr>(value) ? getPoison()
                                      : PadContent(Kind::Constant, value);
  }

  bool isPoison() const { return kind == Kind::Poison; }
  bool isUnknown() const { return kind == Kind::Unknown; }
  bool isConstant() const { return kind == Kind::Constant; }
  /// Returns the value of a constant, null otherwise.
  Attribute getConstant() const { return constant; }

  /// Returns what is known of an element that has either content.
  PadContent join(PadContent other) const {
    return *this == other ? other : getUnknown();
  }
  /// Whether elements with this content can be used where `required` is
  /// required.
  bool fits(PadContent required) const {
    return required.isPoison() || (*this == required && isConstant());
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

/// Returns the content of a value whose padding holds elements of all `parts`,
/// as the only entry of a list (for LayoutRuleOpInterface::getPadContents).
inline FailureOr<SmallVector<PadContent>>
joinPadContents(ArrayRef<PadContent> parts) {
  PadContent joined = parts.front();
  for (PadContent part : parts.drop_front())
    joined = joined.join(part);
  return SmallVector<PadContent>{joined};
}

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_PADCONTENT_H
