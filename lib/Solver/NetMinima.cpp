//===- NetMinima.cpp - Minima of a net for given dual variables -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NetMinima.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <limits>

using namespace mlir;
using namespace mlir::layout;

static constexpr Cost kInfinity = std::numeric_limits<Cost>::max();

NetMinima::NetMinima(const Problem::Net &net, const NetDuals &duals, Cost scale)
    : net(net), duals(duals), scale(scale),
      sharesCosts(net.isFree || duals.required.size() > kMaxEnumeratedLayouts) {
  for (const PortDuals &use : ArrayRef(duals.ports).drop_front()) {
    firstBits.push_back(bits.size());
    for (unsigned layout : use.layouts)
      bits.push_back(llvm::lower_bound(duals.required, layout) -
                     duals.required.begin());
  }
  if (sharesCosts)
    computeShares();
  sums.resize(sharesCosts ? duals.ports.front().layouts.size()
                          : size_t(1) << duals.required.size());
  for (unsigned port : llvm::seq<unsigned>(1, duals.ports.size()))
    endChange(port);
}

/// Charges each rewrite in equal shares to the uses that may require its
/// layout.
void NetMinima::computeShares() {
  SmallVector<Cost, 16> counts(duals.required.size(), 0);
  for (unsigned bit : bits)
    ++counts[bit];
  for (unsigned produced : duals.ports.front().layouts)
    for (auto [bit, count] : llvm::enumerate(counts))
      shares.push_back(getScaledRewriteCost(produced, bit) / count);
}

/// Returns the term of one use: the largest dual variable of the layouts in the
/// set `key`, or of all its layouts minus their shares if the producer has its
/// layout number `key`.
NetMinima::Sum NetMinima::getTerm(unsigned port, unsigned key) const {
  Sum term{-kInfinity, 0};
  for (auto [value, bit] :
       llvm::zip_equal(duals.ports[port].values, getBits(port))) {
    if (sharesCosts)
      term.cost = std::max(term.cost, value - getShare(key, bit));
    else if (key >> bit & 1)
      term.cost = std::max(term.cost, value);
  }
  return term.cost == -kInfinity ? Sum{0, 1} : term;
}

void NetMinima::beginChange(unsigned port) {
  if (port == 0) // The producer is no part of the sums.
    return;
  for (auto [key, sum] : llvm::enumerate(sums)) {
    Sum term = getTerm(port, key);
    sum.cost -= term.cost;
    sum.numImpossible -= term.numImpossible;
  }
}

void NetMinima::endChange(unsigned port) {
  if (port == 0)
    return;
  for (auto [key, sum] : llvm::enumerate(sums)) {
    Sum term = getTerm(port, key);
    sum.cost += term.cost;
    sum.numImpossible += term.numImpossible;
  }
}

SmallVector<Cost, 4> NetMinima::getMinMarginals(unsigned port) const {
  SmallVector<Cost, 4> minMarginals(duals.ports[port].layouts.size(),
                                    kInfinity);
  for (unsigned produced : llvm::seq(duals.ports.front().layouts.size())) {
    if (sharesCosts)
      minimizeBySharing(port, produced, minMarginals);
    else
      minimizeBySubsets(port, produced, minMarginals);
  }
  return minMarginals;
}

static void update(Cost &minMarginal, Cost cost) {
  minMarginal = std::min(minMarginal, cost);
}

/// Enumerates the sets of layouts to which the value is rewritten, if the
/// producer has its layout number `producedIndex`. Each use takes the available
/// layout with the largest dual variable.
void NetMinima::minimizeBySubsets(unsigned port, unsigned producedIndex,
                                  MutableArrayRef<Cost> minMarginals) const {
  const PortDuals &producer = duals.ports.front(), &own = duals.ports[port];
  unsigned produced = producer.layouts[producedIndex], producedBit = 0;
  SmallVector<Cost, kMaxEnumeratedLayouts> costs;
  for (auto [bit, layout] : llvm::enumerate(duals.required)) {
    costs.push_back(getScaledRewriteCost(produced, bit));
    if (layout == produced)
      producedBit = 1u << bit;
  }
  for (unsigned set : llvm::seq<unsigned>(sums.size())) {
    // A minimum has no rewrite to the produced layout and no more rewrites than
    // uses.
    if ((set & producedBit) ||
        static_cast<size_t>(llvm::popcount(set)) >= duals.ports.size())
      continue;
    unsigned available = set | producedBit;
    Sum others = sums[available];
    if (port != 0) {
      Sum term = getTerm(port, available);
      others.cost -= term.cost;
      others.numImpossible -= term.numImpossible;
    }
    if (others.numImpossible != 0)
      continue;
    Cost cost = -producer.values[producedIndex] - others.cost;
    for (unsigned rest = set; rest != 0; rest &= rest - 1)
      cost += costs[llvm::countr_zero(rest)];
    if (port == 0) {
      update(minMarginals[producedIndex], cost);
      continue;
    }
    for (auto [minMarginal, value, bit] :
         llvm::zip_equal(minMarginals, own.values, getBits(port)))
      if (available >> bit & 1)
        update(minMarginal, cost - value);
  }
}

/// Charges rewrites in shares; the uses are then independent of each other.
void NetMinima::minimizeBySharing(unsigned port, unsigned producedIndex,
                                  MutableArrayRef<Cost> minMarginals) const {
  Cost cost = -duals.ports.front().values[producedIndex];
  if (port == 0)
    return update(minMarginals[producedIndex], cost - sums[producedIndex].cost);
  cost -= sums[producedIndex].cost - getTerm(port, producedIndex).cost;
  for (auto [minMarginal, value, bit] :
       llvm::zip_equal(minMarginals, duals.ports[port].values, getBits(port)))
    update(minMarginal, cost + getShare(producedIndex, bit) - value);
}
