//===- Solvers.h - Registry of solvers --------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A solver is a function from a problem and options to a solution, with a name.
// The option `strategy` of passes and tools accepts the names registered here.
// A program adds its own solver before it parses options or builds pass
// pipelines:
//
//   registerSolver({"baseline", "changes nothing", /*provesBound=*/false,
//                   [](const Problem &problem, const SolverOptions &) {
//                     Solution solution;
//                     solution.plan = problem.getBaselinePlan();
//                     solution.cost = problem.getCost(solution.plan);
//                     return solution;
//                   }});
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SOLVER_SOLVERS_H
#define LAYOUT_SOLVER_SOLVERS_H

#include "layout/Solver/Certificate.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace mlir::layout {

/// The solver that `strategy` selects by default.
inline constexpr char kDefaultStrategy[] = "optimal";

/// Limits of a solver's work. A solver ignores those that do not concern it.
struct SolverOptions {
  /// Iterations of dual ascent; each is a forward and a backward sweep.
  unsigned maxSweeps = 200;
  /// Entries of all cost tables that may be computed to eliminate a component;
  /// a component that takes more is searched by branch and bound. Attempts
  /// between sweeps may compute as many for each 8,192 variables.
  uint64_t maxEntries = 1 << 20;
  /// Variables whose domains branch and bound may update, over all branches.
  uint64_t maxVisits = 1 << 17;
  /// Seconds after which the best plan so far is returned; 0 means no limit.
  /// With a limit the plan depends on the speed of the machine.
  double maxSeconds = 0;
};

struct Solution {
  /// One candidate for each variable of the problem.
  Plan plan;
  /// Problem::getCost of the plan.
  Cost cost = 0;
  /// A lower bound of the cost of every plan. It equals `cost` if the plan is
  /// proved optimal.
  Cost bound = 0;
  /// Proves `bound`. Empty if the solver proves none; `bound` is then 0.
  std::optional<Certificate> certificate;

  Cost getGap() const { return cost - bound; }
};

/// Solves a problem for which Problem::check finds no error. It must be
/// deterministic, and passes call it from several threads at once.
using SolverFunction =
    std::function<Solution(const Problem &, const SolverOptions &)>;

struct Solver {
  /// The value of `strategy` that selects the solver.
  std::string name;
  /// A few words for `--help`.
  std::string description;
  /// Whether its solutions have a certificate.
  bool provesBound = false;
  SolverFunction solve;
};

/// Adds a solver. Returns false and changes nothing if its name is taken. Not
/// synchronized: call it at start-up.
bool registerSolver(Solver solver);

/// All solvers: backward, forward and optimal, then others in the order of
/// their registration. Pointers stay valid.
std::vector<const Solver *> getSolvers();

/// Returns the solver of this name, or an error that lists all names.
llvm::Expected<const Solver *> findSolver(llvm::StringRef name);

/// A text for `--help`: what the option `strategy` selects, and the name and
/// the description of every solver registered before the first call.
llvm::StringRef getStrategyDescription();

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_SOLVERS_H
