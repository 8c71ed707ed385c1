//===- Passes.td - Passes behind the plan ------------------*- tablegen -*-===//
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

#ifndef LAYOUT_EXPORT_PASSES
#define LAYOUT_EXPORT_PASSES

include "layout/Support/PassOptions.td"

def LayoutMaterialize : LayoutPass<"layout-materialize", "::mlir::ModuleOp"> {
  let summary = "Lowers layout operations to upstream operations";
  let description = [{
    Precondition: layouts are chosen. It is an error if an op still has several
    layout options or a preference, if a layout op is in a frozen function or a
    skipped op, or if a `layout.adapt` is left.

    Effect: no layout op on tensors is left, and no attribute of the dialect but
    in marked functions and those that later passes read (`layout.constant`,
    `layout.packs`, `layout.pitched`, `layout.prepares`, `layout.stored`).

    ```mlir
    %0 = layout.layout_transform %x by <(i, j) -> (j floordiv 4, i, j mod 4)>
    // becomes
    %1 = tensor.expand_shape %x [[0], [1, 2]] output_shape [4, 2, 4] : ...
    %0 = linalg.transpose ins(%1 : ...) outs(%e : ...) permutation = [1, 0, 2]
    ```

      * A transform becomes an expand_shape, a transpose and a collapse_shape,
        or fewer of them. One that keeps the row-major order becomes reshapes
        only, which upstream's fusion does not move. One whose map has no digit
        form becomes a `linalg.generic`.
      * A pad becomes a `tensor.pad`, a crop a `tensor.extract_slice`.
      * A transform, the pad in front and the crops behind become one
        `linalg.generic`, which passes over memory once, if they are one
        rewrite, sizes that change are static, no dynamic dim is split, and
        `layout-raise` recognizes the index.
      * With `packs`, static transforms that form or join tiles, with a pad that
        completes them, become `linalg.pack` and `linalg.unpack`.
  }];
  let options = [
    ChoiceOption<"keep", "keep", "::mlir::layout::KeptAttributes",
                 "Which attributes of the layout dialect ops keep",
                 [Choice<"None", "none", "those that later passes read">,
                  Choice<"Marks", "marks", "layout.frozen and layout.skip as well">,
                  Choice<"All", "attributes", "all">]>,
    Option<"packs", "packs", "bool", /*default=*/"false",
           "Lower transforms that form tiles to linalg.pack and linalg.unpack">
  ];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::ub::UBDialect", "::mlir::affine::AffineDialect"];
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

def LayoutDropConstraints : LayoutPass<"layout-drop-constraints", "::mlir::ModuleOp"> {
  let summary = "Removes layout constraints once layouts have been planned";
  let description = [{
    Precondition: none. The pass belongs behind `layout-flow`. It is an error if
    the result of an op is required in a layout in which only rewrites read and
    write it: they merge. At a function boundary that is a missed remark.

    Effect: no planned function has a `layout.constraint` or `layout.partition`.
    A preference that is met is a passed remark, another one a missed remark.
    If only rewrites have the preferred layout, they merge: the preference is
    not met, although the plan counts it as met.

    ```mlir
    %0 = layout.constraint %x prefers <(i, j) -> (j, i)> price 1.0 : ...
    %1 = math.exp %0 : tensor<4x8xf32>
    // becomes
    %1 = math.exp %x : tensor<4x8xf32>
    ```
  }];
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

#endif // LAYOUT_EXPORT_PASSES
