//===- Elimination.cpp - The minimum by an order --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
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

/// The choices that some nodes may make together, and what they cost.
struct Relation {
  std::vector<int64_t> nodes;
  std::map<Choice, Wide> costs;
};

constexpr size_t mostChoices = size_t(1) << 22;
} // namespace

static Choice pick(const Choice &choice, llvm::ArrayRef<size_t> places) {
  Choice picked;
  picked.reserve(places.size());
  for (size_t place : places)
    picked.push_back(choice[place]);
  return picked;
}

/// Every choice of both that agrees.
static llvm::Expected<Relation> join(const Relation &a, const Relation &b) {
  Relation both{a.nodes, {}};
  std::vector<size_t> inA, inB, onlyInB; // Places; of what both have, in both.
  for (auto [place, node] : llvm::enumerate(b.nodes)) {
    auto found = llvm::find(a.nodes, node);
    if (found == a.nodes.end()) {
      onlyInB.push_back(place);
      both.nodes.push_back(node);
      continue;
    }
    inA.push_back(found - a.nodes.begin());
    inB.push_back(place);
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
      if (both.costs.size() > mostChoices)
        return reject("an order of elimination looks at more than " +
                      Twine(mostChoices) + " choices at once");
    }
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

namespace {
/// The layout produced, and those it is rewritten to as well.
struct NetChoice {
  int64_t produced;
  std::set<int64_t> there;
  Wide cost;
};
} // namespace

/// The layouts that labels give a port.
static std::set<int64_t> getLayouts(const Problem &problem, const Port &port) {
  std::set<int64_t> layouts;
  for (const Label &label : problem.variables[port.variable].labels)
    layouts.insert(label.layouts[port.port]);
  return layouts;
}

/// No cheapest plan rewrites a value to the layout it is produced in, or to
/// more layouts than it has uses.
static llvm::Expected<std::vector<NetChoice>> getChoices(const Problem &problem,
                                                         size_t number) {
  const Net &net = problem.nets[number];
  std::set<int64_t> wanted;
  for (const Port &use : llvm::drop_begin(net.ports))
    for (int64_t layout : getLayouts(problem, use))
      wanted.insert(layout);
  if (wanted.size() > mostWanted)
    return reject("an order of elimination names net " + Twine(number) +
                  ", whose uses want more than " + Twine(mostWanted) +
                  " layouts");
  std::vector<NetChoice> choices;
  for (int64_t produced : getLayouts(problem, net.ports.front())) {
    std::vector<std::pair<std::set<int64_t>, Wide>> sets = {{{produced}, 0}};
    for (int64_t layout : wanted)
      for (size_t set = 0, end = sets.size(); layout != produced && set < end;
           ++set) {
        auto [there, cost] = sets[set];
        if (there.size() == net.ports.size())
          continue;
        there.insert(layout);
        sets.push_back({there, cost + getRewrite(net, produced, layout)});
      }
    for (auto &[there, cost] : sets)
      choices.push_back({produced, there, cost});
  }
  return choices;
}

/// The node of a net, and what fits at each of its ports.
static llvm::Error addNet(const Problem &problem, size_t number,
                          std::vector<Relation> &relations) {
  const Net &net = problem.nets[number];
  if (net.isFree)
    return llvm::Error::success();
  llvm::Expected<std::vector<NetChoice>> choices = getChoices(problem, number);
  if (!choices)
    return choices.takeError();
  int64_t node = problem.variables.size() + number;
  Relation &own = relations.emplace_back(Relation{{node}, {}});
  for (auto [place, choice] : llvm::enumerate(*choices))
    own.costs[{int64_t(place)}] = choice.cost;
  for (auto [place, port] : llvm::enumerate(net.ports)) {
    Relation &fits =
        relations.emplace_back(Relation{{port.variable, node}, {}});
    for (auto [label, entry] :
         llvm::enumerate(problem.variables[port.variable].labels))
      for (auto [taken, choice] : llvm::enumerate(*choices)) {
        int64_t layout = entry.layouts[port.port];
        if (place == 0 ? layout == choice.produced
                       : choice.there.count(layout) != 0)
          fits.costs[{int64_t(label), int64_t(taken)}] = 0;
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

/// Nodes with one choice say nothing of others.
static void dropDecided(std::vector<Relation> &relations) {
  std::set<int64_t> decided;
  for (const Relation &relation : relations)
    if (relation.nodes.size() == 1 && relation.costs.size() == 1)
      decided.insert(relation.nodes.front());
  for (Relation &relation : relations)
    for (size_t place = relation.nodes.size(); place-- > 0;)
      if (decided.count(relation.nodes[place]))
        relation = dropNode(relation, place);
}

namespace {
/// Relations, by the turn of the first of their nodes.
class Buckets {
public:
  explicit Buckets(const std::vector<int64_t> &order)
      : waiting(order.size()), turns(order.size()) {
    for (auto [turn, node] : llvm::enumerate(order))
      turns[node] = turn;
  }

  void add(Relation relation) {
    if (relation.nodes.empty()) {
      sum += relation.costs.at({});
      return;
    }
    size_t first = waiting.size();
    for (int64_t node : relation.nodes)
      first = std::min(first, turns[node]);
    waiting[first].push_back(std::move(relation));
  }

  std::vector<std::vector<Relation>> waiting;
  /// Of what is of no node any more.
  Wide sum = 0;

private:
  std::vector<size_t> turns;
};
} // namespace

llvm::Expected<Wide> checkplan::getMinimum(const Problem &problem,
                                           const std::vector<int64_t> &order) {
  if (llvm::Error error = checkOrder(problem, order))
    return std::move(error);
  llvm::Expected<std::vector<Relation>> relations = getRelations(problem);
  if (!relations)
    return relations.takeError();
  dropDecided(*relations);
  Buckets buckets(order);
  for (Relation &relation : *relations)
    buckets.add(std::move(relation));
  for (auto [node, here] : llvm::zip_equal(order, buckets.waiting)) {
    if (here.empty())
      continue;
    Relation all{{}, {{{}, 0}}};
    for (const Relation &relation : here) {
      llvm::Expected<Relation> joined = join(all, relation);
      if (!joined)
        return joined.takeError();
      all = std::move(*joined);
    }
    buckets.add(dropNode(all, llvm::find(all.nodes, node) - all.nodes.begin()));
  }
  return buckets.sum;
}
