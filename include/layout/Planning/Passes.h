//===- Passes.h - Passes that plan layouts ----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes.td states the precondition and the postcondition of each pass.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PLANNING_PASSES_H
#define LAYOUT_PLANNING_PASSES_H

#include "layout/Interfaces/LayoutPass.h"
#include "layout/Solver/Solvers.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

/// The data that `layout-flow` records for `layout-report`: figures, also the
/// files of problem and plan, also the graph of the plan.
enum class ForReport { Figures, Files, Graph };

} // namespace mlir::layout

template <>
class llvm::cl::parser<mlir::layout::ForReport>
    : public mlir::layout::ChoiceParser<mlir::layout::ForReport> {
public:
  using ChoiceParser::ChoiceParser;
};

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Planning/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_PLANNING_PASSES_H
