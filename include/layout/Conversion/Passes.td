//===- Passes.td - Passes to and from upstream ops ---------*- tablegen -*-===//
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

#ifndef LAYOUT_CONVERSION_PASSES
#define LAYOUT_CONVERSION_PASSES

include "layout/Support/PassOptions.td"

def LayoutRaise : Pass<"layout-raise", "::mlir::ModuleOp"> {
  let summary = "Turns upstream rewrites into layout operations";
  let description = [{
    Precondition: linalg and tensor ops on tensors.

    Postcondition: every `linalg.transpose`, `linalg.pack`, `linalg.unpack`,
    copying `linalg.generic` (gather or scatter) and reshape that is proved to be
    a bijective index map has become a layout op. Each op is raised on its own;
    none are merged. A pack that pads becomes a `layout.pad` and a transform, an
    unpack that cuts off padding a transform and a `layout.crop`. A constant pad
    at the high ends becomes a `layout.pad` if only a transform uses it, and a
    slice from offset 0 a `layout.crop` if it is the only user of a transform. A
    gather that reads a padded tensor, or all but the end of the last tiles of
    one, becomes the pad, transform and crop that `layout-materialize` makes
    such gathers of. Other ops stay: broadcasts, `linalg.copy`, other pads and
    slices, and concatenations. Ops that are not proved to be rewrites stay with
    a missed remark: reshapes of dims after a dynamic one, and splits of a dynamic
    dim that are not proved to divide its size.
  }];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::tensor::TensorDialect",
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"];
}

def LayoutMaterialize : Pass<"layout-materialize", "::mlir::ModuleOp"> {
  let summary = "Lowers layout operations to upstream operations";
  let description = [{
    Precondition: no critical op has layout options to choose from, and no op
    marked `layout.skip` and no frozen function contains a layout op.

    Postcondition: no op and no attribute of the layout dialect is left, except
    `layout.report` and the marks of functions that are not changed. A transform
    becomes a `tensor.expand_shape`, a `linalg.transpose` and a
    `tensor.collapse_shape`, or fewer ops if they suffice; a row-major reshape
    becomes reshapes only, which drop unit dims before they add others, so that
    upstream's fusion of elementwise ops leaves them where they are; a map
    without digit form becomes a `linalg.generic` that writes through it; pads
    and crops become `tensor.pad` and `tensor.extract_slice`. A transform that
    moves elements becomes one `linalg.generic` together with the pad in front of
    it and the crops behind it that count as one rewrite: for each element of the
    result it reads one of the source at an affine index, or the padding, so that
    it takes one pass over memory. That holds if all sizes are static, and
    otherwise if the sizes that change are static, no dynamic dim is split, and
    `layout-raise` recognizes the index; else each op is lowered on its own.
    With `packs`, a transform of static shape that splits dims into tiles
    becomes one `linalg.pack`, together with a pad that completes the last
    tiles, and one that joins tiles one `linalg.unpack`, for tools that process
    these ops. With `keep-marks`, `layout.frozen` and `layout.skip` stay on ops.
  }];
  let options = [
    Option<"keepMarks", "keep-marks", "bool", /*default=*/"false",
           "Keep layout.frozen and layout.skip on ops">,
    Option<"packs", "packs", "bool", /*default=*/"false",
           "Lower transforms that form tiles to linalg.pack and linalg.unpack">
  ];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::ub::UBDialect", "::mlir::affine::AffineDialect"];
}

#endif // LAYOUT_CONVERSION_PASSES
