//===- Elimination.cpp - Recomputes a minimum by elimination --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace checkplan;
using llvm::Twine;

namespace {
/// The choices of some nodes, in the order of `Relation::nodes`.
using Choice = std::vector<int64_t>;

/// The feasible combinations of choices of some nodes, and their costs.
struct Relation {
  std::vector<int64_t> nodes;
  std::map<Choice, Wide> costs;
};

constexpr size_t maxChoices = size_t(1) << 22;
} // namespace

static Choice pick(const Choice &choice, llvm::ArrayRef<size_t> positions) {
  Choice picked;
  picked.reserve(positions.size());
  for (size_t position : positions)
    picked.push_back(choice[position]);
  return picked;
}

/// Returns all combinations that agree in the nodes that both relations have.
static llvm::Expected<Relation> join(const Relation &a, const Relation &b) {
  Relation both{a.nodes, {}};
  // Positions of the common nodes in `a` and in `b`, and of the others in `b`.
  std::vector<size_t> inA, inB, onlyInB;
  for (auto [position, node] : llvm::enumerate(b.nodes)) {
    auto found = llvm::find(a.nodes, node);
    if (found == a.nodes.end()) {
      onlyInB.push_back(position);
      both.nodes.push_back(node);
      continue;
    }
    inA.push_back(found - a.nodes.begin());
    inB.push_back(position);
  }
  std::map<Choice, std::vector<std::pair<Choice, Wide>>> others;
  for (const auto &[choice, cost] : b.costs)
    others[pick(choice, inB)].push_back({pick(choice, onlyInB), cost});
  for (const auto &[choice, cost] : a.costs) {
    auto found = others.find(pick(choice, inA));
    if (found == others.end())
      continue;
    for (const auto &[rest, more] : found->second) {
      Choice all = choice;
      all.insert(all.end(), rest.begin(), rest.end());
      both.costs[all] = cost + more;
      if (both.costs.size() > maxChoices)
        return reject("an order of elimination leads to a table of more than " +
                      Twine(maxChoices) + " entries");
    }
  }
  return both;
}

/// Minimizes over the node at `position`: returns the least cost for each
/// combination of the other nodes.
static Relation eliminateNode(const Relation &relation, size_t position) {
  Relation rest;
  rest.nodes = relation.nodes;
  rest.nodes.erase(rest.nodes.begin() + position);
  for (const auto &[choice, cost] : relation.costs) {
    Choice others = choice;
    others.erase(others.begin() + position);
    auto [entry, isNew] = rest.costs.insert({others, cost});
    if (!isNew)
      entry->second = std::min(entry->second, cost);
  }
  return rest;
}

namespace {
struct NetChoice {
  int64_t produced;
  /// The produced layout and those to which the value is rewritten.
  std::set<int64_t> available;
  Wide cost;
};
} // namespace

/// Returns the layouts that candidates give a port.
static std::set<int64_t> getLayouts(const Problem &problem, const Port &port) {
  std::set<int64_t> layouts;
  for (const Candidate &candidate : problem.variables[port.variable].candidates)
    layouts.insert(candidate.layouts[port.port]);
  return layouts;
}

/// Returns the choices of a net. Omits rewrites to the produced layout and more
/// rewrites than uses, which do not occur in a cheapest plan.
static llvm::Expected<std::vector<NetChoice>> getChoices(const Problem &problem,
                                                         size_t number) {
  const Net &net = problem.nets[number];
  std::set<int64_t> required;
  for (const Port &use : llvm::drop_begin(net.ports))
    for (int64_t layout : getLayouts(problem, use))
      required.insert(layout);
  std::vector<NetChoice> choices;
  for (int64_t produced : getLayouts(problem, net.ports.front())) {
    std::vector<std::pair<std::set<int64_t>, Wide>> sets = {{{produced}, 0}};
    for (int64_t layout : required)
      for (size_t set = 0, end = sets.size(); layout != produced && set < end;
           ++set) {
        auto [available, cost] = sets[set];
        if (available.size() == net.ports.size())
          continue;
        available.insert(layout);
        sets.push_back(
            {available, cost + getRewriteCost(net, produced, layout)});
        if (choices.size() + sets.size() > maxChoices)
          return reject("net " + Twine(number) + " has more than " +
                        Twine(maxChoices) + " choices");
      }
    for (auto &[available, cost] : sets)
      choices.push_back({produced, available, cost});
  }
  return choices;
}

/// Returns the costs of a net for each combination of candidates of the
/// variables at it.
static llvm::Expected<Relation> getRelationOfVariables(const Problem &problem,
                                                       size_t number) {
  const Net &net = problem.nets[number];
  std::set<int64_t> variables;
  for (const Port &port : net.ports)
    variables.insert(port.variable);
  Relation all{{variables.begin(), variables.end()}, {}};
  std::map<int64_t, int64_t> chosen; // for each variable, a candidate
  for (int64_t variable : variables)
    chosen[variable] = 0;
  auto getLayout = [&](const Port &port) {
    return problem.variables[port.variable]
        .candidates[chosen[port.variable]]
        .layouts[port.port];
  };
  while (true) {
    std::set<int64_t> required;
    for (const Port &use : llvm::drop_begin(net.ports))
      required.insert(getLayout(use));
    Choice choice;
    for (auto [variable, candidate] : chosen)
      choice.push_back(candidate);
    Wide &cost = all.costs[choice];
    for (int64_t layout : required)
      cost += getRewriteCost(net, getLayout(net.ports.front()), layout);
    if (all.costs.size() > maxChoices)
      return reject("net " + Twine(number) + " costs more than " +
                    Twine(maxChoices) + " different plans");
    auto next = chosen.begin();
    for (; next != chosen.end(); ++next) {
      if (++next->second !=
          int64_t(problem.variables[next->first].candidates.size()))
        break;
      next->second = 0;
    }
    if (next == chosen.end())
      return all;
  }
}

