//===- PlanDescriptionTest.cpp - Tests of plans in reports ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning/PlanDescription.h"
#include "PlannedProgram.h"
#include "Planning/LayoutNames.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

/// The node of the only op of this name.
static const PlanGraph::Node &find(const PlanGraph &graph, StringRef op) {
  const auto *found =
      llvm::find_if(ArrayRef(graph.nodes),
                    [&](const PlanGraph::Node &node) { return node.op == op; });
  EXPECT_NE(found, ArrayRef(graph.nodes).end()) << op.str();
  return *found;
}

TEST(DescribePlan, HasTheRewritesOfBothPlans) {
  PlannedProgram program(kExpOfTransposed);
  LayoutNames names(*program);
  PlanGraph graph = describePlan(*program, names, program.solve().plan);
  const PlanGraph::Node &exp = find(graph, "linalg.exp");
  EXPECT_EQ(exp.kind, PlanGraph::Kind::Agnostic);
  EXPECT_NE(exp.layouts[PlanGraph::kBefore], exp.layouts[PlanGraph::kAfter]);
  int64_t before = 0, after = 0;
  for (const PlanGraph::Edge &edge : graph.edges) {
    before += edge.rewrites[PlanGraph::kBefore] != PlanGraph::Edge::kNone;
    after += edge.rewrites[PlanGraph::kAfter] != PlanGraph::Edge::kNone;
  }
  EXPECT_EQ(before, 2);
  EXPECT_EQ(after, 0);
  ASSERT_EQ(graph.rewrites.size(), 2u);
  for (const PlanGraph::Rewrite &rewrite : graph.rewrites)
    EXPECT_EQ(rewrite.bytes, 96 + 96);
}

TEST(DescribePlan, NodesHaveTheCostsOfTheirCandidates) {
  PlannedProgram program(kConvolution);
  LayoutNames names(*program);
  PlanGraph graph = describePlan(*program, names, program.solve().plan);
  const PlanGraph::Node &conv = find(graph, "linalg.conv_2d_nchw_fchw");
  EXPECT_EQ(conv.kind, PlanGraph::Kind::Critical);
  EXPECT_EQ(graph.layouts[conv.layouts[PlanGraph::kBefore]], "NHWC");
  EXPECT_EQ(graph.layouts[conv.layouts[PlanGraph::kAfter]], "NCHW");
  EXPECT_EQ(conv.costs[PlanGraph::kBefore], 0);
  EXPECT_EQ(conv.costs[PlanGraph::kAfter], 1000);
}

/// The images among the values of a plan, by what computes them, and the names
/// of their layouts.
static SmallVector<std::string> getNames(const PlannedProgram &program,
                                         const Plan &plan) {
  LayoutNames names(*program);
  SmallVector<std::string> found;
  for (const PlannedValue &value : getPlannedValues(*program, names, plan))
    if (value.logical.getDimSize(2) == 6)
      found.push_back(value.computation + ": " + value.name);
  return found;
}

TEST(GetPlannedValues, HasTheLayoutOfEachTensor) {
  PlannedProgram program(kConvolution);
  SmallVector<std::string> names = {"func.func: NCHW", "tensor.empty: NCHW",
                                    "linalg.yield: NCHW",
                                    "arith.mulf arith.addf linalg.yield: NHWC"};
  EXPECT_EQ(getNames(program, program->getBaselinePlan()), names);
  names.back() = "arith.mulf arith.addf linalg.yield: NCHW";
  EXPECT_EQ(getNames(program, program.solve().plan), names);
}

TEST(GetPlanSpace, CountsChoices) {
  PlannedProgram program(kExpOfTransposed);
  PlanSpace space = getPlanSpace(*program);
  EXPECT_EQ(space.choices, 1);
  EXPECT_EQ(space.candidates, 2);
  EXPECT_EQ(space.capped, 0);
  EXPECT_TRUE(space.barriers.empty());
}

TEST(GetChosenOptions, HasTheOptionOfThePlan) {
  PlannedProgram program(kConvolution);
  const ModelVariable &conv = program.get("linalg.conv_2d_nchw_fchw");
  for (unsigned candidate : {0, 1}) {
    Plan plan = program->getBaselinePlan();
    plan[program.find("linalg.conv_2d_nchw_fchw")] = candidate;
    std::vector<ChosenOption> chosen = getChosenOptions(*program, plan);
    ASSERT_EQ(chosen.size(), 1u);
    EXPECT_EQ(chosen[0].decision, 7);
    EXPECT_EQ(chosen[0].option, conv.candidates[candidate].getOption());
  }
}

TEST(GetAbsorbedReads, NoneWithoutSuchAnOrder) {
  PlannedProgram program(kConvolution);
  EXPECT_TRUE(getAbsorbedReads(*program, program.solve().plan).empty());
}

TEST(PlanFilesGet, NamesFilesAfterTheFunction) {
  PlannedProgram program(kConvolution);
  PlanFiles files("a.problem.json", "");
  files.setTexts(*program, nullptr, program.getProblem(), program.solve());
  auto function =
      program.get("func.return").op->getParentOfType<func::FuncOp>();
  std::vector<PlanFile> found = files.get(function);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].path, "a-main.problem.json");
  EXPECT_NE(found[0].text.find("variables"), std::string::npos);
}
