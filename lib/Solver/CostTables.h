//===- CostTables.h - Costs of a problem as tables --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A problem as a weighted constraint network: a minimum of a sum of cost
// tables over *nodes*. The nodes are the variables and, numbered after them,
// the nets. The choice of a net consists of the produced layout and the set of
// layouts to which the value is rewritten. This makes uses share a rewrite, and
// yet every table has one node, or two: a net and a variable at it.
//
// A net at few variables is one table over these variables instead if that is
// not larger. Its node then has one choice, as if it had been eliminated first.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_COSTTABLES_H
#define LAYOUT_LIB_SOLVER_COSTTABLES_H

#include "layout/Solver/Problem.h"
#include <limits>

namespace mlir::layout {

/// The cost of choices that exclude each other.
inline constexpr Cost kInfeasible = std::numeric_limits<Cost>::max();

/// The nodes of a table, in ascending order.
using Scope = llvm::SmallVector<unsigned, 4>;

/// A cost for each combination of choices of the nodes in `scope`. The choice
/// of the last node varies fastest.
struct CostTable {
  Scope scope;
  std::vector<Cost> costs;
};

struct NetChoice;

/// The tables of a problem. The minimum of their sum is the cost of the
/// cheapest plan. Nodes with a single choice are in no scope.
class CostTables {
public:
  CostTables(const Problem &problem, uint64_t maxEntries);

  /// The number of choices of each node.
  std::vector<unsigned> sizes;
  std::vector<CostTable> tables;
  /// False, and the tables are unusable, if there are more than `maxEntries`
  /// entries.
  bool areComplete = true;

private:
  void add(Scope scope, std::vector<Cost> costs);
  void addNet(const Problem::Net &net);
  void addToVariables(const Problem::Net &net, Scope scope);
  void addPort(unsigned node, llvm::ArrayRef<NetChoice> choices,
               Problem::PortRef port, bool isProducer);

  const Problem &problem;
  uint64_t entriesLeft;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_COSTTABLES_H
