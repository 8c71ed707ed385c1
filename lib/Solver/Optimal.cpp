//===- Optimal.cpp - The cheapest plan, and why it is ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Solver/Optimal.h"
#include "ActiveSet.h"
#include "DualAscent.h"
#include "Search.h"
#include "layout/Solver/Sweeps.h"

using namespace mlir;
using namespace mlir::layout;

static bool consider(const Plan &plan, Cost cost, Solution &solution) {
  if (!solution.plan.empty() && cost >= solution.cost)
    return false;
  solution.plan = plan;
  solution.cost = cost;
  return true;
}

static void considerImproved(const Problem &problem, Plan plan,
                             Solution &solution) {
  consider(plan, problem.getCost(plan), solution);
  Cost cost = improve(problem, plan);
  consider(plan, cost, solution);
}

/// Sweeps duals until they prove a plan or get no further; returns the bound.
static Cost sweepPrices(const Problem &problem, unsigned maxSweeps,
                        const Deadline &deadline, DualAscent &duals,
                        Solution &solution) {
  ActiveSet region(problem, duals.getDuals());
  constexpr unsigned mostIdle = 8;
  unsigned idle = 0, radius = 4;
  bool canWiden = true;
  Cost sum = 0, bound = 0;
  for (unsigned number = 0; number < 2 * maxSweeps && !deadline.isOver();
       ++number) {
    bool isForward = number % 2 == 0;
    // A gap that stays is swept from further and further away.
    if (isForward && number > 0 && canWiden) {
      canWiden = region.narrow(solution.plan, radius);
      duals.restrictTo(region.getVariables());
      radius *= 2;
    }
    Plan plan = duals.sweep(isForward, solution.plan);
    improve(problem, plan, region.getVariables());
    bool isBetter = region.getCost(plan) < region.getCost(solution.plan) &&
                    consider(plan, problem.getCost(plan), solution);
    Cost present = region.updateSumOfMinima();
    isBetter |= present > sum;
    sum = std::max(sum, present);
    bound = getBound(duals.getDuals(), present);
    idle = isBetter || canWiden ? 0 : idle + 1;
    if (idle > mostIdle || bound >= solution.cost)
      break;
  }
  return bound;
}

Solution layout::solveOptimal(const Problem &problem,
                              const SolverOptions &options) {
  Deadline deadline(options.maxSeconds);
  Solution solution;
  // On equal cost the plan that changes nothing stays.
  Plan frozen = problem.getBaselinePlan();
  consider(frozen, problem.getCost(frozen), solution);
  considerImproved(problem, solveBackward(problem), solution);
  DualAscent duals(problem);
  solution.bound =
      sweepPrices(problem, options.maxSweeps, deadline, duals, solution);
  Certificate &certificate = solution.certificate.emplace();
  certificate.duals = std::move(duals.getDuals());
  if (solution.getGap() == 0)
    return solution;
  // Sweeps of duals mostly find what these do, and prove it.
  for (const Plan &plan : {solveForward(problem), frozen})
    considerImproved(problem, plan, solution);
  search(problem, solution.plan, certificate, options, deadline);
  solution.cost = problem.getCost(solution.plan);
  solution.bound = getBound(problem, certificate);
  return solution;
}
