//===- Passes.td - Passes that plan layouts ----------------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pass works on a module, because constants, resources and the report
// are the module's. A pass whose precondition does not hold says so at the op
// and fails.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PLANNING_PASSES
#define LAYOUT_PLANNING_PASSES

include "layout/Support/PassOptions.td"

def LayoutFlow : Pass<"layout-flow", "::mlir::ModuleOp"> {
  let summary = "Chooses a layout for every value and rewrites the program into it";
  let description = [{
    Precondition: linalg on tensors, rewrites as `layout` ops.

    Plans (a pure function of the IR) and then applies: every op is rewritten
    into its label, and rewrites stand only on edges whose ends disagree.

    What regions carry (initial values, arguments, yields and results of loops
    and choices) is one value with one layout. So is what all calls of a private
    function hand to one of its arguments, and what it returns: its signature
    and its calls change together, if nothing but calls refers to it and none of
    them is frozen. Other signatures stay. A rewrite costs as often as it runs,
    in loops and functions that are called more than once.

    A pad or a crop at the high ends of dims is part of the rewrite beside it:
    a value may pass it in the larger box, and ops between a crop and a pad run
    over the padding if their bodies can (no division by what may stand there,
    no load). What comes out there is found by running the body on the pad
    values. Where a pad asks for something else, the body looks at the index and
    writes that; a reduction leaves its result as it is unless what it finds is
    its neutral element. An op pays for the padding it reads and writes.

    With `problem` and `plan` the planning problem of each function (named by the
    first of those that calls link), without its program, and the plan are
    written as JSON: `layout-solve` solves the one, `layout-check-plan` proves the
    other. With `graph-for-report`, `layout-report` can draw the plan as a graph.

    Postcondition: the bytes moved by rewrites are not more than before, and
    frozen ops keep their types, maps and attributes.
  }];
  let options = [
    StrategyOption<"Backward">,
    Option<"problem", "problem", "std::string", /*default=*/"\"\"",
           "Where to write the planning problem, X.problem.json; one per function, X-NAME.problem.json">,
    Option<"plan", "plan", "std::string", /*default=*/"\"\"",
           "Where to write the plan, X.plan.json, in the same way">,
    CalibrationOption,
    ConstantLimitOption,
    VisitLimitOption,
    TimeLimitOption,
    Option<"graphForReport", "graph-for-report", "bool", /*default=*/"false",
           "Hand the plan as a graph to the report">
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect",
    "::mlir::affine::AffineDialect"];
}

#endif // LAYOUT_PLANNING_PASSES
