//===- Svg.cpp - A picture of memory as SVG -------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "Words.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

//===----------------------------------------------------------------------===//
// Canvas
//===----------------------------------------------------------------------===//

namespace {
/// Collects the shapes and texts of a picture and writes them as one SVG file,
/// on a card that is white, or dark if the reader prefers a dark colour scheme.
/// All texts have a fixed-width font. Sizes are in pixels.
class SvgCanvas {
public:
  /// The largest width of a character, and the height of its middle above the
  /// base line.
  static constexpr double kCharWidth = 8, kMiddle = 4.5;
  /// The number of tile colours.
  static constexpr unsigned kNumTiles = 8;

  enum class Anchor { Start, Middle, End };

  /// Adds a text. `style` is a class of the style sheet: `title`, `plain`,
  /// `faint`, or `in` for the label of a cell.
  void text(double x, double y, Anchor anchor, StringRef style, StringRef text);
  /// Adds a rectangle. `style` is `t0` to `t7` for tiles or `pad` for padding,
  /// optionally with `mark` or `near`.
  void rect(double x, double y, double width, double height, StringRef style);
  /// Adds three dots in the direction (dx, dy).
  void dots(double x, double y, double dx, double dy);

  void write(StringRef title, double width, double height,
             llvm::raw_ostream &os) const;

private:
  std::string body;
};
} // namespace

/// Cells have light colours and dark labels on both cards.
static constexpr char kStyle[] = R"css(<style>
text { font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
.card { fill: #ffffff; stroke: #d0d7de }
.title { font-size: 16px; font-weight: bold }
.title, .plain { fill: #1f2328 }
.faint { fill: #59636e }
.dot { fill: #59636e }
.in { fill: #1f2328 }
.t0 { fill: #cfe3ff } .t1 { fill: #ffe0b8 } .t2 { fill: #c9ecd2 } .t3 { fill: #e6d4f7 }
.t4 { fill: #fff0a8 } .t5 { fill: #ffd1dc } .t6 { fill: #bfe9e6 } .t7 { fill: #e5dccf }
.pad { fill: url(#hatch) }
.mark { stroke: #cf222e; stroke-width: 3 }
.near { stroke: #cf222e; stroke-width: 2; stroke-dasharray: 5 3 }
@media (prefers-color-scheme: dark) {
.card { fill: #0d1117; stroke: #3d444d }
.title, .plain { fill: #f0f6fc }
.faint, .dot { fill: #9198a1 }
}
</style>
<defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="8" height="8" fill="#f2f2f2"/><rect width="2" height="8" fill="#b8bfc6"/></pattern></defs>
)css";

/// Escapes a text for XML. Unprintable and non-ASCII characters become `?`.
static std::string escape(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  for (char c : text)
    llvm::printHTMLEscaped(llvm::isPrint(c) ? StringRef(&c, 1) : "?", os);
  return escaped;
}

static llvm::format_object<double> number(double value) {
  return llvm::format("%.6g", value);
}

void SvgCanvas::text(double x, double y, Anchor anchor, StringRef style,
                     StringRef text) {
  llvm::raw_string_ostream os(body);
  os << "<text class=\"" << style << "\" x=\"" << number(x) << "\" y=\""
     << number(y) << "\"";
  if (anchor != Anchor::Start)
    os << " text-anchor=\"" << (anchor == Anchor::End ? "end" : "middle")
       << "\"";
  os << ">" << escape(text) << "</text>\n";
}

void SvgCanvas::rect(double x, double y, double width, double height,
                     StringRef style) {
  llvm::raw_string_ostream(body)
      << "<rect class=\"" << style << "\" x=\"" << number(x) << "\" y=\""
      << number(y) << "\" width=\"" << number(width) << "\" height=\""
      << number(height) << "\" rx=\"3\"/>\n";
}

void SvgCanvas::dots(double x, double y, double dx, double dy) {
  llvm::raw_string_ostream os(body);
  for (int i : {-1, 0, 1})
    os << "<circle class=\"dot\" cx=\"" << number(x + i * dx) << "\" cy=\""
       << number(y + i * dy) << "\" r=\"1.5\"/>\n";
}

void SvgCanvas::write(StringRef title, double width, double height,
                      llvm::raw_ostream &os) const {
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\""
     << number(width) << "\" height=\"" << number(height) << "\" viewBox=\"0 0 "
     << number(width) << " " << number(height) << "\">\n<title>"
     << escape(title) << "</title>\n"
     << kStyle << "<rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\""
     << number(width - 1) << "\" height=\"" << number(height - 1)
     << "\" rx=\"8\"/>\n"
     << body << "</svg>\n";
}

//===----------------------------------------------------------------------===//
// Picture
//===----------------------------------------------------------------------===//

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
        "a picture requires a layout with elements and with a known inverse");
  SvgPicture(about, std::move(*picture)).print(os);
  return llvm::Error::success();
}
