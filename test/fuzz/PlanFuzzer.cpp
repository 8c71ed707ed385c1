//===- PlanFuzzer.cpp - Check any plan of any problem ---------------------===//
//-----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is an array of a problem and a plan. layout-check-plan must accept
// or reject the plan. A bound that it accepts must not be above the cost of the
// cheapest plan, which small problems are enumerated for.
//
//===----------------------------------------------------------------------===//

#include "../../tools/layout-check-plan/Checks.h"
#include "FuzzChecks.h"
#include "Solver/ProblemFile.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace fuzzchecks;

/// Returns the cost of the cheapest plan, or nothing if there are many plans.
static std::optional<int64_t>
getCheapest(const mlir::layout::Problem &problem) {
  mlir::layout::Plan plan;
  size_t numPlans = 1;
  for (const auto &variable : problem.variables) {
    plan.push_back(0);
    numPlans *= variable.candidates.size();
    if (numPlans > 1 << 10)
      return std::nullopt;
  }
  int64_t cheapest = std::numeric_limits<int64_t>::max();
  for (size_t number = 0; number != numPlans; ++number) {
    size_t rest = number;
    for (auto [choice, variable] : llvm::zip_equal(plan, problem.variables)) {
      choice = rest % variable.candidates.size();
      rest /= variable.candidates.size();
    }
    cheapest = std::min<int64_t>(cheapest, problem.getCost(plan));
  }
  return cheapest;
}

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto input = toOptional(llvm::json::parse(
      llvm::StringRef(reinterpret_cast<const char *>(data), size)));
  const llvm::json::Array *pair = input ? input->getAsArray() : nullptr;
  if (!pair || pair->size() != 2)
    return 0;
  std::string texts[] = {llvm::formatv("{0}", (*pair)[0]).str(),
                         llvm::formatv("{0}", (*pair)[1]).str()};
  auto problem = toOptional(checkplan::readProblem(texts[0]));
  if (!problem)
    return 0;
  auto plan = toOptional(checkplan::readPlan(texts[1], *problem));
  if (!plan || checkplan::checkCost(*problem, *plan) || !plan->bound ||
      checkplan::checkBound(*problem, *plan))
    return 0;
  if (auto solved = toOptional(mlir::layout::readProblem(texts[0])))
    if (std::optional<int64_t> cheapest = getCheapest(*solved))
      require(*plan->bound <= *cheapest);
  return 0;
}
