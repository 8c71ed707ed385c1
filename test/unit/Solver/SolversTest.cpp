//===- SolversTest.cpp - Tests of the registry of solvers -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: R35
//
//===----------------------------------------------------------------------===//

#include "layout/Solver/Solvers.h"
#include "ProblemBuilder.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

static Solver makeBaselineSolver(std::string name) {
  return {std::move(name), "changes nothing", /*provesBound=*/false,
          [](const Problem &problem, const SolverOptions &) {
            Solution solution;
            solution.plan = problem.getBaselinePlan();
            solution.cost = problem.getCost(solution.plan);
            return solution;
          }};
}

static std::vector<std::string> getNames() {
  std::vector<std::string> names;
  for (const Solver *solver : getSolvers())
    names.push_back(solver->name);
  return names;
}

TEST(Solvers, RegisteredSolversAreFoundAndListed) {
  EXPECT_EQ(getNames(),
            (std::vector<std::string>{"backward", "forward", "optimal"}));
  const Solver *first = getSolvers().front();
  ASSERT_TRUE(registerSolver(makeBaselineSolver("baseline")));
  EXPECT_EQ(getNames(), (std::vector<std::string>{"backward", "forward",
                                                  "optimal", "baseline"}));
  EXPECT_EQ(getSolvers().front(), first);

  llvm::Expected<const Solver *> found = findSolver("baseline");
  ASSERT_TRUE(static_cast<bool>(found));
  ProblemBuilder b(2);
  unsigned x = b.fixed({}, {10}, 0);
  b.fixed({x}, {}, 1);
  Solution solution = (*found)->solve(b.problem, SolverOptions());
  EXPECT_EQ(solution.plan, b.problem.getBaselinePlan());
  EXPECT_EQ(solution.cost, 20);
  EXPECT_FALSE(solution.certificate.has_value());

  EXPECT_FALSE(registerSolver(makeBaselineSolver("baseline")));
  EXPECT_FALSE(registerSolver(makeBaselineSolver("forward")));
  EXPECT_EQ(getNames().size(), 4u);
}

TEST(Solvers, UnknownNamesAreAnErrorThatListsTheChoices) {
  llvm::Expected<const Solver *> found = findSolver("sideways");
  ASSERT_FALSE(static_cast<bool>(found));
  std::string text = llvm::toString(found.takeError());
  EXPECT_EQ(text.find("requires strategy to be one of backward, forward, "
                      "optimal"),
            0u);
  EXPECT_NE(text.find(", found 'sideways'"), std::string::npos);
}

TEST(Solvers, OnlyTheDefaultProvesABound) {
  ProblemBuilder b(2);
  unsigned x = b.fixed({}, {10}, 0);
  unsigned y = b.agnostic({x}, {5});
  b.fixed({y}, {}, 1);
  for (llvm::StringRef name : {"backward", "forward", kDefaultStrategy}) {
    llvm::Expected<const Solver *> found = findSolver(name);
    ASSERT_TRUE(static_cast<bool>(found));
    Solution solution = (*found)->solve(b.problem, SolverOptions());
    EXPECT_EQ(solution.cost, b.problem.getCost(solution.plan));
    EXPECT_EQ(solution.certificate.has_value(), (*found)->provesBound);
    EXPECT_EQ((*found)->provesBound, name == kDefaultStrategy);
    EXPECT_EQ(solution.bound, (*found)->provesBound ? solution.cost : 0);
  }
}

TEST(Solvers, SweepsFindTheOnlyAllowedPlan) {
  // A sum of an op that has one layout and of a value from outside. Rewrites
  // between them are forbidden, so that all three variables between the fixed
  // ones change together or not at all.
  ProblemBuilder b(2);
  unsigned x = b.fixed({}, {10}, 0), y = b.fixed({}, {10}, 0);
  unsigned conv = b.add(Problem::Kind::Fixed, {x}, {10});
  b.candidate(1);
  unsigned entering = b.agnostic({y}, {10});
  unsigned sum = b.agnostic({conv, entering}, {10});
  unsigned leaving = b.agnostic({sum}, {10});
  b.fixed({leaving}, {}, 0);
  for (unsigned net : {conv, entering, sum})
    b.problem.nets[net].rewrites = {0, kForbidden, kForbidden, 0};
  for (StringRef name : {"backward", "forward", "optimal"}) {
    llvm::Expected<const Solver *> solver = findSolver(name);
    ASSERT_TRUE(static_cast<bool>(solver));
    EXPECT_EQ((*solver)->solve(b.problem, SolverOptions()).cost, 60)
        << name.str();
  }
}
