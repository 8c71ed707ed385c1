//===- ProblemFuzzer.cpp - Solve any planning problem ---------------------===//
//-----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a problem file and, if it is well-formed, solves it by every strategy.
// layout-check-plan must accept each problem that the solver reads, and each
// plan that the solver writes.
//
//===----------------------------------------------------------------------===//

#include "../../tools/layout-check-plan/Checks.h"
#include "FuzzChecks.h"
#include "Solver/ProblemFile.h"

using namespace mlir::layout;
using namespace fuzzchecks;

/// Problems with larger tables take long, as their authors must expect.
static bool isSmall(const Problem &problem) {
  size_t size = 0;
  for (const Problem::Variable &variable : problem.variables)
    size += variable.ports.size() * variable.candidates.size();
  for (const Problem::Net &net : problem.nets)
    size += net.bytes.size() * (1 + net.uses.size());
  return size < 4096;
}

static void checkPlan(llvm::StringRef problemText, llvm::StringRef planText) {
  auto problem = toOptional(checkplan::readProblem(problemText));
  require(problem.has_value());
  auto plan = toOptional(checkplan::readPlan(planText, *problem));
  require(plan.has_value());
  auto hasNoError = [](llvm::Error error) {
    if (!error)
      return true;
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return false;
  };
  require(hasNoError(checkplan::checkCost(*problem, *plan)));
  if (plan->bound)
    require(hasNoError(checkplan::checkBound(*problem, *plan)));
}

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  std::optional<Problem> problem = toOptional(readProblem(text));
  if (!problem || !isSmall(*problem))
    return 0;
  SolverOptions options;
  options.maxEntries = size % 2 ? 0 : 1 << 12;
  options.maxVisits = 1 << 8;
  options.maxSweeps = 20;
  for (const Solver *solver : getSolvers()) {
    Solution solution = solver->solve(*problem, options);
    require(!problem->verify(solution.plan));
    std::string plan;
    llvm::raw_string_ostream os(plan);
    writePlan(*problem, solution, os);
    checkPlan(text, plan);
  }
  return 0;
}
