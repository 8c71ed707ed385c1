//===- GraphArrangement.cpp - Where a picture has what --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphArrangement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>
#include <limits>

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The width of a point that a line passes.
constexpr double kLineWidth = 12;

class Arranger {
public:
  Arranger(const ArrangedGraph &graph, double layerHeight, double gap)
      : graph(graph), layerHeight(layerHeight), gap(gap) {}

  GraphArrangement arrange();

private:
  void assignLayers();
  void addPoints();
  void orderLayers();
  void orderBy(llvm::ArrayRef<std::vector<unsigned>> neighbours,
               std::vector<unsigned> &layer);
  void placeLayers();
  void place(llvm::ArrayRef<unsigned> layer,
             llvm::ArrayRef<std::vector<unsigned>> first,
             llvm::ArrayRef<std::vector<unsigned>> second);
  unsigned addPoint(unsigned layer, double width);
  void link(unsigned upper, unsigned lower);

  const ArrangedGraph &graph;
  double layerHeight, gap;

  // One entry per point; the points of the nodes come first.
  std::vector<unsigned> layerOf;
  std::vector<double> widths, places;
  std::vector<std::vector<unsigned>> above, below;

  std::vector<std::vector<unsigned>> layers; ///< points from left to right
  std::vector<std::vector<unsigned>> paths;  ///< points per edge, downwards
};
} // namespace

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

/// The upper end of an edge and the lower one.
static std::pair<unsigned, unsigned> getEnds(ArrangedGraph::Edge edge) {
  return std::minmax(edge.from, edge.to);
}

void Arranger::assignLayers() {
  unsigned size = graph.widths.size();
  layerOf.assign(size, 0);
  std::vector<std::vector<unsigned>> readers(size), read(size);
  for (ArrangedGraph::Edge edge : graph.edges)
    if (edge.from != edge.to) {
      auto [upper, lower] = getEnds(edge);
      readers[upper].push_back(lower);
      read[lower].push_back(upper);
    }
  unsigned begin = 0; // of the band
  for (unsigned first = 0; first < size;) {
    unsigned end = first, next = begin;
    for (; end < size && graph.bands[end] == graph.bands[first]; ++end) {
      layerOf[end] = begin;
      for (unsigned upper : read[end])
        layerOf[end] = std::max(layerOf[end], layerOf[upper] + 1);
      next = std::max(next, layerOf[end] + 1);
    }
    // What reads nothing comes right above its first reader.
    for (unsigned node = first; node < end; ++node)
      if (read[node].empty() && !readers[node].empty()) {
        unsigned reader = std::numeric_limits<unsigned>::max();
        for (unsigned lower : readers[node])
          if (graph.bands[lower] == graph.bands[node])
            reader = std::min(reader, layerOf[lower]);
        if (reader != std::numeric_limits<unsigned>::max())
          layerOf[node] = std::max(begin, reader - 1);
      }
    begin = next;
    first = end;
  }
  layers.resize(begin);
}

unsigned Arranger::addPoint(unsigned layer, double width) {
  layerOf.push_back(layer);
  widths.push_back(width);
  above.emplace_back();
  below.emplace_back();
  layers[layer].push_back(widths.size() - 1);
  return widths.size() - 1;
}

void Arranger::link(unsigned upper, unsigned lower) {
  if (!llvm::is_contained(below[upper], lower)) {
    below[upper].push_back(lower);
    above[lower].push_back(upper);
  }
}

void Arranger::addPoints() {
  unsigned size = graph.widths.size();
  widths = graph.widths;
  above.resize(size);
  below.resize(size);
  for (unsigned node : llvm::seq(size))
    layers[layerOf[node]].push_back(node);
  // For each node, the points below it on the layers that follow its own.
  std::vector<std::vector<unsigned>> lines(size);
  for (ArrangedGraph::Edge edge : graph.edges) {
    std::vector<unsigned> &path = paths.emplace_back();
    if (edge.from == edge.to)
      continue;
    auto [upper, lower] = getEnds(edge);
    path.push_back(upper);
    for (unsigned layer = layerOf[upper] + 1; layer < layerOf[lower]; ++layer) {
      unsigned index = layer - layerOf[upper] - 1;
      if (index == lines[upper].size())
        lines[upper].push_back(addPoint(layer, kLineWidth));
      link(path.back(), lines[upper][index]);
      path.push_back(lines[upper][index]);
    }
    link(path.back(), lower);
    path.push_back(lower);
  }
}

//===----------------------------------------------------------------------===//
// Order and places
//===----------------------------------------------------------------------===//

/// Sorts a layer by the mean place of the neighbours of each point. A point
/// without any keeps its place.
void Arranger::orderBy(llvm::ArrayRef<std::vector<unsigned>> neighbours,
                       std::vector<unsigned> &layer) {
  // The number in the layer comes second, so that equal keys keep their order.
  std::vector<std::tuple<double, size_t, unsigned>> keys;
  for (auto [index, point] : llvm::enumerate(layer)) {
    double sum = 0;
    for (unsigned other : neighbours[point])
      sum += places[other];
    size_t count = neighbours[point].size();
    keys.push_back({count ? sum / count : places[point], index, point});
  }
  llvm::sort(keys);
  for (auto [index, key] : llvm::enumerate(keys)) {
    layer[index] = std::get<unsigned>(key);
    // Places in the unit interval make layers of different sizes comparable.
    places[layer[index]] = (index + 0.5) / layer.size();
  }
}

