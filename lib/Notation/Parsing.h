//===- Parsing.h - Cursor and errors of all parsers -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_PARSING_H
#define LAYOUT_LIB_NOTATION_PARSING_H

#include "NotationError.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"
#include <variant>

namespace mlir::layout {

/// Returns an error that is not about a character of a text. The message is
/// formatted by llvm::formatv.
template <typename... Args>
llvm::Error makeError(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// Joins steps, which are variants, by dots. Calls `print` for the alternative
/// that each of them holds.
template <typename Steps, typename Print>
std::string joinSteps(const Steps &steps, Print print) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      steps, os,
      [&](const auto &step) {
        std::visit([&](const auto &kind) { print(os, kind); }, step);
      },
      ".");
  return text;
}

/// A position in the text of a layout. Parsers move it from left to right and
/// report errors at an offset of the text.
class Cursor {
public:
  explicit Cursor(StringRef text) : text(text) {}

  bool isAtEnd() const { return offset == text.size(); }
  /// Returns the next character, or 0 at the end.
  char peek() const { return isAtEnd() ? '\0' : text[offset]; }
  size_t getOffset() const { return offset; }
  StringRef getRest() const { return text.drop_front(offset); }

  /// Moves past the next character and returns it. Must not be at the end.
  char take() { return text[offset++]; }
  /// Moves past `token` if it is next, and returns whether it was.
  bool consume(StringRef token);
  StringRef takeWhile(llvm::function_ref<bool(char)> accepts);
  static constexpr int64_t kMaxSize = (int64_t(1) << 32) - 1;
  /// Parses a decimal number from 1 to kMaxSize. An error says that `what` was
  /// expected.
  llvm::Expected<int64_t> takeSize(const llvm::Twine &what);
  /// Parses a decimal number from `least` to 2^63 - 1. An error says that
  /// `what` was expected.
  llvm::Expected<int64_t> takeNumber(int64_t least, const llvm::Twine &what);
  /// Parses a list in parentheses, separated by commas with optional spaces
  /// after them. Calls `takeItem` for each item.
  llvm::Error takeTuple(llvm::function_ref<llvm::Error()> takeItem);

  /// Returns an error at this offset: `what` was expected, the rest found.
  llvm::Error expected(const llvm::Twine &what) const;
  /// Returns an error at offset `at`. `requirement` includes ", found ...".
  llvm::Error error(size_t at, const llvm::Twine &requirement) const;

private:
  StringRef text;
  size_t offset = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_PARSING_H
