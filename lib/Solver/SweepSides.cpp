//===- SweepSides.cpp - What stands around a variable ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sweeper.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// What stands at a net whatever candidate one of its variables takes.
struct Sweeper::Surroundings {
  struct Want {
    unsigned layout;
    unsigned numUses;
  };
  const Problem::Net &net;
  /// Of the producer, nothing where the variable is that.
  std::optional<unsigned> produced;
  /// By the uses of others, each layout once.
  llvm::SmallVector<Want, 4> wanted;
  /// The ports at which the variable uses the value.
  llvm::SmallVector<unsigned, 4> ports;

  void want(unsigned layout) {
    auto same = llvm::find_if(
        wanted, [&](const Want &other) { return other.layout == layout; });
    if (same == wanted.end())
      wanted.push_back({layout, 1});
    else
      ++same->numUses;
  }
  unsigned getProduced(const Problem::Candidate &candidate) const {
    return produced ? *produced : candidate.layouts[net.producer.port];
  }
  Cost getCost(const Problem::Candidate &candidate) const {
    llvm::SmallVector<unsigned, 8> all;
    for (const Want &want : wanted)
      all.push_back(want.layout);
    for (unsigned port : ports)
      all.push_back(candidate.layouts[port]);
    return getRewriteCost(net, getProduced(candidate), all);
  }
  unsigned countOwnRewrites(const Problem::Candidate &candidate) const {
    return llvm::count_if(ports, [&](unsigned port) {
      return candidate.layouts[port] != getProduced(candidate);
    });
  }
  unsigned countRewrites(const Problem::Candidate &candidate) const {
    unsigned count = countOwnRewrites(candidate);
    for (const Want &want : wanted)
      count += want.layout != getProduced(candidate) ? want.numUses : 0;
    return count;
  }
};

Sweeper::Surroundings Sweeper::getSurroundings(unsigned variable,
                                               const Problem::Net &net,
                                               bool wantedOnly) const {
  Surroundings around{net, std::nullopt, {}, {}};
  if (net.producer.variable != variable)
    around.produced = problem.getLayout(plan, net.producer);
  for (Problem::PortRef use : net.uses) {
    if (use.variable == variable)
      around.ports.push_back(use.port);
    else if (!wantedOnly || wants[use.variable])
      around.want(problem.getLayout(plan, use));
  }
  return around;
}

Sweeper::Sides Sweeper::getSides(unsigned variable, bool results,
                                 bool wantedOnly) const {
  const Problem::Variable &self = problem.variables[variable];
  Sides sides(self.candidates.size());
  for (auto [index, port] : llvm::enumerate(self.ports)) {
    const Problem::Net &net = problem.nets[port.net];
    if (port.isResult != results || net.isFree ||
        (wantedOnly && !results && !wants[net.producer.variable]))
      continue;
    // A net that two ports share is counted at the first of them.
    auto isSameNet = [&, net = port.net](Problem::Port other) {
      return other.net == net && other.isResult == results;
    };
    if (llvm::any_of(llvm::ArrayRef(self.ports).take_front(index), isSameNet))
      continue;
    Surroundings around = getSurroundings(variable, net, wantedOnly);
    for (auto [side, candidate] : llvm::zip_equal(sides, self.candidates)) {
      side.cost = addSaturating(side.cost, around.getCost(candidate));
      side.numRewrites += results ? around.countRewrites(candidate)
                                  : around.countOwnRewrites(candidate);
    }
  }
  return sides;
}