void Arranger::orderLayers() {
  constexpr unsigned numSweeps = 6;
  places.assign(widths.size(), 0);
  for (std::vector<unsigned> &layer : layers)
    for (auto [index, point] : llvm::enumerate(layer))
      places[point] = (index + 0.5) / layer.size();
  for (unsigned sweep : llvm::seq(numSweeps)) {
    if (sweep % 2 == 0)
      for (std::vector<unsigned> &layer : layers)
        orderBy(above, layer);
    else
      for (std::vector<unsigned> &layer : llvm::reverse(layers))
        orderBy(below, layer);
  }
}

/// Moves the points of a layer to the places that are nearest to the means of
/// their neighbours, in their order and without overlap. Points whose wishes
/// collide move as one group to the mean of what is best for each.
void Arranger::place(llvm::ArrayRef<unsigned> layer,
                     llvm::ArrayRef<std::vector<unsigned>> first,
                     llvm::ArrayRef<std::vector<unsigned>> second) {
  struct Group {
    double sum;     ///< of the wishes, minus the offsets of the points
    double weight;  ///< how many wishes
    unsigned begin; ///< the first of its points
    double get() const { return sum / weight; }
  };
  std::vector<double> offsets;
  std::vector<Group> groups;
  double offset = 0;
  for (auto [index, point] : llvm::enumerate(layer)) {
    if (index > 0)
      offset += (widths[layer[index - 1]] + widths[point]) / 2 + gap;
    offsets.push_back(offset);
    double sum = 0, count = 0;
    for (const auto &neighbours : {first, second})
      for (unsigned other : neighbours[point]) {
        sum += places[other];
        ++count;
      }
    double wish = count ? sum / count : places[point];
    double weight = count ? count : 0.1;
    groups.push_back(
        {(wish - offset) * weight, weight, static_cast<unsigned>(index)});
    while (groups.size() > 1 &&
           groups[groups.size() - 2].get() > groups.back().get()) {
      Group last = groups.back();
      groups.pop_back();
      groups.back().sum += last.sum;
      groups.back().weight += last.weight;
    }
  }
  for (auto [number, group] : llvm::enumerate(groups)) {
    unsigned end =
        number + 1 < groups.size() ? groups[number + 1].begin : layer.size();
    for (unsigned index = group.begin; index < end; ++index)
      places[layer[index]] = group.get() + offsets[index];
  }
}

void Arranger::placeLayers() {
  constexpr unsigned numSweeps = 8;
  for (llvm::ArrayRef<unsigned> layer : layers) {
    double x = 0;
    for (unsigned point : layer) {
      places[point] = x + widths[point] / 2;
      x += widths[point] + gap;
    }
    for (unsigned point : layer)
      places[point] -= (x - gap) / 2;
  }
  for (unsigned sweep : llvm::seq(numSweeps)) {
    // In the end both sides count.
    bool areBoth = sweep + 2 >= numSweeps;
    if (sweep % 2 == 0)
      for (llvm::ArrayRef<unsigned> layer : layers)
        place(layer, above, areBoth ? below : above);
    else
      for (llvm::ArrayRef<unsigned> layer : llvm::reverse(layers))
        place(layer, below, areBoth ? above : below);
  }
}

GraphArrangement Arranger::arrange() {
  assignLayers();
  addPoints();
  orderLayers();
  placeLayers();

  GraphArrangement result;
  double left = 0, right = 0;
  for (unsigned point : llvm::seq<unsigned>(0, places.size())) {
    left = std::min(left, places[point] - widths[point] / 2);
    right = std::max(right, places[point] + widths[point] / 2);
  }
  auto getPoint = [&](unsigned point) {
    return Point{places[point] - left, (layerOf[point] + 0.5) * layerHeight};
  };
  for (unsigned node : llvm::seq<unsigned>(0, graph.widths.size())) {
    result.nodes.push_back(getPoint(node));
    unsigned band = graph.bands[node];
    if (band >= result.bands.size())
      result.bands.resize(band + 1, {layers.size(), 0});
    auto &[first, last] = result.bands[band];
    first = std::min(first, layerOf[node]);
    last = std::max(last, layerOf[node]);
  }
  for (auto [edge, path] : llvm::zip_equal(graph.edges, paths)) {
    std::vector<Point> points;
    points.reserve(path.size());
    for (unsigned point : path)
      points.push_back(getPoint(point));
    if (edge.from > edge.to)
      std::reverse(points.begin(), points.end());
    result.edges.push_back(std::move(points));
  }
  result.width = right - left;
  result.numLayers = layers.size();
  return result;
}

GraphArrangement layout::arrange(const ArrangedGraph &graph, double layerHeight,
                                 double gap) {
  return Arranger(graph, layerHeight, gap).arrange();
}
