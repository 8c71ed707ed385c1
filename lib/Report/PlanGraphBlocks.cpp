//===- PlanGraphBlocks.cpp - Divides a plan into blocks -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Networks repeat blocks. Each block hands one value to the next block, in
// which several ops read it: the branches of a residual block, the projections
// of attention. A block ends at such a value once it has a minimum of ops. A
// block that would grow too large ends where the fewest values cross. Values
// that live long (a mask, the skip connections of a U-Net) cross most places
// and do not count.
//
//===----------------------------------------------------------------------===//

#include "layout/Report/PlanGraph.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <optional>

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The least and the greatest number of ops in a block.
constexpr unsigned kSmallest = 8, kLargest = 40;

/// The place between an op and the next one in program order.
struct Gap {
  /// Values that are computed before the gap and read after it.
  unsigned numValues = 0;
  /// Whether one of them is the result of the op right before the gap and has
  /// several readers.
  bool isFork = false;
};

/// The nodes that are not folded away in program order, and the gap after each.
struct Chain {
  std::vector<unsigned> nodes;
  std::vector<Gap> gaps;

  explicit Chain(const PlanGraph &graph);
};
} // namespace

Chain::Chain(const PlanGraph &graph) {
  constexpr unsigned none = ~0u;
  std::vector<unsigned> positions(graph.nodes.size(), none);
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (!isFolded(node)) {
      positions[number] = nodes.size();
      nodes.push_back(number);
    }
  // For each op, the position of the last reader of its result and the number
  // of readers.
  std::vector<unsigned> last(nodes.size()), readers(nodes.size());
  for (const PlanGraph::Edge &edge : graph.edges) {
    unsigned from = positions[edge.from], to = positions[edge.to];
    if (from == none || to == none || to <= from)
      continue;
    ++readers[from];
    last[from] = std::max(last[from], to);
  }
  for (unsigned position = 0; position < nodes.size(); ++position)
    if (last[position] > position + kLargest)
      last[position] = position;
  std::vector<int> changes(nodes.size() + 1);
  gaps.resize(nodes.size());
  for (unsigned position = 0; position < nodes.size(); ++position)
    if (last[position] > position) {
      ++changes[position];
      --changes[last[position]];
    }
  int numValues = 0;
  for (unsigned position = 0; position < nodes.size(); ++position) {
    numValues += changes[position];
    gaps[position] = {static_cast<unsigned>(numValues),
                      last[position] > position && readers[position] > 1};
  }
}

/// Returns the last position of the block that begins at `first`.
static unsigned findEnd(const Chain &chain, unsigned first) {
  unsigned size = chain.nodes.size();
  unsigned limit = std::min(first + kLargest, size);
  if (first + kSmallest >= size)
    return size - 1;
  std::optional<unsigned> narrowest;
  for (unsigned end = first + kSmallest - 1; end < limit; ++end) {
    const Gap &gap = chain.gaps[end];
    if (gap.numValues == 1 && gap.isFork)
      return end;
    // Among equally narrow gaps take the last, which makes fewer blocks.
    if (!narrowest || gap.numValues <= chain.gaps[*narrowest].numValues)
      narrowest = end;
  }
  return limit == size ? size - 1 : *narrowest;
}

/// Returns the prefix that the names of the nodes have in common, up to a
/// separator; empty if most of them have no name.
static std::string getCommonName(const PlanGraph &graph,
                                 ArrayRef<unsigned> nodes) {
  std::optional<StringRef> common;
  size_t numNamed = 0;
  for (unsigned number : nodes) {
    StringRef name = graph.nodes[number].name;
    if (name.empty())
      continue;
    ++numNamed;
    size_t length = 0;
    if (common)
      while (length < std::min(common->size(), name.size()) &&
             (*common)[length] == name[length])
        ++length;
    common = common ? common->take_front(length) : name;
  }
  size_t end = numNamed > 1 && 2 * numNamed >= nodes.size()
                   ? common->find_last_of("/.")
                   : StringRef::npos;
  return end == StringRef::npos ? "" : common->take_front(end).str();
}

/// Returns the common prefix of the names in a block or, without one, the
/// number of the block and its critical ops: "12 · conv_2d_nhwc_hwcf ×3,
/// matmul".
static std::string getBlockName(const PlanGraph &graph,
                                ArrayRef<unsigned> nodes, unsigned number) {
  std::string common = getCommonName(graph, nodes);
  if (!common.empty())
    return common;
  std::vector<std::string> order;
  std::map<std::string, unsigned> counts;
  for (unsigned node : nodes)
    if (graph.nodes[node].kind == PlanGraph::Kind::Critical) {
      const std::string &body = graph.nodes[node].body;
      StringRef op = graph.nodes[node].op;
      std::string name =
          body.empty() ? op.substr(op.find('.') + 1).str() : body;
      if (++counts[name] == 1)
        order.push_back(name);
    }
  std::string text = llvm::formatv("{0}", number + 1);
  for (auto [index, name] : llvm::enumerate(order)) {
    text += (index == 0 ? " · " : ", ") + name;
    if (counts[name] > 1)
      text += llvm::formatv(" ×{0}", counts[name]);
  }
  return text;
}

/// Puts each constant and weight into the block of its first reader. Edges are
/// sorted by their source, so that the reverse order visits a constant that
/// reads another one first.
static void placeFolded(PlanGraph &graph) {
  std::vector<bool> isPlaced(graph.nodes.size());
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    isPlaced[number] = !isFolded(node);
  for (const PlanGraph::Edge &edge : llvm::reverse(graph.edges)) {
    if (!isFolded(graph.nodes[edge.from]) || !isPlaced[edge.to])
      continue;
    unsigned block = graph.nodes[edge.to].block;
    unsigned &own = graph.nodes[edge.from].block;
    own = isPlaced[edge.from] ? std::min(own, block) : block;
    isPlaced[edge.from] = true;
  }
}

/// Divides the chain into blocks and returns the last position of each. A block
/// without a critical op (a normalization) is merged into the one before it.
static std::vector<unsigned> findEnds(const PlanGraph &graph,
                                      const Chain &chain) {
  std::vector<unsigned> ends;
  unsigned begin = 0; // of the last run
  for (unsigned first = 0; first < chain.nodes.size();) {
    unsigned end = findEnd(chain, first);
    bool isCritical = llvm::any_of(
        ArrayRef(chain.nodes).slice(first, end + 1 - first),
        [&](unsigned node) {
          return graph.nodes[node].kind == PlanGraph::Kind::Critical;
        });
    if (!ends.empty() && !isCritical && end - begin < kLargest) {
      ends.back() = end;
    } else {
      ends.push_back(end);
      begin = first;
    }
    first = end + 1;
  }
  return ends;
}

void layout::divideIntoBlocks(PlanGraph &graph) {
  Chain chain(graph);
  graph.blocks.clear();
  unsigned first = 0;
  for (unsigned end : findEnds(graph, chain)) {
    ArrayRef<unsigned> nodes =
        ArrayRef(chain.nodes).slice(first, end + 1 - first);
    for (unsigned node : nodes)
      graph.nodes[node].block = graph.blocks.size();
    graph.blocks.push_back(getBlockName(graph, nodes, graph.blocks.size()));
    first = end + 1;
  }
  if (graph.blocks.empty() && !graph.nodes.empty())
    graph.blocks.push_back("1");
  placeFolded(graph);
}
