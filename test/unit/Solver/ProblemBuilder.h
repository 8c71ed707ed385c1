//===- ProblemBuilder.h - Planning problems for tests -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_UNIT_PLANNER_PROBLEMBUILDER_H
#define LAYOUT_TEST_UNIT_PLANNER_PROBLEMBUILDER_H

#include "layout/Solver/Problem.h"
#include <random>

namespace mlir::layout {

/// Builds problems whose nets all have layouts 0 … `numLayouts` - 1.
class ProblemBuilder {
public:
  explicit ProblemBuilder(unsigned numLayouts) : numLayouts(numLayouts) {}

  /// A variable that reads `operands` and makes `numResults` nets of the given
  /// bytes; returns its first net.
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
  /// One candidate that has layout `layout` at every port.
  ProblemBuilder &candidate(unsigned layout, Cost cost = 0) {
    Problem::Variable &self = problem.variables.back();
    self.candidates.push_back({cost, {}});
    self.candidates.back().layouts.assign(self.ports.size(), layout);
    return *this;
  }
  unsigned fixed(llvm::ArrayRef<unsigned> operands,
                 llvm::ArrayRef<Cost> results, unsigned layout) {
    unsigned net = add(Problem::Kind::Fixed, operands, results);
    candidate(layout);
    return net;
  }
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

/// The cheapest plan there is.
inline Cost getOptimum(const Problem &problem) {
  Plan plan = problem.getBaselinePlan();
  Cost best = problem.getCost(plan);
  while (true) {
    unsigned i = 0;
    while (i < plan.size() &&
           ++plan[i] == problem.variables[i].candidates.size())
      plan[i++] = 0;
    if (i == plan.size())
      return best;
    best = std::min(best, problem.getCost(plan));
  }
}

} // namespace mlir::layout

#endif // LAYOUT_TEST_UNIT_PLANNER_PROBLEMBUILDER_H
