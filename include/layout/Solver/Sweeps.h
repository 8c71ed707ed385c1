//===- Sweeps.h - Backward and forward flow ---------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two solvers that sweep over the program until nothing gets cheaper (Relax's
// F1 and F0). A sweep *adopts* layouts against or along the direction of data:
// an agnostic variable takes the candidate its users (producers) want most
// cheaply, and only what has adopted a layout, or has one of its own, wants
// anything. A *settling* sweep in the other direction then moves what is left
// onwards as long as bytes do not grow, ties moving.
//
// Both return the frozen plan unless theirs is strictly cheaper. Linear in the
// size of the problem per sweep.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SOLVER_SWEEPS_H
#define LAYOUT_SOLVER_SWEEPS_H

#include "layout/Solver/Problem.h"

namespace mlir::layout {

/// From results to operands, then forward.
Plan solveBackward(const Problem &problem);

/// From operands to results, then backward.
Plan solveForward(const Problem &problem);

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_SWEEPS_H
