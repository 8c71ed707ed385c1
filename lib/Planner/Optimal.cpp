//===- Optimal.cpp - The cheapest plan, and why it is ---------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Planner/Optimal.h"
#include "OpenRegion.h"
#include "PriceSweeps.h"
#include "Search.h"
#include "layout/Planner/Sweeps.h"

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

/// Sweeps prices until they prove a plan or get no further; returns the bound.
static Cost sweepPrices(const Problem &problem, unsigned maxSweeps,
                        const Deadline &deadline, PriceSweeps &prices,
                        Solution &solution) {
  OpenRegion region(problem, prices.getMessages());
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
      prices.restrictTo(region.getVariables());
      radius *= 2;
    }
    Plan plan = prices.sweep(isForward, solution.plan);
    improve(problem, plan, region.getVariables());
    bool isBetter = region.getCost(plan) < region.getCost(solution.plan) &&
                    consider(plan, problem.getCost(plan), solution);
    Cost present = region.updateSumOfMinima();
    isBetter |= present > sum;
    sum = std::max(sum, present);
    bound = getBound(prices.getMessages(), present);
    idle = isBetter || canWiden ? 0 : idle + 1;
    if (idle > mostIdle || bound >= solution.cost)
      break;
  }
  return bound;
}

Solution layout::solveOptimal(const Problem &problem, OptimalOptions options) {
  Deadline deadline(options.maxSeconds);
  Solution solution;
  // On equal cost the plan that changes nothing stays.
  Plan frozen = problem.getFrozenPlan();
  consider(frozen, problem.getCost(frozen), solution);
  considerImproved(problem, solveBackward(problem), solution);
  PriceSweeps prices(problem);
  solution.bound =
      sweepPrices(problem, options.maxSweeps, deadline, prices, solution);
  solution.proof.messages = std::move(prices.getMessages());
  if (solution.getGap() == 0)
    return solution;
  // Sweeps of prices mostly find what these do, and prove it.
  for (const Plan &plan : {solveForward(problem), frozen})
    considerImproved(problem, plan, solution);
  search(problem, solution.plan, solution.proof, options, deadline);
  solution.cost = problem.getCost(solution.plan);
  solution.bound = getBound(problem, solution.proof);
  return solution;
}
