//===- Passes.td - Passes on layouts of buffers ------------*- tablegen -*-===//
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

#ifndef LAYOUT_BUFFERLAYOUTS_PASSES
#define LAYOUT_BUFFERLAYOUTS_PASSES

include "layout/Support/PassOptions.td"

def BufferFunctionsOption
    : ChoiceOption<"functions", "functions", "::mlir::layout::BufferFunctions",
                   "Functions whose signatures may change",
                   [Choice<"Private", "private",
                           "private functions and their calls">,
                    Choice<"All", "all", "public functions, too">]>;

def LayoutApplyBufferLayouts : LayoutPass<"layout-apply-buffer-layouts", "::mlir::ModuleOp"> {
  let summary = "Gives buffers their physical shapes and rewrites their users";
  let description = [{
    Precondition: a program on memrefs. A layout is requested by the type of a
    buffer (a memref layout that implements `TensorLayoutAttrInterface`; others
    but strides stay, with a missed remark), or by `layout.buffer_transforms`
    and `layout.axis_separators` of its allocation, its global, or an argument
    to which it is passed. It is an error if aliases request different layouts,
    if a marked op uses an annotated buffer, if other modules see it
    (`functions=all` permits public functions), or if an op cannot be rewritten,
    such as one that extracts a pointer. The module stays unchanged then.

    Effect: no buffer that may change has a layout other than groups of its
    dims, and no annotation is left. All values and globals that may be the same
    allocation, across calls, loops, host and device, change together or not at
    all. A second run changes nothing.

    ```mlir
    %b = memref.alloc() {layout.buffer_transforms =
           [#layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>]}
         : memref<11x5xf32>
    %0 = memref.load %b[%i, %j] : memref<11x5xf32>
    // becomes
    %b = memref.alloc() : memref<5x3x4xf32>
    %1 = affine.apply affine_map<()[s0] -> (s0 floordiv 4)>()[%i]
    %2 = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%i]
    %0 = memref.load %b[%j, %1, %2] : memref<5x3x4xf32>
    ```

      * Loads, stores, atomic updates and prefetches get physical indices.
        Initial values of globals are permuted. Vector transfers along split
        dims become accesses of elements.
      * Allocations fill padding with `layout.pad_value`. On an argument it is a
        promise: callers in the module fill the buffer, and public functions on
        its way must promise it, too.
      * A structured op stays one if its physical accesses divide nothing. Its
        loops are split into the tiles and follow the dims of the result. A
        parallel loop along which all operands are contiguous or stay is
        innermost, and tiles of the result of up to 4096 bytes are updated
        within the reductions. Up to eight ops do full tiles and the rest. With
        more parts, with tiles of 2 and 3 of one dim, or of a dim that a window
        moves along, the op becomes loops.
      * A copy between two layouts becomes one loop nest over the tiles of both.
        Reshapes and transposes become part of the layout. A subview of whole
        tiles is one of the physical buffer; others are bypassed.
        `memref.extract_strided_metadata` describes the logical buffer.

    With `loop-order=physical` the loops of structured ops, and `scf.parallel`
    and perfect nests of `affine.for` where that is legal, follow the dims of
    the physical buffer that they write, the first one that changes. A static
    `affine.for` along a split dim becomes one loop for each part. Reductions
    stay in order.
  }];
  let options = [
    BufferFunctionsOption,
    ChoiceOption<"loopOrder", "loop-order", "::mlir::layout::LoopOrder",
                 "The order of loops",
                 [Choice<"Keep", "keep", "unchanged">,
                  Choice<"Physical", "physical",
                         "that of the dims of the physical buffer they write">]>
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def LayoutFlatten : LayoutPass<"layout-flatten", "::mlir::ModuleOp"> {
  let summary = "Linearizes each group of dims of a buffer";
  let description = [{
    Precondition: a program on memrefs. In a group only the first extent may be
    dynamic, unless the only allocation of the buffer states the others and all
    aliases are in its function. It is an error otherwise, and if a flat buffer
    has more than `max-rank` dims, or one of dynamic strides, which stays. The
    module stays unchanged then.

    Effect: each group of dims of a buffer that may change is one dim, in
    row-major order. Without separators a buffer is 1-D, with n it has n + 1
    dims. A flat buffer of several dims keeps the layout `(i, j) -> (i | j)`, so
    that a second run changes nothing.

    ```mlir
    %b = memref.alloc() {layout.axis_separators = array<i64: 2>}
         : memref<2x3x5x8xf32>
    affine.store %v, %b[1, 2, 3, 5] : memref<2x3x5x8xf32>
    // becomes
    %b = memref.alloc() : memref<6x40xf32, #layout.index_map<(i, j) -> (i | j)>>
    affine.store %v, %b[5, 29] : ...
    ```

    Aliases and users are rewritten as by `layout-apply-buffer-layouts`, with
    requested layouts. Static strides are kept. Quotients and remainders of an
    index by the sizes are put together again. A static view that is passed to a
    function or out of a branch becomes the part from its first to its last
    element.
  }];
  let options = [
    BufferFunctionsOption,
    Option<"maxRank", "max-rank", "unsigned", /*default=*/"0",
           "The greatest rank of a flat buffer; 0 means no limit">
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def LayoutDropGroups : LayoutPass<"layout-drop-groups", "::mlir::ModuleOp"> {
  let summary = "Removes memref layouts that only separate groups";
  let description = [{
    Precondition: none. The pass belongs behind `layout-flatten`, in front of
    lowerings that know strided layouts only.

    Effect: no memref type has a layout that only separates groups, which is the
    identity.

    ```mlir
    memref<12x20xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
    // becomes
    memref<12x20xf32>
    ```
  }];
}

#endif // LAYOUT_BUFFERLAYOUTS_PASSES
