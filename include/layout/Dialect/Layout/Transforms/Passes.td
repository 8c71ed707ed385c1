//===- Passes.td - Passes on the layout dialect ------------*- tablegen -*-===//
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

#ifndef LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES
#define LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES

include "layout/Support/PassOptions.td"

def LayoutEvaluateConstants : LayoutPass<"layout-evaluate-constants", "::mlir::ModuleOp"> {
  let summary = "Computes at compile time what depends on constants alone";
  let description = [{
    Precondition: a program on tensors. The pass belongs in front of
    `layout-raise`.

    Effect: what depends on constants alone, such as masks of attention, is a
    constant, stored in the layout that its readers want.

    ```mlir
    %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<3x3xf32>)
    %2 = tensor.insert_slice %ones into %0[0, 2] [3, 1] [1, 1] : ...
    // becomes
    %2 = arith.constant dense<[[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], ...]>
    ```

    The pass computes an op that reads only constants if

      * it is a structured op without reductions, an elementwise op on tensors,
        or a `tensor.extract_slice`, `tensor.insert_slice`, `tensor.concat` or
        `tensor.pad`;
      * sizes are static, and elements are integers, indices or floating-point
        numbers;
      * each op of its body folds, or is a `math.rsqrt` or `arith.truncf`, which
        rounds to nearest;
      * its result has at most `evaluate-limit` bytes, or all elements of its
        operands are equal;
      * it has no mark and no attribute of the layout dialect.

    A missed remark says if an op stays because of its body or its size.
    Transposes, broadcasts, reshapes and fills are computed only if a computed
    op reads them. Functions of `math` may differ in the last bit from those at
    run time.
  }];
  let options = [EvaluateLimitOption];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LayoutHoist : LayoutPass<"layout-hoist", "::mlir::ModuleOp"> {
  let summary = "Moves rewrites and loads from functions to their callers";
  let description = [{
    Precondition: globals marked `layout.constant` never change; it is an error
    otherwise. The pass belongs in front of `layout-raise`.

    Effect: rewrites at the ends of private functions stand at their calls,
    where they are planned: in functions marked `layout.frozen` a rewrite that
    is the only user of an argument, or of which only the result is returned; in
    others such an op marked `layout.rewrite`.

    ```mlir
    func.func private @f(%b: tensor<16x16xf32>) attributes {layout.frozen} {
      %0 = layout.layout_transform %b by <(i, j) -> (j, i floordiv 4, i mod 4)>
    // becomes, with the rewrite in front of each call
    func.func private @f(%b: tensor<16x4x4xf32>) attributes {layout.frozen}
    ```

    Private functions that public functions alone lead to get globals marked
    `layout.constant` as arguments, so that `layout-prepare-constants` can
    rewrite them. A function that calls itself, or has other uses than calls,
    stays.
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutLegalize : LayoutPass<"layout-legalize", "::mlir::ModuleOp"> {
  let summary = "Turns layouts that are stated of values into rewrites and constraints";
  let description = [{
    Precondition: a program on tensors, with rewrites raised. It is an error if
    a value cannot have the layout that it requires, if names of dims are
    missing or contradict each other, or if a function whose type changes has
    other uses than calls.

    Effect: layouts that arguments, results and ops state (`values.md`), in any
    notation or as attributes, are rewrites, constraints and types.

    ```mlir
    %0 = math.exp %x {layout.prefer = "map:(i, j) -> (j, i)"} : tensor<4x8xf32>
    // becomes
    %1 = math.exp %x : tensor<4x8xf32>
    %0 = layout.constraint %1 prefers <(i, j) -> (j, i)> price 1.0 : ...
    ```

      * `layout.adapt` becomes a rewrite. The op or `layout.given` names the
        dims of its source; the op, or the convolution or matmul that reads the
        result, those of the result.
      * `layout.require` becomes a `layout.constraint` between rewrites, marked
        `layout.frozen` at the result of an op.
      * `layout.tensor_layout`, and `bufferization.buffer_layout` with a layout
        that implements `TensorLayoutAttrInterface`, give the argument or result
        its physical type and `layout.host`. Rewrites stand inside the function
        and at its calls.
      * An encoding that implements that interface means `layout.tensor_layout`
        at the function boundary and `layout.require` at the result of an op,
        and is erased. Other encodings stay, with a missed remark.
      * `"default"` is the layout that the target has for values of that rank.

    A preference that a value cannot have is a missed remark, and so is one of a
    value without users.
  }];
  let options = [
    TargetOption,
    ConstantArgsOption
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::DLTIDialect"];
}

def LayoutDropConstraints : LayoutPass<"layout-drop-constraints", "::mlir::ModuleOp"> {
  let summary = "Removes layout constraints once layouts have been planned";
  let description = [{
    Precondition: none. The pass belongs behind `layout-flow`. It is an error if
    the result of an op is required in a layout in which only rewrites read and
    write it: they merge. At a function boundary that is a missed remark.

    Effect: no planned function has a `layout.constraint` or `layout.partition`.
    A preference that is met is a passed remark, another one a missed remark.
    One that only rewrites share is not met, and the program is not what the
    plan counts.

    ```mlir
    %0 = layout.constraint %x prefers <(i, j) -> (j, i)> price 1.0 : ...
    %1 = math.exp %0 : tensor<4x8xf32>
    // becomes
    %1 = math.exp %x : tensor<4x8xf32>
    ```
  }];
}

def LayoutPrepareConstants : LayoutPass<"layout-prepare-constants", "::mlir::ModuleOp"> {
  let summary = "Moves what depends on constant arguments alone in front of functions";
  let description = [{
    Precondition: `layout.constant` marks arguments of public functions that are
    the same in each call, and globals that never change; it is an error
    otherwise. The pass belongs behind `layout-flow`, for which their rewrites
    are free.

    Effect: `@F.prepare` computes what `@F` would compute of these in each call:
    rewrites and other ops without effects that read nothing else but constants,
    whose results take no more bytes than what they read. Ops that may fail stay
    in branches and loops that may not run.

    ```mlir
    func.func @main(%x: ..., %w: tensor<16x4xf32> {layout.constant}) -> ... {
      %0 = linalg.transpose ins(%w : ...) outs(%e : ...) permutation = [1, 0]
    // becomes
    func.func @main.prepare(%w: tensor<16x4xf32> {layout.constant})
        -> (tensor<4x16xf32> {layout.host = {argument = 1 : i64, ...}})
        attributes {layout.prepares = array<i64: 1>}
    func.func @main(%x: ..., %w: tensor<4x16xf32> {layout.constant}) -> ...
    ```

    `layout.prepares` lists the former constant arguments of `@F`, which
    `@F.prepare` takes. It returns the present ones in order, those that depend
    on globals alone last. `layout.host` describes a result that rewrites alone
    have made of an `argument` or `global`. Calls in the module call both
    functions. A function with other uses keeps its ops, with a missed remark.
  }];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::func::FuncDialect"];
}

def LayoutHost : LayoutPass<"layout-host", "::mlir::ModuleOp"> {
  let summary = "Adds functions and files for callers of functions on physical tensors";
  let description = [{
    Precondition: `layout.host`, which `layout-legalize` sets, describes the
    types of arguments and results. It is an error otherwise, or if other
    functions have the names below.

    Effect: for each argument and result with `layout.host` of a public function
    or declaration `@F`, but for prepared arguments, `@pack_F_argN` or
    `@unpack_F_resultN` beside it converts between the row-major tensor of the
    host and what `@F` takes or returns. Padding is zero unless the attribute
    states a value. Other functions lose the attribute.

    ```mlir
    func.func @pack_main_arg0(%x: tensor<4x8xf32>) -> tensor<8x4xf32>
        attributes {layout.packs} {
      %0 = layout.layout_transform %x by <(i, j) -> (j, i)> ...
    ```

    `json` and `header` have the descriptors. With `weights`, constants that
    have `layout.stored` (`layout-fold{record-layouts}`) become arguments of
    their public function. That file has their bytes, at multiples of 64, and a
    second one, with `.json` behind the name, the index (`constants.md`). Splats,
    packed bits, and constants of functions that the module calls stay, with a
    missed remark. Files appear whole or not at all, and name functions of
    nested modules `inner::F`.
  }];
  let options = [WeightsFileOption, HostJsonOption, HostHeaderOption];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::func::FuncDialect"];
}

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

def LayoutRandomizeSplats : LayoutPass<"layout-randomize-splats", "::mlir::ModuleOp"> {
  let summary = "Replaces splat weights by seeded random data";
  let description = [{
    Precondition: none. A splat of more than 4 GiB is an error. The pass belongs
    in front of planning.

    Effect: every float splat constant of more than one element (finite, at most
    1e4 in absolute value) holds random data, so that wrong layouts of weights
    change results. Values of a vector differ from its mean by at most 25 %;
    other tensors are scaled by their fan-in (He initialization). Equal seeds
    give equal bytes.

    ```mlir
    %0 = arith.constant dense<0.1> : tensor<2x2xf32>
    // becomes
    %0 = arith.constant dense<[[-0.845638453, -1.42608798], ...]>
    ```
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the data">
  ];
}

#endif // LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES
