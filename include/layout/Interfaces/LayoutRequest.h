//===- LayoutRequest.h - Layouts that an op asks for ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout rule says which layouts an op can take; its requests say which of
// them it should have, or must have. They are those that a target states for
// ops whose dims have no letters (the page "targets"). An op that has been put
// in another layout states its requests again, of the dims that it has then.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_LAYOUTREQUEST_H
#define LAYOUT_INTERFACES_LAYOUTREQUEST_H

#include "layout/Notation/OneDnnTag.h"

namespace mlir::layout {

/// The layout of one operand or result, by the positions of its dims.
struct PositionalLayout {
  enum class Kind {
    Any,     ///< `_`
    Agree,   ///< `agree`: that of the neighbours
    Default, ///< `default`: as the dims stand
    Tag      ///< `aBcd16b`: a, b, ... are the dims
  };
  Kind kind = Kind::Agree;
  std::optional<OneDnnTag> tag; ///< of `Kind::Tag`

  static PositionalLayout getAny() { return {Kind::Any, std::nullopt}; }
  static PositionalLayout getDefault() { return {Kind::Default, std::nullopt}; }
  static PositionalLayout get(OneDnnTag tag) {
    return {Kind::Tag, std::move(tag)};
  }
  /// Reads a layout as a target writes it.
  static llvm::Expected<PositionalLayout> parse(StringRef text);
  std::string str() const;
  /// Whether it leaves the layout open.
  bool isOpen() const { return kind == Kind::Any || kind == Kind::Agree; }
};

/// One combination of layouts.
struct LayoutRequest {
  /// One for each operand that is no destination, and one for each result. An
  /// empty list is `agree` for all.
  SmallVector<PositionalLayout, 1> operands = {}, results = {};
  /// The cost of the op in these layouts, as a share of the bytes of its first
  /// result; finite, at least 0.
  double price = 0;
};

struct LayoutRequests {
  /// The preferred one first; none if the op asks for nothing.
  SmallVector<LayoutRequest, 1> alternatives = {};
  /// Whether the op must have one of them.
  bool areRequired = false;
};

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_LAYOUTREQUEST_H
