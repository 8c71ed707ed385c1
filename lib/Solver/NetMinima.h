//===- NetMinima.h - Minima of a net for given dual variables ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The minimum of a net (DualVariables.h) is a minimum over cases: which layout
// is produced and, if there are few layouts, to which ones the value is
// rewritten. In each case the uses are independent of each other, so their part
// is a sum with one term for each use. The sums are kept. The min-marginals of
// one port then take the same time however many uses the net has, and so does a
// change of the dual variables of one port.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_NETMINIMA_H
#define LAYOUT_LIB_SOLVER_NETMINIMA_H

#include "layout/Solver/DualVariables.h"

namespace mlir::layout {

class NetMinima {
public:
  /// Refers to `net` and `duals`.
  NetMinima(const Problem::Net &net, const NetDuals &duals, Cost scale);

  /// As `layout::getMinMarginals`.
  llvm::SmallVector<Cost, 4> getMinMarginals(unsigned port) const;

  /// The dual variables of a port may change between these two calls.
  void beginChange(unsigned port);
  void endChange(unsigned port);

private:
  /// The part of the uses in one case: a cost to subtract, and the number of
  /// uses that are impossible because they can take no available layout.
  struct Sum {
    Cost cost = 0;
    unsigned numImpossible = 0;
  };
  using Sums = llvm::SmallVector<Sum, 16>;

  llvm::ArrayRef<unsigned> getBits(unsigned port) const {
    return llvm::ArrayRef(bits).slice(firstBits[port - 1],
                                      duals.ports[port].layouts.size());
  }
  Cost getScaledRewriteCost(unsigned produced, unsigned bit) const {
    return getRewriteCost(net, produced, duals.required[bit]) * scale;
  }
  Cost getShare(unsigned producedIndex, unsigned bit) const {
    return shares[producedIndex * duals.required.size() + bit];
  }

  void computeShares();
  Sums getTerms(unsigned port) const;
  void subtractTerms(unsigned port, Sums &from) const;
  void minimizeBySubsets(unsigned port,
                         llvm::MutableArrayRef<Cost> minMarginals) const;
  void minimizeBySharing(unsigned port,
                         llvm::MutableArrayRef<Cost> minMarginals) const;

  const Problem::Net &net;
  const NetDuals &duals;
  Cost scale;
  /// Whether rewrites are charged in shares instead of enumerating subsets.
  bool sharesCosts;
  /// For each use and each of its layouts, the number of the layout in
  /// NetDuals::required, and for each use the index of the first of them.
  llvm::SmallVector<unsigned, 16> bits, firstBits;
  /// For each produced and each required layout, the share of each use.
  llvm::SmallVector<Cost, 0> shares;
  /// The sets of layouts to which a minimum may rewrite, in ascending order.
  llvm::SmallVector<unsigned, 64> sets;
  /// For each set of available layouts, or for each produced layout.
  Sums sums;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_NETMINIMA_H
