//===- Passes.h - Passes that plan layouts ----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes.td states precondition and effect of each pass.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PLANNING_PASSES_H
#define LAYOUT_PLANNING_PASSES_H

#include "layout/Interfaces/LayoutPass.h"
#include "layout/Solver/Solvers.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

/// How to treat a block that does not divide the size of a dim: leave the block
/// out, pad the dim to a multiple, or let the plan choose for each op what
/// costs less.
enum class Indivisible { Plain, Pad, Priced };

/// Whether critical ops may read operands in another order of dims than that of
/// the op, which absorbs a transpose into the op: never, or at the cost of the
/// bytes of the operand.
enum class Absorb { Never, Priced };

/// The requirements that `layout-verify` verifies: all, those of the program
/// and of targets with the key `verify`, or those of such targets alone.
/// Requests of ops are requirements of the program.
enum class VerifiedLayouts { All, Asked, AskedOfTarget };

/// The data that `layout-flow` records for `layout-report`: figures, also the
/// files of problem and plan, also the graph of the plan.
enum class ForReport { Figures, Files, Graph };

} // namespace mlir::layout

LAYOUT_CHOICE_PARSER(mlir::layout::Indivisible)
LAYOUT_CHOICE_PARSER(mlir::layout::Absorb)
LAYOUT_CHOICE_PARSER(mlir::layout::VerifiedLayouts)
LAYOUT_CHOICE_PARSER(mlir::layout::ForReport)

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Planning/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_PLANNING_PASSES_H
