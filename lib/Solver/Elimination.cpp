//===- Elimination.cpp - Node by node to the optimum ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elimination.h"
#include "CostTables.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// An order in which tables stay small; nothing if they do not.
static std::optional<std::vector<unsigned>> findOrder(const CostTables &tables,
                                                      uint64_t maxEntries) {
  if (!tables.areComplete)
    return std::nullopt;
  ArrayRef<unsigned> sizes = tables.sizes;
  std::vector<std::set<unsigned>> beside(sizes.size());
  for (const CostTable &table : tables.tables)
    for (unsigned node : table.scope)
      for (unsigned other : table.scope)
        if (node != other)
          beside[node].insert(other);
  // Always the one whose elimination looks at the fewest choices.
  auto getEntries = [&](unsigned node) {
    Cost entries = sizes[node];
    for (unsigned other : beside[node])
      entries = multiplySaturating(entries, sizes[other]);
    return entries;
  };
  std::set<std::pair<Cost, unsigned>> queue;
  for (unsigned node : llvm::seq<unsigned>(sizes.size()))
    queue.insert({getEntries(node), node});
  std::vector<unsigned> order;
  uint64_t left = maxEntries;
  while (!queue.empty()) {
    auto [entries, node] = *queue.begin();
    if (static_cast<uint64_t>(entries) > left)
      return std::nullopt;
    left -= entries;
    queue.erase(queue.begin());
    order.push_back(node);
    std::set<unsigned> others = std::move(beside[node]);
    for (unsigned other : others) {
      queue.erase({getEntries(other), other});
      beside[other].erase(node);
      beside[other].insert(others.begin(), others.end());
      beside[other].erase(other);
    }
    for (unsigned other : others)
      queue.insert({getEntries(other), other});
  }
  return order;
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

namespace {
class Elimination {
public:
  explicit Elimination(CostTables tables)
      : sizes(std::move(tables.sizes)), tables(std::move(tables.tables)) {}

  Cost run(ArrayRef<unsigned> order);
  /// The choices of all nodes, after they are gone.
  Plan getChoices() const;

private:
  CostTable remove(unsigned node, ArrayRef<CostTable> here);
  size_t getStride(ArrayRef<unsigned> scope, unsigned node) const;

  std::vector<unsigned> sizes;
  std::vector<CostTable> tables;
  /// What was eliminated, with its best choice for every one of the others.
  struct Removed {
    unsigned node;
    Scope scope;
    std::vector<unsigned> choices;
  };
  std::vector<Removed> removed;
};
} // namespace

Cost Elimination::run(ArrayRef<unsigned> order) {
  std::vector<unsigned> ranks(order.size());
  for (auto [rank, node] : llvm::enumerate(order))
    ranks[node] = rank;
  // A table waits for the first of its nodes.
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
    std::vector<CostTable> here = std::move(bucket);
    add(remove(node, here));
  }
  return minimum;
}

/// What the best choice of the node costs, for all choices of its neighbours.
CostTable Elimination::remove(unsigned node, ArrayRef<CostTable> here) {
  std::set<unsigned> others;
  for (const CostTable &table : here)
    others.insert(table.scope.begin(), table.scope.end());
  others.erase(node);
  CostTable made{Scope(others.begin(), others.end()), {}};
  Removed own{node, made.scope, {}};
  Odometer odometer(made.scope, sizes);
  std::vector<Cost> costs(sizes[node]);
  do {
    llvm::fill(costs, 0);
    for (const CostTable &table : here) {
      size_t index = odometer.getIndex(table.scope);
      size_t stride = getStride(table.scope, node);
      for (auto [choice, cost] : llvm::enumerate(costs))
        cost = addSaturating(cost, table.costs[index + choice * stride]);
    }
    auto best = llvm::min_element(costs);
    made.costs.push_back(*best);
    own.choices.push_back(best - costs.begin());
  } while (odometer.next());
  removed.push_back(std::move(own));
  return made;
}

size_t Elimination::getStride(ArrayRef<unsigned> scope, unsigned node) const {
  size_t stride = 1;
  for (unsigned other : llvm::reverse(scope)) {
    if (other == node)
      break;
    stride *= sizes[other];
  }
  return stride;
}

Plan Elimination::getChoices() const {
  Plan choices(sizes.size(), 0);
  for (const Removed &own : llvm::reverse(removed)) {
    size_t index = 0;
    for (unsigned node : own.scope)
      index = index * sizes[node] + choices[node];
    choices[own.node] = own.choices[index];
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
