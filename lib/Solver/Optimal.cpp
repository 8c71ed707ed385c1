//===- Optimal.cpp - The exact solver -------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Optimal.h"
#include "ActiveSet.h"
#include "DualAscent.h"
#include "LocalSearch.h"
#include "Search.h"
#include "Sweeps.h"
#include "layout/Support/Debug.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

#define DEBUG_TYPE "layout-solver"
ALWAYS_ENABLED_STATISTIC(numProblems, "Problems solved by the exact solver");
ALWAYS_ENABLED_STATISTIC(numProvedByDuals,
                         "Problems whose optimum dual variables prove");

/// Replaces the plan of `solution` if `plan` costs less; returns whether it
/// does.
static bool updatePlan(const Plan &plan, Cost cost, Solution &solution) {
  if (!solution.plan.empty() && cost >= solution.cost)
    return false;
  solution.plan = plan;
  solution.cost = cost;
  return true;
}

/// Considers `plan` and what local search makes of it.
static void considerPlan(const Problem &problem, Plan plan,
                         Solution &solution) {
  updatePlan(plan, problem.getCost(plan), solution);
  Cost cost = improve(problem, plan);
  updatePlan(plan, cost, solution);
}

/// Runs sweeps of dual ascent until the bound equals the cost of the best plan,
/// elimination closes the gap, or several sweeps have improved neither.
static void runDualAscent(const Problem &problem, const SolverOptions &options,
                          const Deadline &deadline, Solution &solution) {
  DualAscent ascent(problem);
  ActiveSet active(problem, ascent.getDuals());
  Certificate &certificate = solution.certificate.emplace();
  constexpr unsigned maxIdleSweeps = 8;
  unsigned numIdle = 0, radius = 4;
  bool canWiden = true;
  Cost dualValue = 0;
  Plan decoded[2]; // by the last sweeps in each direction
  // An attempt at elimination takes about as long as some sweeps: its limit is
  // the option for each 8,192 variables.
  constexpr unsigned firstAttempt = 8;
  SolverOptions attempt = options;
  attempt.maxEntries = llvm::SaturatingMultiply<uint64_t>(
      options.maxEntries / 8192, problem.variables.size());
  for (unsigned sweep = 0; sweep < 2 * options.maxSweeps && !deadline.isOver();
       ++sweep) {
    bool isForward = sweep % 2 == 0;
    // The bound may come close to the optimum within few sweeps and take many
    // more to meet it, so look from time to time whether few candidates remain.
    if (sweep >= firstAttempt && llvm::isPowerOf2_32(sweep)) {
      certificate.cases = searchByElimination(problem, ascent.getDuals(),
                                              solution.plan, attempt, deadline);
      if (certificate.cases) {
        // The same elimination again would compute the same bound.
        solution.cost = solution.bound = problem.getCost(solution.plan);
        break;
      }
    }
    // Widen the surroundings of a gap for as long as it remains.
    if (isForward && sweep > 0 && canWiden) {
      canWiden = active.narrow(solution.plan, radius);
      ascent.restrictTo(active.getVariables());
      radius *= 2;
      decoded[0].clear();
      decoded[1].clear();
    }
    Plan plan = ascent.sweep(isForward, solution.plan);
    bool isBetter = false;
    // Local search among the same variables would end with the same plan again.
    if (plan != decoded[isForward]) {
      decoded[isForward] = plan;
      improve(problem, plan, active.getVariables());
      isBetter = active.getCost(plan) < active.getCost(solution.plan) &&
                 updatePlan(plan, problem.getCost(plan), solution);
    }
    Cost present = active.updateDualValue();
    isBetter |= present > dualValue;
    dualValue = std::max(dualValue, present);
    solution.bound = getBound(ascent.getDuals(), present);
    LAYOUT_DEBUG(llvm::dbgs()
                 << "sweep " << sweep << " over "
                 << active.getVariables().size() << " variables: cost "
                 << solution.cost << ", bound " << solution.bound << "\n");
    numIdle = isBetter || canWiden ? 0 : numIdle + 1;
    if (numIdle > maxIdleSweeps || solution.bound >= solution.cost)
      break;
  }
  certificate.duals = std::move(ascent.getDuals());
}

Solution layout::solveOptimal(const Problem &problem,
                              const SolverOptions &options) {
  ++numProblems;
  Deadline deadline(options.maxSeconds);
  Solution solution;
  // The baseline comes first, so that it wins on equal cost.
  Plan baseline = problem.getBaselinePlan();
  updatePlan(baseline, problem.getCost(baseline), solution);
  LAYOUT_DEBUG(llvm::dbgs() << "baseline: cost " << solution.cost << "\n");
  considerPlan(problem, solveBackward(problem), solution);
  LAYOUT_DEBUG(llvm::dbgs()
               << "with local search: cost " << solution.cost << "\n");

  runDualAscent(problem, options, deadline, solution);
  Certificate &certificate = *solution.certificate;
  if (solution.getGap() == 0) {
    numProvedByDuals += !certificate.cases;
    return solution;
  }
  // Dual ascent usually finds what these would, so they come late.
  for (const Plan &plan : {solveForward(problem), baseline})
    considerPlan(problem, plan, solution);
  Proof proof =
      search(problem, certificate.duals, solution.plan, options, deadline);
  certificate.cases = std::move(proof.cases);
  solution.cost = problem.getCost(solution.plan);
  solution.bound =
      proof.isComplete ? solution.cost : getBound(problem, certificate);
  LAYOUT_DEBUG(llvm::dbgs() << "branch and bound: cost " << solution.cost
                            << ", bound " << solution.bound << "\n");
  return solution;
}
