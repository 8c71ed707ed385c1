//===- ReadLayout.cpp - Layouts of the command line -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadLayout.h"
#include "layout/Notation/LetterLayout.h"
#include "layout/Notation/NamedLayout.h"
#include "layout/Notation/Notation.h"
#include "layout/Notation/NotationError.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

static SmallVector<NamedDim> getNamedDims(StringRef text) {
  NamedLayout layout = llvm::cantFail(NamedLayout::parse(text));
  return SmallVector<NamedDim>(layout.getDims());
}

/// The layout's own letters, in order; empty if they do not name every dim.
static std::string getLetters(NotatedText text) {
  if (text.notation == Notation::Letters)
    return llvm::cantFail(LetterLayout::parse(text.text)).getLetters();
  if (text.notation != Notation::Glow)
    return "";
  std::string letters;
  for (const NamedDim &dim : getNamedDims(text.text)) {
    if (dim.isAny() || dim.name.size() != 1)
      return "";
    letters += dim.name;
  }
  return letters;
}

/// What the text, which is one of `rank` dims, calls them if it has no letters.
static Names getNames(NotatedText text, unsigned rank) {
  Names names = getLogicalNames("", rank);
  switch (text.notation) {
  case Notation::OneDnn:
    for (auto [dim, name] : llvm::enumerate(names))
      name = std::string(1, 'a' + dim);
    break;
  case Notation::Glow:
    for (auto [dim, name] : llvm::zip_equal(getNamedDims(text.text), names))
      if (!dim.isAny())
        name = dim.name;
    break;
  case Notation::Map: {
    // The words between the first parentheses.
    StringRef words = text.text.split(')').first.split('(').second;
    for (std::string &name : names) {
      auto [word, rest] = words.split(',');
      name = word.trim().str();
      words = rest;
    }
    break;
  }
  default:
    break;
  }
  return names;
}

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
  llvm::Expected<PhysicalLayout> layout =
      layout::readLayout(notated, shape, dims, context);
  if (!layout)
    return addText(layout.takeError(), text);
  if (!dims.empty() && dims.size() != shape.size())
    return llvm::createStringError(
        "layout '" + text + "' requires a shape of " +
        llvm::Twine(dims.size()) + " dims, one for each of '" + dims +
        "', found " + llvm::Twine(shape.size()));
  std::string letters = dims.empty() ? getLetters(notated) : dims.str();
  Names names = letters.empty() ? getNames(notated, shape.size())
                                : getLogicalNames(letters, shape.size());
  return LetteredLayout{std::move(*layout), std::move(letters),
                        std::move(names)};
}
