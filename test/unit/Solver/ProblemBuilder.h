//===- ProblemBuilder.h - Planning problems for tests -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_UNIT_SOLVER_PROBLEMBUILDER_H
#define LAYOUT_TEST_UNIT_SOLVER_PROBLEMBUILDER_H

#include "layout/Solver/Problem.h"
#include "llvm/ADT/STLExtras.h"
#include <random>

namespace mlir::layout {

/// Builds problems in which all nets have the layouts 0 to `numLayouts` - 1.
class ProblemBuilder {
public:
  explicit ProblemBuilder(unsigned numLayouts) : numLayouts(numLayouts) {}

  /// Adds a variable without candidates that uses the nets `operands` and
  /// produces nets of the given bytes; returns the first of these.
  unsigned add(Problem::Kind kind, llvm::ArrayRef<unsigned> operands,
               llvm::ArrayRef<Cost> results) {
    unsigned variable = problem.variables.size(), first = problem.nets.size();
    Problem::Variable self;
    self.kind = kind;
    for (unsigned net : operands) {
      unsigned port = self.ports.size();
      problem.nets[net].uses.push_back({variable, port});
      self.ports.push_back({net, false});
    }
    for (Cost bytes : results) {
      unsigned net = problem.nets.size(), port = self.ports.size();
      problem.nets.emplace_back();
      problem.nets.back().producer = {variable, port};
      problem.nets.back().bytes.assign(numLayouts, bytes);
      self.ports.push_back({net, true});
    }
    problem.variables.push_back(std::move(self));
    return first;
  }
  /// Adds a candidate with layout `layout` at every port to the last variable.
  ProblemBuilder &candidate(unsigned layout, Cost cost = 0) {
    Problem::Variable &self = problem.variables.back();
    self.candidates.push_back({cost, {}});
    self.candidates.back().layouts.assign(self.ports.size(), layout);
    return *this;
  }
  /// Adds a variable whose only candidate has layout `layout` at every port.
  unsigned fixed(llvm::ArrayRef<unsigned> operands,
                 llvm::ArrayRef<Cost> results, unsigned layout) {
    unsigned net = add(Problem::Kind::Fixed, operands, results);
    candidate(layout);
    return net;
  }
  /// Adds a variable with one candidate for each layout.
  unsigned agnostic(llvm::ArrayRef<unsigned> operands,
                    llvm::ArrayRef<Cost> results) {
    unsigned net = add(Problem::Kind::Agnostic, operands, results);
    for (unsigned layout = 0; layout < numLayouts; ++layout)
      candidate(layout);
    return net;
  }

  Problem problem;

private:
  unsigned numLayouts;
};

/// Advances to the next combination of choices, of which number `i` has
/// `getSize(i)`; returns false after the last one, with all choices 0.
template <typename Fn>
bool nextCombination(llvm::MutableArrayRef<unsigned> choices, Fn getSize) {
  for (auto [index, choice] : llvm::enumerate(choices)) {
    if (++choice != getSize(index))
      return true;
    choice = 0;
  }
  return false;
}

/// Returns the cost of the cheapest plan, by brute force.
inline Cost getOptimum(const Problem &problem) {
  Plan plan = problem.getBaselinePlan();
  Cost best = problem.getCost(plan);
  while (nextCombination(plan, [&](size_t variable) {
    return problem.variables[variable].candidates.size();
  }))
    best = std::min(best, problem.getCost(plan));
  return best;
}

} // namespace mlir::layout

#endif // LAYOUT_TEST_UNIT_SOLVER_PROBLEMBUILDER_H
