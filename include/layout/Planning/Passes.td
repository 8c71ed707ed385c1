//===- Passes.td - Passes that plan layouts ----------------*- tablegen -*-===//
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

#ifndef LAYOUT_PLANNING_PASSES
#define LAYOUT_PLANNING_PASSES

include "layout/Support/PassOptions.td"

def LayoutFreeze : LayoutPass<"layout-freeze", "::mlir::ModuleOp"> {
  let summary = "Puts critical ops in the layouts that are required or preferred";
  let description = [{
    Precondition: linalg ops on tensors. It is an error if an op or value cannot
    have the layouts that its attribute or the target requires.

    Effect: every critical op (convolution or contraction), and every other op
    with requested layouts, is frozen, or has layout options from which
    `layout-flow` chooses.

    ```mlir
    %0 = linalg.matmul ins(%x, %w : tensor<8x32xf32>, tensor<32x16xf32>) ...
    // becomes, with prefer=matmul=[MK,NK,MN]
    %1 = layout.layout_transform %w by <(k, n) -> (n, k)> ...
    %0 = linalg.generic {... (m, n, k) -> (n, k) ...} ins(%x, %1 : ...)
           outs(%o : ...) attrs = {layout.frozen}
    ```

      * Layouts come from `layout.op_layout`, else from what the target
        requires, else from `prefer`, else from what the target prefers
        (`targets.md`). One option freezes the op, with rewrites around it.
        Several, or those of an op marked `layout.prefer`, are attached to it.
      * Any op with a layout rule that computes may have `layout.op_layout`. A
        target may also state layouts of poolings, softmax, reductions,
        elementwise ops, calls and ops by name, which stay free where a
        preference cannot be had.
      * `layout.require` of a value leaves only options that agree, else the
        requested ones with that layout in its place.
      * A critical op without a request is frozen unchanged. If the target lets
        it follow its neighbours (`others`) and it is not blocked, it has its
        own layouts as a preferred option instead.
      * An op that has the preferred layouts is frozen unchanged, and so is one
        that cannot have them, with a missed remark. An op in other blocks is
        written with whole dims first, if they can be taken apart.
      * If the target says that constants agree, ops take only layouts of a
        constant that all its users want.
      * Offloaded ops (`offload.md`) are frozen unchanged, or get the options of
        entries of kind `offload`, `layout.partition`, and a `layout.constraint`
        with `border` around them.
      * `pitched` sets `layout.pitched` (`placement.md`) unless the op has it.

    `options.md` describes preferences, kinds of ops and the letters of dims. A
    kind in `prefer` or `pitched` that matches no op is a warning.

    Blocks that do not divide:

      * A channel of a convolution is not blocked, or padded with
        `indivisible=pad`, with zeros if it is summed over; with
        `indivisible=priced` it has both options. A dynamic one is not blocked.
        A matmul is packed in all dims or none. Sticks (`NC[stick]HW`) are
        padded.
      * With `split` in the target (`targets.md`), a matmul with a constant
        kernel becomes two ops, for full blocks of columns and the rest, or one
        that computes a few more columns, in front of a `layout.crop`, unless
        `indivisible=pad`.
      * Images in blocks (`NHWC8h8w32c`) are padded to whole ones. Quotients and
        remainders index the windows.
      * Slices and insertions of no whole blocks, and pads of a blocked dim and
        others, become two ops. `layout-clean-up` joins them again if nothing is
        rewritten between them.
      * Equal parts of a `tensor.concat` that are padded, and whose elements
        rewrites put beside each other, as a shuffle of channels does, are
        joined along a dim of their own, if only rewrites that tell the parts
        apart read the result: 2 times 7 channels are padded to 2 times 8.
      * Where a reshape splits channels into groups that fit no block, as in
        front of a group norm, ops compute on the whole dim. A reduction over
        each group becomes one for each member and one over the members.

    Heuristics: `layout-flow` weighs the costs of options: prices of the target
    or, with `records`, what `layout-tune` has measured on this processor
    (`tune.md`), padding that ops compute on, and the `plain_price` of what is
    not blocked. An op with an option that was not measured keeps its costs,
    with a missed remark. A file without records of this processor is a warning.
    With `absorb=priced`, unblocked critical ops that would be frozen unchanged
    get `order = absorbed`.
  }];
  let options = [
    TargetOption,
    PreferOption,
    PitchedOption,
    IndivisibleOption,
    AbsorbOption,
    RecordsOption,
    RecordsCpuOption
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect",
    "::mlir::DLTIDialect"];
}

