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

def LayoutSurvey : Pass<"layout-survey", "::mlir::ModuleOp"> {
  let summary = "Notes what the program looks like before planning";
  let description = [{
    Precondition: none.

    Postcondition: `layout.report` on the module holds the figures of
    `--layout-count` under `before`, and under `unplanned` the functions that
    hold no critical op, nor does one that calls of private functions link them
    with; the passes that follow leave those alone. The program is not changed.
  }];
}

def LayoutReport : Pass<"layout-report", "::mlir::ModuleOp"> {
  let summary = "Writes the report and erases it from the module";
  let description = [{
    Precondition: none.

    Postcondition: `layout.report` is gone. With `path` the report has been
    written there, a file that appears whole or not at all, or on standard error
    for `-`. The end of the name says how:

      * `.json`: JSON;
      * `.html`: one page that needs nothing else, with the plan as a graph to
        search, fold and compare with the program without flow;
      * `.dot`: that graph for Graphviz;
      * else text.

    The graph is what `layout-flow` handed over with `graph-for-report`;
    `layout-pipeline` sees to that.
  }];
  let options = [
    Option<"path", "path", "std::string", /*default=*/"\"\"",
           "Where to write the report; nothing is written without it">
  ];
}

def LayoutCount : Pass<"layout-count", "::mlir::ModuleOp"> {
  let summary = "Prints how many rewrites the program holds and what they move";
  let description = [{
    Precondition: none.

    Postcondition: one JSON object stands on standard output; the program is
    not changed. Counted from the IR alone: a rewrite moves the bytes it reads
    and writes, as often as the loops and the calls around it run it.
  }];
}

#endif // LAYOUT_REPORT_PASSES
