//===- Passes.td - Passes from tensors to buffers ----------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pass works on a module, because buffers are passed between functions. If
// its precondition does not hold, a pass emits an error at the op and fails.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_BUFFERIZATION_PASSES
#define LAYOUT_BUFFERIZATION_PASSES

include "layout/Support/PassOptions.td"

def LayoutBufferize : LayoutPass<"layout-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferizes the ops of the layout dialect and all others";
  let description = [{
    Precondition: a program on tensors that upstream's one-shot bufferization
    accepts, with chosen layouts. It is an error if a tensor has an encoding, or
    a layout that `layout-legalize` has not applied, or if another op than
    `cf.cond_br` and `cf.switch` branches to several blocks.

    Effect: no op on tensors is left. Functions take and return memrefs in
    row-major order. Buffers are not freed.

    ```mlir
    %0 = layout.layout_transform %x by <(i, j) -> (j, i)> ...
    // becomes
    %0 = memref.alloc() : memref<4x8xf32>
    scf.for %j = %c0 to %c4 step %c1 { scf.for %i = %c0 to %c8 step %c1 {
        %1 = memref.load %x[%i, %j] : memref<8x4xf32>
        memref.store %1, %0[%j, %i] : memref<4x8xf32>
    ```

      * A `layout_transform` that keeps the row-major order becomes a reshape of
        its source, any other one a new buffer, filled by one loop nest over the
        tiles of both, without divisions. A `crop` becomes a subview, a `pad` a
        new buffer, whose frame is filled unless the pad value is poison.
        Upstream's passes bufferize these ops alike.
      * With `to=logical` a static `layout_transform` that only `tensor.extract`
        and structured ops, not frozen, read becomes a `layout.reindex` of the
        buffer of its source, for `layout-apply-buffer-layouts`. The same holds
        for ops marked `layout.view`, which are an error if they need a copy.
      * Branches between blocks become `scf`. Dead ops are erased unless frozen.
        Upstream's elimination of empty tensors runs first. Loops hand over
        buffers that upstream copies. Copies are added where upstream overlooks
        shared buffers.
      * Operands of ops with `layout.pitched = false` are contiguous, or copied.
        Attributes that state layouts are erased, and `layout.frozen` outside of
        frozen functions and skipped ops.
  }];
  let options = [BufferFormOption];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"];
}

#endif // LAYOUT_BUFFERIZATION_PASSES
