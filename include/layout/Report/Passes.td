//===- Passes.td - Passes that report on a program ---------*- tablegen -*-===//
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

#ifndef LAYOUT_REPORT_PASSES
#define LAYOUT_REPORT_PASSES

include "layout/Support/PassOptions.td"

def LayoutSurvey : LayoutPass<"layout-survey", "::mlir::ModuleOp"> {
  let summary = "Fixes which functions are planned and counts their rewrites";
  let description = [{
    Precondition: none.

    Postcondition: the passes that follow in this run leave functions alone that
    hold nothing to plan and that calls of private functions, or `func.constant` of
    them, do not link to one that does. A function holds something to plan if it
    has a critical op on tensors, an op with `layout.op_layout`, an op of which the
    target states layouts, a call of a function that states layouts of its
    arguments or results, or a rewrite. The report has the figures of
    `--layout-count` as those before planning, unless `layout-pipeline` knows that
    none is read: then `layout-list-rewrites` describes nothing either. The program
    is not changed. If no function is planned, a warning says so, and what stands
    there instead: ops of other dialects without layout rules, or buffers. With
    `strict`, it is an error. Functions of modules inside this one are planned
    as well, and reports call them `inner::name`. A module inside this one that
    describes a target system of its own is planned by passes that run on it; if
    it has functions with something to plan, that is a warning.

    Without this pass, the passes that follow plan every function that is marked
    neither `layout.frozen` nor `layout.skip`.
  }];
  let options = [
    TargetOption,
    StrictOption
  ];
  let dependentDialects = ["::mlir::DLTIDialect"];
}

def LayoutListRewrites : LayoutPass<"layout-list-rewrites", "::mlir::ModuleOp"> {
  let summary = "Lists the rewrites that are left, for the report";
  let description = [{
    Precondition: none.

    Postcondition: a later `layout-report` of this run lists the rewrites that
    stand in the program now, whatever becomes of them: `layout-materialize`
    lowers layout ops to upstream ops, which say less about a rewrite. Each
    rewrite is a missed remark as well. The program is not changed.

    With `relayouts=refuse`, each rewrite that moves data at run time is an
    error: no layouts can be had that meet what ops and signatures on both sides
    require. Notes name them.
  }];
  let options = [RelayoutsOption];
}

def LayoutVerifyPlan : LayoutPass<"layout-verify-plan", "::mlir::ModuleOp"> {
  let summary = "Checks that the program moves as much as its plan says";
  let description = [{
    Precondition: `layout-flow` has run before in the same pass manager;
    otherwise nothing is checked.

    Postcondition: the rewrites and the moves of functions that were planned
    together read and write as many bytes as their plan says. If not, there is
    an error at the first of these functions, with a note at each rewrite that
    is in the program but not in the plan, and at each that is in the plan only.
    Sums of 2^63 - 1 bytes or more are not checked. Sizes and trip counts that
    are not known count as in `--layout-count`, so that sums that differ may be
    equal at run time: that is no error, but the report says that it is not
    known whether the program moves what its plan says.

    Bytes are equal behind `layout-flow`, which applies the plan. Later, equal
    ops may become one, and rewrites that no plan can move, such as reversals,
    may cancel. A program that moves less than its plan says is a warning, and
    none with `allow-less`; one that moves more is an error. One that moves less
    shows that the problem lacks a candidate, so the report does not say that no
    plan is cheaper; neither does it where the sums are not known, or if this
    pass has not run. The figures are those of `--layout-count`.

    With `fallback`, a program that moves more than its plan is not written: the
    module becomes what it was in front of `layout-flow{keep-unplanned}`, and the
    passes of `fallback` run on it, which apply the baseline. That is a warning,
    or an error with `strict`.
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
    Precondition: none. Figures that other passes gather are those of passes in
    the same run, that is, of the same pass manager. If `layout-flow` was not
    among them, the report says that nothing was planned.

    Postcondition: with `path`, the report has been written there, into a file
    that appears whole or not at all, or on standard error for `-`. The figures
    are gone from memory. The end of the name says how the report is written:

      * `.json`: JSON;
      * `.html`: one page that needs nothing else, with the plan as a graph to
        search, fold and compare with the baseline;
      * `.svg`: that graph as planned, drawn by the program `dot` of Graphviz;
      * `.dot`: that graph for Graphviz;
      * `.txt`, or no ending: text. Another ending is an error.

    The graph is that of `layout-flow{for-report=graph}`; `layout-pipeline` sets
    this option if the report needs it.
  }];
  let options = [ReportPathOption];
}

def LayoutCount : LayoutPass<"layout-count", "::mlir::ModuleOp"> {
  let summary = "Prints how many rewrites the program holds and what they move";
  let description = [{
    Precondition: none.

    Postcondition: one JSON object stands on standard output; the program is
    not changed. Counted from the IR alone: a rewrite moves the bytes it reads
    and writes, as often as the loops and the calls around it run it; a loop of
    unknown length counts as 10 runs. Moves are the pads, concatenations and
    slices of the program, and copies of buffers.
  }];
}

#endif // LAYOUT_REPORT_PASSES
