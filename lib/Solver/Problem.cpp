//===- Problem.cpp - The layout planning problem --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Solver/Problem.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::formatv;

using Error = std::optional<std::string>;

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

Cost layout::getRewriteCost(const Problem::Net &net, unsigned produced,
                            llvm::ArrayRef<unsigned> required) {
  if (net.isFree)
    return 0;
  Cost cost = 0;
  for (auto [index, layout] : llvm::enumerate(required))
    if (layout != produced &&
        !llvm::is_contained(required.take_front(index), layout))
      cost = addSaturating(cost, getRewriteCost(net, produced, layout));
  return cost;
}

llvm::SmallVector<unsigned, 4>
Problem::getRewrittenLayouts(const Net &net, const Plan &plan) const {
  llvm::SmallVector<unsigned, 4> layouts;
  if (net.isFree)
    return layouts;
  llvm::SmallDenseSet<unsigned, 8> seen = {getLayout(plan, net.producer)};
  for (PortRef use : net.uses)
    if (unsigned layout = getLayout(plan, use); seen.insert(layout).second)
      layouts.push_back(layout);
  return layouts;
}

Cost Problem::getNetCost(const Net &net, const Plan &plan) const {
  Cost cost = 0;
  for (unsigned layout : getRewrittenLayouts(net, plan))
    cost = addSaturating(
        cost, getRewriteCost(net, getLayout(plan, net.producer), layout));
  return cost;
}

Cost Problem::getCost(const Plan &plan) const {
  Cost cost = 0;
  for (auto [variable, candidate] : llvm::zip_equal(variables, plan))
    cost = addSaturating(cost, variable.candidates[candidate].cost);
  for (const Net &net : nets)
    cost = addSaturating(cost, getNetCost(net, plan));
  return cost;
}

/// Returns an upper bound of the cost of one rewrite of the net's value.
static Cost getLargestRewriteCost(const Problem::Net &net) {
  Cost once = 0;
  for (Cost bytes : net.bytes)
    once = std::max(once, multiplySaturating(2, bytes));
  if (!net.rewrites.empty())
    once = *llvm::max_element(net.rewrites);
  return multiplySaturating(net.weight, once);
}

Cost Problem::getLargestCost() const {
  Cost sum = 1;
  for (const Variable &variable : variables) {
    Cost largest = 0;
    for (const Candidate &candidate : variable.candidates)
      largest = std::max(largest, candidate.cost);
    sum = addSaturating(sum, largest);
  }
  for (const Net &net : nets)
    if (!net.isFree)
      sum = addSaturating(sum,
                          multiplySaturating(static_cast<Cost>(net.uses.size()),
                                             getLargestRewriteCost(net)));
  return sum;
}

/// Limits the costs of all rewrites of a net to `cap`.
static void limitRewriteCosts(Problem::Net &net, Cost cap) {
  if (net.isFree || getLargestRewriteCost(net) <= cap)
    return;
  size_t size = net.bytes.size();
  std::vector<Cost> rewrites;
  for (unsigned from : llvm::seq(size))
    for (unsigned to : llvm::seq(size))
      rewrites.push_back(std::min(getRewriteCost(net, from, to), cap));
  net.rewrites = std::move(rewrites);
  net.weight = 1;
}

