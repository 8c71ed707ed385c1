//===- NetTally.h - The layouts that uses of a net require ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of a net depends on which layouts its uses require, not on the uses.
// Solvers that change one use after the other keep a tally, so that a change
// takes the same time however many uses the net has.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_NETTALLY_H
#define LAYOUT_LIB_SOLVER_NETTALLY_H

#include "layout/Solver/Problem.h"

namespace mlir::layout {

/// The layouts that some uses of a net require, each with the number of these
/// uses.
class NetTally {
public:
  struct Entry {
    unsigned layout;
    unsigned numUses; ///< never 0
  };

  void add(unsigned layout);
  /// Precondition: some use requires `layout`.
  void remove(unsigned layout);

  llvm::ArrayRef<Entry> getEntries() const { return entries; }
  unsigned getNumUses(unsigned layout) const;
  bool isEmpty() const { return entries.empty(); }

  /// Returns the cost of `net` whose producer has layout `produced`.
  Cost getCost(const Problem::Net &net, unsigned produced) const;

private:
  llvm::SmallVector<Entry, 2> entries;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_NETTALLY_H
