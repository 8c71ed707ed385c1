//===- OptimalTest.cpp - Tests of the exact solver ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: R35, R47, R48
//
//===----------------------------------------------------------------------===//

#include "Solver/Optimal.h"
#include "ProblemBuilder.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::layout;

namespace {
class Draw {
public:
  explicit Draw(unsigned seed) : random(seed) {}
  unsigned operator()(unsigned limit) {
    return static_cast<unsigned>(random() % limit);
  }

private:
  std::mt19937 random;
};

/// Returns a random problem: ops with several results, weights, free nets,
/// candidates that give each port another layout, and costs of candidates.
Problem makeProblem(Draw &draw, unsigned most, unsigned numLayouts) {
  ProblemBuilder b(numLayouts);
  llvm::SmallVector<unsigned> nets;
  for (unsigned i = 0, size = 3 + draw(most); i < size; ++i) {
    llvm::SmallVector<unsigned> operands;
    for (unsigned j = 0, count = draw(4); !nets.empty() && j < count; ++j)
      operands.push_back(nets[draw(nets.size())]);
    llvm::SmallVector<Cost> results(1 + (draw(5) == 0), 1 + draw(20));
    unsigned first = b.problem.nets.size();
    switch (draw(3)) {
    case 0:
      b.fixed(operands, results, draw(numLayouts));
      break;
    case 1:
      b.agnostic(operands, results);
      break;
    default:
      b.add(Problem::Kind::Critical, operands, results);
      for (unsigned candidate = 0, count = 1 + draw(4); candidate < count;
           ++candidate) {
        b.candidate(0, draw(12));
        for (unsigned &layout :
             b.problem.variables.back().candidates.back().layouts)
          layout = draw(numLayouts);
      }
    }
    for (unsigned net = first; net < b.problem.nets.size(); ++net) {
      b.problem.nets[net].weight = draw(6) == 0 ? 3 : 1;
      b.problem.nets[net].isFree = draw(10) == 0;
      for (Cost &bytes : b.problem.nets[net].bytes)
        bytes += draw(3);
      nets.push_back(net);
    }
  }
  return b.problem;
}

/// Returns the number of plans that brute force enumerates.
uint64_t countPlans(const Problem &problem) {
  uint64_t plans = 1;
  for (const Problem::Variable &variable : problem.variables)
    plans *= variable.candidates.size();
  return plans;
}

/// Appends a problem that shares nothing with those in `whole`.
void append(Problem problem, Problem &whole) {
  unsigned numVariables = whole.variables.size(), numNets = whole.nets.size();
  for (Problem::Variable &variable : problem.variables) {
    for (Problem::Port &port : variable.ports)
      port.net += numNets;
    whole.variables.push_back(variable);
  }
  for (Problem::Net &net : problem.nets) {
    net.producer.variable += numVariables;
    for (Problem::PortRef &use : net.uses)
      use.variable += numVariables;
    whole.nets.push_back(net);
  }
}
} // namespace

TEST(Optimal, EqualsBruteForce) {
  Draw draw(5);
  unsigned numProvedByDuals = 0, rounds = 0;
  while (rounds < 2000) {
    Problem problem = makeProblem(draw, 6, 2 + draw(3));
    if (countPlans(problem) > 20000)
      continue;
    ++rounds;
    ASSERT_EQ(problem.check(), std::nullopt);
    Solution solution = solveOptimal(problem);
    ASSERT_EQ(problem.verify(solution.plan), std::nullopt);
    Cost optimum = getOptimum(problem);
    EXPECT_EQ(problem.getCost(solution.plan), solution.cost);
    ASSERT_EQ(solution.cost, optimum);
    EXPECT_EQ(solution.bound, optimum);
    EXPECT_EQ(getBound(problem, *solution.certificate), solution.bound);
    numProvedByDuals +=
        getBound(problem, solution.certificate->duals) == optimum;
    SolverOptions searchOnly;
    searchOnly.maxEntries = 0;
    Solution searched = solveOptimal(problem, searchOnly);
    EXPECT_EQ(searched.cost, optimum);
    EXPECT_EQ(searched.bound, optimum);
    EXPECT_EQ(getBound(problem, *searched.certificate), optimum);
  }
  // The relaxation is tight for most of these problems, although they are
  // harder than programs are. Cases prove the others.
  EXPECT_GT(numProvedByDuals, 1800u);
  EXPECT_LT(numProvedByDuals, 2000u);
}

