//===- Notation.cpp - Layouts in any notation -----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/Notation.h"
#include "layout/Notation/DeviceLayout.h"
#include "layout/Notation/LetterLayout.h"
#include "layout/Notation/MapText.h"
#include "layout/Notation/NamedLayout.h"
#include "layout/Notation/OneDnnTag.h"
#include "layout/Notation/ReshapeChain.h"
#include "layout/Notation/XlaLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

ArrayRef<Notation> layout::getNotations() {
  static constexpr Notation all[] = {
      Notation::Letters, Notation::Glow,  Notation::Xla, Notation::OneDnn,
      Notation::Device,  Notation::NumPy, Notation::Map};
  return all;
}

StringRef layout::getName(Notation notation) {
  switch (notation) {
  case Notation::Letters:
    return "letters";
  case Notation::Glow:
    return "glow";
  case Notation::Xla:
    return "xla";
  case Notation::OneDnn:
    return "onednn";
  case Notation::Device:
    return "device";
  case Notation::NumPy:
    return "numpy";
  case Notation::Map:
    return "map";
  }
  llvm_unreachable("covered switch");
}

std::optional<Notation> layout::getNotation(StringRef name) {
  for (Notation notation : getNotations())
    if (getName(notation) == name)
      return notation;
  return std::nullopt;
}

/// Whether some block of `text`, which has lower-case letters, lacks its size:
/// letters other than blocks are upper case in the letters notation.
static bool hasLowerCaseDim(StringRef text) {
  for (size_t i = 0; i < text.size(); ++i)
    if (llvm::isLower(text[i]) && (i == 0 || !llvm::isDigit(text[i - 1])))
      return true;
  return false;
}

NotatedText layout::guessNotation(StringRef text) {
  auto [prefix, rest] = text.split(':');
  if (std::optional<Notation> notation = getNotation(prefix))
    return {*notation, rest};
  if (text.contains("->"))
    return {Notation::Map, text};
  if (text.starts_with("(("))
    return {Notation::Device, text};
  if (text.contains('(') && llvm::isAlpha(text.front()) && text.contains(')'))
    return {Notation::NumPy, text};
  // Braces hold the numbers of dims, or a name of several letters.
  if (text.starts_with("{") && (text.size() == 1 || !llvm::isAlpha(text[1])))
    return {Notation::Xla, text};
  if (llvm::any_of(text, [](char c) { return StringRef("*={").contains(c); }) ||
      text.contains(':'))
    return {Notation::Glow, text};
  return {hasLowerCaseDim(text) ? Notation::OneDnn : Notation::Letters, text};
}

/// Every letter as a name.
static SmallVector<StringRef> getNames(StringRef dims) {
  SmallVector<StringRef> names;
  for (size_t i = 0; i < dims.size(); ++i)
    names.push_back(dims.substr(i, 1));
  return names;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
struct Reader {
  ArrayRef<int64_t> shape;
  StringRef dims;
  MLIRContext *context;

  /// For notations without names of dims.
  template <typename Layout>
  llvm::Expected<PhysicalLayout> read(StringRef text) const {
    llvm::Expected<Layout> layout = Layout::parse(text);
    if (!layout)
      return layout.takeError();
    return layout->getPhysicalLayout(shape, context);
  }

  llvm::Expected<PhysicalLayout> readLetters(StringRef text) const {
    llvm::Expected<LetterLayout> layout = LetterLayout::parse(text);
    if (!layout)
      return layout.takeError();
    return layout->getPhysicalLayout(
        shape, dims.empty() ? StringRef(layout->getLetters()) : dims, context);
  }

  llvm::Expected<PhysicalLayout> readNames(StringRef text) const {
    if (dims.empty())
      return read<NamedLayout>(text);
    llvm::Expected<NamedLayout> layout = NamedLayout::parse(text);
    if (!layout)
      return layout.takeError();
    return layout->getPhysicalLayout(shape, getNames(dims), context);
  }

  llvm::Expected<PhysicalLayout> readMap(StringRef text) const {
    llvm::Expected<IndexMap> map = parseIndexMap(text, context);
    if (!map)
      return map.takeError();
    return PhysicalLayout::get(*map, shape);
  }
};
} // namespace

llvm::Expected<PhysicalLayout> layout::readLayout(NotatedText text,
                                                  ArrayRef<int64_t> shape,
                                                  StringRef dims,
                                                  MLIRContext *context) {
  Reader reader{shape, dims, context};
  switch (text.notation) {
  case Notation::Letters:
    return reader.readLetters(text.text);
  case Notation::Glow:
    return reader.readNames(text.text);
  case Notation::Xla:
    return reader.read<XlaLayout>(text.text);
  case Notation::OneDnn:
    return reader.read<OneDnnTag>(text.text);
  case Notation::Device:
    return reader.read<DeviceLayout>(text.text);
  case Notation::NumPy:
    return reader.read<ReshapeChain>(text.text);
  case Notation::Map:
    return reader.readMap(text.text);
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

template <typename Layout>
static llvm::Expected<std::string> getText(llvm::Expected<Layout> layout) {
  if (!layout)
    return layout.takeError();
  return layout->str();
}

static llvm::Expected<std::string> writeMap(const PhysicalLayout &layout) {
  IndexMap map = layout.getMap().canonicalize(layout.getShape());
  auto spanned = map.getPhysicalShape(layout.getShape());
  if (!spanned || ArrayRef(*spanned) != layout.getBox())
    return llvm::createStringError(
        "a map has no place for padding that no tile claims");
  return getText(map);
}

llvm::Expected<std::string> layout::writeLayout(Notation notation,
                                                const PhysicalLayout &layout,
                                                StringRef dims) {
  switch (notation) {
  case Notation::Letters:
    return ::getText(LetterLayout::get(layout, dims));
  case Notation::Glow:
    return ::getText(NamedLayout::get(layout, getNames(dims)));
  case Notation::Xla:
    return ::getText(XlaLayout::get(layout));
  case Notation::OneDnn:
    return ::getText(OneDnnTag::get(layout));
  case Notation::Device:
    return ::getText(DeviceLayout::get(layout));
  case Notation::NumPy:
    return ::getText(ReshapeChain::get(layout));
  case Notation::Map:
    return writeMap(layout);
  }
  llvm_unreachable("covered switch");
}
