//===- PlanGraph.cpp - A plan's graph as JSON and for Graphviz ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/PlanGraph.h"
#include "LayoutColours.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/GraphWriter.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::formatv;
namespace json = llvm::json;

static constexpr llvm::StringLiteral kKinds[] = {"critical", "agnostic",
                                                 "fixed", "constant", "weight"};

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

template <typename RangeTy>
static void writeArray(json::OStream &os, llvm::StringRef key,
                       const RangeTy &elements) {
  os.attributeArray(key, [&] {
    for (const auto &element : elements)
      os.value(element);
  });
}

static void writeText(json::OStream &os, llvm::StringRef key,
                      llvm::StringRef text) {
  if (!text.empty())
    os.attribute(key, json::isUTF8(text) ? text.str() : json::fixUTF8(text));
}

/// Writes a node; members that are empty, false or zero are left out.
static void writeNode(json::OStream &os, const PlanGraph::Node &node) {
  os.object([&] {
    writeText(os, "op", node.op);
    writeText(os, "place", node.place);
    writeText(os, "name", node.name);
    writeText(os, "body", node.body);
    writeText(os, "type", node.type);
    if (node.physical != std::array{node.type, node.type})
      writeArray(os, "physical", node.physical);
    os.attribute("kind", kKinds[static_cast<unsigned>(node.kind)]);
    if (node.isFrozen)
      os.attribute("frozen", true);
    os.attribute("block", node.block);
    os.attribute("labels", node.numLabels);
    writeArray(os, "layouts", node.layouts);
    if (node.costs != std::array<int64_t, 2>{0, 0})
      writeArray(os, "costs", node.costs);
  });
}

std::string layout::writePlanGraph(const PlanGraph &graph) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  json::OStream os(stream);
  os.object([&] {
    writeText(os, "function", graph.function);
    writeArray(os, "layouts", graph.layouts);
    os.attributeArray("hues", [&] {
      for (const std::string &layout : graph.layouts)
        if (std::optional<unsigned> hue = getHue(layout))
          os.value(*hue);
        else
          os.value(nullptr);
    });
    writeArray(os, "blocks", graph.blocks);
    os.attributeArray("nodes", [&] {
      for (const PlanGraph::Node &node : graph.nodes)
        writeNode(os, node);
    });
    os.attributeArray("edges", [&] {
      for (const PlanGraph::Edge &edge : graph.edges)
        os.object([&] {
          os.attribute("from", edge.from);
          os.attribute("to", edge.to);
          if (edge.isFree)
            os.attribute("free", true);
          else
            writeArray(os, "rewrites", edge.rewrites);
        });
    });
    os.attributeArray("rewrites", [&] {
      for (const PlanGraph::Rewrite &rewrite : graph.rewrites)
        os.object([&] {
          os.attribute("from", rewrite.from);
          os.attribute("to", rewrite.to);
          os.attribute("bytes", rewrite.bytes);
        });
    });
  });
  return text;
}

//===----------------------------------------------------------------------===//
// Graphviz
//===----------------------------------------------------------------------===//

/// Returns, for each node, whether the graph shows it: those that are not
/// folded away, and weights that are rewritten at run time.
static std::vector<bool> getShownNodes(const PlanGraph &graph) {
  std::vector<bool> isShown(graph.nodes.size());
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    isShown[number] = !isFolded(node);
  for (const PlanGraph::Edge &edge : graph.edges)
    if (edge.rewrites[PlanGraph::kAfter] != PlanGraph::Edge::kNone)
      isShown[edge.from] = true;
  return isShown;
}

/// Returns the name of a node: "conv_2d_nhwc_hwcf", "addf".
static std::string getLabel(const PlanGraph::Node &node) {
  llvm::StringRef op = node.op;
  op.consume_front("linalg.");
  return node.body.empty() ? op.str() : node.body;
}

static std::string escape(const std::string &text) {
  return llvm::DOT::EscapeString(json::isUTF8(text) ? text
                                                    : json::fixUTF8(text));
}

static void printNode(const PlanGraph &graph, unsigned number, unsigned prefix,
                      llvm::raw_ostream &os) {
  const PlanGraph::Node &node = graph.nodes[number];
  const std::string &layout = graph.layouts[node.layouts[PlanGraph::kAfter]];
  std::string title = getLabel(node);
  if (!node.name.empty())
    title = node.name + "\n" + title;
  std::string tooltip = node.place;
  const std::string &physical = node.physical[PlanGraph::kAfter];
  if (physical != node.type)
    tooltip += (tooltip.empty() ? "" : "\n") + ("in memory " + physical);
  os << formatv("    g{0}n{1} [label=\"{2}\\n{3} {4}\", fillcolor=\"{5}\", "
                "tooltip=\"{6}\"{7}];\n",
                prefix, number, escape(title), escape(node.type),
                escape(layout), getColour(layout), escape(tooltip),
                node.kind == PlanGraph::Kind::Critical ? ", penwidth=2" : "");
}

static void printEdge(const PlanGraph &graph, const PlanGraph::Edge &edge,
                      unsigned prefix, llvm::raw_ostream &os) {
  os << formatv("  g{0}n{1} -> g{0}n{2}", prefix, edge.from, edge.to);
  int number = edge.rewrites[PlanGraph::kAfter];
  if (number != PlanGraph::Edge::kNone) {
    const PlanGraph::Rewrite &rewrite = graph.rewrites[number];
    os << formatv(" [color=red, fontcolor=red, penwidth=2, "
                  "label=\"{0:n} bytes\\n{1} to {2}\"]",
                  rewrite.bytes, escape(graph.layouts[rewrite.from]),
                  escape(graph.layouts[rewrite.to]));
  }
  os << ";\n";
}

static void printGraph(const PlanGraph &graph, unsigned prefix,
                       llvm::raw_ostream &os) {
  std::vector<bool> isShown = getShownNodes(graph);
  std::vector<std::vector<unsigned>> members(graph.blocks.size());
  for (unsigned node : llvm::seq<unsigned>(0, graph.nodes.size()))
    if (isShown[node])
      members[graph.nodes[node].block].push_back(node);
  for (auto [block, nodes] : llvm::enumerate(members)) {
    os << formatv("  subgraph cluster_{0}_{1} {{\n    label=\"{2}\";\n", prefix,
                  block, escape(graph.blocks[block]));
    for (unsigned node : nodes)
      printNode(graph, node, prefix, os);
    os << "  }\n";
  }
  for (const PlanGraph::Edge &edge : graph.edges)
    if (isShown[edge.from] && isShown[edge.to])
      printEdge(graph, edge, prefix, os);
}

void layout::printDot(llvm::ArrayRef<PlanGraph> graphs, llvm::raw_ostream &os) {
  os << "digraph plan {\n"
        "  graph [fontname=\"sans-serif\", style=\"rounded,dashed\", "
        "color=\"#999999\"];\n"
        "  node [shape=box, style=\"rounded,filled\", "
        "fontname=\"sans-serif\"];\n"
        "  edge [fontname=\"sans-serif\"];\n";
  for (auto [prefix, graph] : llvm::enumerate(graphs))
    printGraph(graph, prefix, os);
  os << "}\n";
}
