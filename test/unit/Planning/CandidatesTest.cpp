//===- CandidatesTest.cpp - Tests of candidates of ops --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlannedProgram.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

TEST(GenerateCandidates, OpsTakeTheLayoutsOfTheirNeighbours) {
  PlannedProgram program(kExpOfTransposed);
  EXPECT_EQ(program.getProblem().check(), std::nullopt);
  const ModelVariable &exp = program.get("linalg.exp");
  ASSERT_EQ(exp.candidates.size(), 2u);
  EXPECT_TRUE(exp.candidates[0].isKept());
  EXPECT_FALSE(exp.candidates[1].getFactorOrder().empty());
  EXPECT_EQ(program.getProblem().variables[program.find("linalg.exp")].kind,
            Problem::Kind::Agnostic);
}

TEST(GenerateCandidates, MarkedOpsKeepTheirLayouts) {
  std::string text = kExpOfTransposed;
  text.replace(text.find("linalg.exp"), 10, "linalg.exp {layout.frozen}");
  PlannedProgram program(text);
  EXPECT_EQ(program.get("linalg.exp").candidates.size(), 1u);
  EXPECT_EQ(program.getProblem().variables[program.find("linalg.exp")].kind,
            Problem::Kind::Fixed);
}

TEST(GenerateCandidates, SignaturesAreFixed) {
  PlannedProgram program(kExpOfTransposed);
  EXPECT_EQ(program.get("func.return").candidates.size(), 1u);
}

TEST(GenerateCandidates, LayoutOptionsComeInTheirOrder) {
  PlannedProgram program(kConvolution);
  const ModelVariable &conv = program.get("linalg.conv_2d_nchw_fchw");
  unsigned number = program.find("linalg.conv_2d_nchw_fchw");
  ASSERT_GE(conv.candidates.size(), 2u);
  ASSERT_TRUE(conv.candidates[0].getOption());
  ASSERT_TRUE(conv.candidates[1].getOption());
  EXPECT_NE(conv.candidates[0].getOption(), conv.candidates[1].getOption());
  const Problem::Variable &variable = program.getProblem().variables[number];
  EXPECT_EQ(variable.kind, Problem::Kind::Critical);
  EXPECT_EQ(variable.candidates[0].cost, 0);
  EXPECT_EQ(variable.candidates[1].cost, 1000);
  EXPECT_EQ(conv.candidates[1].price, 1000);
}

TEST(GenerateCandidates, LeavesOutMoreThanTheLimit) {
  ModelOptions options;
  options.maxCandidates = 0;
  PlannedProgram program(kExpOfTransposed, options);
  EXPECT_EQ(program.get("linalg.exp").candidates.size(), 1u);
  EXPECT_TRUE(program.getProblem().isCapped);
  EXPECT_FALSE(PlannedProgram(kExpOfTransposed).getProblem().isCapped);
}

TEST(PlanningModelNets, RewritesBelongToTheNetOfTheirSource) {
  PlannedProgram program(kExpOfTransposed);
  ASSERT_EQ(program->getDerivingOps().size(), 2u);
  Operation *transform = program->getDerivingOps().front();
  EXPECT_EQ(program->getNetOf(transform->getResult(0)),
            program->getNetOf(transform->getOperand(0)));
  const ModelNet &net = program->getNet(program.getNet("linalg.exp"));
  EXPECT_EQ(net.layouts.size(), 2u);
}

TEST(GetBaselinePlan, RewritesBothValues) {
  PlannedProgram program(kExpOfTransposed);
  Plan baseline = program->getBaselinePlan();
  EXPECT_EQ(program.getProblem().getCost(baseline), 2 * (96 + 96));
  PlanFigures figures = program->getFigures(baseline);
  EXPECT_EQ(figures.rewrites, 2 * (96 + 96));
  EXPECT_EQ(figures.moves + figures.separate + figures.prices, 0);
}

TEST(GetFigures, DividesTheCostOfAPlan) {
  PlannedProgram program(kConvolution);
  Solution solution = program.solve();
  // The image and the result would be rewritten, 4 * 1152 bytes.
  EXPECT_EQ(solution.cost, 1000);
  EXPECT_EQ(solution.bound, 1000);
  PlanFigures figures = program->getFigures(solution.plan);
  EXPECT_EQ(figures.rewrites, 0);
  EXPECT_EQ(figures.prices, 1000);
  EXPECT_EQ(program->getFigures(program->getBaselinePlan()).rewrites, 4 * 1152);
}

TEST(FindForbidden, NothingIsForbiddenWithoutPartitions) {
  PlannedProgram program(kExpOfTransposed);
  EXPECT_TRUE(program->findForbidden(program->getBaselinePlan()).empty());
}
