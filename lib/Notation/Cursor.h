//===- Cursor.h - A place in the text of a layout ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parsers of all notations have in common: they walk a text once, from
// left to right, and name the place where it is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_CURSOR_H
#define LAYOUT_LIB_NOTATION_CURSOR_H

#include "layout/Notation/NotationError.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace mlir::layout {

class Cursor {
public:
  explicit Cursor(StringRef text) : text(text) {}

  bool isAtEnd() const { return offset == text.size(); }
  /// The next character; 0 at the end.
  char peek() const { return isAtEnd() ? '\0' : text[offset]; }
  size_t getOffset() const { return offset; }
  StringRef getRest() const { return text.drop_front(offset); }

  /// The next character, which there must be.
  char take() { return text[offset++]; }
  /// Steps over `token` if it stands here.
  bool consume(StringRef token);
  StringRef takeWhile(llvm::function_ref<bool(char)> accepts);
  static constexpr int64_t kMaxSize = (int64_t(1) << 32) - 1;
  /// A decimal number from 1 to kMaxSize; `what` names it in the error.
  llvm::Expected<int64_t> takeSize(const llvm::Twine &what);
  /// A decimal number from `least` to 2^63 - 1; `what` names it in the error.
  llvm::Expected<int64_t> takeNumber(int64_t least, const llvm::Twine &what);
  /// Items in parentheses, with commas in between and spaces after these.
  llvm::Error takeTuple(llvm::function_ref<llvm::Error()> takeItem);

  /// An error at this place: `what` was required, the rest found.
  llvm::Error expected(const llvm::Twine &what) const;
  /// An error at another place, in full: "…, found …".
  llvm::Error error(size_t at, const llvm::Twine &requirement) const;

private:
  StringRef text;
  size_t offset = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_CURSOR_H
