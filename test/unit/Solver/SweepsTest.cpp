//===- SweepsTest.cpp - Tests of the planning problem and its sweeps ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: R17, R18, R35, R48
//
//===----------------------------------------------------------------------===//

#include "Solver/Sweeps.h"
#include "ProblemBuilder.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::layout;

TEST(Problem, SharedRewritesCountOnce) {
  ProblemBuilder b(3);
  unsigned x = b.fixed({}, {10}, 0);
  b.fixed({x}, {}, 1);
  b.fixed({x}, {}, 1);
  b.fixed({x}, {}, 2);
  b.fixed({x}, {}, 0);
  ASSERT_EQ(b.problem.check(), std::nullopt);
  // Once to layout 1 for both users, once to layout 2.
  EXPECT_EQ(b.problem.getCost({0, 0, 0, 0, 0}), 40);
  b.problem.nets[x].weight = 7;
  EXPECT_EQ(b.problem.getCost({0, 0, 0, 0, 0}), 280);
  b.problem.nets[x].isFree = true;
  EXPECT_EQ(b.problem.getCost({0, 0, 0, 0, 0}), 0);
}

TEST(Problem, ErrorsNameTheContradiction) {
  ProblemBuilder b(2);
  unsigned x = b.fixed({}, {10}, 0);
  b.agnostic({x}, {10});
  ASSERT_EQ(b.problem.check(), std::nullopt);
  EXPECT_EQ(b.problem.verify({0}), "requires 2 candidates, found 1");
  EXPECT_EQ(b.problem.verify({0, 2}),
            "variable 1 has 2 candidates, found candidate 2");

  Problem broken = b.problem;
  broken.variables[1].candidates[1].layouts[0] = 5;
  EXPECT_EQ(broken.check(), "variable 1 names layout 5 of net 0");
  broken = b.problem;
  broken.nets[0].uses.push_back({0, 0});
  EXPECT_EQ(broken.check(), "net 0 has a use that is not an operand at it");
  broken = b.problem;
  broken.variables[0].candidates.push_back(broken.variables[0].candidates[0]);
  EXPECT_EQ(broken.check(), "fixed variable 0 has 2 candidates");
}

TEST(Sweeps, NoRewriteRemainsBetweenEqualConvolutions) {
  ProblemBuilder b(2);
  unsigned conv = b.fixed({}, {10}, 1);
  unsigned bias = b.fixed({}, {10}, 0);
  b.problem.nets[bias].isFree = true;
  unsigned add = b.agnostic({conv, bias}, {10});
  unsigned relu = b.agnostic({add}, {10});
  b.fixed({relu}, {}, 1);
  EXPECT_EQ(b.problem.getCost(b.problem.getBaselinePlan()), 40);
  EXPECT_EQ(b.problem.getCost(solveBackward(b.problem)), 0);
  EXPECT_EQ(b.problem.getCost(solveForward(b.problem)), 0);
}

TEST(Sweeps, RemainingRewritesMoveToSmallValues) {
  // Two convolutions, an addition, a reduction to few bytes, a row-major
  // result.
  ProblemBuilder b(2);
  unsigned x = b.fixed({}, {100}, 1), y = b.fixed({}, {100}, 1);
  unsigned add = b.agnostic({x, y}, {100});
  unsigned relu = b.agnostic({add}, {100});
  unsigned mean = b.agnostic({relu}, {1});
  b.fixed({mean}, {}, 0);
  EXPECT_EQ(b.problem.getCost(solveBackward(b.problem)), 2);
  EXPECT_EQ(b.problem.getCost(solveForward(b.problem)), 2);
}

TEST(Sweeps, ConcatenationsMoveAsAWhole) {
  // Each operand is small; the result into which they are written is large.
  ProblemBuilder b(2);
  unsigned whole = b.fixed({}, {40}, 0);
  b.problem.nets[whole].isFree = true;
  for (unsigned i = 0; i < 4; ++i) {
    unsigned piece = b.fixed({}, {10}, 1);
    whole = b.agnostic({piece, whole}, {40});
  }
  unsigned relu = b.agnostic({whole}, {40});
  b.fixed({relu}, {}, 1);
  EXPECT_EQ(b.problem.getCost(b.problem.getBaselinePlan()), 160);
  EXPECT_EQ(b.problem.getCost(solveBackward(b.problem)), 0);
}

