//===- Cursor.cpp - A place in the text of a layout -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
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

llvm::Expected<int64_t> Cursor::takeNumber(int64_t least,
                                           const llvm::Twine &what) {
  StringRef digits = getRest().take_while(llvm::isDigit);
  int64_t number;
  if (digits.getAsInteger(10, number) || number < least)
    return expected(what);
  offset += digits.size();
  return number;
}

llvm::Error Cursor::takeTuple(llvm::function_ref<llvm::Error()> takeItem) {
  if (!consume("("))
    return expected("'('");
  if (consume(")"))
    return llvm::Error::success();
  do {
    takeWhile([](char c) { return c == ' '; });
    if (llvm::Error error = takeItem())
      return error;
  } while (consume(","));
  if (!consume(")"))
    return expected("',' or ')'");
  return llvm::Error::success();
}

llvm::Error Cursor::expected(const llvm::Twine &what) const {
  return error(offset, what + ", found '" + getRest() + "'");
}

llvm::Error Cursor::error(size_t at, const llvm::Twine &requirement) const {
  return llvm::make_error<NotationError>(text, at, requirement);
}
