//===- UseGroups.cpp - Minima of a net over groups of its uses ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UseGroups.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::layout;

/// The cost of what is impossible. It is larger than sums of costs and dual
/// variables, which DualVariables::makeZero keeps below kCostLimit, and a sum
/// of one for each use does not overflow.
static constexpr Cost kImpossible = std::numeric_limits<Cost>::max() / 8;

UseGroups::UseGroups(const Problem::Net &net, const NetDuals &duals, Cost scale)
    : net(net), duals(duals), scale(scale),
      allUses((1u << (duals.ports.size() - 1)) - 1),
      costs((allUses + 1) * duals.required.size()), costAsOneGroup(allUses + 1),
      leastCost(allUses + 1) {}

/// Computes the costs for one layout of the producer.
void UseGroups::setProduced(unsigned produced) {
  const size_t numLayouts = duals.required.size();
  for (auto [index, layout] : llvm::enumerate(duals.required))
    at(0, index) = getRewriteCost(net, produced, layout) * scale;
  for (unsigned group = 1; group <= allUses; ++group) {
    // A group is one use more than another group.
    const PortDuals &use = duals.ports[1 + llvm::countr_zero(group)];
    const unsigned *layout = use.layouts.begin();
    costAsOneGroup[group] = kImpossible;
    for (unsigned index = 0; index < numLayouts; ++index) {
      bool canTake =
          layout != use.layouts.end() && *layout == duals.required[index];
      Cost &cost = at(group, index);
      cost = canTake ? at(group & (group - 1), index) -
                           use.values[layout++ - use.layouts.begin()]
                     : kImpossible;
      costAsOneGroup[group] = std::min(costAsOneGroup[group], cost);
    }
  }
  // The group of the first use of a set, and the best division of the others.
  for (unsigned set = 1; set <= allUses; ++set) {
    unsigned others = set & (set - 1);
    leastCost[set] = costAsOneGroup[set];
    for (unsigned rest = others; rest != 0; rest = (rest - 1) & others)
      leastCost[set] = std::min(leastCost[set],
                                costAsOneGroup[set & ~rest] + leastCost[rest]);
  }
}

SmallVector<Cost, 4> UseGroups::getMinMarginals(unsigned port) {
  const PortDuals &producer = duals.ports.front(), &own = duals.ports[port];
  SmallVector<Cost, 4> minMarginals(own.layouts.size(),
                                    std::numeric_limits<Cost>::max());
  for (auto [from, produced] : llvm::enumerate(producer.layouts)) {
    setProduced(produced);
    if (port == 0) {
      minMarginals[from] = leastCost[allUses] - producer.values[from];
      continue;
    }
    const unsigned ownBit = 1u << (port - 1), others = allUses & ~ownBit;
    unsigned index = 0;
    for (auto [layout, minMarginal] :
         llvm::zip_equal(own.layouts, minMarginals)) {
      while (duals.required[index] != layout)
        ++index;
      // All groups that `port` may be in.
      for (unsigned rest = others;; rest = (rest - 1) & others) {
        minMarginal =
            std::min(minMarginal, at(allUses & ~rest, index) + leastCost[rest] -
                                      producer.values[from]);
        if (rest == 0)
          break;
      }
    }
  }
  return minMarginals;
}
