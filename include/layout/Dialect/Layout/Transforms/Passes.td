//===- Passes.td - Passes of the layout dialect ------------*- tablegen -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pass works on a module, because constants, resources and the report
// are the module's; it touches the functions that `getPlannedFunctions` names.
// A pass whose precondition does not hold says so at the op and fails.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PASSES
#define LAYOUT_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Options of more than one pass
//===----------------------------------------------------------------------===//

class StrategyOption<string solver>
    : Option<"strategy", "strategy", "::mlir::layout::Strategy",
             "::mlir::layout::Strategy::" # solver,
             "Solver of the planning problem",
             [{::llvm::cl::values(
               clEnumValN(::mlir::layout::Strategy::Backward, "backward",
                          "from results to operands"),
               clEnumValN(::mlir::layout::Strategy::Forward, "forward",
                          "from operands to results"),
               clEnumValN(::mlir::layout::Strategy::Optimal, "optimal",
                          "the cheapest plan, with a bound that proves it"))}]>;

def IndivisibleOption
    : Option<"indivisible", "indivisible", "::mlir::layout::Indivisible",
             "::mlir::layout::Indivisible::Plain",
             "What to do where a blocked extent does not divide",
             [{::llvm::cl::values(
               clEnumValN(::mlir::layout::Indivisible::Plain, "plain",
                          "read or write that side without the block"),
               clEnumValN(::mlir::layout::Indivisible::Pad, "pad",
                          "pad that side to a multiple of the block"))}]>;

def AbsorbOption
    : Option<"absorb", "absorb", "::mlir::layout::Absorb",
             "::mlir::layout::Absorb::Never",
             "Whether critical ops may read operands in other orders than standard ones",
             [{::llvm::cl::values(
               clEnumValN(::mlir::layout::Absorb::Never, "never",
                          "a rewrite stays one that can be seen"),
               clEnumValN(::mlir::layout::Absorb::Priced, "priced",
                          "for the bytes of the operand, where that is cheapest"))}]>;

def CalibrationOption
    : Option<"calibration", "calibration", "std::string", "\"\"",
             "JSON file that says what rewrites take on a machine; costs are in its unit">;

def VisitLimitOption
    : Option<"visitLimit", "visit-limit", "uint64_t", "131072",
             "Variables that the search of strategy=optimal visits anew before it is given up">;

def TimeLimitOption
    : Option<"timeLimit", "time-limit", "double", "0",
             "Seconds after which strategy=optimal takes the best plan so far; 0: as long as it takes">;

def ConstantLimitOption
    : Option<"constantLimit", "constant-limit", "uint64_t", "4294967296",
             "Largest constant, in bytes, that is rewritten at compile time">;

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

def LayoutRaise : Pass<"layout-raise", "::mlir::ModuleOp"> {
  let summary = "Turns upstream rewrites into layout operations";
  let description = [{
    Precondition: linalg and tensor ops on tensors.

    Postcondition: every `linalg.transpose`, `linalg.pack`, `linalg.unpack`,
    copy-like `linalg.generic` (in gather or scatter form) and reshape that is
    a bijective index map is a `layout` op, each by its own; nothing is merged.
    A pack that pads is a `layout.pad` and a transform, an unpack that cuts off
    a transform and a `layout.crop`; so are a constant pad behind the ends in
    front of a rewrite, and a slice of the beginnings behind one. What is no
    pure rewrite stays: broadcasts, `linalg.copy`, other pads and slices,
    concatenations; so does, with a missed remark, what is not known to be one:
    reshapes over dynamic inner extents, splits of a dynamic dim that are not
    proved to divide.
  }];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::tensor::TensorDialect",
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"];
}

