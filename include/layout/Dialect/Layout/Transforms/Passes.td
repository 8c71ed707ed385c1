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
    Masks of attention and the arithmetic of batch normalisation are computed from
    constants, in each call. As constants they are stored in the layout that
    their readers want, so no rewrite of them is left.

    Precondition: a clean program on tensors. The pass belongs in front of
    `layout-raise`.

    Postcondition: no op of a planned function that reads nothing but constants
    computes a tensor for an op that runs, if

      * it is a structured op whose loops are all parallel, an elementwise op on
        tensors, or one that takes a part of a tensor or joins tensors
        (`tensor.extract_slice`, `tensor.insert_slice`, `tensor.concat`,
        `tensor.pad`);
      * sizes are static, and elements are integers, indices or floating-point
        numbers;
      * each op of its body folds on its operands: as upstream folds it, or it is
        a `math.rsqrt` or an `arith.truncf`, which rounds to nearest;
      * its result has at most `evaluate-limit` bytes, or all elements of its
        operands are equal;
      * neither is it marked nor has it an attribute of the layout dialect.

    A missed remark says if an op stays because of its body or its size. Ops that
    move elements and keep all (transposes, broadcasts, reshapes, fills) are
    computed as well if one of these reads them; in front of other ops they stay.
    Functions of `math` may differ in the last bit from those that run.

    ```mlir
    %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<3x3xf32>) -> tensor<3x3xf32>
    %1 = linalg.fill ins(%one : f32) outs(%f : tensor<3x1xf32>) -> tensor<3x1xf32>
    %2 = tensor.insert_slice %1 into %0[0, 2] [3, 1] [1, 1] : tensor<3x1xf32> into tensor<3x3xf32>
    %3 = linalg.add ins(%x, %2 : ...) ...
    ```

    becomes

    ```mlir
    %2 = arith.constant dense<[[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
    %3 = linalg.add ins(%x, %2 : ...) ...
    ```
  }];
  let options = [EvaluateLimitOption];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LayoutHoist : LayoutPass<"layout-hoist", "::mlir::ModuleOp"> {
  let summary = "Moves rewrites and loads from functions to their callers";
  let description = [{
    Precondition: functions that compute one op each, whose layouts a tuner has
    chosen, are private and marked `layout.frozen`, and bring their arguments into
    these layouts themselves. The pass belongs in front of `layout-raise`.

    Postcondition: no frozen private function with known callers begins with a
    rewrite that is the only user of an argument, or ends with one of which only
    the result is returned; nor does another one with an op that is marked
    `layout.rewrite`. The rewrites stand at the calls, where they are planned:

    ```mlir
    func.func private @matmul(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> ...
        attributes {layout.frozen} {
      %0 = layout.layout_transform %b by <(i, j) -> (j, i floordiv 4, i mod 4)> ...
      ...
    %1 = call @matmul(%x, %y) : ...
    ```

    becomes

    ```mlir
    func.func private @matmul(%a: tensor<16x16xf32>, %b: tensor<16x4x4xf32>) -> ...
    %0 = layout.layout_transform %y by <(i, j) -> (j, i floordiv 4, i mod 4)> ...
    %1 = call @matmul(%x, %0) : ...
    ```

    Other private functions are planned together with their callers, so their
    rewrites stay. No planned private function loads a global that is marked
    `layout.constant` if public functions alone lead to it: these load it, and it
    is passed on, so that `layout-prepare-constants` can rewrite it. A function that
    calls itself, or is called indirectly, keeps its loads. A marked global that
    may change is an error.
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutLegalize : LayoutPass<"layout-legalize", "::mlir::ModuleOp"> {
  let summary = "Turns layouts that are stated of values into rewrites and constraints";
  let description = [{
    Precondition: a program on tensors. Rewrites are best raised before.

    Reads the layouts that arguments, results and ops state of values
    (`values.md`), in any notation or as attributes:

      * `layout.adapt` becomes a rewrite; the names of its source come from the
        op or from `layout.given`, those of its result from the op or from the
        convolution or matmul that reads it;
      * `layout.require` becomes a `layout.constraint` with rewrites in front of
        it and behind it, marked `layout.frozen` if it is of the result of an op, `layout.prefer` one that states the preferred layout;
      * `layout.tensor_layout`, and `bufferization.buffer_layout` with a layout
        that implements `TensorLayoutAttrInterface`, change the type of the
        argument or result to the physical one, with rewrites inside the function
        and at its calls, and leave `layout.host`;
      * the layout `"default"` is the one that the target has for values of that
        rank;
      * `constant-args` marks arguments of public functions `layout.constant`, as
        `layout-prepare-constants` needs them;
      * an encoding that implements `TensorLayoutAttrInterface`, such as
        `#layout.tensor_layout`, means `layout.tensor_layout` of an argument or
        result and `layout.require` of the result of an op; no type keeps it. Any
        other encoding stays, with a missed remark.

    Postcondition: no function that is planned has one of these attributes or a
    `layout.adapt`, and the program computes the same results, with tensors of
    physical type at the function boundaries that say so. An error says which layout a value
    cannot have, or which names contradict each other. A preference that a value
    cannot have, and one of a value without users, is a missed remark.
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
    Precondition: none. The pass belongs behind `layout-flow`, which meets what is
    required and weighs what is preferred.

    Postcondition: no planned function has a `layout.constraint` or a
    `layout.partition`. A preference
    that is met is a passed remark, one that is not met a missed one. A requirement
    that no op shares, so that the rewrites around it merge, is an error if it is
    of the result of an op, and a missed remark at the boundary of a function. A
    preference for which this holds is not met, and the plan, which counts both
    rewrites, is not what runs.
  }];
}

def LayoutPrepareConstants : LayoutPass<"layout-prepare-constants", "::mlir::ModuleOp"> {
  let summary = "Moves what depends on constant arguments alone in front of functions";
  let description = [{
    Precondition: arguments that are the same in each call of a public function
    are marked `layout.constant`, as are globals that it loads and whose values are
    given elsewhere. A marked global that may change is an error. The pass belongs
    behind `layout-flow`, for which their rewrites are free.

    Postcondition: no planned function has a rewrite or another op without effects
    that reads nothing but constant arguments and constants, and whose results
    take no more bytes than what it reads, nor one that may fail in a branch or
    loop that is not run. `@F.prepare` computes them: it takes the constant
    arguments that `@F` had, and returns those that `@F` has now, in order. Its
    attribute `layout.prepares` lists which arguments of `@F` it takes. A result
    that rewrites alone have made of an argument has `layout.host`, with the number
    `argument` of that argument. Marked globals that a public function loads are
    treated as constant arguments: `@F.prepare` loads them, and what depends on
    globals alone is passed to `@F` behind its other arguments, with the name
    `global` in `layout.host`. Calls in the module call both. With

    ```mlir
    func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x4xf32> {layout.constant}) -> tensor<8x4xf32> {
      %e = tensor.empty() : tensor<4x16xf32>
      %0 = linalg.transpose ins(%w : tensor<16x4xf32>) outs(%e : tensor<4x16xf32>) permutation = [1, 0]
      ...
    ```

    the transpose moves, and the function becomes

    ```mlir
    func.func @main.prepare(%w: tensor<16x4xf32> {layout.constant})
        -> (tensor<4x16xf32> {layout.host = {argument = 1 : i64, ...}})
        attributes {layout.prepares = array<i64: 1>}
    func.func @main(%x: tensor<8x16xf32>, %w: tensor<4x16xf32> {layout.constant}) -> tensor<8x4xf32>
    ```

    A function that has other uses than calls keeps its ops, with a missed remark.
  }];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::func::FuncDialect"];
}

def LayoutHost : LayoutPass<"layout-host", "::mlir::ModuleOp"> {
  let summary = "Adds functions and files for callers of functions on physical tensors";
  let description = [{
    Precondition: none. `layout-legalize` leaves the attribute `layout.host` on
    arguments and results whose types it has changed.

    Postcondition: private functions with a body have lost the attribute. For
    each argument and result of others that has it, but for prepared arguments,
    there is a public function, `@pack_F_argN` or `@unpack_F_resultN`, that turns
    the row-major tensor of the host into what the function `@F` takes, or its
    result into a row-major one. It is in the module of `@F`; files name functions
    of nested modules with these, `inner::F`. Padding is what the descriptor says,
    zero unless an attribute has stated something else.
    With `json` and `header`, the descriptors have been written there, into files
    that appear whole or not at all.

    With `weights`, constants that have `layout.stored` (option `record-layouts`
    of `layout-fold`) are further arguments of the public function that they are
    in, and that file has their bytes, each at a multiple of 64; another file,
    with `.json` behind the name, says what is where (`constants.md`). A constant
    stays, with a missed remark, if it is packed bits, or if the function is
    called in the module.
  }];
  let options = [WeightsFileOption, HostJsonOption, HostHeaderOption];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::func::FuncDialect"];
}

def LayoutFreeze : LayoutPass<"layout-freeze", "::mlir::ModuleOp"> {
  let summary = "Puts critical ops in the layouts that are required or preferred";
  let description = [{
    Precondition: linalg ops on tensors.

    Critical ops are convolutions and contractions. Their layouts come from the
    attribute `layout.op_layout` of the op, else from what the target requires,
    else from the option `prefer`, else from what the target prefers
    (`targets.md`). If there is one layout option, the op is rewritten and
    marked `layout.frozen`, with rewrites of its operands and results around it.
    If there are several, or the op is marked `layout.prefer`, the options are
    attached to the op and `layout-flow` chooses. If the target says that
    constants agree, an op does not get a layout of a constant in which not all
    users of that constant want it.

    If a value that an op computes or reads is required in a layout
    (`layout.require`), only options with that layout count, else the requested
    ones with that layout in its place. It is an error if the target requires
    others.

    Ops that the target offloads (`offload.md`) stay in the layouts that they
    have, and are frozen. If entries of kind `offload` state layouts of some of
    a partition, these get options, all its ops get the attribute
    `layout.partition`, and what enters and leaves passes a `layout.constraint`
    with `border`, so that `layout-flow` rewrites nothing inside.

    A slice that takes no whole blocks of a dim that a critical op wants in
    blocks becomes two: one of the other dims and of the blocks that it needs,
    and one of that, so that no more has to leave the blocks. An insertion into
    no whole blocks becomes one into a slice of these, which is put back. A pad
    of such a dim and of others becomes two, of that dim and of the others.
    `layout-clean-up` joins those between which nothing is rewritten.

    A reshape may split a dim into groups whose size fits no block that some op
    wants, as 320 channels into 32 groups of 10 in front of a group norm.
    Structured and elementwise ops then compute on the whole dim instead of the
    groups. A reduction over each group, whose order does not matter, becomes a
    reduction for each member and one over the members; values for each group
    are repeated for its members.

    Any other structured op, and any op with a layout rule that computes, may
    have `layout.op_layout` as well, and is treated likewise. So are poolings,
    softmax, reductions, elementwise ops, calls and ops by name for which the
    target states layouts, but they stay free where a preference cannot be had.

    Preferences give the layouts of data and kernel. Letters name the roles of
    dims: N batch, C, I, O channels, D, H, W image, G group; M, K, N dims of
    matrices, B their batch. `NCHW16c` splits blocks of 16 off the channels;
    `default` is the kernel layout that matches the data (`OIHW16i16o`). If a
    block does not divide a channel of a convolution, or its size is dynamic,
    the channel is not blocked; with `indivisible=pad` a static one is padded,
    with zeros if it is summed over. With `indivisible=priced` the op gets both
    as options, for each such channel on its own, and `layout-flow` chooses: what
    is padded costs the padding that the op computes on, what is not blocked the
    `plain_price` of the target. A matmul is packed in all its dims or not
    at all. With `split` in the target, as in `nhwc-packed16`, one whose kernel
    is a constant of at least a block of columns, and whose sums start at
    constants and have at least 128 products, becomes two ops and a
    `tensor.concat`, unless `indivisible=pad`: one op computes the columns in
    full blocks, and has the preferred layouts, the other those that remain.
    If the result has a static shape, and has one row, or at most an eighth more
    columns fill the last block, one op computes columns that nothing reads
    instead, in front of a `layout.crop`.
    `NC[stick]HW` splits sticks of so many bytes off the channels, as many as
    the target says, and always pads them.
    A third layout, as in `[NCHW,default,NCHW16c]`, is the layout of the
    result if it differs from that of the data. `pointwise_conv1d`,
    `pointwise_conv2d` and `pointwise_conv3d` are convolutions whose windows
    have one element, and `transposed_conv1d`, `transposed_conv2d` and
    `transposed_conv3d` are convolutions of images with zeros between their
    elements; without a preference of their own they count as `conv1d`, `conv2d`
    and `conv3d`.

    Data and results of convolutions may have blocks of image dims, as in
    `NHWC8h8w32c`. A border that a `tensor.pad` adds to the image is widened to
    whole blocks, with the windows inside it, so that it is padded in blocks; an
    image that is not full blocks is padded. Windows are then indexed by
    quotients and remainders.

    Target `conv4` allows NCHW, NHWC, NCHW8c and NCHW16c for the data and,
    independently, for the result of every convolution, at a cost of 1/4, 1/8,
    1/16 and 0 of the bytes of the result for each of the two. `nchw16c-1x1nhwc`
    prefers NHWC for pointwise convolutions and NCHW16c for others.
    Targets of CPUs give contractions the option `order = head_major`. With
    `absorb=priced`, critical ops that would be frozen in their layouts and are
    not blocked get the option `order = absorbed` instead.

    With `records`, layout options of convolutions, matmuls and poolings cost what
    `layout-tune` has measured for such an op on this processor (`tune.md`), as
    the bytes that a copy moves in the time that the op takes longer than in its
    fastest layouts; up to 5 % count as nothing. That counts before the costs that
    the op states itself. An op of which one option was
    not measured keeps its costs, with a missed remark. A remark says how many ops
    had records; a file that has none of this processor is a warning. `cpu` names
    another processor.

    With `pitched`, the critical ops of a kind get the attribute `layout.pitched`
    unless they have it: `false` for a library kernel that requires contiguous
    elements, a number for one that is slower if they are not. `layout-flow` with
    `placement`, and `layout-place-buffers`, respect it.

    Postcondition: every critical op is frozen, or has layout options from which
    `layout-flow` chooses; so is and has every other op whose layouts are
    required. An op for which the target states nothing has its own layouts as
    an option with `layout.prefer`, so that it follows its neighbours, unless it
    is blocked or the target keeps other ops (`others`). Without a target, an op
    without a preference is frozen unchanged, and so is one that has the
    preferred layout, blocked or not. An op that is blocked
    otherwise is written with whole dims first, and then treated like any other;
    if its blocks cannot be taken apart, it is frozen unchanged. If an
    op cannot have the layouts that its attribute or the target requires, that
    is an error; if
    it cannot have preferred layouts, it is frozen unchanged with a missed
    remark. The report lists the kinds in `prefer` that match no op, each of
    which is a warning as well.
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
    Precondition: none. The pass belongs behind `layout-freeze`, which attaches
    the options.

    Postcondition: the folder has a program for each distinct convolution, matmul
    and pooling with several layout options, and `ops.json`, which lists them. Ops
    are equal if their kinds, shapes, types, strides, dilations, groups and bodies
    are. A program has a function for each option; it takes the inputs of the op in
    the layouts of that option, adds up from zero, and holds no rewrite. An op on
    dynamic shapes is left out, with a missed remark. The IR is not changed.

    ```json
    {"op": {"kind": "conv2d", "operands": ["NCHW 1x16x8x8xf32", ...], ...},
     "uses": 2,
     "program": "op0.mlir",
     "choices": [
       {"function": "layouts0", "layouts": ["NCHW16c", "OIHW16i16o", "NCHW16c"]},
       ...]}
    ```
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

    Postcondition: no rewrite reads another rewrite with which it can be merged
    into one map, unless it is a row-major reshape of a rewrite that has other
    users; if two rewrites of one value are equal, neither dominates the other;
    the result of a chain of up to 16 static rewrites is not proved equal to the
    source of that chain; no group of up to 256 elementwise ops on static shapes
    runs on padding that all its users remove, or behind a transform that is no
    order of parts of dims and that transforms of all its results undo, or
    between crops and pads of equal widths, some at low ends, which move more than
    the ops compute in the padding;
    no rewrite with a static result reads a fill or an empty tensor, unless it
    pads with other elements; no rewrite reads a constant of at most
    `constant-limit` bytes whose data is available. A constant has one copy per distinct layout, and the original is
    erased if it is unused. A splat stays a splat unless it is padded with
    another value, and a resource stays a resource.

    The blob of a resource that becomes unreferenced in the module is freed,
    which also affects earlier clones of the module.
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
    Layouts that differ in unit dims only, or in how a dim is split, are the same
    place in memory, and `layout-flow` does not tell them apart. Rewrites between
    them move nothing. Between an elementwise op and a structured op that reads
    it, however, they keep upstream from fusing the two.

    Precondition: none.

    Postcondition: elementwise structured ops that read each other's results as
    they are have, together, the shape, among theirs and those of the values
    around them, in which the fewest such rewrites keep ops apart, and then the
    fewest are left at all. No rewrite is added that moves data. Remarks count
    both. Ops that read windows of images, as poolings do, read the shape that an
    elementwise op in front of them has, as far as that splits dims that each
    have a loop of their own: upstream's fusion does not move reshapes behind
    such ops. A reshape in front of the elementwise op, which it would move
    between the two, counts like one there. Frozen ops keep their shapes.

    ```mlir
    %1 = layout.layout_transform %0 by <(n, h, w, c) -> (n, c, h, w)>
           : tensor<1x1x1x96xf32> to tensor<1x96x1x1xf32>
    %2 = linalg.exp ins(%1 : tensor<1x96x1x1xf32>) outs(%e : tensor<1x96x1x1xf32>)
    %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, h, w, c)>
           : tensor<1x96x1x1xf32> to tensor<1x1x1x96xf32>
    ```

    becomes

    ```mlir
    %3 = linalg.exp ins(%0 : tensor<1x1x1x96xf32>) outs(%f : tensor<1x1x1x96xf32>)
    ```
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

    Postcondition: no op has a `layout.op_layout` that it does not meet, every
    split of a dynamic dim is proved to divide its size, and every index map is
    proved bijective. Anything else is an error at the op, but a preference
    (`layout.prefer`) that is not met is a remark. The IR is not changed.

    With a target, in the option or in the module, every operand and result also
    has the layout that the target requires of its op: see `targets.md` for what
    can be read off ops, also behind `layout-materialize`. An error names the op,
    the operand, the required layout and the one that was found, and has a note
    where that was decided.

    Requests of ops (`getLayoutRequests`) are verified with and without
    a target, unless `requirements` leaves out all targets.

    With `requirements=asked`, what a target requires is verified only if it asks
    for it by its key `verify`; with `requirements=asked-of-target`, nothing else is
    verified.
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
    Precondition: the layout rules of ops are valid, as of a pad whose result
    has its source.

    Postcondition: the class and the layout rule of every op with tensor operands
    are printed to standard output. The IR is not changed. The classes:

      * critical: a convolution or contraction, for which hardware prefers
        special layouts;
      * sensitive: may have any layout that its rule allows, but its name or its
        attributes change; they are found by creating the op with its factors
        reversed;
      * agnostic: may have any layout that its rule allows, and does not change;
      * a view: a reshape, which becomes part of the map of its source;
      * a barrier: its operands and results keep their layouts.

    A rule lists the factors that an op iterates over, f0, f1, ..., and for every
    dim of its tensors the factors that index it: `f2`; `(f0, f1)`, several
    factors, major to minor; `f2 + 1`, with an offset, which is `?` if it is not
    known; `window(f2, f5)`; `-` for a unit dim or a constant index.
  }];
  // To find sensitive ops, it creates them in another layout.
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"];
}

def LayoutRandomizeSplats : LayoutPass<"layout-randomize-splats", "::mlir::ModuleOp"> {
  let summary = "Replaces splat weights by seeded random data";
  let description = [{
    A splat is the same in every layout, so wrong layouts of splat weights go
    unnoticed. Run this pass before planning if the result is to be compared
    with the original program.

    Precondition: none.

    Postcondition: every float splat constant of more than one element (finite,
    at most 1e4 in absolute value) holds random data: the values of a vector
    differ from its mean by at most 25 %; other tensors are scaled by their
    fan-in (He initialization). Equal seeds give equal bytes.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the data">
  ];
}

#endif // LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES
