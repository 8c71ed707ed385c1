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
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::formatv;

/// What is wrong with the costs of rewrites that a net lists.
static std::optional<std::string> checkRewrites(const Problem::Net &net,
                                                size_t number) {
  size_t size = net.bytes.size();
  if (net.rewrites.empty())
    return std::nullopt;
  if (net.rewrites.size() != size * size)
    return formatv("net {0} has {1} layouts, but costs of {2} rewrites", number,
                   size, net.rewrites.size())
        .str();
  for (size_t from = 0; from < size; ++from)
    for (size_t to = 0; to < from; ++to)
      if (Cost cost = net.rewrites[from * size + to];
          cost < 0 || cost != net.rewrites[to * size + from])
        return formatv("net {0} has a rewrite with a negative cost, or another "
                       "there than back",
                       number)
            .str();
  return std::nullopt;
}

Cost layout::getRewriteCost(const Problem::Net &net, unsigned produced,
                            llvm::ArrayRef<unsigned> wanted) {
  if (net.isFree)
    return 0;
  Cost cost = 0;
  for (auto [index, layout] : llvm::enumerate(wanted))
    if (layout != produced &&
        !llvm::is_contained(wanted.take_front(index), layout))
      cost = addSaturating(cost, getRewriteCost(net, produced, layout));
  return cost;
}

Cost Problem::getNetCost(const Net &net, const Plan &plan) const {
  if (net.isFree)
    return 0;
  llvm::SmallVector<unsigned, 8> wanted;
  for (PortRef use : net.uses)
    wanted.push_back(getLayout(plan, use));
  return getRewriteCost(net, getLayout(plan, net.producer), wanted);
}

Cost Problem::getCost(const Plan &plan) const {
  Cost cost = 0;
  for (auto [variable, candidate] : llvm::zip_equal(variables, plan))
    cost = addSaturating(cost, variable.candidates[candidate].cost);
  for (const Net &net : nets)
    cost = addSaturating(cost, getNetCost(net, plan));
  return cost;
}

std::optional<std::string> Problem::check() const {
  for (auto [index, variable] : llvm::enumerate(variables)) {
    if (variable.candidates.empty())
      return formatv("variable {0} has no label", index).str();
    if (variable.kind == Kind::Fixed && variable.candidates.size() != 1)
      return formatv("fixed variable {0} has {1} labels", index,
                     variable.candidates.size())
          .str();
    for (const Candidate &candidate : variable.candidates) {
      if (candidate.cost < 0)
        return formatv("variable {0} has a negative cost", index).str();
      if (candidate.layouts.size() != variable.ports.size())
        return formatv("variable {0} has {1} ports, a label of {2}", index,
                       variable.ports.size(), candidate.layouts.size())
            .str();
      for (auto [port, layout] :
           llvm::zip_equal(variable.ports, candidate.layouts))
        if (port.net >= nets.size() || layout >= nets[port.net].bytes.size())
          return formatv("variable {0} names layout {1} of net {2}", index,
                         layout, port.net)
              .str();
    }
  }
  for (auto [index, net] : llvm::enumerate(nets)) {
    auto refersBack = [&, number = index](PortRef ref, bool isResult) {
      return ref.variable < variables.size() &&
             ref.port < variables[ref.variable].ports.size() &&
             variables[ref.variable].ports[ref.port].net == number &&
             variables[ref.variable].ports[ref.port].isResult == isResult;
    };
    if (!refersBack(net.producer, true))
      return formatv("net {0} has no producer", index).str();
    if (!llvm::all_of(net.uses,
                      [&](PortRef use) { return refersBack(use, false); }))
      return formatv("net {0} has a use that is none", index).str();
    if (net.weight < 0 ||
        llvm::any_of(net.bytes, [](Cost bytes) { return bytes < 0; }))
      return formatv("net {0} has negative bytes or a negative weight", index)
          .str();
    if (std::optional<std::string> error = checkRewrites(net, index))
      return error;
  }
  // With as many ends as there are ports none is at a net twice, or at none.
  size_t ports = 0, ends = 0;
  llvm::DenseSet<std::pair<unsigned, unsigned>> seen;
  for (const Variable &variable : variables)
    ports += variable.ports.size();
  for (const Net &net : nets) {
    ends += 1 + net.uses.size();
    seen.insert({net.producer.variable, net.producer.port});
    for (PortRef use : net.uses)
      seen.insert({use.variable, use.port});
  }
  if (ends != ports || seen.size() != ports)
    return formatv("requires {0} ports, each at one net, found {1} at {2} ends",
                   ports, seen.size(), ends)
        .str();
  return std::nullopt;
}

std::optional<std::string> Problem::verify(const Plan &plan) const {
  if (plan.size() != variables.size())
    return formatv("requires {0} labels, found {1}", variables.size(),
                   plan.size())
        .str();
  for (auto [index, candidate] : llvm::enumerate(plan))
    if (candidate >= variables[index].candidates.size())
      return formatv("variable {0} has {1} labels, found label {2}", index,
                     variables[index].candidates.size(), candidate)
          .str();
  return std::nullopt;
}
