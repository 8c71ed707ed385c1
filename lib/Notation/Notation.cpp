//===- Notation.cpp - Layouts in any notation -----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/Notation.h"
#include "DeviceLayout.h"
#include "MapText.h"
#include "NotationError.h"
#include "Relations.h"
#include "ReshapeChain.h"
#include "XlaLayout.h"
#include "layout/Notation/LetterLayout.h"
#include "layout/Notation/NamedLayout.h"
#include "layout/Notation/OneDnnTag.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

// Each function returns whether `text` is in its notation, provided that it is
// in no notation further down in the table.

static bool isLetters(StringRef) { return true; }

static bool isGlow(StringRef text) {
  return text.find_first_of("*={:") != StringRef::npos;
}

static bool isXla(StringRef text) {
  // Braces contain the numbers of dims. In a Glow text they contain a name.
  return text.starts_with("{") && (text.size() == 1 || !llvm::isAlpha(text[1]));
}

/// Some letter is lower case and not the letter of a block. In the letters
/// notation only blocks, which begin with a size, have lower-case letters.
static bool isOneDnn(StringRef text) {
  if (isGlow(text) || text.contains('['))
    return false;
  for (size_t i = 0; i < text.size(); ++i)
    if (llvm::isLower(text[i]) && (i == 0 || !llvm::isDigit(text[i - 1])))
      return true;
  return false;
}

static bool isDevice(StringRef text) { return text.starts_with("(("); }

static bool isNumPy(StringRef text) {
  return text.contains('(') && llvm::isAlpha(text.front()) &&
         text.contains(')');
}

static bool isRelations(StringRef text) {
  StringRef first = text.split('(').first;
  return isNumPy(text) &&
         (first == "split" || first == "fuse" || first == "reorder");
}

static bool isMap(StringRef text) { return text.contains("->"); }

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

namespace {
/// The tensor whose layout is read or written.
struct Tensor {
  ArrayRef<int64_t> shape;
  /// The names of the dims (getDimNames), or empty.
  StringRef dims;
  MLIRContext *context;
  /// Empty if it is row-major.
  ArrayRef<int64_t> hostStrides;
};
} // namespace

SmallVector<StringRef> layout::getDimNames(StringRef dims) {
  SmallVector<StringRef> names;
  while (!dims.empty()) {
    if (dims.consume_front("{")) {
      names.push_back(dims.take_until([](char c) { return c == '}'; }));
      dims = dims.drop_front(std::min(names.back().size() + 1, dims.size()));
      continue;
    }
    names.push_back(dims.take_front());
    dims = dims.drop_front();
  }
  return names;
}

/// Letters have no names of several letters.
static llvm::Error requireLetters(StringRef dims) {
  if (!dims.contains('{'))
    return llvm::Error::success();
  return llvm::createStringError("requires dims of one letter each, found '" +
                                 dims + "'");
}

/// Reads a notation without names of dims.
template <typename Layout>
static llvm::Expected<PhysicalLayout> read(StringRef text,
                                           const Tensor &tensor) {
  llvm::Expected<Layout> layout = Layout::parse(text);
  if (!layout)
    return layout.takeError();
  return layout->getPhysicalLayout(tensor.shape, tensor.context);
}

static llvm::Expected<PhysicalLayout> readLetters(StringRef text,
                                                  const Tensor &tensor) {
  llvm::Expected<LetterLayout> layout = LetterLayout::parse(text);
  if (!layout)
    return layout.takeError();
  if (llvm::Error error = requireLetters(tensor.dims))
    return error;
  std::string dims =
      tensor.dims.empty() ? layout->getLetters() : tensor.dims.str();
  return layout->getPhysicalLayout(tensor.shape, dims, tensor.context);
}

static llvm::Expected<PhysicalLayout> readGlow(StringRef text,
                                               const Tensor &tensor) {
  if (tensor.dims.empty())
    return read<NamedLayout>(text, tensor);
  llvm::Expected<NamedLayout> layout = NamedLayout::parse(text);
  if (!layout)
    return layout.takeError();
  return layout->getPhysicalLayout(tensor.shape, getDimNames(tensor.dims),
                                   tensor.context);
}

