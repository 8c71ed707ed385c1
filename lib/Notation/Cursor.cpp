//===- Cursor.cpp - A place in the text of a layout -----------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cursor.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::layout;

bool Cursor::consume(StringRef token) {
  if (!getRest().starts_with(token))
    return false;
  offset += token.size();
  return true;
}

llvm::StringRef Cursor::takeWhile(llvm::function_ref<bool(char)> accepts) {
  StringRef taken = getRest().take_while(accepts);
  offset += taken.size();
  return taken;
}

llvm::Expected<int64_t> Cursor::takeSize(const llvm::Twine &what) {
  StringRef digits = getRest().take_while(llvm::isDigit);
  uint32_t size;
  if (digits.getAsInteger(10, size) || size < 1)
    return expected(what);
  offset += digits.size();
  return size;
}

llvm::Error Cursor::expected(const llvm::Twine &what) const {
  return error(offset, what + ", found '" + getRest() + "'");
}

llvm::Error Cursor::error(size_t at, const llvm::Twine &requirement) const {
  return llvm::make_error<NotationError>(text, at, requirement);
}
