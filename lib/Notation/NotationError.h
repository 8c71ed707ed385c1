//===- NotationError.h - What is wrong with a layout's text -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_NOTATIONERROR_H
#define LAYOUT_LIB_NOTATION_NOTATIONERROR_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

/// A text that is no layout in some notation. Its message has the form of a
/// diagnostic: "layout 'NCHW16' requires …, found …".
class NotationError : public llvm::ErrorInfo<NotationError> {
public:
  static char ID; // NOLINT(readability-identifier-naming): the name is LLVM's

  /// `offset` counts the characters of `text` in front of what is wrong;
  /// `requirement` goes on after "layout '…' requires ".
  NotationError(StringRef text, size_t offset, const llvm::Twine &requirement);

  /// Counted from 1.
  size_t getColumn() const { return offset + 1; }

  /// The message.
  void log(llvm::raw_ostream &os) const override;
  /// The message, the text, and a caret under the column, as lines.
  void printWithCaret(llvm::raw_ostream &os) const;

  std::error_code convertToErrorCode() const override;

private:
  std::string text;
  size_t offset;
  std::string requirement;
};

/// A text that is a layout, but says where elements lie only for tensors of a
/// shape, which is not given.
class MissingShapeError
    : public llvm::ErrorInfo<MissingShapeError, llvm::StringError> {
public:
  static char ID; // NOLINT(readability-identifier-naming): the name is LLVM's

  explicit MissingShapeError(const llvm::Twine &message)
      : ErrorInfo(message, llvm::inconvertibleErrorCode()) {}
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_NOTATIONERROR_H