/// Adds the relation of a net's node and, for each port, one that makes the
/// choices of the net and of the variable agree. If the net is eliminated
/// before the variables at it, adds the result of that instead.
static llvm::Error addNet(const Problem &problem, size_t number,
                          llvm::ArrayRef<size_t> ranks,
                          std::vector<Relation> &relations) {
  const Net &net = problem.nets[number];
  if (net.isFree)
    return llvm::Error::success();
  size_t rank = ranks[problem.variables.size() + number];
  bool isFirst = llvm::all_of(net.ports, [&](const Port &port) {
    return problem.variables[port.variable].candidates.size() == 1 ||
           ranks[port.variable] > rank;
  });
  if (isFirst) {
    llvm::Expected<Relation> relation = getRelationOfVariables(problem, number);
    if (!relation)
      return relation.takeError();
    relations.push_back(std::move(*relation));
    return llvm::Error::success();
  }
  llvm::Expected<std::vector<NetChoice>> choices = getChoices(problem, number);
  if (!choices)
    return choices.takeError();
  int64_t node = problem.variables.size() + number;
  Relation &own = relations.emplace_back(Relation{{node}, {}});
  for (auto [number, choice] : llvm::enumerate(*choices))
    own.costs[{int64_t(number)}] = choice.cost;
  for (auto [position, port] : llvm::enumerate(net.ports)) {
    Relation &agreement =
        relations.emplace_back(Relation{{port.variable, node}, {}});
    for (auto [number, candidate] :
         llvm::enumerate(problem.variables[port.variable].candidates))
      for (auto [netNumber, choice] : llvm::enumerate(*choices)) {
        int64_t layout = candidate.layouts[port.port];
        if (position == 0 ? layout == choice.produced
                          : choice.available.count(layout) != 0)
          agreement.costs[{int64_t(number), int64_t(netNumber)}] = 0;
      }
  }
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
getRelations(const Problem &problem, llvm::ArrayRef<size_t> ranks) {
  std::vector<Relation> relations;
  for (auto [number, variable] : llvm::enumerate(problem.variables)) {
    Relation &own = relations.emplace_back();
    own.nodes = {int64_t(number)};
    for (auto [candidate, entry] : llvm::enumerate(variable.candidates))
      own.costs[{int64_t(candidate)}] = entry.cost;
  }
  for (size_t number = 0; number < problem.nets.size(); ++number)
    if (llvm::Error error = addNet(problem, number, ranks, relations))
      return std::move(error);
  return relations;
}

/// Eliminates nodes with one choice, which do not connect other nodes.
static void eliminateDecided(std::vector<Relation> &relations) {
  std::set<int64_t> decided;
  for (const Relation &relation : relations)
    if (relation.nodes.size() == 1 && relation.costs.size() == 1)
      decided.insert(relation.nodes.front());
  for (Relation &relation : relations)
    for (size_t position = relation.nodes.size(); position-- > 0;)
      if (decided.count(relation.nodes[position]))
        relation = eliminateNode(relation, position);
}

namespace {
/// Sorts relations into buckets: a relation is in the bucket of that node of it
/// which is eliminated first.
class Buckets {
public:
  /// `ranks` are the places of all nodes in the order of elimination.
  explicit Buckets(llvm::ArrayRef<size_t> ranks)
      : buckets(ranks.size()), ranks(ranks) {}

  void add(Relation relation) {
    if (relation.nodes.empty()) {
      sum += relation.costs.at({});
      return;
    }
    size_t first = buckets.size();
    for (int64_t node : relation.nodes)
      first = std::min(first, ranks[node]);
    buckets[first].push_back(std::move(relation));
  }

  std::vector<std::vector<Relation>> buckets;
  /// The costs of relations without a node.
  Wide sum = 0;

private:
  llvm::ArrayRef<size_t> ranks;
};
} // namespace

llvm::Expected<Wide> checkplan::getMinimum(const Problem &problem,
                                           const std::vector<int64_t> &order) {
  if (llvm::Error error = checkOrder(problem, order))
    return std::move(error);
  std::vector<size_t> ranks(order.size());
  for (auto [rank, node] : llvm::enumerate(order))
    ranks[node] = rank;
  llvm::Expected<std::vector<Relation>> relations =
      getRelations(problem, ranks);
  if (!relations)
    return relations.takeError();
  eliminateDecided(*relations);
  Buckets buckets(ranks);
  for (Relation &relation : *relations)
    buckets.add(std::move(relation));
  for (auto [node, bucket] : llvm::zip_equal(order, buckets.buckets)) {
    if (bucket.empty())
      continue;
    Relation all{{}, {{{}, 0}}};
    for (const Relation &relation : bucket) {
      llvm::Expected<Relation> joined = join(all, relation);
      if (!joined)
        return joined.takeError();
      all = std::move(*joined);
    }
    buckets.add(
        eliminateNode(all, llvm::find(all.nodes, node) - all.nodes.begin()));
  }
  return buckets.sum;
}
