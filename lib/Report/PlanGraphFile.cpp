//===- PlanGraphFile.cpp - A plan's graph as JSON -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/PlanGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::layout;
namespace json = llvm::json;

static constexpr llvm::StringLiteral kKinds[] = {"critical", "agnostic",
                                                 "fixed", "constant"};

//===----------------------------------------------------------------------===//
// Writing
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

/// What is empty, no or as in most nodes is left out.
static void writeNode(json::OStream &os, const PlanGraph::Node &node) {
  os.object([&] {
    writeText(os, "op", node.op);
    writeText(os, "place", node.place);
    writeText(os, "name", node.name);
    writeText(os, "body", node.body);
    writeText(os, "type", node.type);
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
// Reading
//===----------------------------------------------------------------------===//

namespace mlir::layout {
template <typename T>
static bool readPair(const json::Value &value, std::array<T, 2> &pair,
                     json::Path path) {
  std::vector<int64_t> numbers;
  if (!fromJSON(value, numbers, path))
    return false;
  if (numbers.size() != 2) {
    path.report("expected two numbers");
    return false;
  }
  pair = {static_cast<T>(numbers[0]), static_cast<T>(numbers[1])};
  return true;
}

/// Reads a pair that may be missing.
template <typename T>
static bool mapPair(const json::Value &object, llvm::StringRef key,
                    std::array<T, 2> &pair, json::Path path) {
  const json::Value *value = object.getAsObject()->get(key);
  return !value || readPair(*value, pair, path.field(key));
}

static bool fromJSON(const json::Value &value, PlanGraph::Kind &kind,
                     json::Path path) {
  std::string name;
  if (!fromJSON(value, name, path))
    return false;
  const auto *found = llvm::find(kKinds, name);
  if (found == std::end(kKinds)) {
    path.report("unknown kind");
    return false;
  }
  kind = static_cast<PlanGraph::Kind>(found - kKinds);
  return true;
}

static bool fromJSON(const json::Value &value, PlanGraph::Node &node,
                     json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("op", node.op) &&
         mapper.mapOptional("place", node.place) &&
         mapper.mapOptional("name", node.name) &&
         mapper.mapOptional("body", node.body) &&
         mapper.mapOptional("type", node.type) &&
         mapper.map("kind", node.kind) &&
         mapper.mapOptional("frozen", node.isFrozen) &&
         mapper.map("block", node.block) &&
         mapper.map("labels", node.numLabels) &&
         mapPair(value, "layouts", node.layouts, path) &&
         mapPair(value, "costs", node.costs, path);
}

static bool fromJSON(const json::Value &value, PlanGraph::Edge &edge,
                     json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("from", edge.from) && mapper.map("to", edge.to) &&
         mapper.mapOptional("free", edge.isFree) &&
         mapPair(value, "rewrites", edge.rewrites, path);
}

static bool fromJSON(const json::Value &value, PlanGraph::Rewrite &rewrite,
                     json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("from", rewrite.from) &&
         mapper.map("to", rewrite.to) && mapper.map("bytes", rewrite.bytes);
}

static bool fromJSON(const json::Value &value, PlanGraph &graph,
                     json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("function", graph.function) &&
         mapper.map("layouts", graph.layouts) &&
         mapper.map("blocks", graph.blocks) &&
         mapper.map("nodes", graph.nodes) && mapper.map("edges", graph.edges) &&
         mapper.map("rewrites", graph.rewrites);
}
} // namespace mlir::layout

/// Whether all numbers name something.
static bool isClosed(const PlanGraph &graph) {
  auto isLayout = [&](unsigned layout) {
    return layout < graph.layouts.size();
  };
  auto isRewrite = [&](int rewrite) {
    return rewrite == PlanGraph::Edge::kNone ||
           (rewrite >= 0 &&
            static_cast<size_t>(rewrite) < graph.rewrites.size());
  };
  return llvm::all_of(graph.nodes,
                      [&](const PlanGraph::Node &node) {
                        return node.block < graph.blocks.size() &&
                               llvm::all_of(node.layouts, isLayout);
                      }) &&
         llvm::all_of(graph.edges,
                      [&](const PlanGraph::Edge &edge) {
                        return edge.from < graph.nodes.size() &&
                               edge.to < graph.nodes.size() &&
                               llvm::all_of(edge.rewrites, isRewrite);
                      }) &&
         llvm::all_of(graph.rewrites, [&](const PlanGraph::Rewrite &rewrite) {
           return isLayout(rewrite.from) && isLayout(rewrite.to);
         });
}

llvm::Expected<PlanGraph> layout::readPlanGraph(llvm::StringRef text) {
  llvm::Expected<PlanGraph> graph = json::parse<PlanGraph>(text, "graph");
  if (graph && !isClosed(*graph))
    return llvm::createStringError(
        "requires the numbers in a graph to name its parts");
  return graph;
}
