//===- CallSites.h - Call sites and run counts of functions -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts in the signature of a private function can change if all its uses
// are calls in its module, because these can change with it. Such a function
// runs as often as its calls.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CALLSITES_H
#define LAYOUT_ANALYSIS_CALLSITES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::layout {

/// The runs of the body of a loop whose trip count is not constant. It is more
/// than 1, so that rewrites leave such a loop where they can.
inline constexpr int64_t kUnknownTripCount = 10;

/// How often an op runs per run of the public function that leads to it.
struct RunCount {
  int64_t times = 1;
  /// Whether all trip counts are constant; one that is not counts as
  /// `kUnknownTripCount`.
  bool isKnown = true;
};

/// The calls of the functions of a module. Passes obtain it by
/// `getAnalysis<CallSites>()`. It is computed eagerly, so that threads may read
/// it.
class CallSites {
public:
  /// Those of `module` and of the modules in it (ModuleFunctions.h).
  explicit CallSites(ModuleOp module);

  /// The calls of `functions`, a group of `other` (`group`), after calls that
  /// `clones` maps have been replaced by their clones. The functions run as
  /// often as before.
  CallSites(const CallSites &other, ArrayRef<func::FuncOp> functions,
            const IRMapping &clones);

  /// Returns all calls of a private function with a body. Returns none if it
  /// has other uses as well, or if a call is nested in an op that is no control
  /// flow of a function, because such an op may be rebuilt with its body.
  ArrayRef<func::CallOp> getCallsOf(Operation *function) const;

  /// Returns the product of the trip counts of the loops around `op`, those of
  /// branches between blocks included, and the number of runs of its function.
  RunCount getRuns(Operation *op) const;
  /// As `getRuns`, for ops in a block.
  RunCount getRunsIn(Block *block) const;

  /// Returns the number of loops around `block` that branches between blocks of
  /// its region make.
  unsigned getBranchLoopDepth(Block *block) const {
    return loopDepths.lookup(block);
  }

  /// Returns whether a loop is around `op` and not around `block`: one with a
  /// region, or one that branches between blocks make, as that of %0 in
  ///
  ///     cf.br ^head
  ///   ^head:
  ///     %0 = layout.layout_transform %root ...
  ///     cf.cond_br %again, ^head, ^exit
  bool isInLoopWithout(Operation *op, Block *block) const;

  /// Partitions the functions into groups that calls of private functions
  /// connect; groups and their members keep the order of `functions`.
  SmallVector<SmallVector<func::FuncOp>>
  group(ArrayRef<func::FuncOp> functions) const;

private:
  /// Finds the calls of the functions of a module.
  void findCalls(ModuleOp module);
  void countRuns(Operation *function);
  void findBranchLoops(Operation *root);

  DenseMap<Operation *, SmallVector<func::CallOp, 2>> calls;
  /// The runs of every function that has calls.
  DenseMap<Operation *, RunCount> runs;
  /// The number of loops of branches around each block that is in one.
  DenseMap<Block *, unsigned> loopDepths;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CALLSITES_H