static llvm::Expected<PhysicalLayout> readDevice(StringRef text,
                                                 const Tensor &tensor) {
  llvm::Expected<DeviceLayout> layout = DeviceLayout::parse(text);
  if (!layout)
    return layout.takeError();
  return layout->getPhysicalLayout(tensor.shape, tensor.hostStrides,
                                   tensor.context);
}

static llvm::Expected<PhysicalLayout> readMap(StringRef text,
                                              const Tensor &tensor) {
  llvm::Expected<IndexMap> map = parseIndexMap(text, tensor.context);
  if (!map)
    return map.takeError();
  return PhysicalLayout::get(*map, tensor.shape);
}

template <typename Layout>
static llvm::Expected<std::string> toText(llvm::Expected<Layout> layout) {
  if (!layout)
    return layout.takeError();
  return layout->str();
}

/// Writes a notation without names of dims.
template <typename Layout>
static llvm::Expected<std::string> write(const PhysicalLayout &layout,
                                         const Tensor &) {
  return toText<Layout>(Layout::get(layout));
}

static llvm::Expected<std::string> writeLetters(const PhysicalLayout &layout,
                                                const Tensor &tensor) {
  if (llvm::Error error = requireLetters(tensor.dims))
    return error;
  return toText(LetterLayout::get(layout, tensor.dims));
}

static llvm::Expected<std::string> writeGlow(const PhysicalLayout &layout,
                                             const Tensor &tensor) {
  return toText(NamedLayout::get(layout, getDimNames(tensor.dims)));
}

static llvm::Expected<std::string> writeDevice(const PhysicalLayout &layout,
                                               const Tensor &tensor) {
  return toText(DeviceLayout::get(layout, tensor.hostStrides));
}

static llvm::Expected<std::string> writeMap(const PhysicalLayout &layout,
                                            const Tensor &) {
  IndexMap map = layout.getMap().canonicalize(layout.getShape());
  return getText(
      PhysicalLayout::getKnown(map, layout.getShape(), layout.getBox())
          .getMapWithBox());
}

//===----------------------------------------------------------------------===//
// Table of notations
//===----------------------------------------------------------------------===//

namespace {
struct NotationInfo {
  Notation notation;
  StringRef name;
  StringRef example;
  bool (*isWrittenIn)(StringRef text);
  llvm::Expected<PhysicalLayout> (*read)(StringRef text, const Tensor &tensor);
  llvm::Expected<std::string> (*write)(const PhysicalLayout &layout,
                                       const Tensor &tensor);
};
} // namespace

/// One row per notation, in the order of the enum. guessNotation tries them
/// from the last to the first.
static ArrayRef<NotationInfo> getTable() {
  static constexpr NotationInfo table[] = {
      {Notation::Letters, "letters", "NCHW16c", isLetters, readLetters,
       writeLetters},
      {Notation::Glow, "glow", "N[a=32]HW[a=64]C", isGlow, readGlow, writeGlow},
      {Notation::Xla, "xla", "{3,1,2,0:T(8,128)}", isXla, read<XlaLayout>,
       write<XlaLayout>},
      {Notation::OneDnn, "onednn", "aBcd16b", isOneDnn, read<OneDnnTag>,
       write<OneDnnTag>},
      {Notation::Device, "device", "((4,1024,64),(65536,64,1),(64,256,1))",
       isDevice, readDevice, writeDevice},
      {Notation::NumPy, "numpy", "reshape(4,16,7).transpose(0,2,1)", isNumPy,
       read<ReshapeChain>, write<ReshapeChain>},
      {Notation::Relations, "relations", "split(1,16).reorder(0,1,3,4,2)",
       isRelations, read<Relations>, write<Relations>},
      {Notation::Map, "map", "(i, j) -> (j floordiv 4, i | j mod 4)", isMap,
       readMap, writeMap},
  };
  return table;
}

static const NotationInfo &getInfo(Notation notation) {
  return getTable()[static_cast<size_t>(notation)];
}

ArrayRef<Notation> layout::getNotations() {
  static const auto notations = llvm::map_to_vector(
      getTable(), [](const NotationInfo &info) { return info.notation; });
  return notations;
}

StringRef layout::getName(Notation notation) { return getInfo(notation).name; }

StringRef layout::getExample(Notation notation) {
  return getInfo(notation).example;
}

std::optional<Notation> layout::getNotation(StringRef name) {
  for (const NotationInfo &info : getTable())
    if (info.name == name)
      return info.notation;
  return std::nullopt;
}

