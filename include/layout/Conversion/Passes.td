//===- Passes.td - Passes to and from upstream ops ---------*- tablegen -*-===//
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

#ifndef LAYOUT_CONVERSION_PASSES
#define LAYOUT_CONVERSION_PASSES

include "layout/Support/PassOptions.td"

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

def LayoutMaterialize : Pass<"layout-materialize", "::mlir::ModuleOp"> {
  let summary = "Lowers what is left to upstream operations";
  let description = [{
    Precondition: no critical op with entries to choose from, and no `layout` op
    in what is marked `layout.skip` or in a frozen function.

    Postcondition: no op and no attribute of the layout dialect is left but
    `layout.report` and the marks on functions that are kept. A rewrite becomes
    `tensor.expand_shape`, `linalg.transpose` and `tensor.collapse_shape`, as
    few of them as it needs; a row-major reshape becomes reshapes alone; a map
    that is not of digit form becomes a `linalg.generic` that writes through it;
    pads and crops become `tensor.pad` and `tensor.extract_slice`. With `packs`,
    a rewrite of static shape that cuts tiles is one `linalg.pack`, with the pad
    in front of it that fills the last ones, and one that joins them one
    `linalg.unpack`, for tools that go on with those. With `keep-marks`,
    `layout.frozen` and `layout.skip` stay on ops.
  }];
  let options = [
    Option<"keepMarks", "keep-marks", "bool", /*default=*/"false",
           "Keep layout.frozen and layout.skip on ops">,
    Option<"packs", "packs", "bool", /*default=*/"false",
           "Write rewrites in tiles as linalg.pack and linalg.unpack">
  ];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::ub::UBDialect", "::mlir::affine::AffineDialect"];
}

#endif // LAYOUT_CONVERSION_PASSES
