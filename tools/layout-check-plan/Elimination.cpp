//===- Elimination.cpp - The minimum by an order --------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elimination.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace checkplan;
using llvm::Twine;

namespace {
/// What some nodes chose, in the order of `Relation::nodes`.
using Choice = std::vector<int64_t>;

/// The choices that some nodes may make together, and what they cost. The
/// choice of a net is a number of `makeNet`.
struct Relation {
  std::vector<int64_t> nodes;
  std::map<Choice, Wide> costs;
};

constexpr size_t mostChoices = size_t(1) << 24;
} // namespace

/// Every choice of both that agrees.
static llvm::Expected<Relation> join(const Relation &a, const Relation &b) {
  Relation both;
  both.nodes = a.nodes;
  std::vector<size_t> shared, own; // Places in b.
  std::vector<size_t> sharedInA;
  for (auto [place, node] : llvm::enumerate(b.nodes)) {
    auto found = llvm::find(a.nodes, node);
    if (found == a.nodes.end()) {
      own.push_back(place);
      both.nodes.push_back(node);
      continue;
    }
    shared.push_back(place);
    sharedInA.push_back(found - a.nodes.begin());
  }
  auto pick = [](const Choice &choice, const std::vector<size_t> &places) {
    Choice picked;
    for (size_t place : places)
      picked.push_back(choice[place]);
    return picked;
  };
  std::map<Choice, std::vector<std::pair<Choice, Wide>>> byShared;
  for (const auto &[choice, cost] : b.costs)
    byShared[pick(choice, shared)].push_back({pick(choice, own), cost});
  for (const auto &[choice, cost] : a.costs) {
    auto found = byShared.find(pick(choice, sharedInA));
    if (found == byShared.end())
      continue;
    for (const auto &[rest, more] : found->second) {
      Choice all = choice;
      all.insert(all.end(), rest.begin(), rest.end());
      both.costs[all] = cost + more;
    }
    if (both.costs.size() > mostChoices)
      return reject("an order of elimination looks at more than " +
                    Twine(mostChoices) + " choices at once");
  }
  return both;
}

/// The least for every choice of the nodes but the one in `place`.
static Relation dropNode(const Relation &relation, size_t place) {
  Relation rest;
  rest.nodes = relation.nodes;
  rest.nodes.erase(rest.nodes.begin() + place);
  for (const auto &[choice, cost] : relation.costs) {
    Choice others = choice;
    others.erase(others.begin() + place);
    auto [entry, isNew] = rest.costs.insert({others, cost});
    if (!isNew)
      entry->second = std::min(entry->second, cost);
  }
  return rest;
}

/// A net chooses the layout produced and the set of those made of it.
static llvm::Error addNet(const Problem &problem, size_t number,
                          std::vector<Relation> &relations) {
  const Net &net = problem.nets[number];
  if (net.isFree)
    return llvm::Error::success();
  auto getLayout = [](const Label &label, const Port &port) {
    return label.layouts[port.port];
  };
  std::vector<std::set<int64_t>> had; // Per port.
  for (const Port &port : net.ports) {
    std::set<int64_t> &layouts = had.emplace_back();
    for (const Label &label : problem.variables[port.variable].labels)
      layouts.insert(getLayout(label, port));
  }
  std::set<int64_t> wanted;
  for (const std::set<int64_t> &layouts : llvm::drop_begin(had))
    wanted.insert(layouts.begin(), layouts.end());
  if (wanted.size() > 10)
    return reject("an order of elimination names net " + Twine(number) +
                  ", whose uses want more than 10 layouts");
  int64_t node = problem.variables.size() + number;
  Relation own{{node}, {}};
  std::vector<Relation> atPorts;
  for (const Port &port : net.ports)
    atPorts.push_back({{port.variable, node}, {}});
  int64_t choice = 0;
  for (int64_t produced : had.front())
    for (unsigned set = 0; set < 1u << wanted.size(); ++set, ++choice) {
      std::set<int64_t> there = {produced};
      Wide cost = 0;
      for (auto [bit, layout] : llvm::enumerate(wanted))
        if (set & (1u << bit)) {
          there.insert(layout);
          cost += getRewrite(net, produced, layout);
        }
      own.costs[{choice}] = cost;
      for (auto [place, port] : llvm::enumerate(net.ports))
        for (auto [label, entry] :
             llvm::enumerate(problem.variables[port.variable].labels)) {
          int64_t layout = getLayout(entry, port);
          if (place == 0 ? layout == produced : there.count(layout) != 0)
            atPorts[place].costs[{int64_t(label), choice}] = 0;
        }
    }
  relations.push_back(std::move(own));
  llvm::append_range(relations, atPorts);
  return llvm::Error::success();
}

static llvm::Error checkOrder(const Problem &problem,
                              const std::vector<int64_t> &order) {
  size_t count = problem.variables.size() + problem.nets.size();
  std::set<int64_t> named(order.begin(), order.end());
  if (order.size() != count || named.size() != count ||
      *named.rbegin() != int64_t(count) - 1)
    return reject("an order of elimination does not name each of the " +
                  Twine(count) + " variables and nets once");
  return llvm::Error::success();
}

static llvm::Expected<std::vector<Relation>>
getRelations(const Problem &problem) {
  std::vector<Relation> relations;
  for (auto [number, variable] : llvm::enumerate(problem.variables)) {
    Relation &own = relations.emplace_back();
    own.nodes = {int64_t(number)};
    for (auto [label, entry] : llvm::enumerate(variable.labels))
      own.costs[{int64_t(label)}] = entry.cost;
  }
  for (size_t number = 0; number < problem.nets.size(); ++number)
    if (llvm::Error error = addNet(problem, number, relations))
      return std::move(error);
  return relations;
}

llvm::Expected<Wide> checkplan::getMinimum(const Problem &problem,
                                           const std::vector<int64_t> &order) {
  if (llvm::Error error = checkOrder(problem, order))
    return std::move(error);
  llvm::Expected<std::vector<Relation>> relations = getRelations(problem);
  if (!relations)
    return relations.takeError();
  std::vector<size_t> turn(order.size());
  for (auto [place, node] : llvm::enumerate(order))
    turn[node] = place;
  // By the turn of the first of their nodes.
  std::vector<std::vector<Relation>> waiting(order.size());
  Wide minimum = 0;
  auto add = [&](Relation relation) {
    if (relation.nodes.empty()) {
      minimum += relation.costs.at({});
      return;
    }
    size_t first = order.size();
    for (int64_t node : relation.nodes)
      first = std::min(first, turn[node]);
    waiting[first].push_back(std::move(relation));
  };
  for (Relation &relation : *relations)
    add(std::move(relation));
  for (auto [node, here] : llvm::zip_equal(order, waiting)) {
    Relation all{{}, {{{}, 0}}};
    for (const Relation &relation : here) {
      llvm::Expected<Relation> joined = join(all, relation);
      if (!joined)
        return joined.takeError();
      all = std::move(*joined);
    }
    // A free net has no choice to make.
    if (!here.empty())
      add(dropNode(all, llvm::find(all.nodes, node) - all.nodes.begin()));
  }
  return minimum;
}
