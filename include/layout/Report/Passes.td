//===- Passes.td - Passes that report ----------------------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pass works on a module, because constants, resources and the report
// belong to the module. A pass whose precondition does not hold emits an error
// at the op and fails.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_PASSES
#define LAYOUT_REPORT_PASSES

include "layout/Support/PassOptions.td"

def LayoutSurvey : LayoutPass<"layout-survey", "::mlir::ModuleOp"> {
  let summary = "Fixes which functions are planned and counts their rewrites";
  let description = [{
    Precondition: none. With `strict` it is an error if no function is planned.

    Effect: the passes that follow in this run plan only functions with a
    critical op on tensors, an op with `layout.op_layout` or of which the target
    states layouts, a pooling of a kind in `prefer` or `pitched`, a call of a
    function that states layouts, or a rewrite, and those that calls or
    `func.constant` of private functions link to these.
    Without this pass they plan all functions that are not marked.

    The report has the figures of `layout-count` before planning. The program is
    not changed. If no function is planned, a warning says what is there
    instead. Functions of nested modules are `inner::name`. A nested module with
    a target system of its own is not planned, with a warning if it has
    something to plan.
  }];
  let options = [
    TargetOption,
    PreferOption,
    PitchedOption,
    StrictOption
  ];
  let dependentDialects = ["::mlir::DLTIDialect"];
}

def LayoutListRewrites : LayoutPass<"layout-list-rewrites", "::mlir::ModuleOp"> {
  let summary = "Lists the rewrites that are left, for the report";
  let description = [{
    Precondition: none. With `relayouts=refuse` each rewrite that moves data at
    run time is an error, and notes name the ops and signatures on both sides.

    Effect: a later `layout-report` of this run lists the rewrites that the
    program has now, before `layout-materialize` lowers them. Each one is a
    missed remark. The program is not changed.
  }];
  let options = [RelayoutsOption];
}

def LayoutVerifyPlan : LayoutPass<"layout-verify-plan", "::mlir::ModuleOp"> {
  let summary = "Checks that the program moves as much as its plan says";
  let description = [{
    Precondition: `layout-flow` has run in the same pass manager; otherwise
    nothing is checked. It is an error if functions that were planned together
    read and write more bytes by rewrites and moves than their plan says,
    counted as by `layout-count`. Notes name the rewrites that are only in the
    program and those only in the plan.

    Effect: the program moves what its plan says. With `fallback` there is no
    error but a warning, unless `strict`: the module becomes what it was in
    front of `layout-flow{keep-unplanned}`, and `fallback` applies the baseline.

    A program that moves less is a warning, unless `allow-less`: later passes
    may merge equal ops, and cancel rewrites that no plan can move. The report
    then does not say that no plan is cheaper, because the problem lacks a
    candidate. Nor does it if this pass has not run, or if sums with unknown
    sizes and trip counts differ, which is no error.
  }];
  let options = [
    Option<"allowLess", "allow-less", "bool", /*default=*/"false",
           "Accept a program that moves less than its plan">,
    Option<"fallback", "fallback", "std::string", /*default=*/"\"\"",
           "Pipeline from layout-flow to here that applies the baseline, for a program that moves more than its plan">,
    StrictOption
  ];
}

def LayoutReport : LayoutPass<"layout-report", "::mlir::ModuleOp"> {
  let summary = "Writes what the passes of this run did";
  let description = [{
    Precondition: none. An unknown ending of `path` is an error. Figures are
    those of passes in the same pass manager; without `layout-flow` the report
    says that nothing was planned.

    Effect: the report is in `path`, in a file that appears whole or not at all,
    or on standard error for `-`. The figures are gone from memory. The ending
    of the name selects the format. `.html` is one page that needs nothing else,
    with the plan as a graph to search, fold and compare with the baseline.
    `.svg` is that graph as the program `dot` of Graphviz draws it, `.dot` the
    source for Graphviz. The graph requires `layout-flow{for-report=graph}`,
    which `layout-pipeline` sets.
  }];
  let options = [ReportPathOption];
}

def LayoutCount : LayoutPass<"layout-count", "::mlir::ModuleOp"> {
  let summary = "Prints how many rewrites the program holds and what they move";
  let description = [{
    Precondition: none.

    Effect: one JSON object with the rewrites and moves of the IR is on standard
    output. The program is not changed. A rewrite moves the bytes that it reads
    and writes, as often as loops and calls around it run it; a loop of unknown
    length counts as 10 runs. Moves are pads, concatenations, slices, and copies
    of buffers.
  }];
}

def LayoutPrintRules : LayoutPass<"layout-print-rules", "::mlir::ModuleOp"> {
  let summary = "Prints the layout rule of every op";
  let description = [{
    Precondition: the layout rules of ops are valid; it is an error otherwise.

    Effect: the class and the layout rule of every op with tensor operands are
    on standard output. The IR is not changed. The classes:

      * critical: a convolution or contraction;
      * sensitive: any layout that its rule allows, but its name or attributes
        change if its factors are reversed;
      * agnostic: any layout that its rule allows, without a change;
      * a view: a reshape, which becomes part of the map of its source;
      * a barrier: its operands and results keep their layouts.

    A rule lists the factors that an op iterates over, f0, f1, ..., and for
    every dim of its tensors the factors that index it: `f2`; `(f0, f1)`, major
    to minor; `f2 + 1`, with an offset, which is `?` if it is not known;
    `window(f2, f5)`; `-` for a unit dim or a constant index.
  }];
  // To find sensitive ops, it creates them in another layout.
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"];
}

#endif // LAYOUT_REPORT_PASSES
