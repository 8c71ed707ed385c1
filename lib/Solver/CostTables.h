//===- CostTables.h - A problem as tables -----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs of a problem as tables over nodes. Nodes are the variables and, behind
// them, the nets. A net chooses the layout produced and those the value is
// rewritten to: so uses share a rewrite, and every table but one of a net alone
// is of a net and a variable at it.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_COSTTABLES_H
#define LAYOUT_LIB_SOLVER_COSTTABLES_H

#include "layout/Solver/Problem.h"
#include <limits>

namespace mlir::layout {

/// Of what does not fit together.
inline constexpr Cost kForbidden = std::numeric_limits<Cost>::max();

using Scope = llvm::SmallVector<unsigned, 4>; // Nodes, rising.

/// A cost for every choice of some nodes; that of the last goes fastest.
struct CostTable {
  Scope scope;
  std::vector<Cost> costs;
};

struct NetState;

/// The least sum of these is what the cheapest plan costs. A node with one
/// choice is in no scope.
class CostTables {
public:
  CostTables(const Problem &problem, uint64_t maxEntries);

  /// Choices of every node.
  std::vector<unsigned> sizes;
  std::vector<CostTable> tables;
  /// Whether all is in them: no net has more than kMostWanted layouts, and
  /// there are no more than `maxEntries` entries.
  bool areComplete = true;

private:
  void add(Scope scope, std::vector<Cost> costs);
  std::vector<NetState> getStates(const Problem::Net &net) const;
  void addNet(unsigned number);
  void addPort(unsigned node, llvm::ArrayRef<NetState> states,
               Problem::PortRef port, bool isProducer);

  const Problem &problem;
  uint64_t entriesLeft;
};

/// Goes through all choices of some nodes.
class Odometer {
public:
  Odometer(llvm::ArrayRef<unsigned> scope, llvm::ArrayRef<unsigned> sizes)
      : scope(scope), sizes(sizes), choices(scope.size(), 0) {}

  /// Where the present choice stands in a table; a node that is not gone
  /// through has its first.
  size_t getIndex(llvm::ArrayRef<unsigned> component) const;
  bool next();

private:
  llvm::ArrayRef<unsigned> scope, sizes;
  llvm::SmallVector<unsigned> choices;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_COSTTABLES_H
