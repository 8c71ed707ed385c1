//===- LayoutWish.h - Layouts that an op asks for ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout rule says which layouts an op can take; its wishes say which of them
// it should have, or must have. They are texts, as a target has them for ops
// whose dims have no letters (the page "targets"):
//
//     aBcd16b   a tag: a, b, ... are the dims of the operand or result
//     default   as the dims stand
//     agree     that of the neighbours
//     _         any
//
// An op that has been put in another layout states its wishes again, of the
// dims that it has then.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_LAYOUTWISH_H
#define LAYOUT_INTERFACES_LAYOUTWISH_H

#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir::layout {

/// One combination of layouts.
struct LayoutWish {
  /// One for each operand that is no destination, and one for each result. An
  /// empty list is `agree` for all.
  SmallVector<std::string, 2> operands = {}, results = {};
  /// What the op costs in these layouts, as a share of the bytes of its first
  /// result; finite, at least 0.
  double price = 0;
};

struct LayoutWishes {
  /// The preferred one first; none if the op asks for nothing.
  SmallVector<LayoutWish, 1> alternatives = {};
  /// Whether the op must have one of them.
  bool areRequired = false;
};

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_LAYOUTWISH_H