/// Gives nets random costs of rewrites in units of `unit`.
static void listRewrites(Problem &problem, Draw &draw, Cost unit) {
  for (Problem::Net &net : problem.nets) {
    size_t size = net.bytes.size();
    net.rewrites.assign(size * size, 0);
    for (size_t from = 0; from < size; ++from)
      for (size_t to = 0; to < size; ++to)
        net.rewrites[from * size + to] = from == to ? 0 : unit * draw(10);
  }
}

TEST(Optimal, ListedRewritesOfAnySize) {
  Draw draw(17);
  for (unsigned round = 0; round < 400; ++round) {
    Problem problem = makeProblem(draw, 5, 3);
    listRewrites(problem, draw, Cost(1) << (round % 54));
    if (countPlans(problem) > 5000 || problem.getLargestCost() >= kCostLimit)
      continue;
    Solution solution = solveOptimal(problem);
    EXPECT_EQ(solution.cost, getOptimum(problem));
    EXPECT_EQ(solution.bound, solution.cost);
  }
}

// Costs of which 64 bits hold no sum are limited: the bound stays valid, and
// equals the cost if some plan avoids them.
TEST(Optimal, LimitedCostsProveAValidBound) {
  Draw draw(31);
  unsigned numProved = 0, numHuge = 0;
  for (unsigned round = 0; round < 400; ++round) {
    Problem problem = makeProblem(draw, 5, 3);
    if (countPlans(problem) > 5000)
      continue;
    for (Problem::Variable &variable : problem.variables)
      for (Problem::Candidate &candidate : variable.candidates)
        if (draw(4) == 0)
          candidate.cost = std::numeric_limits<Cost>::max() - draw(3);
    for (Problem::Net &net : problem.nets)
      if (draw(8) == 0)
        (draw(2) ? net.weight : net.bytes[0]) =
            std::numeric_limits<Cost>::max() / (1 + draw(3));
    if (problem.getLargestCost() < kCostLimit)
      continue;
    ASSERT_NE(problem.check(), std::nullopt);
    Problem limited = limitCosts(problem);
    ASSERT_EQ(limited.check(), std::nullopt);
    Solution solution = solveOptimal(limited);
    Cost optimum = getOptimum(problem);
    EXPECT_LE(solution.bound, optimum);
    // Costs below 2^40 are not limited.
    if (optimum < (Cost(1) << 40)) {
      EXPECT_EQ(problem.getCost(solution.plan), optimum);
      EXPECT_EQ(solution.bound, optimum);
      ++numProved;
    } else {
      ++numHuge;
    }
  }
  EXPECT_GT(numProved, 50u);
  EXPECT_GT(numHuge, 50u);
}

// Variables without a choice do not count towards the limit of the search.
TEST(Optimal, SearchSkipsVariablesWithoutAChoice) {
  Draw draw(29);
  for (unsigned round = 0; round < 100; ++round) {
    ProblemBuilder b(3);
    for (unsigned i = 0; i < 500; ++i)
      b.fixed({}, {10}, 0);
    Problem cycle = makeProblem(draw, 6, 3);
    append(cycle, b.problem);
    SolverOptions few;
    few.maxEntries = 0;
    few.maxVisits = 5000;
    EXPECT_EQ(solveOptimal(b.problem, few).getGap(),
              solveOptimal(cycle, few).getGap());
  }
}

TEST(Optimal, AnyDualVariablesProveAValidBound) {
  Draw draw(23);
  for (unsigned round = 0; round < 200; ++round) {
    Problem problem = makeProblem(draw, 4, 2 + draw(2));
    if (countPlans(problem) > 5000)
      continue;
    Cost optimum = getOptimum(problem);
    DualVariables duals = DualVariables::makeZero(problem);
    for (NetDuals &net : duals.nets)
      for (PortDuals &port : net.ports)
        for (Cost &value : port.values)
          value = (Cost(draw(100)) - 50) * duals.scale / 3;
    EXPECT_LE(getBound(problem, duals), optimum);
  }
}

