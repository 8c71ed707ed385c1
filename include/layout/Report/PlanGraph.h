//===- PlanGraph.h - A plan as a graph to look at ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan of functions that were planned together, as a graph that outlives
// the program: ops and arguments are nodes, values are edges, and edges name
// the rewrites that run, in the baseline and in the plan.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_PLANGRAPH_H
#define LAYOUT_REPORT_PLANGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::layout {

struct PlanGraph {
  /// The index of a pair of figures: of the baseline, and as planned.
  enum Side : unsigned { kBefore, kAfter };
  enum class Kind {
    Critical, ///< a convolution or contraction
    Agnostic, ///< takes the layout of its neighbours
    Fixed,    ///< a signature, a barrier, a frozen op
    Constant, ///< weights and fills, which are rewritten at compile time
    Weight    ///< an argument that ops read as their filter or matrix alone
  };

  struct Node {
    std::string op;    ///< "linalg.generic", "argument 0 of @main"
    std::string place; ///< file:line:column
    std::string name;  ///< of the layer (LayerName.h); may be empty
    std::string body;  ///< the computation of a generic op; may be empty
    /// Of the result, or of the operand if there is none, with its logical
    /// dims: one for each letter of its layouts.
    std::string type;
    /// The types in memory in `layouts`.
    std::array<std::string, 2> physical = {};
    Kind kind = Kind::Fixed;
    bool isFrozen = false;
    unsigned block = 0;
    unsigned numLabels = 1; ///< among which the plan chose
    /// The layouts of the value that has `type`, as indices into `layouts`.
    std::array<unsigned, 2> layouts = {0, 0};
    /// The costs of the chosen candidates, in bytes.
    std::array<int64_t, 2> costs = {0, 0};
  };

  /// One value in another layout; several edges may share it.
  struct Rewrite {
    unsigned from, to; ///< indices into `layouts`
    int64_t bytes;     ///< read and written, times the runs
  };

  struct Edge {
    static constexpr int kNone = -1;

    unsigned from, to; ///< indices into `nodes`
    bool isFree = false;
    /// Indices into `rewrites`, or kNone.
    std::array<int, 2> rewrites = {kNone, kNone};
  };

  /// The name of the first of the functions.
  std::string function;
  std::vector<std::string> layouts;
  std::vector<Node> nodes; ///< in the order of the program
  std::vector<Edge> edges;
  std::vector<Rewrite> rewrites;
  /// The names of the blocks of nodes; see `divideIntoBlocks`.
  std::vector<std::string> blocks;
};

/// Divides the nodes, in program order, into blocks that belong together. A
/// block ends at a value that several ops of the next block read, as between
/// the blocks of a residual network or a transformer.
void divideIntoBlocks(PlanGraph &graph);

/// Whether pictures fold a node away, as what is no data that flows through the
/// program: constants and weights.
inline bool isFolded(const PlanGraph::Node &node) {
  return node.kind == PlanGraph::Kind::Constant ||
         node.kind == PlanGraph::Kind::Weight;
}

/// Returns the graph as one JSON object.
std::string writePlanGraph(const PlanGraph &graph);

/// Writes the graphs for Graphviz: blocks as clusters, layouts as colours,
/// rewrites as red edges with their bytes.
void printDot(llvm::ArrayRef<PlanGraph> graphs, llvm::raw_ostream &os);

/// Writes what Graphviz draws for printDot in SVG, with `title` above it. Fails
/// if the program `dot` is not found in PATH, or fails itself.
llvm::Error printSvg(const std::string &title, llvm::ArrayRef<PlanGraph> graphs,
                     llvm::raw_ostream &os);

/// Writes one HTML page that needs no other file. `report` is the report as
/// JSON. Returns an error if the project was built without pages.
llvm::Error printPage(llvm::StringRef report, llvm::ArrayRef<PlanGraph> graphs,
                      llvm::raw_ostream &os);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_PLANGRAPH_H
