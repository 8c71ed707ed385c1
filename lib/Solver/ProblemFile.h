//===- ProblemFile.h - Problems and plans as JSON ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names in the files are older than those in the code: "labels" are candidates,
// "messages" and "prices" are dual variables, "proofs" are the certificates of
// cases. tools/docs/planner.md describes both formats in full.
//
// A problem file holds the members of Problem. "text" is for people only. A net
// has "rewrites", a cost for each pair of layouts, if they do not cost bytes.
//
//   {"version": 1, "capped": false,
//    "variables": [{"kind": "critical", "last": 3,
//                   "ports": [{"net": 0, "result": true}],
//                   "labels": [{"cost": 0, "layouts": [1]}]}],
//    "nets": [{"producer": [0, 0], "uses": [[1, 0]], "weight": 1,
//              "free": false, "layouts": [{"bytes": 64, "text": "d0, d1"}]}]}
//
// A plan file holds the chosen candidates, the cost, and the layouts to which
// each net is rewritten ("materialized"). If the solution has a certificate, it
// also holds the bound and the certificate: an "order" of elimination, or
// "messages" (for each net and port the layouts and their dual variables) and
// possibly "cases".
//
//   {"version": 1, "labels": [0, 1], "cost": 128, "bound": 128,
//    "materialized": [{"net": 0, "layouts": [1]}],
//    "messages": {"scale": 65536,
//                 "nets": [[{"layouts": [0, 1], "prices": [0, -3]}]]},
//    "cases": {"limit": 128, "variable": 3,
//              "proofs": [{"messages": {...}}, {"order": [2, 0, 1]}]}}
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_PROBLEMFILE_H
#define LAYOUT_LIB_SOLVER_PROBLEMFILE_H

#include "layout/Solver/Solvers.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::layout {

/// Returns a text that shows a layout of a net to people.
using LayoutText =
    llvm::function_ref<std::string(unsigned net, unsigned layout)>;

/// Writes a problem file.
void writeProblem(const Problem &problem, LayoutText getText,
                  llvm::raw_ostream &os);

/// Reads a problem file. Returns an error if the text is not a problem or the
/// problem fails Problem::check.
llvm::Expected<Problem> readProblem(llvm::StringRef json);

/// Writes a plan file, with a bound if the solution has a certificate.
void writePlan(const Problem &problem, const Solution &solution,
               llvm::raw_ostream &os);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_PROBLEMFILE_H
