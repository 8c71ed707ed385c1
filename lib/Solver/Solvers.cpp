//===- Solvers.cpp - Registry of solvers ----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Solver/Solvers.h"
#include "AllowedPlan.h"
#include "Optimal.h"
#include "Sweeps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>

using namespace mlir;
using namespace mlir::layout;

static Solver makeSweepSolver(StringRef name, StringRef description,
                              Plan (*sweep)(const Problem &,
                                            std::optional<Plan>)) {
  auto solve = [sweep](const Problem &problem, const SolverOptions &options) {
    Solution solution;
    solution.plan = sweep(problem, std::nullopt);
    // Sweeps never make a plan worse, so this one stays allowed.
    if (hasForbidden(problem, solution.plan))
      solution.plan = sweep(problem, findAllowedPlan(problem, options));
    solution.cost = problem.getCost(solution.plan);
    return solution;
  };
  return {name.str(), description.str(), /*provesBound=*/false, solve};
}

/// A deque, because pointers to its elements outlive insertions at its end.
static std::deque<Solver> &getRegistry() {
  static std::deque<Solver> registry = {
      makeSweepSolver("backward", "from results to operands", solveBackward),
      makeSweepSolver("forward", "from operands to results", solveForward),
      {kDefaultStrategy, "the cheapest plan, with a bound that proves it",
       /*provesBound=*/true, solveOptimal}};
  return registry;
}

bool layout::registerSolver(Solver solver) {
  std::deque<Solver> &registry = getRegistry();
  if (llvm::is_contained(llvm::map_range(registry, std::mem_fn(&Solver::name)),
                         solver.name))
    return false;
  registry.push_back(std::move(solver));
  return true;
}

std::vector<const Solver *> layout::getSolvers() {
  std::vector<const Solver *> solvers;
  for (const Solver &solver : getRegistry())
    solvers.push_back(&solver);
  return solvers;
}

llvm::Expected<const Solver *> layout::findSolver(StringRef name) {
  for (const Solver &solver : getRegistry())
    if (solver.name == name)
      return &solver;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "requires strategy to be one of ";
  llvm::interleaveComma(getRegistry(), os,
                        [&](const Solver &solver) { os << solver.name; });
  os << ", found '" << name << "'";
  return llvm::createStringError(text);
}

StringRef layout::getStrategyDescription() {
  // Options keep a reference to their description.
  static const std::string description = [] {
    std::string text = "Solver of the planning problem: ";
    llvm::raw_string_ostream os(text);
    llvm::interleave(
        getRegistry(), os,
        [&](const Solver &solver) {
          os << solver.name << " (" << solver.description << ")";
        },
        ", ");
    return text;
  }();
  return description;
}