Problem layout::limitCosts(Problem problem) {
  for (Cost cap = kCostLimit / 2; problem.getLargestCost() >= kCostLimit;
       cap /= 2) {
    for (Problem::Variable &variable : problem.variables)
      for (Problem::Candidate &candidate : variable.candidates)
        candidate.cost = std::min(candidate.cost, cap);
    for (Problem::Net &net : problem.nets)
      limitRewriteCosts(net, cap);
  }
  return problem;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static Error checkVariable(const Problem &problem, size_t number) {
  const Problem::Variable &variable = problem.variables[number];
  if (variable.candidates.empty())
    return formatv("variable {0} has no candidate", number).str();
  if (variable.kind == Problem::Kind::Fixed && variable.candidates.size() != 1)
    return formatv("fixed variable {0} has {1} candidates", number,
                   variable.candidates.size())
        .str();
  for (const Problem::Candidate &candidate : variable.candidates) {
    if (candidate.cost < 0)
      return formatv("variable {0} has a negative cost", number).str();
    if (candidate.layouts.size() != variable.ports.size())
      return formatv("variable {0} has {1} ports, but a candidate with {2} "
                     "layouts",
                     number, variable.ports.size(), candidate.layouts.size())
          .str();
    for (auto [port, layout] :
         llvm::zip_equal(variable.ports, candidate.layouts))
      if (port.net >= problem.nets.size() ||
          layout >= problem.nets[port.net].bytes.size())
        return formatv("variable {0} names layout {1} of net {2}", number,
                       layout, port.net)
            .str();
  }
  return std::nullopt;
}

static Error checkRewrites(const Problem::Net &net, size_t number) {
  size_t size = net.bytes.size();
  if (net.rewrites.empty())
    return std::nullopt;
  if (net.rewrites.size() != size * size)
    return formatv("net {0} has {1} layouts, but costs of {2} rewrites", number,
                   size, net.rewrites.size())
        .str();
  if (llvm::any_of(net.rewrites, [](Cost cost) { return cost < 0; }))
    return formatv("net {0} has a rewrite of a negative cost", number).str();
  return std::nullopt;
}

static Error checkNet(const Problem &problem, size_t number) {
  const Problem::Net &net = problem.nets[number];
  auto refersBack = [&](Problem::PortRef ref, bool isResult) {
    if (ref.variable >= problem.variables.size())
      return false;
    const Problem::Variable &variable = problem.variables[ref.variable];
    return ref.port < variable.ports.size() &&
           variable.ports[ref.port].net == number &&
           variable.ports[ref.port].isResult == isResult;
  };
  if (!refersBack(net.producer, true))
    return formatv("net {0} has no producer", number).str();
  if (!llvm::all_of(net.uses, [&](Problem::PortRef use) {
        return refersBack(use, false);
      }))
    return formatv("net {0} has a use that is not an operand at it", number)
        .str();
  if (net.weight < 0 ||
      llvm::any_of(net.bytes, [](Cost bytes) { return bytes < 0; }))
    return formatv("net {0} has negative bytes or a negative weight", number)
        .str();
  return checkRewrites(net, number);
}

/// Checks that each port is at exactly one net. All ends of nets are known to
/// be ports, so it suffices to count.
static Error checkPorts(const Problem &problem) {
  size_t numPorts = 0, numEnds = 0;
  llvm::DenseSet<std::pair<unsigned, unsigned>> seen;
  for (const Problem::Variable &variable : problem.variables)
    numPorts += variable.ports.size();
  for (const Problem::Net &net : problem.nets) {
    numEnds += 1 + net.uses.size();
    seen.insert({net.producer.variable, net.producer.port});
    for (Problem::PortRef use : net.uses)
      seen.insert({use.variable, use.port});
  }
  if (numEnds != numPorts || seen.size() != numPorts)
    return formatv("requires {0} ports, each at one net, found {1} at {2} ends",
                   numPorts, seen.size(), numEnds)
        .str();
  return std::nullopt;
}

Error Problem::check() const {
  for (size_t number = 0; number < variables.size(); ++number)
    if (Error error = checkVariable(*this, number))
      return error;
  for (size_t number = 0; number < nets.size(); ++number)
    if (Error error = checkNet(*this, number))
      return error;
  if (getLargestCost() >= kCostLimit)
    return formatv("requires costs whose sum is less than {0}", kCostLimit)
        .str();
  return checkPorts(*this);
}

Error Problem::verify(const Plan &plan) const {
  if (plan.size() != variables.size())
    return formatv("requires {0} candidates, found {1}", variables.size(),
                   plan.size())
        .str();
  for (auto [number, candidate] : llvm::enumerate(plan))
    if (candidate >= variables[number].candidates.size())
      return formatv("variable {0} has {1} candidates, found candidate {2}",
                     number, variables[number].candidates.size(), candidate)
          .str();
  return std::nullopt;
}
