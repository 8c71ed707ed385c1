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
    Precondition: linalg on tensors, with rewrites as `layout` ops. It is an
    error if a layout rule is invalid, if an op cannot be built in its layout
    options, if ops of a partition need a rewrite between layouts that the
    target requires, or if there is no plan. These functions stay as they were.

    Effect: every op is rebuilt in the layouts that the plan chooses, and a
    rewrite is on each edge whose ends differ. One plan covers the functions
    that calls link. Rewrites move no more bytes than before, frozen ops keep
    types, maps and attributes, and dead ops are gone.

    ```mlir
    %0 = layout.layout_transform %x by <(i, j) -> (j, i)> ...
    %1 = math.exp %0 : tensor<4x8xf32>
    %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> ...
    // becomes
    %2 = math.exp %x : tensor<8x4xf32>
    ```

      * The values that a loop, conditional or `async.execute` passes on have
        one layout. So have each argument and result of a private function and
        their values at all calls, if only calls refer to the function and none
        is frozen. Other signatures stay.
      * A pad or crop at the high ends is part of the adjacent rewrite. Ops
        between a crop and a pad run over the padding if their bodies hold no
        loads and no divisions by what the padding may hold. Where a pad
        requires other contents, the body selects them by the index; an
        elementwise op without a body (`math.exp`) becomes a `linalg.generic`
        for that. A reduction skips padding that does not hold its neutral
        element.
      * An op that cannot be built in the layouts that its rule allows stays,
        with a missed remark, and its functions are planned again.
      * Nothing is rewritten inside of a `layout.partition`. If its options do
        not permit that, its ops keep their layouts, with a missed remark.
      * With `placement` the plan also says where values lie (`placement.md`). A
        concatenation, pad or slice whose parts lie in one buffer costs nothing:
        `layout-place-buffers` removes its copies. Prices in `layout.pitched`
        become `true` or `false`.

    `problem` and `plan` name JSON files, one for each plan, which
    `layout-solve` solves and `layout-check-plan` proves. Their names have that
    of the first function, `a/b` as `a%2Fb`.

    Heuristics: the plan minimizes cost over the candidates (`planner.md`): the
    bytes of rewrites, times how often loops and calls run them, prices of
    layout options and preferences, and the padding that ops read and write
    (`padding-price`). `calibration` changes the unit, `strategy` the solver,
    `visit-limit` and `time-limit` when it stops.
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
