//===- Passes.td - Passes of the layout pipeline -----------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PIPELINES_PASSES
#define LAYOUT_PIPELINES_PASSES

include "layout/Support/PassOptions.td"

def LayoutCleanUp : LayoutPass<"layout-clean-up", "::mlir::ModuleOp"> {
  let summary = "Canonicalizes planned functions, except for marked ops";
  let description = [{
    Erases unreachable blocks, arguments of blocks that have the same value in
    each run, and dead ops, canonicalizes and eliminates common subexpressions
    until neither changes the program. Unlike upstream's
    `canonicalize` and `cse`, it works on the functions that are planned only,
    and does not change ops that are marked `layout.frozen` or `layout.skip`,
    nor ops inside of those. A value of which an op states a layout gets a
    `layout.constraint` behind it that states the same, so that the statement is
    left if the op is replaced; `layout-legalize` reads these. Two equal ops
    become one also if both are marked `layout.frozen`.

    Insertions into a tensor of equal elements have one form behind this pass:
    a box is a `tensor.pad`, and elements with others between them, as in front of
    a transposed convolution, are one `tensor.insert_slice` with strides.
    Insertions that write all of a tensor, one behind the other, are one
    `tensor.concat`, and so are nested ones along a dim. Slices with elementwise
    ops between them are one slice.

    Precondition: none.

    Postcondition: the program computes the same results. `forms` says which forms
    ops have behind the pass, besides the canonical ones:

      * `planning`: those by which passes that plan know ops. Images are indexed
        with loops over windows of one element, by which convolutions are known. A
        grouped convolution with one group is one without groups, and one whose
        groups have one input channel is a depthwise one, between reshapes. A
        contraction over several dims of columns or contracted elements that follow
        each other in all operands, such as heads and the channels of a head, or
        over such rows, has one loop over each, as matmuls have. Factors of
        contractions whose results have columns in front of rows are exchanged,
        unless the second one alone is constant, so that the kernel is the second
        operand.
      * `planned`: those across which upstream's fusion of elementwise ops moves
        reshapes. Dims of size 1 of inputs of a `linalg.generic` are indexed by its
        parallel loops of extent 1, as far as there are some, and not by the
        constant 0. Generic convolutions with windows of one element index an image
        without the loops over the window, if elementwise ops compute it from a
        tensor whose dims have been joined. Each `tensor.empty` stands in front of
        its first use, so that its place says nothing of rewrites that once shared
        it.
      * `host`: functions that were there when `layout-survey` ran are left alone.
        In others, as `layout-host` adds them, each `tensor.empty` stands in front
        of its first use.

    With `erase-marks`, no `layout.frozen` or `layout.skip` is left inside of
    functions that are not marked themselves.
  }];
  let options = [
    ChoiceOption<"forms", "forms", "::mlir::layout::CleanUpForms",
                 "The forms that ops have, besides canonical ones",
                 [Choice<"Canonical", "canonical", "no others">,
                  Choice<"Planning", "planning",
                         "those by which passes that plan know ops">,
                  Choice<"Planned", "planned",
                         "those across which upstream's fusion moves reshapes">,
                  Choice<"Host", "host",
                         "those of functions that layout-host has added">]>,
    Option<"eraseMarks", "erase-marks", "bool", /*default=*/"false",
           "Erase the marks of ops in the end">
  ];
  // Canonicalization patterns create ops of dialects that need not be loaded.
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect",
    "::mlir::affine::AffineDialect", "::mlir::complex::ComplexDialect",
    "::mlir::ub::UBDialect"];
}

def LayoutPlanAgain : LayoutPass<"layout-plan-again", "::mlir::ModuleOp"> {
  let summary = "Plans a program again, as long as that is cheaper";
  let description = [{
    A planned program has other ops than the one that was planned: slices that
    fill blocks now, or rewrites that have become one. So a plan of it may move
    less, although no plan of the program before does.

    Precondition: `layout-flow{keep-unplanned}` and `layout-verify-plan` have run
    before in the same pass manager, with a strategy that proves a bound.
    Otherwise nothing happens; nor does it if nothing is moved, if the plan says
    where values lie (`placement`) or costs another unit than bytes, or if layouts
    are stated of values, if operations are offloaded together
    (`layout.partition`), or there was a `layout.constraint` in front of
    `layout-flow`, since these hold in one plan.

    Postcondition: the program is what `lower` and `plan`, one behind the other,
    have made of it in the last of at most `rounds` rounds that made it better:
    behind `lower` it moves less, with the prices that plans pay, or as much, and
    its plan says so, while passes behind the last plan have saved something. Ops
    that are frozen stay as they are. If the passes fail, nothing is said, and the
    program stays as it was. The report has the plan and the moves of that round,
    together with what earlier rounds have added to the moves and paid in prices;
    the layouts of convolutions and matmuls, hints and figures of the baseline are
    those of the first one. Remarks of the passes have the category
    `layout-plan-again`.
  }];
  let options = [
    Option<"lower", "lower", "std::string", /*default=*/"\"\"",
           "Pipeline that lowers a plan as later passes do, with what is stated of ops">,
    Option<"plan", "plan", "std::string", /*default=*/"\"\"",
           "Pipeline that plans such a program">,
    Option<"rounds", "rounds", "unsigned", /*default=*/"4",
           "How often the program is planned again at most">
  ];
}

def LayoutVerifyPlacement
    : LayoutPass<"layout-verify-placement", "::mlir::ModuleOp"> {
  let summary = "Carries out the places of a plan, and reports what is copied";
  let description = [{
    Precondition: `layout-flow{placement}` has run before in the same pass
    manager; otherwise nothing happens.

    Postcondition: the report says what `--layout-count` counts behind
    `layout-bufferize` and `layout-place-buffers`: these work on a copy of the
    module. If that cannot be bufferized, the report has the copies of the plan
    alone. The program is not changed.
  }];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::func::FuncDialect"
  ];
}

#endif // LAYOUT_PIPELINES_PASSES