def LayoutFreeze : Pass<"layout-freeze", "::mlir::ModuleOp"> {
  let summary = "Gives critical ops the layouts they want";
  let description = [{
    Precondition: linalg on tensors.

    Critical ops are convolutions and contractions. What one wants is said by
    `layout.op_layout` on it, else by `prefer`, else by the target. With one
    entry it is rewritten at once, marked `layout.frozen`, and rewrites stand
    on its edges; with several, or with `layout.prefer`, the entries are
    attached and `layout-flow` chooses.

    Preferences name the layouts of data and kernel by the roles of dims: N
    batch, C, I, O channels, D, H, W image, G group; M, K, N of matrices, B
    their batch. `NCHW16c` cuts blocks of 16 off the channels; `default` is the
    kernel that suits the data (`OIHW16i16o`). A convolution takes a channel
    whole that its block does not divide, or whose extent is not static; with
    `indivisible=pad` a static one is padded, with zeros where it is summed
    over. A matmul is packed in all its dims or stays. A third layout,
    `[NCHW,default,NCHW16c]`, is that of the result, where it is another than
    the data's. `pointwise_conv2d` and its like are convolutions with windows of
    one point; they are `conv2d` where nothing is preferred for them.

    Target `conv4` leaves every convolution the choice between NCHW, NHWC, NCHW8c
    and NCHW16c, for the data and for the result, each priced by 1/4, 1/8, 1/16
    and 0 of the bytes of the result. `nchw16c-1x1nhwc` wants pointwise
    convolutions in NHWC and others in NCHW16c. `nchw16c-headmajor` leaves
    contractions the freedom `order = head_major`. With `absorb=priced` critical
    ops that would be frozen, and were not blocked before, have the freedom
    `order = absorbed` instead.

    Postcondition: every critical op is frozen, unless it has entries to choose
    from. One that nothing is wanted of, that is blocked already or lies as
    wanted is frozen as it stands. An entry on the op that cannot be had is an
    error; one that was only wanted is a missed remark and the op is frozen as
    it stands. `layout.report` holds the `target`, and under `unmatched` the
    kinds in `prefer` that no op is of.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "Target whose preferences apply: nchw, nhwc, nchw4c, nchw8c, nchw16c, nchw16c-mm16, nchw16c-1x1nhwc, nchw16c-headmajor, conv4">,
    Option<"prefer", "prefer", "std::string", /*default=*/"\"\"",
           "Preferences per kind of op, e.g. conv2d=[NCHW16c,default],matmul=[…]|[…]">,
    IndivisibleOption,
    AbsorbOption
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"];
}

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
    other. With `graph-for-report` the plan as a graph goes to `layout.report`,
    for `layout-report` to draw.

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
           "Hand the plan as a graph to the report">,
    Option<"testPlantWrongMap", "test-plant-wrong-map", "bool", /*default=*/"false",
           "For tests: swaps two elements' places in the first rewrite, so that a checker must notice">
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect",
    "::mlir::affine::AffineDialect"];
}

def LayoutFold : Pass<"layout-fold", "::mlir::ModuleOp"> {
  let summary = "Cancels, merges and deduplicates rewrites, and folds them into constants";
  let description = [{
    Precondition: none.

    Postcondition: no rewrite reads another rewrite with which it is one map,
    unless it is a view of one that others read too; of two equal rewrites of
    one value neither dominates the other; no rewrite reads a constant whose
    data is at hand and of at most `constant-limit` bytes. A constant has one
    copy per distinct layout, the original is erased when unused; a splat stays
    a splat unless it is padded with another value, and a resource stays a
    resource.

    The blob of a resource that nothing in the module refers to any more is
    freed, also for clones of the module made before.
  }];
  let options = [ConstantLimitOption];
  let dependentDialects = ["::mlir::layout::LayoutDialect",
                           "::mlir::arith::ArithDialect"];
}

def LayoutVerify : Pass<"layout-verify", "::mlir::ModuleOp"> {
  let summary = "Checks that requirements hold and nothing unproved is left";
  let description = [{
    Precondition: none.

    Postcondition: no op still asks for a layout it does not have, every split
    of a dynamic dim is proved to divide, and every index map is proved
    bijective. Anything else is an error at the op. The program is not changed.
  }];
}

def LayoutMaterialize : Pass<"layout-materialize", "::mlir::ModuleOp"> {
  let summary = "Lowers what is left to upstream operations";
  let description = [{
    Precondition: no critical op with entries to choose from, and no `layout` op
    in what is marked `layout.leave` or in a frozen function.

    Postcondition: no op and no attribute of the layout dialect is left but
    `layout.report` and the marks on functions that are kept. A rewrite becomes
    `tensor.expand_shape`, `linalg.transpose` and `tensor.collapse_shape`, as
    few of them as it needs; a row-major reshape becomes reshapes alone; a map
    that is not of digit form becomes a `linalg.generic` that writes through it;
    pads and crops become `tensor.pad` and `tensor.extract_slice`. With `packs`,
    a rewrite of static shape that cuts tiles is one `linalg.pack`, with the pad
    in front of it that fills the last ones, and one that joins them one
    `linalg.unpack`, for tools that go on with those. With `keep-marks`,
    `layout.frozen` and `layout.leave` stay on ops.
  }];
  let options = [
    Option<"keepMarks", "keep-marks", "bool", /*default=*/"false",
           "Keep layout.frozen and layout.leave on ops">,
    Option<"packs", "packs", "bool", /*default=*/"false",
           "Write rewrites in tiles as linalg.pack and linalg.unpack">
  ];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::ub::UBDialect", "::mlir::affine::AffineDialect"];
}

