//===- Words.cpp - Words that text and pictures share ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Words.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

std::string explain::getTitle(const Explanation &about) {
  std::string title = about.text + " of ";
  for (int64_t size : about.layout.getShape())
    title += std::to_string(size) + "x";
  return title + about.element.name;
}

std::string explain::getNumber(int64_t number) {
  return llvm::formatv("{0:N}", number).str();
}

std::string explain::getAmount(int64_t bits) {
  bool isWhole = bits % 8 == 0;
  int64_t amount = isWhole ? bits / 8 : bits;
  return getNumber(amount) + (isWhole ? " byte" : " bit") +
         (amount == 1 ? "" : "s");
}

std::string explain::getExtents(ArrayRef<std::string> names,
                                ArrayRef<int64_t> extents) {
  if (names.empty())
    return "()";
  return llvm::join(llvm::map_range(llvm::zip_equal(names, extents),
                                    [](auto dim) {
                                      auto [name, extent] = dim;
                                      return name + "=" +
                                             std::to_string(extent);
                                    }),
                    " ");
}

std::string explain::getSize(const Explanation &about) {
  int64_t places = about.layout.getNumPositions(), bits = about.element.bits;
  int64_t bytes = about.getNumBytes(places);
  std::string text = getNumber(bytes) + (bytes == 1 ? " byte" : " bytes");
  if (bits % 8 != 0)
    text += " (elements of " + getAmount(bits) + ", packed)";
  int64_t padding = about.layout.getNumPaddingPositions();
  if (padding == 0)
    return text + ", no padding";
  llvm::raw_string_ostream(text)
      << ", of which " << getAmount(padding * bits)
      << llvm::format(" (%.1f%%) are padding", 100.0 * padding / places);
  return text;
}

SmallVector<SmallVector<int64_t>>
explain::getWantedPlaces(const Explanation &about) {
  SmallVector<SmallVector<int64_t>> places;
  if (!about.at)
    return places;
  places.push_back(about.at->physical);
  for (const Neighbour &neighbour : about.at->neighbours)
    places.push_back(about.layout.getMap().forward(neighbour.index));
  return places;
}

Role explain::getRole(const Explanation &about, ArrayRef<int64_t> index) {
  if (!about.at)
    return Role::Other;
  if (index == ArrayRef(about.at->logical))
    return Role::Wanted;
  bool isNeighbour =
      llvm::any_of(about.at->neighbours, [&](const Neighbour &neighbour) {
        return index == ArrayRef(neighbour.index);
      });
  return isNeighbour ? Role::Neighbour : Role::Other;
}

std::string explain::getRowLabel(const Explanation &about,
                                 const Picture &picture, const Row &row) {
  std::string label;
  for (auto [dim, name] : llvm::enumerate(about.physical)) {
    if (about.layout.getBox()[dim] == 1 || dim == picture.columnDim)
      continue;
    label += (label.empty() ? "" : " ") + name + "=" +
             std::to_string(row.place[dim]);
  }
  return label;
}

std::string explain::getColumnLabel(const Explanation &about,
                                    const Picture &picture, size_t position) {
  std::string label;
  if (position == 0 && picture.columnDim)
    label = about.physical[*picture.columnDim] + "=";
  return label + std::to_string(picture.columns[position]);
}
