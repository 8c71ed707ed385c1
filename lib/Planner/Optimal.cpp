//===- Optimal.cpp - The cheapest plan, and why it is ---------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Planner/Optimal.h"
#include "PriceSweeps.h"
#include "Search.h"
#include "layout/Planner/Sweeps.h"

using namespace mlir;
using namespace mlir::layout;

Solution layout::solveOptimal(const Problem &problem, OptimalOptions options) {
  Deadline deadline(options.maxSeconds);
  Solution solution;
  auto consider = [&](const Plan &plan, Cost cost) {
    if (!solution.plan.empty() && cost >= solution.cost)
      return false;
    solution.plan = plan;
    solution.cost = cost;
    return true;
  };
  auto considerImproved = [&](Plan plan) {
    consider(plan, problem.getCost(plan));
    consider(plan, improve(problem, plan));
  };
  // On equal cost the plan that changes nothing stays.
  Plan frozen = problem.getFrozenPlan();
  consider(frozen, problem.getCost(frozen));
  considerImproved(solveBackward(problem));

  PriceSweeps prices(problem);
  constexpr unsigned mostIdle = 8;
  unsigned idle = 0;
  Cost sum = 0;
  for (unsigned number = 0;
       number < 2 * options.maxSweeps && !deadline.isOver(); ++number) {
    Plan plan = prices.sweep(/*isForward=*/number % 2 == 0);
    bool isBetter = consider(plan, improve(problem, plan));
    Cost present = getSumOfMinima(problem, prices.getMessages());
    isBetter |= present > sum;
    sum = std::max(sum, present);
    idle = isBetter ? 0 : idle + 1;
    if (idle > mostIdle ||
        getBound(prices.getMessages(), present) >= solution.cost)
      break;
  }
  // Sweeps of prices mostly find what these do, and prove it.
  if (getBound(prices.getMessages(), sum) < solution.cost)
    for (const Plan &plan : {solveForward(problem), frozen})
      considerImproved(plan);
  solution.proof.messages = std::move(prices.getMessages());
  search(problem, solution.plan, solution.proof, options, deadline);
  solution.cost = problem.getCost(solution.plan);
  solution.bound = getBound(problem, solution.proof);
  return solution;
}
