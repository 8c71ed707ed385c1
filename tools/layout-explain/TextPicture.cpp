//===- TextPicture.cpp - Memory as lines of text --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "Words.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

/// How wide lines should be.
static constexpr int64_t kWidth = 100;

namespace {
/// Prints rows of cells of one width.
class PicturePrinter {
public:
  PicturePrinter(const Explanation &about, llvm::raw_ostream &os)
      : about(about), os(os) {
    // A mark stands on each side of a label.
    cellWidth = std::max<size_t>(getLabelLength(about.layout), 3) + 2;
    offsetWidth = std::max<size_t>(
        std::to_string(about.layout.getNumPositions()).size(), 6);
  }

  void print() {
    // What else stands in a line: the offset, gaps, and the longest name.
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
  /// What stands in front of a column: a gap if others are left out.
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

void explain::printPicture(const Explanation &about, llvm::raw_ostream &os) {
  PicturePrinter(about, os).print();
}
