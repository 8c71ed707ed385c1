//===- Inputs.cpp - Texts of users: shapes, indices, layouts --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Notation/NotationError.h"
#include "layout/Notation/NamedLayout.h"
#include "layout/Notation/Notation.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

/// Parses numbers between `separator`s. Returns nullopt for any other text.
static std::optional<SmallVector<int64_t>> readNumbers(StringRef text,
                                                       char separator) {
  SmallVector<int64_t> numbers;
  if (text.empty())
    return numbers;
  SmallVector<StringRef> parts;
  text.split(parts, separator);
  for (StringRef part : parts)
    if (part.getAsInteger(10, numbers.emplace_back()))
      return std::nullopt;
  return numbers;
}

llvm::Expected<SmallVector<int64_t>> explain::readShape(StringRef text) {
  std::optional<SmallVector<int64_t>> shape = readNumbers(text, 'x');
  bool isShape =
      shape && llvm::all_of(*shape, [](int64_t size) { return size >= 0; });
  if (!isShape)
    return llvm::createStringError(
        "shape requires static extents such as 1x64x56x56, found '" + text +
        "'");
  return *shape;
}

llvm::Expected<SmallVector<int64_t>> explain::readHostStrides(StringRef text,
                                                              unsigned rank) {
  std::optional<SmallVector<int64_t>> strides = readNumbers(text, ',');
  bool areStrides =
      strides && (strides->empty() || strides->size() == rank) &&
      llvm::all_of(*strides, [](int64_t stride) { return stride >= 1; });
  if (!areStrides)
    return llvm::createStringError(
        "host-strides requires " + llvm::Twine(rank) +
        " numbers of at least 1, found '" + text + "'");
  return *strides;
}

llvm::Expected<SmallVector<int64_t>>
explain::readIndex(StringRef text, ArrayRef<int64_t> shape,
                   ArrayRef<std::string> names) {
  std::optional<SmallVector<int64_t>> index = readNumbers(text, ',');
  if (!index)
    return llvm::createStringError(
        "at requires an index such as 0,3,1,1, found '" + text + "'");
  if (index->size() != shape.size())
    return llvm::createStringError("at requires " + llvm::Twine(shape.size()) +
                                   " numbers, found '" + text + "'");
  for (auto [i, size, name] : llvm::zip_equal(*index, shape, names))
    if (i < 0 || i >= size)
      return llvm::createStringError("at requires 0 <= " + name + " < " +
                                     llvm::Twine(size) + ", found " +
                                     llvm::Twine(i));
  return *index;
}

/// Returns the bits of a number or a complex number, or 0 for another type.
static int64_t getNumBits(Type type) {
  int64_t parts = 1;
  if (auto complex = dyn_cast_or_null<ComplexType>(type)) {
    type = complex.getElementType();
    parts = 2;
  }
  return type && type.isIntOrFloat() ? parts * type.getIntOrFloatBitWidth() : 0;
}

llvm::Expected<ElementType> explain::readElementType(StringRef text,
                                                     MLIRContext *context) {
  // The diagnostics of the parser refer to a source that the user did not
  // write.
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
  Type type = parseType(text, context);
  int64_t bits = getNumBits(type);
  if (bits == 0)
    return llvm::createStringError("dtype requires an integer, float or "
                                   "complex type such as f16, i4 or "
                                   "complex<f32>, found '" +
                                   text + "'");
  ElementType element{"", bits};
  llvm::raw_string_ostream(element.name) << type;
  return element;
}

static SmallVector<NamedDim> getNamedDims(StringRef text) {
  NamedLayout layout = llvm::cantFail(NamedLayout::parse(text));
  return SmallVector<NamedDim>(layout.getDims());
}

/// Returns the letters of the text in order, or "" if some dim has none.
static std::string getLetters(NotatedText text) {
  if (text.notation == Notation::Letters)
    return llvm::cantFail(LetterLayout::parse(text.text)).getLetters();
  if (text.notation != Notation::Glow)
    return "";
  std::string names;
  for (const NamedDim &dim : getNamedDims(text.text)) {
    if (dim.isAny())
      return "";
    names += dim.name.size() == 1 ? dim.name : "{" + dim.name + "}";
  }
  return names;
}

/// Returns the names that a text without letters gives to its `rank` dims.
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
    // The names are the words between the first parentheses.
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

/// Prefixes an error with the layout, unless it mentions it already.
static llvm::Error addText(llvm::Error error, StringRef text) {
  if (error.isA<NotationError>())
    return error;
  std::string message = llvm::toString(std::move(error));
  if (StringRef(message).starts_with("layout '"))
    return llvm::createStringError(message);
  return llvm::createStringError("layout '" + text + "' " + message);
}

/// Returns a layout in letters with units in letters without them, and any
/// other text as it is.
static llvm::Expected<std::string>
resolveUnits(StringRef text, const UnitBytes &sizes, int64_t elementBits) {
  llvm::Expected<LetterLayout> layout = LetterLayout::parse(text);
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return text.str();
  }
  if (!layout->hasUnits())
    return text.str();
  llvm::Expected<LetterLayout> inElements =
      layout->inElements(sizes, elementBits);
  if (!inElements)
    return addText(inElements.takeError(), text);
  return "letters:" + inElements->str();
}

llvm::Expected<LetteredLayout>
explain::readLayout(StringRef given, ArrayRef<int64_t> shape, StringRef dims,
                    ArrayRef<int64_t> hostStrides, const UnitBytes &sizes,
                    int64_t elementBits, MLIRContext *context) {
  llvm::Expected<std::string> text = resolveUnits(given, sizes, elementBits);
  if (!text)
    return text.takeError();
  NotatedText notated = guessNotation(*text);
  llvm::Expected<PhysicalLayout> layout =
      layout::readLayout(notated, shape, dims, context, hostStrides);
  if (!layout)
    return addText(layout.takeError(), given);
  size_t numNames = getDimNames(dims).size();
  if (numNames != 0 && numNames != shape.size())
    return llvm::createStringError(
        "layout '" + given + "' requires a shape of " + llvm::Twine(numNames) +
        " dims, one for each of '" + dims + "', found " +
        llvm::Twine(shape.size()));
  std::string letters = dims.empty() ? getLetters(notated) : dims.str();
  Names names = letters.empty() ? getNames(notated, shape.size())
                                : getLogicalNames(letters, shape.size());
  // Alignments that change nothing here, and what backends wrote for
  // themselves, stand only in the text.
  std::optional<std::string> glow;
  if (notated.notation == Notation::Glow)
    glow = llvm::cantFail(NamedLayout::parse(notated.text)).str();
  return LetteredLayout{std::move(*layout), std::move(letters),
                        std::move(names), std::move(glow)};
}
