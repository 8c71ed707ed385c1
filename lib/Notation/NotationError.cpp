//===- NotationError.cpp - What is wrong with a layout's text -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/NotationError.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::layout;

char NotationError::ID = 0; // NOLINT(readability-identifier-naming)

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
