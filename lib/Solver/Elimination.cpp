//===- Elimination.cpp - Elimination of variables and nets ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elimination.h"
#include "CostTables.h"
#include "layout/Support/Debug.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;

#define DEBUG_TYPE "layout-solver"
ALWAYS_ENABLED_STATISTIC(numTables, "Cost tables computed by elimination");

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Finds an order by the min-weight heuristic: always eliminates the node whose
/// elimination enumerates the fewest combinations of choices. Returns nothing
/// if all eliminations together enumerate more than `maxEntries`.
static std::optional<std::vector<unsigned>> findOrder(const CostTables &tables,
                                                      uint64_t maxEntries) {
  if (!tables.areComplete)
    return std::nullopt;
  ArrayRef<unsigned> sizes = tables.sizes;
  std::vector<std::set<unsigned>> neighbors(sizes.size());
  for (const CostTable &table : tables.tables)
    for (unsigned node : table.scope)
      for (unsigned other : table.scope)
        if (node != other)
          neighbors[node].insert(other);
  auto countEntries = [&](unsigned node) {
    Cost entries = sizes[node];
    for (unsigned other : neighbors[node])
      entries = multiplySaturating(entries, sizes[other]);
    return entries;
  };
  std::set<std::pair<Cost, unsigned>> queue;
  for (unsigned node : llvm::seq<unsigned>(sizes.size()))
    queue.insert({countEntries(node), node});
  std::vector<unsigned> order;
  uint64_t left = maxEntries;
  while (!queue.empty()) {
    auto [entries, node] = *queue.begin();
    if (static_cast<uint64_t>(entries) > left)
      return std::nullopt;
    left -= entries;
    queue.erase(queue.begin());
    order.push_back(node);
    std::set<unsigned> others = std::move(neighbors[node]);
    for (unsigned other : others) {
      queue.erase({countEntries(other), other});
      neighbors[other].erase(node);
      neighbors[other].insert(others.begin(), others.end());
      neighbors[other].erase(other);
    }
    for (unsigned other : others)
      queue.insert({countEntries(other), other});
  }
  return order;
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

namespace {
/// The entries of a table while the choices of the nodes around an eliminated
/// one are enumerated.
class TableEntries {
public:
  /// `scope` are the nodes that are enumerated, in ascending order, and `sizes`
  /// the numbers of choices of all nodes.
  TableEntries(const CostTable &table, unsigned eliminated,
               ArrayRef<unsigned> scope, ArrayRef<unsigned> sizes);

  /// The cost of a choice of the eliminated node.
  Cost getCost(size_t choice) const { return costs[index + choice * stride]; }

  /// Increases the choice of the node at `position` in the scope by one, or
  /// resets it from the last one to 0.
  void advance(size_t position) { index += steps[position].stride; }
  void reset(size_t position) { index -= steps[position].extent; }

private:
  struct Step {
    size_t stride = 0, extent = 0; ///< 0 if the table lacks the node
  };

  ArrayRef<Cost> costs;
  SmallVector<Step, 4> steps;
  size_t index = 0, stride = 0;
};

class Elimination {
public:
  explicit Elimination(CostTables tables)
      : sizes(std::move(tables.sizes)), tables(std::move(tables.tables)) {}

  /// Eliminates all nodes in the given order and returns the minimum.
  Cost run(ArrayRef<unsigned> order);
  /// Returns choices of all nodes that attain the minimum, after run.
  Plan getChoices() const;

private:
  CostTable eliminateNode(unsigned node, ArrayRef<CostTable> bucket);

  std::vector<unsigned> sizes;
  std::vector<CostTable> tables;
  struct EliminatedNode {
    unsigned node;
    Scope neighbors;
    /// The best choice for each combination of choices of the neighbors.
    std::vector<unsigned> bestChoices;
  };
  std::vector<EliminatedNode> eliminated;
};
} // namespace

Cost Elimination::run(ArrayRef<unsigned> order) {
  std::vector<unsigned> ranks(order.size());
  for (auto [rank, node] : llvm::enumerate(order))
    ranks[node] = rank;
  // A table is in the bucket of the node of its scope that is eliminated first.
  std::vector<std::vector<CostTable>> buckets(order.size());
  Cost minimum = 0;
  auto add = [&](CostTable table) {
    if (table.scope.empty()) {
      minimum = addSaturating(minimum, table.costs.front());
      return;
    }
    unsigned first = ranks[table.scope.front()];
    for (unsigned node : table.scope)
      first = std::min(first, ranks[node]);
    buckets[first].push_back(std::move(table));
  };
  for (CostTable &table : tables)
    add(std::move(table));
  for (auto [node, bucket] : llvm::zip_equal(order, buckets)) {
    std::vector<CostTable> own = std::move(bucket);
    add(eliminateNode(node, own));
  }
  return minimum;
}

TableEntries::TableEntries(const CostTable &table, unsigned eliminated,
                           ArrayRef<unsigned> scope, ArrayRef<unsigned> sizes)
    : costs(table.costs), steps(scope.size()) {
  size_t next = 1;
  for (unsigned node : llvm::reverse(table.scope)) {
    if (node == eliminated)
      stride = next;
    else
      steps[llvm::lower_bound(scope, node) - scope.begin()] = {
          next, next * (sizes[node] - 1)};
    next *= sizes[node];
  }
}

/// Returns the other nodes of the tables, in ascending order.
static Scope getOtherNodes(ArrayRef<CostTable> tables, unsigned node) {
  Scope others;
  for (const CostTable &table : tables)
    for (unsigned other : table.scope)
      if (other != node)
        others.push_back(other);
  llvm::sort(others);
  others.erase(llvm::unique(others), others.end());
  return others;
}

/// Returns the cost of the best choice of `node` for each combination of
/// choices of its neighbors.
CostTable Elimination::eliminateNode(unsigned node,
                                     ArrayRef<CostTable> bucket) {
  ++numTables;
  CostTable result{getOtherNodes(bucket, node), {}};
  EliminatedNode self{node, result.scope, {}};
  Cost numEntries = 1;
  for (unsigned other : result.scope)
    numEntries = multiplySaturating(numEntries, sizes[other]);
  result.costs.reserve(numEntries);
  self.bestChoices.reserve(numEntries);
  SmallVector<TableEntries, 4> entries;
  for (const CostTable &table : bucket)
    entries.emplace_back(table, node, result.scope, sizes);
  // The choice of the last node varies fastest.
  SmallVector<unsigned, 4> choices(result.scope.size(), 0);
  for (Cost entry = 0; entry < numEntries; ++entry) {
    Cost least = kInfeasible;
    unsigned best = 0;
    for (unsigned choice : llvm::seq(sizes[node])) {
      Cost cost = 0;
      for (const TableEntries &table : entries)
        cost = addSaturating(cost, table.getCost(choice));
      if (cost < least)
        std::tie(least, best) = std::tie(cost, choice);
    }
    result.costs.push_back(least);
    self.bestChoices.push_back(best);
    for (size_t position = choices.size(); position-- > 0;) {
      bool isLast = ++choices[position] == sizes[result.scope[position]];
      for (TableEntries &table : entries)
        if (isLast)
          table.reset(position);
        else
          table.advance(position);
      if (!isLast)
        break;
      choices[position] = 0;
    }
  }
  eliminated.push_back(std::move(self));
  return result;
}

Plan Elimination::getChoices() const {
  Plan choices(sizes.size(), 0);
  for (const EliminatedNode &self : llvm::reverse(eliminated)) {
    size_t index = 0;
    for (unsigned node : self.neighbors)
      index = index * sizes[node] + choices[node];
    choices[self.node] = self.bestChoices[index];
  }
  return choices;
}

std::optional<Optimum> layout::eliminate(const Problem &problem,
                                         uint64_t maxEntries) {
  CostTables tables(problem, maxEntries);
  std::optional<std::vector<unsigned>> order = findOrder(tables, maxEntries);
  if (!order)
    return std::nullopt;
  Elimination elimination(std::move(tables));
  Cost cost = elimination.run(*order);
  Plan plan = elimination.getChoices();
  plan.resize(problem.variables.size());
  return Optimum{std::move(plan), cost, std::move(*order)};
}

Cost layout::getMinimum(const Problem &problem, ArrayRef<unsigned> order) {
  constexpr auto noLimit = std::numeric_limits<uint64_t>::max();
  return Elimination(CostTables(problem, noLimit)).run(order);
}
