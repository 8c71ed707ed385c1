//===- UseGroups.h - Minima of a net over groups of its uses ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. NetMinima enumerates the sets of layouts to which a
// value is rewritten. For a net with few uses it is usually faster to enumerate
// the sets of uses that take the same layout, and so share one rewrite.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_USEGROUPS_H
#define LAYOUT_LIB_SOLVER_USEGROUPS_H

#include "layout/Solver/DualVariables.h"

namespace mlir::layout {

/// Computes the min-marginals of a net over all divisions of its uses into
/// groups that share a rewrite.
class UseGroups {
public:
  /// The number of uses up to which this is faster than sets of up to
  /// `kMaxEnumeratedLayouts` layouts.
  static constexpr unsigned kFastestUses = 4;

  /// Refers to `net` and `duals`, which have at most `kMaxEnumeratedUses` uses.
  UseGroups(const Problem::Net &net, const NetDuals &duals, Cost scale);

  /// As `layout::getMinMarginals`.
  llvm::SmallVector<Cost, 4> getMinMarginals(unsigned port);

private:
  void setProduced(unsigned produced);
  Cost &at(unsigned group, unsigned layout) {
    return costs[group * duals.required.size() + layout];
  }

  const Problem::Net &net;
  const NetDuals &duals;
  const Cost scale;
  const unsigned allUses; ///< the set of all uses, as bits
  /// For each set of uses and each required layout, the cost of one rewrite
  /// minus the dual variables of these uses.
  llvm::SmallVector<Cost, 64> costs;
  /// For each set of uses, the least costs of it as one group, and of all its
  /// divisions into groups.
  llvm::SmallVector<Cost, 16> costAsOneGroup, leastCost;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_USEGROUPS_H
