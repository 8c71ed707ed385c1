//===- ProblemFile.h - Problems and plans as JSON ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A problem file holds what Problem.h describes:
//
//   {"version": 1, "capped": false,
//    "variables": [{"kind": "critical", "last": 3,
//                   "ports": [{"net": 0, "result": true}],
//                   "labels": [{"cost": 0, "layouts": [1]}]}],
//    "nets": [{"producer": [0, 0], "uses": [[1, 0]], "weight": 1,
//              "free": false, "layouts": [{"bytes": 64, "text": "d0, d1"}]}]}
//
// A net whose rewrites cost other than bytes has "rewrites", a number for every
// pair of layouts.
//
// A plan file holds a candidate per variable, the layouts every net is
// rewritten to, its cost and, if it comes with a bound, the duals that prove
// that (DualVariables.h): per net and port, one per layout that a candidate
// gives the port.
//
//   {"version": 1, "labels": [0, 1], "cost": 128, "bound": 128,
//    "materialized": [{"net": 0, "layouts": [1]}],
//    "messages": {"scale": 65536,
//                 "nets": [[{"layouts": [0, 1], "prices": [0, -3]}]]}}
//
// Where duals alone prove less, cases follow (Certificate.h), each with duals
// and perhaps cases of its own, of the problem that is left. Its variables and
// nets are in the order of the whole; those of a component are its variables
// with a choice, the nets at them and the variables at those. Without
// "variable" there is a certificate per component.
//
//   "cases": {"limit": 128, "variable": 3, "proofs": [{"messages": {...}}]}
//
// In place of duals there may be an order in which the nodes of the problem
// are eliminated: its variables, numbered from 0, and its nets, behind them.
//
//   "cases": {"limit": 128, "proofs": [{"order": [2, 0, 1]}]}
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SOLVER_PROBLEMFILE_H
#define LAYOUT_SOLVER_PROBLEMFILE_H

#include "layout/Solver/Solvers.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::layout {

/// What a layout of a net is, for people.
using LayoutText =
    llvm::function_ref<std::string(unsigned net, unsigned layout)>;

void writeProblem(const Problem &problem, LayoutText getText,
                  llvm::raw_ostream &os);

/// An error for what is no problem, or one whose components contradict each
/// other.
llvm::Expected<Problem> readProblem(llvm::StringRef json);

/// Writes a bound if the solution has a certificate.
void writePlan(const Problem &problem, const Solution &solution,
               llvm::raw_ostream &os);

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_PROBLEMFILE_H
