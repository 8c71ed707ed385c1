//===- AllowedPlan.cpp - Plans without forbidden costs --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllowedPlan.h"
#include "Optimal.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::hasForbidden(const Problem &problem, const Plan &plan) {
  return problem.getCost(plan) >= kForbidden;
}

/// Replaces a cost by 1 if it is forbidden, and by 0 otherwise.
static void count(Cost &cost) { cost = cost >= kForbidden; }

Plan layout::findAllowedPlan(const Problem &problem,
                             const SolverOptions &options) {
  Problem counted = problem;
  for (Problem::Variable &variable : counted.variables)
    for (Problem::Candidate &candidate : variable.candidates)
      count(candidate.cost);
  for (Problem::Net &net : counted.nets) {
    // No value has so many bytes. Forbidden rewrites are listed.
    for (Cost &bytes : net.bytes)
      bytes = 0;
    for (Cost &rewrite : net.rewrites)
      count(rewrite);
    net.weight = 1;
  }
  return solveOptimal(counted, options).plan;
}