TEST(Sweeps, ASplitWithOneFixedUser) {
  // One operand, two results; only one result is required in layout 1. The
  // backward sweep gives the split layout 1 and rewrites the other result, the
  // forward sweep leaves it as its operand. Neither is worse than the baseline.
  ProblemBuilder b(2);
  unsigned x = b.fixed({}, {100}, 0);
  unsigned split = b.agnostic({x}, {60, 40});
  b.fixed({split}, {}, 1);
  b.fixed({split + 1}, {}, 0);
  Cost baseline = b.problem.getCost(b.problem.getBaselinePlan());
  EXPECT_EQ(baseline, 120);
  EXPECT_EQ(b.problem.getCost(solveBackward(b.problem)), 120);
  EXPECT_EQ(b.problem.getCost(solveForward(b.problem)), 120);
  EXPECT_EQ(getOptimum(b.problem), 120);
}

TEST(Sweeps, CriticalOpsTakeTheBestCandidateForTheirNeighbors) {
  ProblemBuilder b(2);
  unsigned x = b.fixed({}, {100}, 1);
  unsigned conv = b.add(Problem::Kind::Critical, {x}, {100});
  b.candidate(0).candidate(1, /*cost=*/30);
  b.fixed({conv}, {}, 1);
  EXPECT_EQ(b.problem.getCost(b.problem.getBaselinePlan()), 400);
  EXPECT_EQ(b.problem.getCost(solveBackward(b.problem)), 30);
  EXPECT_EQ(b.problem.getCost(solveForward(b.problem)), 30);
}

TEST(Sweeps, EqualCostKeepsTheBaseline) {
  ProblemBuilder b(2);
  unsigned x = b.fixed({}, {10}, 0);
  unsigned relu = b.agnostic({x}, {10});
  b.fixed({relu}, {}, 1);
  EXPECT_EQ(solveBackward(b.problem), b.problem.getBaselinePlan());
  EXPECT_EQ(solveForward(b.problem), b.problem.getBaselinePlan());
}

TEST(Sweeps, NeverWorseThanTheBaseline) {
  std::mt19937 random; // the same numbers in every run
  auto draw = [&](unsigned limit) {
    return static_cast<unsigned>(random() % limit);
  };
  unsigned optimal = 0;
  for (unsigned round = 0; round < 300; ++round) {
    ProblemBuilder b(3);
    llvm::SmallVector<unsigned> nets;
    for (unsigned i = 0, size = 4 + draw(7); i < size; ++i) {
      llvm::SmallVector<unsigned> operands;
      for (unsigned j = 0; !nets.empty() && j < 1 + draw(2); ++j)
        operands.push_back(nets[draw(nets.size())]);
      Cost bytes = 1 + draw(20);
      if (draw(3) == 0 || operands.empty())
        nets.push_back(b.fixed(operands, {bytes}, draw(3)));
      else
        nets.push_back(b.agnostic(operands, {bytes}));
    }
    ASSERT_EQ(b.problem.check(), std::nullopt);
    Cost baseline = b.problem.getCost(b.problem.getBaselinePlan());
    Cost optimum = getOptimum(b.problem);
    for (const Plan &plan :
         {solveBackward(b.problem), solveForward(b.problem)}) {
      ASSERT_EQ(b.problem.verify(plan), std::nullopt);
      Cost cost = b.problem.getCost(plan);
      EXPECT_LE(cost, baseline);
      EXPECT_GE(cost, optimum);
      optimal += cost == optimum;
    }
  }
  // Sweeps are not exact. They find the optimum of more than half of these
  // random problems, which are harder than programs are.
  EXPECT_GT(optimal, 300u);
}
