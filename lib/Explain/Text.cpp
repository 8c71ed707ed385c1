//===- Text.cpp - An explanation as text ----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "Words.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

/// Prints lines of cells. Every column is as wide as its widest cell.
/// `alignments` has one of 'l' and 'r' per column.
static void printTable(ArrayRef<SmallVector<std::string>> lines,
                       StringRef alignments, llvm::raw_ostream &os) {
  SmallVector<size_t> widths(alignments.size(), 0);
  for (ArrayRef<std::string> line : lines)
    for (auto [width, cell] : llvm::zip(widths, line))
      width = std::max(width, cell.size());
  for (ArrayRef<std::string> line : lines) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    for (auto [width, cell, alignment] : llvm::zip(widths, line, alignments)) {
      stream << "  ";
      if (alignment == 'r')
        stream << llvm::right_justify(cell, width);
      else
        stream << llvm::left_justify(cell, width);
    }
    os << StringRef(text).rtrim() << "\n";
  }
}

//===----------------------------------------------------------------------===//
// The layout
//===----------------------------------------------------------------------===//

static std::string getStride(const Explanation &about, unsigned dim) {
  if (!about.form)
    return "not known";
  ArrayRef<StridedDigit> digits = about.form->dims[dim];
  if (digits.empty())
    return "-";
  if (digits.size() == 1)
    return std::to_string(digits.front().stride);
  return "tiled: " +
         llvm::join(llvm::map_range(digits,
                                    [](StridedDigit digit) {
                                      return std::to_string(digit.extent) +
                                             " steps of " +
                                             std::to_string(digit.stride);
                                    }),
                    ", ");
}

static std::string getRun(const Explanation &about, int64_t elements) {
  return getNumber(elements) + (elements == 1 ? " element, " : " elements, ") +
         getAmount(elements * about.element.bits);
}

static void printDims(const Explanation &about, llvm::raw_ostream &os) {
  SmallVector<SmallVector<std::string>> lines;
  lines.push_back({"dim", "extent", "stride", "contiguous"});
  for (auto [dim, size] : llvm::enumerate(about.layout.getShape()))
    lines.push_back(
        {about.logical[dim], std::to_string(size), getStride(about, dim),
         about.runs ? getRun(about, about.runs->dims[dim]) : "not known"});
  printTable(lines, "lrll", os);
  os << "  in row-major order: ";
  if (!about.runs) {
    os << "not known\n";
    return;
  }
  os << getNumber(about.runs->numRowMajor)
     << (about.runs->numRowMajor == 1 ? " run of " : " runs, the longest of ")
     << getRun(about, about.runs->rowMajor) << "\n";
}

static void printLayout(const Explanation &about, llvm::raw_ostream &os) {
  const PhysicalLayout &layout = about.layout;
  os << getTitle(about) << "\n\n";
  os << "  logical   " << getExtents(about.logical, layout.getShape()) << "\n";
  os << "  physical  " << getExtents(about.physical, layout.getBox()) << "\n";
  os << "  strides   "
     << getExtents(about.physical, computeStrides(layout.getBox())) << "\n";
  os << "  map       " << printMap(layout.getMap(), about.logical) << "\n";
  os << "  memory    " << getSize(about) << "\n";
  for (auto [index, writing] : llvm::enumerate(about.writings))
    os << (index == 0 ? "  written   " : "            ")
       << llvm::left_justify(writing.first, 8) << " " << writing.second << "\n";
  os << "\n";
  printDims(about, os);
}

//===----------------------------------------------------------------------===//
// Element and conversion
//===----------------------------------------------------------------------===//

static std::string getTuple(ArrayRef<int64_t> index) {
  std::string tuple = "(";
  llvm::raw_string_ostream os(tuple);
  llvm::interleaveComma(index, os);
  return tuple + ")";
}

static void printElement(const Explanation &about, llvm::raw_ostream &os) {
  const ElementPlace &at = *about.at;
  int64_t bits = at.offset * about.element.bits;
  os << "\nElement " << getTuple(at.logical) << " lies at "
     << getTuple(at.physical) << ", offset " << at.offset << ", byte "
     << bits / 8;
  if (about.element.bits % 8 != 0)
    os << " bit " << bits % 8;
  if (at.neighbours.empty()) {
    os << " and has no neighbours\n";
    return;
  }
  os << "; its neighbours:\n";
  SmallVector<SmallVector<std::string>> lines;
  for (const Neighbour &neighbour : at.neighbours)
    lines.push_back(
        {about.logical[neighbour.dim] + (neighbour.step > 0 ? "+1" : "-1"),
         getTuple(neighbour.index), "offset", std::to_string(neighbour.offset),
         llvm::formatv("({0}{1})", neighbour.offset > at.offset ? "+" : "",
                       neighbour.offset - at.offset)});
  printTable(lines, "lllrr", os);
}

