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
    Precondition: none.

    Effect: planned functions are canonical, without common subexpressions, dead
    ops, unreachable blocks, and arguments of blocks with one value. Unlike
    upstream's `canonicalize` and `cse`, the pass changes neither other
    functions, nor ops marked `layout.frozen` or `layout.skip` and ops inside of
    these. Equal frozen ops become one. A `layout.constraint` behind an op keeps
    what the op states of its results.

    ```mlir
    %0 = tensor.insert_slice %x into %zeros[0, 2] [4, 8] [1, 1] : ...
    // becomes
    %0 = tensor.pad %x low[0, 2] high[0, 1] {...}
           : tensor<4x8xf32> to tensor<4x11xf32>
    ```

    A box in a tensor of equal elements is a `tensor.pad`, spaced elements are
    one `tensor.insert_slice` with strides. Insertions that write all of a
    tensor, or are nested along a dim, are one `tensor.concat`. Slices with
    elementwise ops between them are one slice. `forms` adds:

      * `planning`: the forms by which passes know ops. Images have loops over
        windows of one element. A grouped convolution with one group has no
        groups, one with one input channel in each group is depthwise. Dims of
        rows, columns or contracted elements that follow each other in all
        operands of a contraction, such as heads and their channels, are one
        loop. The factors are exchanged if the result has columns in front of
        rows, unless the second one alone is constant.
      * `planned`: the forms across which upstream's fusion moves reshapes.
        Parallel loops of extent 1 index dims of size 1 of inputs of a
        `linalg.generic`, instead of 0. Windows of one element have no loops if
        elementwise ops compute the image from a tensor with joined dims. Each
        `tensor.empty` is in front of its first use.
      * `host`: the same of `tensor.empty`, only in functions that
        `layout-survey` has not seen.
      * `present`: no forms, and no canonical ones. Equal ops become one, and
        nothing else happens.

    With `erase-marks`, marks are left on functions and inside of marked ones.
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
                         "those of functions that layout-host has added">,
                  Choice<"Present", "present",
                         "those that they have, and no canonical ones">]>,
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
    Precondition: `layout-flow{keep-unplanned}` and `layout-verify-plan` have
    run in the same pass manager, with a strategy that proves a bound. Otherwise
    nothing happens. Nor does it if nothing is moved, with `placement`, with
    another unit than bytes, or if values have requested layouts or constraints
    or ops are offloaded together.

    Effect: the program is what `lower` and `plan` have made of it in the last
    round that made it better, since a planned program has other ops, such as
    slices that fill blocks now. Frozen ops stay. If a pass fails, the program
    stays as it was, without an error. The report has the plan of that round,
    with the moves and prices of earlier rounds; layouts of convolutions and
    matmuls, hints and the baseline are those of the first one.

    Heuristics: a round is better if the lowered program moves less, with the
    prices that plans pay, or as much while the plan before says more. `rounds`
    limits the rounds.
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
    Precondition: `layout-flow{placement}` has run in the same pass manager;
    otherwise nothing happens.

    Effect: the report has what `layout-count` counts behind `layout-bufferize`
    and `layout-place-buffers` on a copy of the module, or the copies of the
    plan alone if that cannot be bufferized. The program is not changed.
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
