//===- GraphArrangement.h - Where a picture has what ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arranges a directed graph in layers from top to bottom, as Sugiyama, Tagawa
// and Toda do it (1981):
//
//   1. a layer for each node, below all nodes that it reads;
//   2. on each layer between a value and a reader of it, a point that its line
//      passes; readers of one value share the points;
//   3. an order of each layer in which few lines cross, by barycenters;
//   4. places in that order near those of the neighbours. For one layer they
//      are the least squares under the order, which pooling of adjacent
//      violators finds in linear time.
//
// Networks are long and narrow, so that this takes time in proportion to the
// points, and the result is deterministic.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_REPORT_GRAPHARRANGEMENT_H
#define LAYOUT_LIB_REPORT_GRAPHARRANGEMENT_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace mlir::layout {

/// What is arranged. Edges point to nodes by their numbers, and may run in
/// circles: one to an earlier node is arranged as if it were reversed.
struct ArrangedGraph {
  struct Edge {
    unsigned from, to;
  };

  std::vector<double> widths;  ///< of the nodes
  std::vector<unsigned> bands; ///< of the nodes; see below
  std::vector<Edge> edges;
};

struct Point {
  double x = 0, y = 0;
};

struct GraphArrangement {
  /// The centre of each node.
  std::vector<Point> nodes;
  /// For each edge, the centres of its ends and the points between them, from
  /// its source to its target.
  std::vector<std::vector<Point>> edges;
  /// The first and the last layer of each band.
  std::vector<std::pair<unsigned, unsigned>> bands;
  double width = 0;
  unsigned numLayers = 0;
};

/// Arranges a graph. All nodes of a band lie below those of the bands before;
/// nodes are given in the order of the program. Layers are `layerHeight` apart,
/// the first at half of it, and nodes of a layer at least `gap`.
GraphArrangement arrange(const ArrangedGraph &graph, double layerHeight,
                         double gap);

} // namespace mlir::layout

#endif // LAYOUT_LIB_REPORT_GRAPHARRANGEMENT_H
