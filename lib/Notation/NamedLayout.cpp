//===- NamedLayout.cpp - Named dims with alignment: text ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/NamedLayout.h"
#include "Cursor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

static bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_'; }

static bool isNamespaceChar(char c) {
  return isNameChar(c) || c == '.' || c == '-';
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// Why there is no such dim; "" if there is.
static std::string getError(const NamedDim &dim) {
  StringRef name = dim.name;
  bool isName = dim.isAny() || (!name.empty() && llvm::isAlpha(name.front()) &&
                                llvm::all_of(name, isNameChar));
  if (!isName)
    return llvm::formatv("requires '*' or a name of a letter, then letters, "
                         "digits and '_', found '{0}'",
                         name);
  if (dim.alignment < 1 || dim.alignment > NamedLayout::kMaxAlignment)
    return llvm::formatv("requires an alignment from 1 to {0} for {1}, found "
                         "{2}",
                         NamedLayout::kMaxAlignment, name, dim.alignment);
  for (StringRef blob : dim.blobs) {
    StringRef rest = blob.drop_while(isNamespaceChar);
    if (rest.size() == blob.size() || !rest.starts_with(":") ||
        rest.contains(']'))
      return llvm::formatv("requires a namespace, ':' and a text without ']' "
                           "for {0}, found '{1}'",
                           name, blob);
  }
  return "";
}

llvm::Expected<NamedLayout> NamedLayout::get(ArrayRef<NamedDim> dims) {
  llvm::StringSet<> names;
  for (const NamedDim &dim : dims) {
    std::string error = getError(dim);
    if (error.empty() && !dim.isAny() && !names.insert(dim.name).second)
      error = "requires each name once, found '" + dim.name + "' again";
    if (!error.empty())
      return llvm::createStringError(error);
  }
  return NamedLayout(dims);
}

llvm::Expected<NamedLayout> NamedLayout::getNamed(ArrayRef<StringRef> names) {
  return get(llvm::map_to_vector(
      names, [](StringRef name) { return NamedDim{name.str()}; }));
}

NamedLayout NamedLayout::getDefault(unsigned rank, Defaults defaults) {
  NamedLayout layout;
  layout.dims.resize(rank);
  if (defaults == Defaults::Canonical && rank == 4)
    for (auto [dim, name] : llvm::zip_equal(layout.dims, StringRef("NHWC")))
      dim.name = name;
  return layout;
}

SmallVector<NamedLayout, 0> NamedLayout::getPredefined(Defaults defaults) {
  SmallVector<NamedLayout, 0> layouts;
  for (unsigned rank = 0; rank <= kMaxRank; ++rank)
    layouts.push_back(getDefault(rank, defaults));
  return layouts;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `N`, `*` or `{batch}`
static llvm::Expected<std::string> takeName(Cursor &cursor) {
  if (cursor.peek() == '*' || llvm::isAlpha(cursor.peek()))
    return std::string(1, cursor.take());
  if (!cursor.consume("{"))
    return cursor.expected("a letter, '*' or a name in braces");
  size_t offset = cursor.getOffset();
  StringRef name = cursor.takeWhile(isNameChar);
  if (name.size() < 2 || !llvm::isAlpha(name.front()))
    return cursor.error(offset, "a name of several letters, digits and '_' in "
                                "braces, a letter first, found '" +
                                    name + "'");
  if (!cursor.consume("}"))
    return cursor.expected("'}' after name '" + name + "'");
  return name.str();
}

/// The rest of `[ns:opaque]`
static llvm::Expected<std::string> takeBlob(Cursor &cursor) {
  StringRef rest = cursor.getRest();
  StringRef space = cursor.takeWhile(isNamespaceChar);
  if (space.empty())
    return cursor.expected("an alignment 'a=', or a namespace and ':'");
  if (cursor.peek() != ':')
    return cursor.expected("':' after namespace '" + space + "'");
  StringRef opaque = cursor.takeWhile([](char c) { return c != ']'; });
  cursor.take();
  return rest.take_front(space.size() + opaque.size()).str();
}

/// All brackets of a dim.
static llvm::Error takeBrackets(Cursor &cursor, NamedDim &dim) {
  bool hasAlignment = false;
  for (size_t open = cursor.getOffset(); cursor.consume("[");
       open = cursor.getOffset()) {
    if (!cursor.getRest().contains(']'))
      return cursor.error(open, "a ']' for every '[', found '[" +
                                    cursor.getRest() + "'");
    if (!cursor.getRest().starts_with("a=")) {
      llvm::Expected<std::string> blob = takeBlob(cursor);
      if (!blob)
        return blob.takeError();
      dim.blobs.push_back(*blob);
      continue;
    }
    if (hasAlignment)
      return cursor.expected("one alignment for each dim");
    hasAlignment = cursor.consume("a=");
    llvm::Expected<int64_t> alignment = cursor.takeSize(
        "an alignment from 1 to " + llvm::Twine(NamedLayout::kMaxAlignment));
    if (!alignment)
      return alignment.takeError();
    dim.alignment = *alignment;
    if (!cursor.consume("]"))
      return cursor.expected("']' after alignment " + llvm::Twine(*alignment));
  }
  return llvm::Error::success();
}

llvm::Expected<NamedLayout> NamedLayout::parse(StringRef text) {
  Cursor cursor(text);
  SmallVector<NamedDim> dims;
  llvm::StringSet<> names;
  if (cursor.peek() == '[')
    return cursor.expected("a dim in front of '['");
  while (!cursor.isAtEnd()) {
    size_t offset = cursor.getOffset();
    llvm::Expected<std::string> name = takeName(cursor);
    if (!name)
      return name.takeError();
    NamedDim &dim = dims.emplace_back();
    dim.name = *name;
    if (!dim.isAny() && !names.insert(*name).second)
      return cursor.error(offset,
                          "each name once, found '" + *name + "' again");
    if (llvm::Error error = takeBrackets(cursor, dim))
      return error;
  }
  return NamedLayout(dims);
}

std::string NamedLayout::str() const {
  std::string text;
  for (const NamedDim &dim : dims) {
    text += dim.name.size() == 1 ? dim.name : "{" + dim.name + "}";
    if (dim.alignment != 1)
      text += "[a=" + std::to_string(dim.alignment) + "]";
    for (const std::string &blob : dim.blobs)
      text += "[" + blob + "]";
  }
  return text;
}