def LayoutBufferize : Pass<"layout-bufferize", "::mlir::ModuleOp"> {
  let summary = "Turns tensors into buffers, with as few copies as it can";
  let description = [{
    Precondition: programs on tensors that one-shot bufferization takes; layouts
    are chosen (no `layout.op_layout` with several entries is left).

    Upstream's one-shot bufferization, on the whole module and its function
    boundaries, behind its elimination of empty tensors. Our ops take part in it
    wherever it runs:

      * a `layout_transform` that keeps row-major order is a reshape of its
        source, any other becomes a new buffer and one nest of loops over the
        tiles of both, in which nothing is divided;
      * a `crop` is a subview of its source;
      * a `pad` becomes a new buffer of which the frame is filled, if that
        matters, and the rest copied.

    With `to=logical` a `layout_transform` of a static shape that only reading
    structured ops that are not frozen and `tensor.extract` use is not copied: it is a
    `layout.reindex` of the buffer of its source (what it marks so, by
    `layout.view`, it also does elsewhere). Such a buffer has no strides;
    `layout-apply-buffer-layouts` makes the accesses those of the source.

    Postcondition: no tensor op is left, functions take and return memrefs in
    row-major order. Requirements of layouts, `layout.frozen` among them, are gone
    but where a function is frozen or an op left. Buffers are not freed: that is for upstream's
    `buffer-deallocation-pipeline`, as behind upstream's pass.
  }];
  let options = [
    Option<"to", "to", "::mlir::layout::BufferForm",
           /*default=*/"::mlir::layout::BufferForm::Physical",
           "What a layout_transform becomes",
           [{::llvm::cl::values(
             clEnumValN(::mlir::layout::BufferForm::Physical, "physical",
                        "a buffer of the shape of its result"),
             clEnumValN(::mlir::layout::BufferForm::Logical, "logical",
                        "the buffer of its source, by other indices, where all "
                        "users take such"))}]>
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def LayoutApplyBufferLayouts : Pass<"layout-apply-buffer-layouts", "::mlir::ModuleOp"> {
  let summary = "Gives buffers their physical shapes and rewrites what uses them";
  let description = [{
    Precondition: programs on memrefs. How a buffer is to lie is said by its type
    (`#layout.index_map` as its layout) or by `layout.buffer_transforms` and
    `layout.axis_separators` on its allocation, its global or the argument it is.

    Names that may stand for one buffer, in callers and callees, around loops
    and as globals, change together or not at all. Loads, stores, atomic updates
    and prefetches get physical indices; allocations the physical shape, filled
    with `layout.pad_value` if it is larger and says so; initial values of
    globals are moved. Vector transfers stay what they are along dims that are
    not cut, and go element by element along others. Structured ops stay where
    indexing maps that divide nothing say where elements are, and become loops
    otherwise. A copy between
    buffers that lie otherwise becomes one nest over the tiles of both, in which
    nothing is divided.

    Reshapes and transposes of a buffer become part of how it lies. A subview
    that keeps tiles whole (offsets are multiples of them by constants, products
    or steps of loops) is one of the physical buffer; through any other, accesses
    go to the buffer itself.

    With `loop-order=physical` loops follow the buffer that is written, the first
    that changes if there are several: structured ops become loops over its
    physical axes, tiles among them, with reductions innermost in their order;
    `scf.parallel` and those nests of `affine.for` that may be are turned round.

    Postcondition: no buffer that may change has a layout but its groups, and no
    annotation is left; applied again, nothing changes. Buffers that public
    functions take or return change with `functions=all`; otherwise a type that
    asks for it is left, an annotation is an error. Buffers of ops marked
    `layout.frozen` or `layout.leave` stay in the same way. An op that cannot be
    rewritten, one that takes the pointer of a buffer for instance, is an error,
    too; then nothing is changed.
  }];
  let options = [
    Option<"functions", "functions", "::mlir::layout::BufferFunctions",
           /*default=*/"::mlir::layout::BufferFunctions::Private",
           "Functions whose signatures may change",
           [{::llvm::cl::values(
             clEnumValN(::mlir::layout::BufferFunctions::Private, "private",
                        "private functions, with all their calls"),
             clEnumValN(::mlir::layout::BufferFunctions::All, "all",
                        "public functions, too"))}]>,
    Option<"loopOrder", "loop-order", "::mlir::layout::LoopOrder",
           /*default=*/"::mlir::layout::LoopOrder::Keep",
           "How loops go",
           [{::llvm::cl::values(
             clEnumValN(::mlir::layout::LoopOrder::Keep, "keep",
                        "as they did"),
             clEnumValN(::mlir::layout::LoopOrder::Physical, "physical",
                        "along the axes of the physical buffer they write"))}]>
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def LayoutFlatten : Pass<"layout-flatten", "::mlir::ModuleOp"> {
  let summary = "Gives buffers one dim for each of their groups";
  let description = [{
    Precondition: programs on memrefs whose layouts are the identity or index
    maps.

    The physical dims of a group become one, in row-major order: a buffer
    without groups is 1-D, one with n separators has n + 1 dims. Names of a
    buffer change together, and what uses it is rewritten, as
    `layout-apply-buffer-layouts` does.

    Postcondition: every buffer that may change is flat. One of several dims has
    the layout that keeps them apart, `(i, j) -> (i | j)`, by which it is known
    from one that is not flat yet; flattened again, nothing changes. Extents that
    are multiplied are static, or given to the one allocation of a buffer all of
    whose names are in that function; anything else is an error, and so is a
    buffer of more than `max-rank` dims.
  }];
  let options = [
    Option<"functions", "functions", "::mlir::layout::BufferFunctions",
           /*default=*/"::mlir::layout::BufferFunctions::Private",
           "Functions whose signatures may change",
           [{::llvm::cl::values(
             clEnumValN(::mlir::layout::BufferFunctions::Private, "private",
                        "private functions, with all their calls"),
             clEnumValN(::mlir::layout::BufferFunctions::All, "all",
                        "public functions, too"))}]>,
    Option<"maxRank", "max-rank", "unsigned", /*default=*/"0",
           "Dims that a flat buffer may have at most; 0 is no limit">
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def LayoutDropGroups : Pass<"layout-drop-groups", "::mlir::ModuleOp"> {
  let summary = "Takes the layouts off buffers that have nothing but groups";
  let description = [{
    Precondition: none.

    Postcondition: no memref has the layout `(i, j) -> (i | j)` or one like it:
    lowerings that know strides alone can go on. The program computes what it
    did.
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

def LayoutPrintRules : Pass<"layout-print-rules", "::mlir::ModuleOp"> {
  let summary = "Prints what every op minds about layouts";
  let description = [{
    Precondition: none.

    Postcondition: for every op with tensor operands, its class and its rule
    stand on standard output; the program is not changed. The classes:

      * critical: convolutions and contractions, which hardware wants in
        special layouts;
      * sensitive: takes any layout its rule allows, but is another op then;
        what changes (its name, or attributes) is told by laying it out with
        its factors turned round;
      * agnostic: takes any layout its rule allows and stays as it is;
      * a view: becomes part of the map of the value it shows;
      * a barrier: reads and writes its tensors as they stand.

    A rule names the factors an op iterates over, f0, f1, …, and for every dim
    of its tensors the factors that reach it: `f2`; `(f0, f1)` spelled by
    several; `f2 + 1` moved by an offset, `?` if that is not known;
    `window(f2, f5)`; `-` for a unit dim or a constant index.
  }];
}

def LayoutRandomizeSplats : Pass<"layout-randomize-splats", "::mlir::ModuleOp"> {
  let summary = "Replaces splat weights by seeded data";
  let description = [{
    A wrong layout cannot be seen through splat weights, so this runs before
    planning when a program is to be checked.

    Precondition: none.

    Postcondition: every float splat constant of more than one element (finite,
    at most 1e4 in absolute value) holds seeded data: vectors keep their mean
    and vary by at most 25 %, the rest is He-scaled. The same seed gives the
    same bytes.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the data">
  ];
}

def LayoutPipeline : Pass<"layout-pipeline", "::mlir::ModuleOp"> {
  let summary = "Plans the layouts of a whole program";
  let description = [{
    survey, clean up, raise, freeze, fold, flow, fold, clean up, verify,
    materialize, clean up, report; on functions that hold a critical op and
    tensors. Cleaning up is what upstream's canonicalizer and CSE do, but for
    ops that are marked `layout.frozen` or `layout.leave`.

    Precondition: linalg on tensors.

    Postcondition: the program computes the same results; every other function
    is unchanged; a second run changes nothing; with `materialize` (the default)
    no op or attribute of the layout dialect is left.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "Target whose preferences apply">,
    Option<"prefer", "prefer", "std::string", /*default=*/"\"\"",
           "Preferences per kind of op">,
    StrategyOption<"Optimal">,
    Option<"problem", "problem", "std::string", /*default=*/"\"\"",
           "Where to write the planning problem, as of layout-flow">,
    Option<"planFile", "plan", "std::string", /*default=*/"\"\"",
           "Where to write the plan, as of layout-flow">,
    IndivisibleOption,
    AbsorbOption,
    CalibrationOption,
    ConstantLimitOption,
    VisitLimitOption,
    TimeLimitOption,
    Option<"materialize", "materialize", "bool", /*default=*/"true",
           "Lower what is left to upstream ops">,
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "Where to write the report (.json, .html, .dot, else text; - is stderr)">,
    Option<"testPlantWrongMap", "test-plant-wrong-map", "bool", /*default=*/"false",
           "For tests: makes one rewrite wrong">
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect",
    "::mlir::affine::AffineDialect", "::mlir::complex::ComplexDialect",
    "::mlir::ub::UBDialect"];
}

#endif // LAYOUT_TRANSFORMS_PASSES