/// Returns the least costs of a net, minus dual variables, for each layout of a
/// port, by looking at all layouts of all ports.
static SmallVector<Cost, 4> enumerateMinMarginals(const Problem::Net &net,
                                                  const NetDuals &duals,
                                                  Cost scale, unsigned port) {
  SmallVector<Cost, 4> least(duals.ports[port].layouts.size(),
                             std::numeric_limits<Cost>::max());
  SmallVector<unsigned> indices(duals.ports.size(), 0);
  do {
    std::set<unsigned> required;
    Cost cost = 0;
    for (auto [number, index] : llvm::enumerate(indices)) {
      cost -= duals.ports[number].values[index];
      if (number != 0)
        required.insert(duals.ports[number].layouts[index]);
    }
    unsigned produced = duals.ports[0].layouts[indices[0]];
    for (unsigned layout : required)
      cost += getRewriteCost(net, produced, layout) * scale;
    least[indices[port]] = std::min(least[indices[port]], cost);
  } while (nextCombination(indices, [&](size_t number) {
    return duals.ports[number].layouts.size();
  }));
  return least;
}

TEST(Optimal, MinMarginalsEqualBruteForce) {
  Draw draw(31);
  // By the number of uses: few are grouped, many are not.
  std::map<size_t, unsigned> numNets;
  for (unsigned round = 0; round < 300; ++round) {
    Problem problem = makeProblem(draw, 8, 2 + draw(3));
    DualVariables duals = DualVariables::makeZero(problem);
    for (auto [net, netDuals] : llvm::zip_equal(problem.nets, duals.nets)) {
      if (net.isFree || net.uses.size() > 6)
        continue;
      for (PortDuals &port : netDuals.ports)
        for (Cost &value : port.values)
          value = (Cost(draw(100)) - 50) * duals.scale / 3;
      ++numNets[net.uses.size()];
      for (unsigned port : llvm::seq<unsigned>(0, netDuals.ports.size()))
        ASSERT_EQ(getMinMarginals(net, netDuals, duals.scale, port),
                  enumerateMinMarginals(net, netDuals, duals.scale, port));
    }
  }
  for (size_t uses : {1, 2, 3, 4, 5, 6})
    EXPECT_GT(numNets[uses], 10u) << uses << " uses";
}

// Few uses that may require more layouts than are enumerated. A random problem
// rarely has such a net, so each one is built here.
TEST(Optimal, MinMarginalsOfManyLayouts) {
  Draw draw(37);
  for (unsigned numUses = 1; numUses <= kMaxEnumeratedUses; ++numUses)
    for (unsigned round = 0; round < 20; ++round) {
      // Divisions into groups matter if some layouts are in several uses.
      unsigned numLayouts = kMaxEnumeratedLayouts + 2;
      ProblemBuilder b(numLayouts);
      unsigned x = b.add(Problem::Kind::Critical, {}, {1});
      b.candidate(draw(numLayouts)).candidate(draw(numLayouts));
      for (unsigned use = 0; use < numUses; ++use) {
        b.add(Problem::Kind::Critical, {x}, {});
        for (unsigned count = 2 + draw(numUses < 5 ? 9 : 4); count > 0; --count)
          b.candidate(draw(numLayouts));
      }
      Problem::Net &net = b.problem.nets[x];
      for (unsigned cell = 0; cell < numLayouts * numLayouts; ++cell)
        net.rewrites.push_back(draw(60));
      DualVariables duals = DualVariables::makeZero(b.problem);
      for (PortDuals &port : duals.nets[x].ports)
        for (Cost &value : port.values)
          value = (Cost(draw(100)) - 50) * duals.scale / 3;
      for (unsigned port = 0; port <= numUses; ++port)
        ASSERT_EQ(getMinMarginals(net, duals.nets[x], duals.scale, port),
                  enumerateMinMarginals(net, duals.nets[x], duals.scale, port));
    }
}

// One value with three users; any two of them could share one rewrite.
TEST(Optimal, SharedRewritesAreCountedOnce) {
  ProblemBuilder b(4);
  unsigned x = b.fixed({}, {50}, 0);
  for (unsigned user = 0; user < 3; ++user) {
    b.add(Problem::Kind::Critical, {x}, {});
    b.candidate(1 + user).candidate(1 + (user + 1) % 3);
  }
  Solution solution = solveOptimal(b.problem);
  EXPECT_EQ(solution.cost, 200);
  EXPECT_EQ(solution.bound, 200);
}

