//===- Passes.td - Passes that plan layouts ----------------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass works on a module, because it changes callers and callees together
// and reports on the module. If its precondition does not hold, it emits an
// error at the op and fails.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PLANNING_PASSES
#define LAYOUT_PLANNING_PASSES

include "layout/Support/PassOptions.td"

def LayoutFlow : LayoutPass<"layout-flow", "::mlir::ModuleOp"> {
  let summary = "Chooses a layout for every value and rewrites the program into it";
  let description = [{
    Precondition: linalg on tensors, with rewrites as `layout` ops.

    Erases ops whose results nothing reads, unless they are frozen or skipped.
    Builds a planning problem from each group of functions that are linked by
    calls, solves it, and applies the plan: every op is rebuilt in the layouts of
    the candidate that the plan chooses for it, and a rewrite is inserted on each
    edge whose ends have different layouts.

    The values that an op with regions passes on (initial values, arguments,
    yields and results of loops and conditionals) have one common layout. So have
    what an `async.execute` yields and what is awaited of it; the type of the
    async value between them changes with them, unless it has another user, such
    as a call or a return. The same holds for the operands of all calls of a private function that belong
    to one argument, and for each of its results: its signature and its calls
    are changed together if only calls refer to it and none of them is frozen.
    Other signatures are not changed. The cost of a rewrite is multiplied by the
    number of times it runs, because of loops around it and of several calls of
    its function.

    A pad or a crop at the high ends of dims is part of the adjacent rewrite: a
    value may keep the padded shape, and ops between a crop and a pad run over
    the padding if their bodies can (no load, and no division by what the padding
    may hold). The contents of the padding of a result are found by evaluating
    the body on those of the operands. If a pad requires other contents, the body
    selects them by the index; an elementwise op on tensors that has no body
    (`math.exp`) becomes a `linalg.generic` for that. A reduction over padding
    keeps its result unless the padding holds its neutral element. An op pays for
    the padding it reads and writes.

    An op may fail to build itself in the layouts of its candidate, although its
    layout rule allows them. It then stays as it is, which is a missed remark,
    and its group of functions is planned again. If that is not possible, or
    planning fails, this is an error, and the group is left as it was.

    Values that ops with one `layout.partition`, or the body of a function with
    it, compute are not rewritten between these ops. If that is not possible in
    the layouts that they have to choose from, they keep those they have, which is
    a missed remark, and an error if one is required.

    With `placement` the plan also says where values lie: a concatenation, pad
    or slice whose parts lie at their places in one buffer copies nothing, and
    only the borders of pads are written. `layout-place-buffers` does this after
    bufferization; the cost and the moves of the plan are those that are left
    then. The program itself still has these moves. An op that refuses values at
    a pitch (`layout.pitched`) has them where their elements are contiguous; one
    that asks a price pays it or has a copy, and the pass replaces the price by
    `true` or `false`.

    With `problem` and `plan` the planning problem of each group of functions,
    named after the first of them, and the plan are written as JSON:
    `layout-solve` solves the one, `layout-check-plan` proves the other.
    Characters besides letters, digits, `_`, `-` and `.` in that name are written
    in hexadecimal: `a/b` as `a%2Fb`. With `for-report=files`, `layout-report` writes
    these files, and with `for-report=graph` it can draw the plan as a graph, too.

    Postcondition: the bytes moved by rewrites are not more than before, and
    frozen ops keep their types, maps and attributes.
  }];
  let options = [
    StrategyOption,
    ProblemOption,
    PlanOption,
    CalibrationOption,
    TargetOption,
    ConstantLimitOption,
    PaddingPriceOption,
    VisitLimitOption,
    TimeLimitOption,
    PlacementOption,
    ChoiceOption<"forReport", "for-report", "::mlir::layout::ForReport",
                 "What a layout-report of this run gets of the plan",
                 [Choice<"Figures", "figures", "figures">,
                  Choice<"Files", "files",
                         "the files of problem and plan as well, which it writes">,
                  Choice<"Graph", "graph",
                         "these files, and the plan as a graph">]>,
    Option<"baseline", "baseline", "bool", /*default=*/"false",
           "Apply the baseline instead of planning: ops keep their layouts or take their first option">,
    Option<"keepUnplanned", "keep-unplanned", "bool", /*default=*/"false",
           "Keep the program as it is in front of this pass, for layout-verify-plan to return to">
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect",
    "::mlir::affine::AffineDialect", "::mlir::DLTIDialect"];
}

#endif // LAYOUT_PLANNING_PASSES
