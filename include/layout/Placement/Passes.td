//===- Passes.td - Passes that place buffers ---------------*- tablegen -*-===//
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

#ifndef LAYOUT_PLACEMENT_PASSES
#define LAYOUT_PLACEMENT_PASSES

include "layout/Support/PassOptions.td"

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

#endif // LAYOUT_PLACEMENT_PASSES
