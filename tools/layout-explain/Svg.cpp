//===- Svg.cpp - A picture of memory --------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "SvgCanvas.h"
#include "Words.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;
using Anchor = SvgCanvas::Anchor;

static constexpr PictureLimits kLimits = {/*columns=*/8, /*rows=*/16};
static constexpr double kMargin = 20, kLine = 22, kCellHeight = 26,
                        kCellGap = 2, kLeap = 22, kSwatch = 14;

static double getWidth(StringRef text) {
  return text.size() * SvgCanvas::kCharWidth;
}

namespace {
/// Tiles in the order in which the picture shows them.
class Tiles {
public:
  explicit Tiles(const Explanation &about) : about(about) {
    if (!about.form)
      return;
    for (auto [dim, digits] : llvm::enumerate(about.form->dims))
      if (digits.size() > 1)
        tiledDims.push_back(dim);
  }

  /// The number of the tile that an element lies in; 0 if nothing is tiled.
  unsigned getNumber(ArrayRef<int64_t> index) {
    SmallVector<int64_t> tile;
    for (unsigned dim : tiledDims)
      tile.push_back(index[dim] / getSize(dim));
    auto [known, isNew] = numbers.try_emplace(tile, numbers.size());
    if (isNew && !tiledDims.empty())
      names.push_back(getName(tile));
    return known->second;
  }

  /// `c 0..15`
  ArrayRef<std::string> getNames() const { return names; }

private:
  /// How many indices the outermost digit counts as one.
  int64_t getSize(unsigned dim) const {
    int64_t size = 1;
    for (StridedDigit digit : ArrayRef(about.form->dims[dim]).drop_front())
      size *= digit.extent;
    return size;
  }

  std::string getName(ArrayRef<int64_t> tile) const {
    std::string name;
    for (auto [dim, number] : llvm::zip_equal(tiledDims, tile)) {
      int64_t size = getSize(dim), begin = number * size;
      int64_t left = about.layout.getShape()[dim] - begin;
      name += (name.empty() ? "" : ", ") + about.logical[dim] + " " +
              std::to_string(begin) + ".." +
              std::to_string(begin + std::min(size, left) - 1);
    }
    return name;
  }

  const Explanation &about;
  SmallVector<unsigned> tiledDims;
  std::map<SmallVector<int64_t>, unsigned> numbers;
  Names names;
};

class SvgPicture {
public:
  SvgPicture(const Explanation &about, Picture picture)
      : about(about), picture(std::move(picture)), tiles(about) {}

  void print(llvm::raw_ostream &os) {
    drawHead();
    drawColumns();
    for (auto [position, row] : llvm::enumerate(picture.rows)) {
      if (position && row.number != picture.rows[position - 1].number + 1) {
        y += kLeap;
        canvas.dots(rowsLeft - getWidth(" "), y - kLeap / 2, 0, 5);
      }
      drawRow(row);
    }
    drawLegend();
    canvas.write(getTitle(about), right + kMargin, y + kMargin, os);
  }

private:
  void drawLine(StringRef style, const std::string &text) {
    y += kLine;
    canvas.text(kMargin, y, Anchor::Start, style, text);
    right = std::max(right, kMargin + getWidth(text) *
                                          (style == "title" ? 16.0 / 13 : 1));
  }

  void drawHead() {
    y = kMargin - 4;
    drawLine("title", getTitle(about));
    drawLine("plain", printMap(about.layout.getMap(), about.logical));
    drawLine("faint", getSize(about));
    drawLine("faint", "memory row by row; in each place the index (" +
                          llvm::join(about.logical, ",") + ") of its element");
    y += kLine / 2;
  }

  /// Says where columns stand, and how they are numbered.
  void drawColumns() {
    cellWidth = getWidth(std::string(
        std::max<size_t>(getLabelLength(about.layout), 4) + 1, ' '));
    rowsLeft =
        kMargin + std::max(getWidth(std::to_string(picture.rows.back().offset)),
                           getWidth("offset"));
    y += kLine;
    canvas.text(rowsLeft, y, Anchor::End, "faint", "offset");
    double x = rowsLeft + kSwatch;
    for (auto [position, column] : llvm::enumerate(picture.columns)) {
      if (position && column != picture.columns[position - 1] + 1)
        x += kLeap;
      columnsAt.push_back(x);
      canvas.text(x + cellWidth / 2, y, Anchor::Middle, "faint",
                  getColumnLabel(about, picture, position));
      x += cellWidth + kCellGap;
    }
    rowsRight = x + kSwatch;
    y += 6;
  }

  void drawRow(const Row &row) {
    double line = y + kCellHeight / 2 + SvgCanvas::kMiddle;
    canvas.text(rowsLeft, line, Anchor::End, "faint",
                std::to_string(row.offset));
    for (auto [position, cell] : llvm::enumerate(row.cells)) {
      double x = columnsAt[position];
      if (position &&
          picture.columns[position] != picture.columns[position - 1] + 1)
        canvas.dots(x - (kLeap + kCellGap) / 2, y + kCellHeight / 2, 5, 0);
      canvas.rect(x, y, cellWidth, kCellHeight - kCellGap, getStyle(cell));
      canvas.text(x + cellWidth / 2, line - kCellGap / 2, Anchor::Middle, "in",
                  cell ? getLabel(*cell) : "pad");
      hasPadding |= !cell;
    }
    std::string label = getRowLabel(about, picture, row);
    canvas.text(rowsRight, line, Anchor::Start, "faint", label);
    right = std::max(right, rowsRight + getWidth(label));
    y += kCellHeight;
  }

  std::string getStyle(const Cell &cell) {
    if (!cell)
      return "pad";
    std::string style =
        "t" + std::to_string(tiles.getNumber(*cell) % SvgCanvas::kNumTiles);
    switch (getRole(about, *cell)) {
    case Role::Other:
      return style;
    case Role::Wanted:
      return style + " mark";
    case Role::Neighbour:
      return style + " near";
    }
    llvm_unreachable("a role");
  }

  void drawLegend() {
    y += kLine / 2;
    for (auto [number, name] : llvm::enumerate(tiles.getNames()))
      drawEntry("t" + std::to_string(number % SvgCanvas::kNumTiles),
                "tile " + name);
    if (hasPadding)
      drawEntry("pad", "padding");
    if (about.at)
      drawEntry("t0 mark",
                "(" + getLabel(about.at->logical) + "), its neighbours dashed");
  }

  void drawEntry(StringRef style, const std::string &text) {
    y += kLine;
    canvas.rect(kMargin, y - kSwatch + 2, kSwatch, kSwatch, style);
    double x = kMargin + kSwatch + getWidth(" ");
    canvas.text(x, y, Anchor::Start, "faint", text);
    right = std::max(right, x + getWidth(text));
  }

  const Explanation &about;
  Picture picture;
  Tiles tiles;
  SvgCanvas canvas;
  /// The line that was drawn last, and how far to the right anything goes.
  double y = 0, right = 0;
  double cellWidth = 0, rowsLeft = 0, rowsRight = 0;
  SmallVector<double> columnsAt;
  bool hasPadding = false;
};
} // namespace

llvm::Error explain::printSvg(const Explanation &about, llvm::raw_ostream &os) {
  std::optional<Picture> picture =
      getPicture(about.layout, kLimits, getWantedPlaces(about));
  if (!picture)
    return llvm::createStringError(
        "--svg requires a layout with elements and with a known inverse");
  SvgPicture(about, std::move(*picture)).print(os);
  return llvm::Error::success();
}
