//===- PlanGraph.h - A plan as a graph for people ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a plan says of functions that were planned together, without the
// program: ops and arguments as nodes, values as edges, and on the edges the
// rewrites that run, without flow and with it. Planning hands it to the report
// as JSON.
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
  /// Of a pair: the program without flow, and as planned.
  enum Side : unsigned { kBefore, kAfter };
  enum class Kind {
    Critical, ///< a convolution or contraction
    Agnostic, ///< takes the layout of its neighbours
    Fixed,    ///< a signature, a barrier, a frozen op
    Constant  ///< rewritten for nothing: weights, fills
  };

  struct Node {
    std::string op;    ///< "linalg.generic", "argument 0 of @main"
    std::string place; ///< file:line:column
    std::string name;  ///< what the location calls it; may be empty
    std::string body;  ///< what a generic op computes; may be empty
    std::string type;  ///< of the result, or of the operand if there is none
    Kind kind = Kind::Fixed;
    bool isFrozen = false;
    unsigned block = 0;
    unsigned numLabels = 1; ///< among which the plan chose
    /// Of the value that `type` is about, a number of `layouts`.
    std::array<unsigned, 2> layouts = {0, 0};
    /// What the op costs under its label, bytes.
    std::array<int64_t, 2> costs = {0, 0};
  };

  /// One value in another layout; several edges may share it.
  struct Rewrite {
    unsigned from, to; ///< numbers of `layouts`
    int64_t bytes;     ///< read and written, times the runs
  };

  struct Edge {
    static constexpr int kNone = -1;

    unsigned from, to; ///< numbers of `nodes`
    bool isFree = false;
    /// A number of `rewrites`, or kNone.
    std::array<int, 2> rewrites = {kNone, kNone};
  };

  /// Of the first of the functions.
  std::string function;
  std::vector<std::string> layouts;
  std::vector<Node> nodes; ///< in the order of the program
  std::vector<Edge> edges;
  std::vector<Rewrite> rewrites;
  /// What each block of nodes is called; see `divideIntoBlocks`.
  std::vector<std::string> blocks;
};

/// Divides the nodes into runs of the program that belong together: a run ends
/// where one value leaves it that several ops of the next one read, as between
/// the blocks of a residual network or a transformer.
void divideIntoBlocks(PlanGraph &graph);

/// "conv_2d_nhwc_hwcf", "addf": what a node is called in a picture.
std::string getLabel(const PlanGraph::Node &node);

/// Returns the graph as one JSON object.
std::string writePlanGraph(const PlanGraph &graph);

/// Writes the graphs for Graphviz: blocks as clusters, layouts as colours,
/// rewrites as red edges with their bytes.
void printDot(llvm::ArrayRef<PlanGraph> graphs, llvm::raw_ostream &os);

/// Writes one HTML page that needs no other file. `report` is the report as
/// JSON. Returns an error if the project was built without pages.
llvm::Error printPage(llvm::StringRef report, llvm::ArrayRef<PlanGraph> graphs,
                      llvm::raw_ostream &os);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_PLANGRAPH_H