def LayoutFold : LayoutPass<"layout-fold", "::mlir::ModuleOp"> {
  let summary = "Cancels, merges and deduplicates rewrites, and folds them into constants";
  let description = [{
    Precondition: none.

    Effect: rewrites are cancelled, merged and folded into constants.

    ```mlir
    %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
    %2 = layout.layout_transform %1 by <(i, j) -> (j, i)>  // is %0
    %3 = layout.layout_transform %constant by <(i, j) -> (j, i)>
    // becomes
    %3 = arith.constant dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]>
    ```

      * Rewrites that read each other are one, but for row-major reshapes of
        rewrites with other users. Equal rewrites of a value are one if one
        dominates the other. A chain of up to 16 static rewrites that is proved
        to give its source is gone.
      * Static elementwise ops, up to 256 together, do not run on padding that
        all users remove. Transforms around them that permute no parts of dims,
        such as rolls, cancel if they undo each other. So do crops and pads of
        equal widths, some at low ends, that move more than the ops compute in
        the padding.
      * No static rewrite reads a fill or an empty tensor, unless it pads with
        other elements, or a constant of at most `constant-limit` bytes whose
        data is available. A constant has one copy for each layout. Splats stay
        splats unless padded with another value. The blob of an unused resource
        is freed, also for earlier clones of the module.
  }];
  let options = [
    ConstantLimitOption,
    Option<"recordLayouts", "record-layouts", "bool", /*default=*/"false",
           "State in which layout new constants are, as layout.stored">
  ];
  let dependentDialects = ["::mlir::layout::LayoutDialect",
                           "::mlir::arith::ArithDialect"];
}

def LayoutCancelReshapes : LayoutPass<"layout-cancel-reshapes", "::mlir::ModuleOp"> {
  let summary = "Moves elementwise ops to the shapes of their neighbours, so that reshapes cancel";
  let description = [{
    Precondition: none.

    Effect: elementwise ops have a shape in which rewrites cancel that move
    nothing but keep upstream from fusing ops. No rewrite is added that moves
    data. Passed remarks count them.

    ```mlir
    %1 = layout.layout_transform %0 by <(n, h, w, c) -> (n, c, h, w)> ...
    %2 = linalg.exp ins(%1 : tensor<1x96x1x1xf32>) ...
    %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, h, w, c)> ...
    // becomes
    %3 = linalg.exp ins(%0 : tensor<1x1x1x96xf32>) ...
    ```

    Poolings and other ops that read windows read the shape of the elementwise
    op in front of them, as far as that splits dims with a loop of their own.
    Frozen ops keep their shapes.

    Heuristics: of the shapes of a group of elementwise ops and of the values
    around it, the pass takes the one in which the fewest such rewrites keep ops
    apart, then the one with the fewest left.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::layout::LayoutDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

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

def LayoutVerify : LayoutPass<"layout-verify", "::mlir::ModuleOp"> {
  let summary = "Verifies that layout requirements are met and all maps are proved";
  let description = [{
    Precondition: none.

    Effect: the IR is not changed. It is an error if an op does not meet its
    `layout.op_layout`, if a split of a dynamic dim is not proved to divide its
    size, or if an index map is not proved bijective. A preference
    (`layout.prefer`) that is not met is a missed remark.

    With a target, in the option or the module, every operand and result has the
    layout that the target requires of its op, also behind `layout-materialize`;
    `targets.md` says what can be read off ops. An error names the op, the
    operand, the required layout and the one found, and a note where that was
    decided. Layouts that ops ask for themselves (`getLayoutRequests`) are
    verified also without a target.

    With `requirements=asked`, requirements of a target are verified only if it
    has the key `verify`; of several devices, each for the ops that run on it.
    With `requirements=asked-of-target`, nothing else is verified.
  }];
  let options = [
    TargetOption,
    ChoiceOption<"requirements", "requirements",
                 "::mlir::layout::VerifiedLayouts", "Which requirements are verified",
                 [Choice<"All", "all", "all">,
                  Choice<"Asked", "asked",
                         "those of a target only if its key verify is true">,
                  Choice<"AskedOfTarget", "asked-of-target",
                         "none but those of such a target">]>
  ];
  let dependentDialects = ["::mlir::DLTIDialect"];
}

def LayoutExtractChoices : LayoutPass<"layout-extract-choices", "::mlir::ModuleOp"> {
  let summary = "Writes ops with a choice of layouts as programs that can be timed";
  let description = [{
    Precondition: none. The pass belongs behind `layout-freeze`. It is an error
    without `folder`.

    Effect: the folder has a program for each distinct convolution, matmul and
    pooling with several layout options, and `ops.json`, which lists them
    (`tune.md`). The IR is not changed. A function for each option takes inputs
    in its layouts, adds up from zero and holds no rewrite. Ops on dynamic
    shapes are left out, with a missed remark.
  }];
  let options = [ChoicesFolderOption];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect"];
}

#endif // LAYOUT_PLANNING_PASSES
