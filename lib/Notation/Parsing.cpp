//===- Parsing.cpp - Cursor and errors of all parsers ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parsing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

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

char NotationError::ID = 0;     // NOLINT(readability-identifier-naming)
char MissingShapeError::ID = 0; // NOLINT(readability-identifier-naming)

NotationError::NotationError(StringRef text, size_t offset,
                             const llvm::Twine &requirement)
    : text(text), offset(offset), requirement(requirement.str()) {}

void NotationError::log(llvm::raw_ostream &os) const {
  os << "layout '" << text << "' requires " << requirement;
}

void NotationError::printWithCaret(llvm::raw_ostream &os) const {
  log(os);
  os << '\n' << text << '\n';
  os.indent(offset) << "^\n";
}

std::error_code NotationError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}
