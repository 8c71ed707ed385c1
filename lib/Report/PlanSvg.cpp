//===- PlanSvg.cpp - A plan's graph as a picture --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One SVG file that needs no other program: the ops from top to bottom, blocks
// as frames around them, layouts as colours, rewrites as red lines with their
// bytes. It uses what viewers besides browsers know as well (no scripts, no
// variables of style sheets).
//
//===----------------------------------------------------------------------===//

#include "GraphArrangement.h"
#include "LayoutColours.h"
#include "layout/Report/PlanGraph.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Unicode.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::layout;
using llvm::formatv;
using llvm::StringRef;

/// Sizes in pixels. Texts have a fixed-width font, so that their widths are
/// known without its metrics.
static constexpr double kMargin = 24, kCharWidth = 7.3, kLine = 15,
                        kNodePadding = 8, kGap = 20, kRows = 48, kSwatch = 14;
static constexpr unsigned kMostColumns = 44;

static constexpr char kStyle[] =
    R"css(text { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #1c2330 }
.card { fill: #ffffff }
.head { font-size: 15px; font-weight: bold }
.faint { fill: #5d6778 }
.frame { fill: none; stroke: #b9c1cf; stroke-dasharray: 5 4 }
.node { stroke: #98a2b3 }
.critical { stroke: #3d4b63; stroke-width: 2 }
.line { fill: none; stroke: #98a2b3; stroke-width: 1.2 }
.rewrite { stroke: #cf2f3c; stroke-width: 2.5 }
.tip { fill: #98a2b3 } .redtip { fill: #cf2f3c }
.bytes { fill: #cf2f3c; font-size: 11px; font-weight: bold; stroke: #ffffff; stroke-width: 3px; paint-order: stroke }
)css";

static constexpr char kDarkStyle[] = R"css(text { fill: #e7ebf2 }
.card { fill: #12151b }
.faint { fill: #9aa5b6 }
.frame { stroke: #4a5364 }
.node { stroke: #677185 }
.critical { stroke: #b8c4d8 }
.line { stroke: #677185 }
.rewrite { stroke: #ff7b86 }
.tip { fill: #677185 } .redtip { fill: #ff7b86 }
.bytes { fill: #ff7b86; stroke: #12151b }
)css";

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Escapes a text for XML, in which control characters may not stand at all.
static std::string escape(StringRef text) {
  std::string valid = llvm::json::fixUTF8(text), escaped;
  for (char &c : valid)
    if (static_cast<unsigned char>(c) < ' ' && c != '\n')
      c = ' ';
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(valid, os);
  return escaped;
}

static unsigned getColumns(StringRef text) {
  int columns = llvm::sys::unicode::columnWidthUTF8(text);
  return columns < 0 ? text.size() : columns;
}

/// The width of a node with these lines.
static double getNodeWidth(llvm::ArrayRef<std::string> texts) {
  unsigned columns = 0;
  for (const std::string &text : texts)
    columns = std::max(columns, getColumns(text));
  return columns * kCharWidth + 2 * kNodePadding;
}

/// Shortens a text to what fits into a node.
static std::string ellipsize(StringRef text) {
  if (getColumns(text) <= kMostColumns)
    return text.str();
  while (getColumns(text) >= kMostColumns) {
    // A character of several bytes ends with its first byte.
    while ((static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
      text = text.drop_back();
    text = text.drop_back();
  }
  return text.str() + "…";
}

static llvm::format_object<double> number(double value) {
  return llvm::format("%.6g", value);
}

static void printText(llvm::raw_ostream &os, double x, double y,
                      StringRef style, StringRef text, bool isCentred) {
  os << "<text x=\"" << number(x) << "\" y=\"" << number(y) << "\"";
  if (!style.empty())
    os << " class=\"" << style << "\"";
  if (isCentred)
    os << " text-anchor=\"middle\"";
  os << ">" << escape(text) << "</text>\n";
}

//===----------------------------------------------------------------------===//
// Legend
//===----------------------------------------------------------------------===//

namespace {
/// The layouts of a picture, the most frequent first, and their style classes.
class Legend {
public:
  explicit Legend(llvm::ArrayRef<PlanGraph> graphs);

  bool isEmpty() const { return layouts.empty(); }
  double getHeight() const { return layouts.size() * (kSwatch + 6); }
  /// "l0" for the first layout.
  std::string getStyle(StringRef layout) const {
    return "l" + std::to_string(numbers.at(layout.str()));
  }
  void printStyles(Theme theme, llvm::raw_ostream &os) const;
  void print(double y, llvm::raw_ostream &os) const;

private:
  std::vector<std::pair<std::string, unsigned>> layouts;
  std::map<std::string, unsigned> numbers;
};
} // namespace

static const std::string &getLayout(const PlanGraph &graph,
                                    const PlanGraph::Node &node) {
  return graph.layouts[node.layouts[PlanGraph::kAfter]];
}

Legend::Legend(llvm::ArrayRef<PlanGraph> graphs) {
  llvm::MapVector<StringRef, unsigned> counts;
  for (const PlanGraph &graph : graphs)
    for (auto [node, isShown] :
         llvm::zip_equal(graph.nodes, getShownNodes(graph)))
      if (isShown)
        ++counts[getLayout(graph, node)];
  for (auto [layout, count] : counts)
    layouts.push_back({layout.str(), count});
  llvm::sort(layouts, [](const auto &a, const auto &b) {
    return std::pair(b.second, a.first) < std::pair(a.second, b.first);
  });
  for (auto [number, layout] : llvm::enumerate(layouts))
    numbers[layout.first] = number;
}

void Legend::printStyles(Theme theme, llvm::raw_ostream &os) const {
  for (auto [number, layout] : llvm::enumerate(layouts))
    os << ".l" << number << " { fill: " << getColour(layout.first, theme)
       << " }\n";
}

void Legend::print(double y, llvm::raw_ostream &os) const {
  for (auto [layout, count] : layouts) {
    os << "<rect class=\"node " << getStyle(layout) << "\" x=\""
       << number(kMargin) << "\" y=\"" << number(y) << "\" width=\""
       << number(2 * kSwatch) << "\" height=\"" << number(kSwatch)
       << "\" rx=\"3\"/>\n";
    printText(os, kMargin + 2 * kSwatch + 8, y + kSwatch - 2, "",
              formatv("{0} of {1} {2}", layout, count,
                      count == 1 ? "value" : "values")
                  .str(),
              /*isCentred=*/false);
    y += kSwatch + 6;
  }
}

//===----------------------------------------------------------------------===//
// Graph
//===----------------------------------------------------------------------===//

namespace {
/// The picture of one graph.
class Picture {
public:
  Picture(const PlanGraph &graph, const Legend &legend);

  double getWidth() const { return arrangement.width; }
  double getHeight() const { return arrangement.numLayers * layerHeight; }
  /// Prints the graph with its upper left corner at (x, y) into a picture of a
  /// width.
  void print(double x, double y, double width, llvm::raw_ostream &os);

private:
  double getNodeHeight() const { return 2 * kNodePadding + numLines * kLine; }
  void printFrames(double width, llvm::raw_ostream &os) const;
  void printLine(const PlanGraph::Edge &edge, llvm::ArrayRef<Point> points,
                 llvm::raw_ostream &os) const;
  void printBytes(const PlanGraph::Edge &edge, llvm::ArrayRef<Point> points,
                  llvm::raw_ostream &os);
  void printNode(unsigned number, Point centre, llvm::raw_ostream &os) const;

  const PlanGraph &graph;
  const Legend &legend;
  /// Per node, what stands in it.
  std::vector<std::vector<std::string>> texts;
  /// The nodes that are shown, block by block, and the edges between them.
  std::vector<unsigned> nodes;
  std::vector<PlanGraph::Edge> edges;
  std::vector<unsigned> blocks; ///< that have such nodes
  size_t numLines = 2;
  double layerHeight;
  GraphArrangement arrangement;
  std::set<int> labelled; ///< rewrites that have a label
};
} // namespace

static std::vector<std::string> getTexts(const PlanGraph &graph,
                                         const PlanGraph::Node &node) {
  std::vector<std::string> texts;
  if (!node.name.empty())
    texts.push_back(ellipsize(node.name));
  texts.push_back(ellipsize(getLabel(node)));
  texts.push_back(ellipsize(node.type + " " + getLayout(graph, node)));
  return texts;
}

Picture::Picture(const PlanGraph &graph, const Legend &legend)
    : graph(graph), legend(legend) {
  std::vector<bool> isShown = getShownNodes(graph);
  std::vector<std::vector<unsigned>> members(graph.blocks.size());
  for (unsigned node : llvm::seq<unsigned>(0, graph.nodes.size()))
    if (isShown[node])
      members[graph.nodes[node].block].push_back(node);
  ArrangedGraph arranged;
  std::vector<unsigned> numbers(graph.nodes.size());
  for (auto [block, own] : llvm::enumerate(members)) {
    if (own.empty())
      continue;
    for (unsigned node : own) {
      texts.push_back(getTexts(graph, graph.nodes[node]));
      numLines = std::max(numLines, texts.back().size());
      numbers[node] = nodes.size();
      nodes.push_back(node);
      arranged.widths.push_back(getNodeWidth(texts.back()));
      arranged.bands.push_back(blocks.size());
    }
    blocks.push_back(block);
  }
  for (const PlanGraph::Edge &edge : graph.edges)
    if (isShown[edge.from] && isShown[edge.to]) {
      edges.push_back(edge);
      arranged.edges.push_back({numbers[edge.from], numbers[edge.to]});
    }
  layerHeight = getNodeHeight() + kRows;
  arrangement = arrange(arranged, layerHeight, kGap);
}

void Picture::printFrames(double width, llvm::raw_ostream &os) const {
  for (auto [block, layers] : llvm::zip_equal(blocks, arrangement.bands)) {
    double y = layers.first * layerHeight + 3;
    double height = (layers.second - layers.first + 1) * layerHeight - 6;
    os << "<rect class=\"frame\" x=\"" << number(-kMargin / 2) << "\" y=\""
       << number(y) << "\" width=\"" << number(width + kMargin)
       << "\" height=\"" << number(height) << "\" rx=\"8\"/>\n";
    printText(os, -kMargin / 2 + 8, y + 15, "faint", graph.blocks[block],
              /*isCentred=*/false);
  }
}

/// Prints the line of a value from the border of its op to that of a reader. On
/// the layers between them it goes straight down, as wide as a node is high.
void Picture::printLine(const PlanGraph::Edge &edge,
                        llvm::ArrayRef<Point> points,
                        llvm::raw_ostream &os) const {
  if (points.size() < 2)
    return;
  bool isRewritten = edge.rewrites[PlanGraph::kAfter] != PlanGraph::Edge::kNone;
  double half = (points[0].y < points[1].y ? 1 : -1) * getNodeHeight() / 2;
  os << "<path class=\"line" << (isRewritten ? " rewrite" : "")
     << "\" marker-end=\"url(#" << (isRewritten ? "redtip" : "tip")
     << ")\" d=\"M" << number(points[0].x) << "," << number(points[0].y + half);
  for (auto [from, to] : llvm::zip(points, points.drop_front())) {
    double start = from.y + half, end = to.y - half;
    double middle = (start + end) / 2;
    os << " C" << number(from.x) << "," << number(middle) << " " << number(to.x)
       << "," << number(middle) << " " << number(to.x) << "," << number(end);
    if (&to != &points.back())
      os << " L" << number(to.x) << "," << number(to.y + half);
  }
  os << "\"/>\n";
}

/// Prints what a rewrite does behind the value. Uses that share it have one
/// label.
void Picture::printBytes(const PlanGraph::Edge &edge,
                         llvm::ArrayRef<Point> points, llvm::raw_ostream &os) {
  int number = edge.rewrites[PlanGraph::kAfter];
  if (number == PlanGraph::Edge::kNone || points.size() < 2 ||
      !labelled.insert(number).second)
    return;
  const PlanGraph::Rewrite &rewrite = graph.rewrites[number];
  double x = (points[0].x + points[1].x) / 2;
  double y = (points[0].y + points[1].y) / 2;
  printText(os, x, y - 3, "bytes",
            graph.layouts[rewrite.from] + " to " + graph.layouts[rewrite.to],
            /*isCentred=*/true);
  printText(os, x, y + 10, "bytes", formatv("{0:n} bytes", rewrite.bytes).str(),
            /*isCentred=*/true);
}

/// Prints a node, and as its title all that is known of it.
void Picture::printNode(unsigned number, Point centre,
                        llvm::raw_ostream &os) const {
  const PlanGraph::Node &node = graph.nodes[nodes[number]];
  double width = getNodeWidth(texts[number]);
  std::string title = node.op;
  for (StringRef part : {StringRef(node.name), StringRef(node.place)})
    if (!part.empty())
      title += ("\n" + part).str();
  title += "\n" + node.type + " " + getLayout(graph, node);
  if (node.physical[PlanGraph::kAfter] != node.type)
    title += "\nin memory " + node.physical[PlanGraph::kAfter];
  os << "<g><title>" << escape(title) << "</title><rect class=\"node "
     << (node.kind == PlanGraph::Kind::Critical ? "critical " : "")
     << legend.getStyle(getLayout(graph, node)) << "\" x=\""
     << ::number(centre.x - width / 2) << "\" y=\""
     << ::number(centre.y - getNodeHeight() / 2) << "\" width=\""
     << ::number(width) << "\" height=\"" << ::number(getNodeHeight())
     << "\" rx=\"6\"/>\n";
  double y = centre.y - (texts[number].size() - 1) * kLine / 2 + 4;
  for (const std::string &text : texts[number]) {
    bool isLast = &text == &texts[number].back();
    printText(os, centre.x, y, isLast ? "faint" : "", text, /*isCentred=*/true);
    y += kLine;
  }
  os << "</g>\n";
}

void Picture::print(double x, double y, double width, llvm::raw_ostream &os) {
  os << "<g transform=\"translate(" << number(x) << "," << number(y)
     << ")\">\n";
  printFrames(width, os);
  double shift = (width - arrangement.width) / 2;
  os << "<g transform=\"translate(" << number(shift) << ",0)\">\n";
  for (auto [edge, points] : llvm::zip_equal(edges, arrangement.edges))
    printLine(edge, points, os);
  for (auto [number, centre] : llvm::enumerate(arrangement.nodes))
    printNode(number, centre, os);
  for (auto [edge, points] : llvm::zip_equal(edges, arrangement.edges))
    printBytes(edge, points, os);
  os << "</g>\n</g>\n";
}

//===----------------------------------------------------------------------===//
// File
//===----------------------------------------------------------------------===//

static void printTips(llvm::raw_ostream &os) {
  os << "<defs>";
  for (StringRef tip : {"tip", "redtip"})
    os << "<marker id=\"" << tip
       << "\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" "
          "markerUnits=\"userSpaceOnUse\" markerWidth=\"9\" "
          "markerHeight=\"9\" orient=\"auto\"><path class=\""
       << tip << "\" d=\"M0,1 L10,5 L0,9 z\"/></marker>";
  os << "</defs>\n";
}

void layout::printSvg(StringRef title, llvm::ArrayRef<PlanGraph> graphs,
                      llvm::raw_ostream &os) {
  Legend legend(graphs);
  std::vector<Picture> pictures;
  double width = getColumns(title) * kCharWidth * 15 / 12, height = 0;
  for (const PlanGraph &graph : graphs) {
    pictures.emplace_back(graph, legend);
    width = std::max(width, pictures.back().getWidth());
    height += pictures.back().getHeight() + 2 * kLine;
  }
  double top = kMargin + 2 * kLine + legend.getHeight() + kMargin;
  if (legend.isEmpty())
    height = kLine;
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\""
     << number(width + 2 * kMargin) << "\" height=\""
     << number(top + height + kMargin) << "\" viewBox=\"0 0 "
     << number(width + 2 * kMargin) << " " << number(top + height + kMargin)
     << "\">\n<title>" << escape(title) << "</title>\n<style>\n"
     << kStyle;
  legend.printStyles(Theme::Light, os);
  os << "@media (prefers-color-scheme: dark) {\n" << kDarkStyle;
  legend.printStyles(Theme::Dark, os);
  os << "}\n</style>\n";
  printTips(os);
  os << "<rect class=\"card\" width=\"100%\" height=\"100%\"/>\n";
  printText(os, kMargin, kMargin + 12, "head", title, /*isCentred=*/false);
  legend.print(kMargin + 2 * kLine, os);
  if (legend.isEmpty())
    printText(os, kMargin, top, "", "No function was planned.",
              /*isCentred=*/false);
  for (auto [graph, picture] : llvm::zip_equal(graphs, pictures)) {
    printText(os, kMargin, top + kLine, "head", "@" + graph.function,
              /*isCentred=*/false);
    picture.print(kMargin, top + 2 * kLine, width, os);
    top += picture.getHeight() + 2 * kLine;
  }
  os << "</svg>\n";
}