static std::string getCost(const Explanation &about) {
  switch (about.to->isFree) {
  case Verdict::Proved:
    return "a row-major reshape, free at run time";
  case Verdict::Unknown:
    return "not known to be free at run time";
  case Verdict::Refuted:
    return "a rewrite that reads " +
           getNumber(about.getNumBytes(about.layout.getNumPositions())) +
           " bytes and writes " + getNumber(about.to->bytes);
  }
  llvm_unreachable("a verdict");
}

static void printConversion(const Explanation &about, llvm::raw_ostream &os) {
  const Conversion &to = *about.to;
  os << "\nTo " << to.layout << ": " << getCost(about) << "\n\n";
  os << "  physical  " << getExtents(to.names, to.shape) << "\n  map       "
     << to.map.value_or("not known");
  if (to.map && about.layout.getNumPaddingPositions() != 0)
    os << "  where there are elements";
  os << "\n";
}

//===----------------------------------------------------------------------===//
// Picture of memory
//===----------------------------------------------------------------------===//

/// The desired width of a line.
static constexpr int64_t kWidth = 100;

namespace {
/// Prints rows of cells of one width.
class PicturePrinter {
public:
  PicturePrinter(const Explanation &about, llvm::raw_ostream &os)
      : about(about), os(os) {
    // Each label has a mark on both sides.
    cellWidth = std::max<size_t>(getLabelLength(about.layout), 3) + 2;
    offsetWidth = std::max<size_t>(
        std::to_string(about.layout.getNumPositions()).size(), 6);
  }

  void print() {
    // The rest of a line: the offset, gaps, and the longest row label.
    int64_t rest = offsetWidth + 8 +
                   getExtents(about.physical, about.layout.getBox()).size();
    std::optional<Picture> found = getPicture(
        about.layout,
        {std::max<int64_t>((kWidth - rest) / int64_t(cellWidth), 4), 16},
        getWantedPlaces(about));
    if (!found) {
      if (about.layout.getNumElements() != 0)
        os << "\nWhich element lies at which place is not known\n";
      return;
    }
    picture = std::move(*found);
    os << "\nMemory, with the index (" << llvm::join(about.logical, ",")
       << ") of the element at each place";
    if (about.at)
      os << ", [this] and <its neighbours>";
    os << "\n\n";
    printHead();
    for (auto [position, row] : llvm::enumerate(picture.rows)) {
      if (position && row.number != picture.rows[position - 1].number + 1)
        os << "  " << llvm::right_justify("..", offsetWidth) << "\n";
      printRow(row);
    }
  }

private:
  /// Returns the separator in front of a column: dots if columns are omitted.
  StringRef getGap(size_t position) const {
    bool isGap = position &&
                 picture.columns[position] != picture.columns[position - 1] + 1;
    return isGap ? " .. " : "";
  }

  void printHead() {
    std::string line = "  ";
    llvm::raw_string_ostream stream(line);
    stream << llvm::right_justify("offset", offsetWidth) << " ";
    for (size_t position = 0; position < picture.columns.size(); ++position) {
      std::string label = getColumnLabel(about, picture, position) + " ";
      stream << getGap(position) << llvm::right_justify(label, cellWidth);
    }
    os << StringRef(line).rtrim() << "\n";
  }

  void printRow(const Row &row) {
    std::string line = "  ";
    llvm::raw_string_ostream stream(line);
    stream << llvm::right_justify(std::to_string(row.offset), offsetWidth)
           << " ";
    for (auto [position, cell] : llvm::enumerate(row.cells))
      stream << getGap(position)
             << llvm::right_justify(cell ? getCell(*cell) : "pad ", cellWidth);
    stream << "  " << getRowLabel(about, picture, row);
    os << StringRef(line).rtrim() << "\n";
  }

  std::string getCell(ArrayRef<int64_t> index) const {
    std::string label = getLabel(index);
    switch (getRole(about, index)) {
    case Role::Other:
      return " " + label + " ";
    case Role::Wanted:
      return "[" + label + "]";
    case Role::Neighbour:
      return "<" + label + ">";
    }
    llvm_unreachable("a role");
  }

  const Explanation &about;
  llvm::raw_ostream &os;
  Picture picture;
  size_t cellWidth, offsetWidth;
};
} // namespace

static void printPicture(const Explanation &about, llvm::raw_ostream &os) {
  PicturePrinter(about, os).print();
}

void explain::printText(const Explanation &about, llvm::raw_ostream &os) {
  printLayout(about, os);
  if (about.at)
    printElement(about, os);
  if (about.to)
    printConversion(about, os);
  printPicture(about, os);
}
