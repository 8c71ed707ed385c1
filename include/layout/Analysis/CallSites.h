//===- CallSites.h - Who calls a function, and how often it runs --*- C++
//-*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A private function all of whose uses are calls in its module may change its
// signature together with them, and runs as often as they do.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CALLSITES_H
#define LAYOUT_ANALYSIS_CALLSITES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// How often something runs while the function around it that is known from
/// outside runs once.
struct RunCount {
  int64_t times = 1;
  /// Whether every trip count is constant; one that is not counts as 1.
  bool isKnown = true;
};

class CallSites {
public:
  explicit CallSites(ModuleOp module);

  /// All calls of a private function with a body; none if it is referred to in
  /// other ways, too, or called in the body of an op that is no control flow.
  ArrayRef<func::CallOp> getCallsOf(Operation *function) const;

  /// The constant trip counts of the loops around, times the runs of the calls
  /// of the function.
  RunCount getRuns(Operation *op) const;
  /// The same for what stands in a block.
  RunCount getRunsIn(Block *block) const;

  /// The functions, those together that calls of private functions link.
  SmallVector<SmallVector<func::FuncOp>>
  group(ArrayRef<func::FuncOp> functions) const;

private:
  DenseMap<Operation *, SmallVector<func::CallOp, 2>> calls;
  void countRuns(Operation *function);

  /// Of every function with calls, all counted at once: threads ask.
  DenseMap<Operation *, RunCount> runs;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CALLSITES_H
