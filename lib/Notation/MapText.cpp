//===- MapText.cpp - Index maps as text -----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapText.h"
#include "NotationError.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

/// Replaces the bars of `text` by commas and returns the axis separators that
/// they stand for. Bars are allowed only between results, outside of inner
/// parentheses.
static SmallVector<int64_t> takeBars(std::string &text) {
  SmallVector<int64_t> separators;
  size_t results = text.find("->");
  if (results == std::string::npos)
    return separators;
  int64_t depth = 0, dim = 0;
  for (char &c :
       MutableArrayRef(text.data(), text.size()).drop_front(results)) {
    depth += c == '(';
    depth -= c == ')';
    if (depth != 1 || (c != ',' && c != '|'))
      continue;
    ++dim;
    if (c == '|')
      separators.push_back(dim);
    c = ',';
  }
  return separators;
}

/// Removes ` in [65536]` from the end of `text` and returns the extents;
/// nothing if what follows the map is another text.
static std::optional<SmallVector<int64_t>> takeBox(StringRef &text) {
  SmallVector<int64_t> box;
  StringRef rest = text.rtrim();
  auto [map, extents] = rest.rsplit(" in [");
  if (map.size() == rest.size() || !extents.consume_back("]"))
    return box;
  SmallVector<StringRef> parts;
  extents.split(parts, ',');
  for (StringRef part : parts)
    if (part.trim().getAsInteger(10, box.emplace_back()))
      return std::nullopt;
  text = map;
  return box;
}

llvm::Expected<IndexMap> layout::parseIndexMap(StringRef text,
                                               MLIRContext *context) {
  constexpr StringLiteral prefix = "affine_map<";
  auto fail = [&](size_t offset, const llvm::Twine &requirement) {
    return llvm::make_error<NotationError>(text, std::min(offset, text.size()),
                                           requirement);
  };
  // The parser stops at a zero character.
  if (size_t end = text.find('\0'); end != StringRef::npos)
    return fail(end, "an affine map, found a zero character");
  StringRef mapText = text;
  std::optional<SmallVector<int64_t>> box = takeBox(mapText);
  if (!box)
    return fail(text.rfind('['), "numbers as the extents of a box");
  std::string commas = mapText.str();
  SmallVector<int64_t> separators = takeBars(commas);
  std::string message;
  size_t column = 1;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    if (auto loc = dyn_cast<FileLineColLoc>(diagnostic.getLocation()))
      column = loc.getColumn();
  });
  auto attribute = dyn_cast_or_null<AffineMapAttr>(
      parseAttribute((prefix + commas + ">").str(), context));
  if (!attribute)
    return fail(column > prefix.size() ? column - 1 - prefix.size() : 0,
                "an affine map: " +
                    (message.empty() ? "found another attribute" : message));
  AffineMap map = attribute.getValue();
  if (std::optional<std::string> error =
          IndexMap::getError(map, separators, *box)) {
    StringRef requirement = *error;
    requirement.consume_front("requires ");
    return fail(0, requirement);
  }
  return IndexMap(map, separators, *box);
}

std::string layout::getText(const IndexMap &map) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  llvm::interleaveComma(llvm::seq<unsigned>(0, map.getNumDims()), os,
                        [&](unsigned dim) { os << 'd' << dim; });
  os << ") -> (";
  for (auto [dim, result] : llvm::enumerate(map.getAffineMap().getResults())) {
    if (dim != 0)
      os << (llvm::is_contained(map.getSeparators(), dim) ? " | " : ", ");
    os << result;
  }
  os << ')';
  if (!map.getBox().empty()) {
    os << " in [";
    llvm::interleaveComma(map.getBox(), os);
    os << ']';
  }
  return text;
}
