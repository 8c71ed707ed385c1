//===- Passes.td - Passes on buffers -----------------------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All passes work on a module, because buffers are passed between functions. If
// its precondition does not hold, a pass emits an error at the op and fails.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_BUFFERS_PASSES
#define LAYOUT_BUFFERS_PASSES

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

def LayoutPlaceBuffers : LayoutPass<"layout-place-buffers", "::mlir::ModuleOp"> {
  let summary = "Removes copies by placing buffers inside of others";
  let description = [{
    Precondition: a program on memrefs, from any compiler. A `memory-limit`
    below what all copies need is an error, which states that size.

    Effect: what a concatenation or pad copies is computed in its place. A
    missed remark says why a copy is left.

    ```mlir
    %a = memref.alloc() : memref<4x32xf32>
    linalg.exp ins(%x : ...) outs(%a : ...)
    %d = memref.alloc() : memref<4x96xf32>
    %s = memref.subview %d[0, 64] [4, 32] [1, 1] : ...
    memref.copy %a, %s : ...
    // becomes
    %d = memref.alloc() : memref<4x96xf32>
    %s = memref.subview %d[0, 64] [4, 32] [1, 1] : ...
    linalg.exp ins(%x : ...) outs(%s : ...)
    ```

      * A buffer is computed in the target of a copy if nothing else accesses
        that part before the copy, and nothing writes the part or the buffer
        while the buffer is read.
      * Readers of the target of a copy read its source, if nothing writes that
        in the meantime. If a buffer is copied several times, they read the
        first copy.
      * A copy of a buffer of one value is a fill. A fill covers only what is
        not copied over. A buffer that holds several values in turn is divided,
        and buffers that are never read are erased.
      * Ops with `layout.pitched = false`, or a price of 2 or more, get
        contiguous operands, by a copy if necessary.

    Buffers that are returned, carried by loops, passed to functions or used by
    frozen ops keep their types.

    Heuristics: values in one buffer live as long as that, so that less memory
    may be shared. With `memory-limit` the smallest or the largest copies stay
    until the buffers of each function fit, whichever copies less.
  }];
  let options = [
    Option<"memoryLimit", "memory-limit", "int64_t", /*default=*/"0",
           "The most bytes that the buffers of a function may take; 0 means no "
           "limit">,
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "JSON file for the copies and the memory of each function, before and "
           "after; - is standard error">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect"];
}

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

def LayoutPlanMemory : LayoutPass<"layout-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Lets buffers that are not live at the same time share memory";
  let description = [{
    Precondition: a program on memrefs, with layouts applied: a buffer with an
    annotation or a layout in its type keeps its allocation.

    Effect: buffers of a function that are not live at the same time share
    memory, as views of one arena that the function allocates, and frees if one
    of them was freed. A second run changes nothing.

    ```mlir
    %0 = memref.alloc() : memref<32xf32>
    %1 = memref.alloc() : memref<32xf32>
    linalg.abs ins(%0 : ...) outs(%1 : ...)
    // becomes
    %arena = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
    %0 = memref.view %arena[%c0][] : memref<256xi8> to memref<32xf32>
    %1 = memref.view %arena[%c128][] : memref<256xi8> to memref<32xf32>
    linalg.abs ins(%0 : ...) outs(%1 : ...)
    ```

    A buffer is live from the first to the last access by any of its names, and
    in the whole of a loop unless it is local to an iteration. Sizes and offsets
    are multiples of 64 bytes, offsets also of the alignment of the allocation.

    A missed remark says why a buffer keeps its memory: it has a dynamic shape,
    is returned, stored, passed to a function that may keep it, used by an
    unknown op, allocated in a parallel loop, or outlives its iteration. A
    single buffer stays as well.

    A passed remark and the report give for each function the number of buffers,
    the `sum` of their bytes, the `peak` (the size of the arena) and the `bound`
    (the most bytes live at once). `left` counts buffers that keep their memory,
    `dynamic` says whether a size is not known.

    Heuristics: a limited search of offsets finds the arena, so `peak` may be
    above `bound`.
  }];
  let options = [
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "JSON file for the figures of each function; - is standard error">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def LayoutOutlineKernels : LayoutPass<"layout-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Moves structured ops on buffers into a function per kernel";
  let description = [{
    Precondition: a program on memrefs. A structured op that is no loop nest is
    an error.

    Effect: structured ops on buffers, and copies of strided buffers, are
    `linalg.generic` in functions marked `layout.kernel`. A kernel is a
    reduction, such as a convolution, with its fill and the elementwise ops
    behind it, which pass tiles of their results to one another.

    ```mlir
    linalg.fill ins(%zero : f32) outs(%t : memref<64x64xf32>)
    linalg.matmul ins(%a, %b : ...) outs(%t : memref<64x64xf32>)
    // becomes, if %t is an allocation
    call @kernel(%t, %a, %b) : ...
    func.func private @kernel(%t: memref<64x64xf32> {llvm.noalias}, %a: ...,
        %b: ...) attributes {layout.kernel} {...}
    ```

    Equal kernels share a function, which takes buffers at any offset. An op
    moves down to its consumer if no op between them conflicts. A written buffer
    has `llvm.noalias` if it overlaps no other argument. Where callers decide
    that, by arguments without `llvm.noalias`, the program compares addresses
    and calls the kernel with or without the attribute.
  }];
  let options = [
    Option<"merge", "merge", "bool", /*default=*/"true",
           "Whether kernels may have several ops">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::func::FuncDialect",
    "::mlir::layout::LayoutDialect", "::mlir::scf::SCFDialect",
    "::mlir::LLVM::LLVMDialect"];
}

#endif // LAYOUT_BUFFERS_PASSES
