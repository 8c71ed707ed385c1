//===- ReadLayout.cpp - Layouts of the command line -----------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadLayout.h"
#include "layout/Notation/LetterLayout.h"
#include "layout/Notation/Notation.h"
#include "layout/Notation/NotationError.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

/// An error names the layout, which those of shapes and maps do not know.
static llvm::Error addText(llvm::Error error, StringRef text) {
  if (error.isA<NotationError>())
    return error;
  std::string message = llvm::toString(std::move(error));
  if (StringRef(message).starts_with("layout '"))
    return llvm::createStringError(message);
  return llvm::createStringError("layout '" + text + "' " + message);
}

llvm::Expected<LetteredLayout> explain::readLayout(StringRef text,
                                                   ArrayRef<int64_t> shape,
                                                   StringRef dims,
                                                   MLIRContext *context) {
  NotatedText notated = guessNotation(text);
  std::string letters = dims.str();
  if (notated.notation == Notation::Letters && letters.empty()) {
    llvm::Expected<LetterLayout> own = LetterLayout::parse(notated.text);
    if (!own)
      return own.takeError();
    letters = own->getLetters();
  }
  llvm::Expected<PhysicalLayout> layout =
      layout::readLayout(notated, shape, letters, context);
  if (!layout)
    return addText(layout.takeError(), text);
  if (!letters.empty() && letters.size() != shape.size())
    return llvm::createStringError(
        "layout '" + text + "' requires a shape of " +
        llvm::Twine(letters.size()) + " dims, one for each of '" + letters +
        "', found " + llvm::Twine(shape.size()));
  return LetteredLayout{std::move(*layout), std::move(letters)};
}
