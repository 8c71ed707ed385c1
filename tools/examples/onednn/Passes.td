//===- Passes.td - The passes of the oneDNN backend --------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXAMPLES_ONEDNN_PASSES
#define LAYOUT_EXAMPLES_ONEDNN_PASSES

include "mlir/Pass/PassBase.td"

def OneDNNPartition : Pass<"onednn-partition", "::mlir::ModuleOp"> {
  let summary = "Makes a primitive of oneDNN of each region that it takes";
  let description = [{
    Precondition: linalg on tensors.

    Postcondition: the same values, up to the order of sums and NaNs in a `relu`
    or `clip`. Each convolution and matmul on tensors of `f32` and static shape
    is an `onednn.primitive` together with the zeros around its source and the
    elementwise ops behind it, as far as these are post-ops of oneDNN. The last
    op before one that is not a post-op, or is used twice, ends the region.
    Remarks say of every other convolution and matmul why it stays: because the
    target does not offload it, or because oneDNN cannot compute it.

    With `relayout`, convolutions are primitives in the formats for which oneDNN
    has fast kernels on AVX-512: `layout.layout_transform`s on their operands and
    results are for `layout-fold` and `layout-flow` to remove. No other op gets a
    layout. Without it, convolutions that stand in these formats are taken, and
    nothing but constant weights is rewritten. Frozen ops keep their layouts in
    both cases.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"onednn\"",
           "The target that says which ops are offloaded">,
    Option<"relayout", "relayout", "bool", /*default=*/"true",
           "Rewrite operands and results of convolutions to the formats that "
           "oneDNN wants">
  ];
  let dependentDialects = [
    "::onednn::OneDNNDialect", "::mlir::layout::LayoutDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::DLTIDialect"];
}

def OneDNNCallLibrary : Pass<"onednn-call-library", "::mlir::ModuleOp"> {
  let summary = "Makes calls of primitives on buffers";
  let description = [{
    Precondition: every `onednn.primitive` is on contiguous buffers.

    Postcondition: every `onednn.primitive` is a call of a function, one for each
    distinct primitive, that calls `layout_onednn_execute` of the library
    (runtime/Library.h) with the description of the primitive and the addresses
    of the buffers. The functions are marked `layout.kernel`, so that
    `layout-run --profile` states their times.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"];
}

#endif // LAYOUT_EXAMPLES_ONEDNN_PASSES