// With any limits the result is a valid plan and a valid bound.
TEST(Optimal, AStoppedSearchStillProvesABound) {
  Draw draw(11);
  unsigned numGaps = 0;
  for (unsigned round = 0; round < 300; ++round) {
    Problem problem = makeProblem(draw, 6, 3);
    SolverOptions few;
    few.maxSweeps = 1;
    few.maxEntries = draw(40);
    few.maxVisits = draw(20);
    Solution solution = solveOptimal(problem, few);
    EXPECT_EQ(problem.verify(solution.plan), std::nullopt);
    EXPECT_EQ(problem.getCost(solution.plan), solution.cost);
    Cost optimum = solveOptimal(problem).cost;
    EXPECT_LE(solution.bound, optimum);
    EXPECT_GE(solution.cost, optimum);
    numGaps += solution.getGap() > 0;
  }
  EXPECT_GT(numGaps, 0u);
}

TEST(Optimal, MoreLayoutsAndUsesThanAreEnumerated) {
  unsigned many = kMaxEnumeratedLayouts + 3;
  ProblemBuilder b(many + 1);
  unsigned x = b.fixed({}, {10}, 0);
  for (unsigned user = 0; user <= kMaxEnumeratedUses; ++user) {
    b.add(Problem::Kind::Critical, {x}, {});
    for (unsigned layout = 1; layout <= many; ++layout)
      b.candidate(layout, layout == 4 ? 0 : 1 + (user + layout) % 3);
  }
  Solution solution = solveOptimal(b.problem);
  EXPECT_EQ(solution.cost, 20);
  EXPECT_EQ(solution.bound, 20);
}

TEST(Optimal, LargeGraphsWithoutEnumeration) {
  Draw draw(7);
  for (unsigned round = 0; round < 3; ++round) {
    ProblemBuilder b(4);
    // A chain of convolutions with four layout options each, and skips.
    unsigned x = b.fixed({}, {100}, 0), skip = x;
    for (unsigned i = 0; i < 3000; ++i) {
      if (i % 3 == 2) {
        x = b.agnostic({x, skip}, {60 + draw(60)});
        skip = x;
        continue;
      }
      x = b.add(Problem::Kind::Critical, {x}, {60 + draw(60)});
      for (unsigned layout = 0; layout < 4; ++layout)
        b.candidate(layout, draw(80));
    }
    b.fixed({x}, {}, 0);
    Solution solution = solveOptimal(b.problem);
    EXPECT_EQ(solution.getGap(), 0);
  }
}

// Gaps in different components are closed independently.
TEST(Optimal, IndependentComponentsAreAllOptimal) {
  Draw draw(31);
  for (unsigned round = 0; round < 20; ++round) {
    Problem whole;
    Cost optimum = 0;
    for (unsigned component = 0; component < 40; ++component) {
      Problem problem = makeProblem(draw, 3, 2);
      optimum += getOptimum(problem);
      append(problem, whole);
    }
    ASSERT_EQ(whole.check(), std::nullopt);
    Solution solution = solveOptimal(whole);
    EXPECT_EQ(solution.cost, optimum);
    EXPECT_LE(solution.bound, optimum);
    EXPECT_EQ(getBound(whole, *solution.certificate), solution.bound);
  }
}

TEST(Optimal, EqualCostKeepsTheBaseline) {
  ProblemBuilder b(2);
  unsigned x = b.fixed({}, {10}, 0);
  unsigned y = b.agnostic({x}, {10});
  b.fixed({y}, {}, 1);
  Solution solution = solveOptimal(b.problem);
  EXPECT_EQ(solution.plan, b.problem.getBaselinePlan());
  EXPECT_EQ(solution.cost, 20);
  EXPECT_EQ(solution.bound, 20);
}

// Bounds are rounded up to the unit of the costs. The checker leaves out values
// without uses as well.
TEST(DualVariables, UnitOfValuesWithUses) {
  ProblemBuilder b(2);
  unsigned x = b.fixed({}, {48}, 0);
  unsigned y = b.agnostic({x}, {48});
  b.agnostic({y}, {7});
  EXPECT_EQ(getUnit(b.problem), 96);
}
