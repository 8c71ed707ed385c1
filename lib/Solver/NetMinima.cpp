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
  // A minimum has no more rewrites than uses.
  if (!sharesCosts)
    for (size_t set : llvm::seq(sums.size()))
      if (static_cast<size_t>(llvm::popcount(set)) < duals.ports.size())
        sets.push_back(set);
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

/// Returns the terms of one use: for each set of available layouts the largest
/// dual variable of its layouts in the set, or for each layout of the producer
/// the largest one of all its layouts minus their shares.
NetMinima::Sums NetMinima::getTerms(unsigned port) const {
  ArrayRef<Cost> values = duals.ports[port].values;
  Sums terms(sums.size(), Sum{-kInfinity, 0});
  if (sharesCosts) {
    for (auto [produced, term] : llvm::enumerate(terms))
      for (auto [value, bit] : llvm::zip_equal(values, getBits(port)))
        term.cost = std::max(term.cost, value - getShare(produced, bit));
    return terms;
  }
  // The largest one of a set is the larger one of its first layout's and of the
  // largest one of the others.
  for (auto [value, bit] : llvm::zip_equal(values, getBits(port)))
    terms[size_t(1) << bit].cost = value;
  for (size_t set : llvm::seq<size_t>(1, terms.size()))
    terms[set].cost =
        std::max(terms[set & (~set + 1)].cost, terms[set & (set - 1)].cost);
  for (Sum &term : terms)
    if (term.cost == -kInfinity)
      term = {0, 1};
  return terms;
}

/// The producer, port 0, is no part of the sums.
void NetMinima::subtractTerms(unsigned port, Sums &from) const {
  if (port == 0)
    return;
  for (auto [sum, term] : llvm::zip_equal(from, getTerms(port))) {
    sum.cost -= term.cost;
    sum.numImpossible -= term.numImpossible;
  }
}

void NetMinima::beginChange(unsigned port) { subtractTerms(port, sums); }

void NetMinima::endChange(unsigned port) {
  if (port == 0)
    return;
  for (auto [sum, term] : llvm::zip_equal(sums, getTerms(port))) {
    sum.cost += term.cost;
    sum.numImpossible += term.numImpossible;
  }
}

static void update(Cost &minMarginal, Cost cost) {
  minMarginal = std::min(minMarginal, cost);
}

/// Enumerates the sets of layouts to which the value is rewritten, for each
/// layout of the producer. Each use takes the available layout with the largest
/// dual variable.
void NetMinima::minimizeBySubsets(unsigned port,
                                  MutableArrayRef<Cost> minMarginals) const {
  const PortDuals &producer = duals.ports.front(), &own = duals.ports[port];
  Sums others = sums;
  subtractTerms(port, others);
  // The least costs with each set of available layouts, without `port`, and the
  // costs of all rewrites to each set.
  SmallVector<Cost, 64> least(sums.size(), kInfinity), costs(sums.size(), 0);
  SmallVector<Cost, kMaxEnumeratedLayouts> rewriteCosts(duals.required.size());
  for (auto [index, produced] : llvm::enumerate(producer.layouts)) {
    size_t producedBit = 0;
    for (auto [bit, layout] : llvm::enumerate(duals.required)) {
      rewriteCosts[bit] = getScaledRewriteCost(produced, bit);
      if (layout == produced)
        producedBit = size_t(1) << bit;
    }
    for (size_t set : sets) {
      // A minimum has no rewrite to the produced layout.
      if (set & producedBit)
        continue;
      if (set != 0)
        costs[set] =
            costs[set & (set - 1)] + rewriteCosts[llvm::countr_zero(set)];
      size_t available = set | producedBit;
      if (others[available].numImpossible == 0)
        update(port == 0 ? minMarginals[index] : least[available],
               costs[set] - producer.values[index] - others[available].cost);
    }
  }
  if (port == 0)
    return;
  for (auto [minMarginal, value, bit] :
       llvm::zip_equal(minMarginals, own.values, getBits(port))) {
    for (auto [available, cost] : llvm::enumerate(least))
      if (available >> bit & 1)
        update(minMarginal, cost);
    minMarginal -= value;
  }
}

/// Charges rewrites in shares; the uses are then independent of each other.
void NetMinima::minimizeBySharing(unsigned port,
                                  MutableArrayRef<Cost> minMarginals) const {
  const PortDuals &producer = duals.ports.front(), &own = duals.ports[port];
  Sums others = sums;
  subtractTerms(port, others);
  for (auto [index, value] : llvm::enumerate(producer.values)) {
    Cost cost = -value - others[index].cost;
    if (port == 0) {
      update(minMarginals[index], cost);
      continue;
    }
    for (auto [minMarginal, ownValue, bit] :
         llvm::zip_equal(minMarginals, own.values, getBits(port)))
      update(minMarginal, cost + getShare(index, bit) - ownValue);
  }
}

SmallVector<Cost, 4> NetMinima::getMinMarginals(unsigned port) const {
  SmallVector<Cost, 4> minMarginals(duals.ports[port].layouts.size(),
                                    kInfinity);
  if (sharesCosts)
    minimizeBySharing(port, minMarginals);
  else
    minimizeBySubsets(port, minMarginals);
  return minMarginals;
}
