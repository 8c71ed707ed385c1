//===- StageTimer.h - Times of the stages of a pass -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To `--mlir-timing` (and whatever else instruments passes) a stage is what an
// analysis is: upstream has no other part of a pass.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_STAGETIMER_H
#define LAYOUT_LIB_PLANNING_STAGETIMER_H

#include "mlir/Pass/AnalysisManager.h"
#include "mlir/Pass/PassInstrumentation.h"

namespace mlir::layout {

/// What the planning of a function goes through.
struct BuildStage {
  static constexpr StringLiteral name = "build";
};
struct SolveStage {
  static constexpr StringLiteral name = "solve";
};
struct ApplyStage {
  static constexpr StringLiteral name = "apply";
};

/// Is in one stage at a time. Threads may have timers of their own.
class StageTimer {
public:
  /// Does nothing without an instrumentor: then nobody wants to know.
  StageTimer(PassInstrumentor *instrumentor, Operation *op)
      : instrumentor(instrumentor), op(op) {}
  ~StageTimer() { leave(); }
  StageTimer(const StageTimer &) = delete;
  StageTimer &operator=(const StageTimer &) = delete;

  template <typename StageT>
  void enter() {
    leave();
    name = StageT::name;
    id = TypeID::get<StageT>();
    if (instrumentor)
      instrumentor->runBeforeAnalysis(name, id, op);
  }

private:
  void leave() {
    if (instrumentor && !name.empty())
      instrumentor->runAfterAnalysis(name, id, op);
    name = {};
  }

  PassInstrumentor *instrumentor;
  Operation *op;
  StringRef name; ///< of the stage it is in, if any
  TypeID id;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_STAGETIMER_H