NotatedText layout::guessNotation(StringRef text) {
  auto [prefix, rest] = text.split(':');
  if (std::optional<Notation> notation = getNotation(prefix))
    return {*notation, rest};
  for (const NotationInfo &info : llvm::reverse(getTable()))
    if (info.isWrittenIn(text))
      return {info.notation, text};
  llvm_unreachable("every text may be letters");
}

llvm::Expected<PhysicalLayout>
layout::readLayout(NotatedText text, ArrayRef<int64_t> shape, StringRef dims,
                   MLIRContext *context, ArrayRef<int64_t> hostStrides) {
  return getInfo(text.notation)
      .read(text.text, {shape, dims, context, hostStrides});
}

/// The map of a layout in letters; `given` names the dims unless it is empty.
static llvm::Expected<IndexMap> getMap(const LetterLayout &layout,
                                       StringRef given, MLIRContext *context) {
  if (llvm::Error error = requireLetters(given))
    return error;
  bool isAligned = llvm::any_of(layout.getAxes(), [](const LetterAxis &axis) {
    return axis.isAligned();
  });
  if (isAligned || layout.hasUnits())
    return llvm::make_error<MissingShapeError>(
        "layout '" + layout.str() + "' requires a shape for its alignment");
  std::string dims = given.empty() ? layout.getLetters() : given.str();
  std::optional<IndexMap> map = layout.getIndexMap(dims, context);
  if (!map)
    return llvm::createStringError("layout '" + layout.str() +
                                   "' requires dims '" + layout.getLetters() +
                                   "' in some order, found '" + dims + "'");
  return *map;
}

/// The same layout with the letters A, B, …
static LetterLayout getLetters(const OneDnnTag &tag) {
  SmallVector<LetterAxis> axes;
  auto addAxis = [&](unsigned dim, int64_t block) {
    LetterAxis &axis = axes.emplace_back();
    axis.letter = 'A' + dim;
    axis.block = block;
  };
  for (unsigned dim : tag.getOrder())
    addAxis(dim, 0);
  for (const OneDnnTag::Block &block : tag.getBlocks())
    addAxis(block.dim, block.size);
  return LetterLayout(axes);
}

template <typename Layout>
static llvm::Error checkSyntax(StringRef text) {
  return Layout::parse(text).takeError();
}

/// Says why a text of a notation that requires a shape is no layout at all.
static llvm::Error checkSyntax(NotatedText text) {
  switch (text.notation) {
  case Notation::Glow:
    return checkSyntax<NamedLayout>(text.text);
  case Notation::Xla:
    return checkSyntax<XlaLayout>(text.text);
  case Notation::Device:
    return checkSyntax<DeviceLayout>(text.text);
  case Notation::NumPy:
    return checkSyntax<ReshapeChain>(text.text);
  case Notation::Relations:
    return checkSyntax<Relations>(text.text);
  case Notation::Letters:
  case Notation::OneDnn:
  case Notation::Map:
    return llvm::Error::success();
  }
  llvm_unreachable("covered switch");
}

llvm::Expected<IndexMap> layout::readIndexMap(NotatedText text, StringRef dims,
                                              MLIRContext *context) {
  if (text.notation == Notation::Map)
    return parseIndexMap(text.text, context);
  if (text.notation == Notation::Letters) {
    llvm::Expected<LetterLayout> layout = LetterLayout::parse(text.text);
    return layout ? getMap(*layout, dims, context) : layout.takeError();
  }
  if (text.notation == Notation::OneDnn) {
    llvm::Expected<OneDnnTag> tag = OneDnnTag::parse(text.text);
    if (!tag)
      return tag.takeError();
    constexpr StringRef letters = "ABCDEFGHIJKL";
    return getMap(getLetters(*tag), letters.take_front(tag->getRank()),
                  context);
  }
  if (llvm::Error error = checkSyntax(text))
    return error;
  return llvm::make_error<MissingShapeError>(
      "layout '" + text.text +
      "' requires a shape, as it is in the notation '" +
      getName(text.notation) + "'");
}

llvm::Expected<std::string> layout::writeLayout(Notation notation,
                                                const PhysicalLayout &layout,
                                                StringRef dims,
                                                ArrayRef<int64_t> hostStrides) {
  return getInfo(notation).write(
      layout, {layout.getShape(), dims, layout.getContext(), hostStrides});
}
