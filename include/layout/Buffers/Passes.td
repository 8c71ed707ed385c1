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
    accepts. Layouts are chosen: no `layout.op_layout` has several entries.

    Branches between blocks become loops and conditions (`scf`), as upstream's
    `lift-cf-to-scf` makes them; other branches than those of `cf` are an error.
    The pass removes ops without effects of which no result is used, unless they
    are frozen. Then it runs upstream's elimination of empty tensors and its
    one-shot bufferization on the whole module, including function boundaries. Loops
    hand over the buffers that an iteration computes, which upstream copies. Where
    upstream's analysis overlooks that buffers are shared, it adds copies: tensors
    that a called function returns get a buffer each, and an empty tensor does not
    become the memref of a `bufferization.materialize_in_destination`. The ops of
    this dialect implement its interface, and so are bufferized by upstream's own
    passes, too:

      * A `layout_transform` that keeps the row-major order of elements becomes a
        reshape of its source. Any other one becomes a new buffer, filled by one
        loop nest over the tiles of both buffers, in which nothing is divided.
      * A `crop` becomes a subview of its source.
      * A `pad` becomes a new buffer. The source is copied into it, and its frame
        is filled unless the pad value is poison.

    With `to=logical` a `layout_transform` of static shape needs no copy if its
    only users are structured ops that read it, are not frozen, and
    `tensor.extract`: it becomes a `layout.reindex` of the buffer of its source.
    The pass marks such ops with `layout.view`; ops that already have the mark are
    bufferized in the same way, and it is an error if they need a copy. The
    resulting memref has no strides.
    `layout-apply-buffer-layouts` replaces its accesses by accesses of the source.

    Postcondition: no op on tensors is left. Functions take and return memrefs
    in row-major order. Ops with `layout.pitched = false` have operands with
    contiguous elements: others are copied. Attributes that state requirements on layouts, such as
    `layout.frozen`, are removed except from functions that are frozen and from
    ops that are skipped. Buffers are not deallocated; as after upstream's
    bufferization, upstream's `buffer-deallocation-pipeline` does that.
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
    Precondition: a program on memrefs, planned by this project or not.

    A concatenation or pad on tensors becomes a buffer into which its operands are
    copied. The pass computes the operands there in the first place:

    ```mlir
    %a = memref.alloc() : memref<4x32xf32>
    linalg.exp ins(%x : memref<4x32xf32>) outs(%a : memref<4x32xf32>)
    %d = memref.alloc() : memref<4x96xf32>
    %s = memref.subview %d[0, 64] [4, 32] [1, 1]
         : memref<4x96xf32> to memref<4x32xf32, strided<[96, 1], offset: 64>>
    memref.copy %a, %s
    ```

    becomes

    ```mlir
    %d = memref.alloc() : memref<4x96xf32>
    %s = memref.subview %d[0, 64] [4, 32] [1, 1]
         : memref<4x96xf32> to memref<4x32xf32, strided<[96, 1], offset: 64>>
    linalg.exp ins(%x : memref<4x32xf32>)
               outs(%s : memref<4x32xf32, strided<[96, 1], offset: 64>>)
    ```

      * A buffer is computed in the target of a copy if nothing else accesses that
        part of the target before the copy, and nothing writes it, or the buffer,
        as long as the buffer is read. Parts are compared by their positions in
        memory, and by value bounds if these are not static. The allocation of
        the target, and the ops that compute its views, move up.
      * A target of copies is read in the memory of their source if that is not
        written in the meantime.
      * What is copied from a buffer that holds one value is filled with that
        value. Of a buffer that is filled, and then partly copied over, only the
        rest is filled.
      * A buffer that holds several values, one after the other, is divided before
        that, buffers that all branches of an `scf.if` allocate are allocated in
        front of it, and fills move down to where the buffer is used.
      * A buffer that is copied to several others, because it cannot be computed
        in one of them, is copied to the first of them, and that is read in place
        of the others.
      * Buffers that are never read are erased.

    An op with `layout.pitched = false`, or with a price of 2 or more, requires
    contiguous elements, at any offset. If bufferization gave it an operand
    without them, that is copied.

    Buffers that are passed to functions, carried by loops or returned keep their
    types, and so do those used by ops marked `layout.frozen`.

    A value lives as long as the buffer that it is a part of, so that buffers that
    share memory (`layout-plan-memory`) may need more of it. With
    `memory-limit=BYTES` as many copies stay as are needed for the buffers of each
    function to share that many bytes.

    Postcondition: the program computes the same. Each copy that is left has a
    missed remark that says why. If the limit cannot be met, the pass fails.
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
    Precondition: a program on memrefs. A layout is requested for a buffer by its
    type (a memref layout that implements `TensorLayoutAttrInterface`, such as
    `#layout.index_map`; another one than strides stays, with a missed remark), or
    by `layout.buffer_transforms`
    and `layout.axis_separators` on its allocation, its global, or the function
    argument it is passed as:

    ```mlir
    %b = memref.alloc() {layout.buffer_transforms =
           [#layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>]}
         : memref<11x5xf32>
    %0 = memref.load %b[%i, %j] : memref<11x5xf32>
    ```

    becomes

    ```mlir
    %b = memref.alloc() : memref<5x3x4xf32>
    %1 = affine.apply affine_map<()[s0] -> (s0 floordiv 4)>()[%i]
    %2 = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%i]
    %0 = memref.load %b[%j, %1, %2] : memref<5x3x4xf32>
    ```

    All values and globals that may stand for the same allocation, in callers and
    callees, around loops and on host and device, change together or not at all.

      * Loads, stores, atomic updates and prefetches get physical indices.
      * Allocations get the physical shape. If that is larger than the logical
        one, `layout.pad_value` says what to fill the padding with. On an argument
        it promises what the padding holds: callers in this module fill it where
        they allocate the buffer, and an argument of a public function on its way
        has to promise it, too. The initial values of globals are permuted.
      * Vector transfers stay transfers along dims that the layout does not split;
        otherwise they are done element by element.
      * Structured ops stay structured if their physical accesses are indexing
        maps without divisions. If layouts split dims into tiles, the loops are
        split in the same way:

        ```mlir
        linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x64xf32>)
                      outs(%c : memref<64x64xf32>)
        ```

        with tiles of 16 rows in %a, of 16 columns in %b and of both in %c becomes
        a linalg.generic on memref<4x32x16xf32>, memref<4x32x16xf32> and
        memref<4x4x16x16xf32>. Its loops follow the dims of the result. If there
        is a parallel loop along which all operands are contiguous or do not move,
        it is innermost, and a tile of the result of up to 4096 bytes is updated
        within the reductions. If tiles do not divide a dim, one op does the full
        tiles and another one the rest, on views of the buffers. Tiles of 2 and of
        3 of the same dim, tiles of a dim that a window moves along, and more than
        eight ops for the parts of one make loops of the op.
      * A copy between buffers of different layouts becomes one loop nest over the
        tiles of both, in which nothing is divided.
      * Sizes, strides and offsets of `memref.extract_strided_metadata` are those of
        the logical buffer; a `memref.reinterpret_cast` of its base is one of the
        buffer.
      * Reshapes and transposes disappear: they become part of the layout of their
        results. A subview of whole tiles becomes a subview of the physical buffer
        (its offsets are multiples of the tile by constants, products or steps of
        loops); accesses of any other subview become accesses of its source.

    With `loop-order=physical` loops follow the dims of the physical buffer that
    they write, of the first one that changes if there are several. Structured ops
    whose layouts are made of digits are ordered as above even if no loop is
    split. Those that become loops iterate over these dims, including tiles, with
    reductions innermost. With either option reductions stay in their order.
    `scf.parallel` and perfect nests of `affine.for` are interchanged if that is
    legal. In a nest over static dims, an `affine.for` along a dim that the layout
    splits becomes one loop for each part.

    Postcondition: no buffer that may change has a layout other than groups of its
    dims, and no annotation is left. Applying the pass again changes nothing.
    Buffers that public functions take or return change with `functions=all` only,
    and buffers used by ops marked `layout.frozen` or `layout.skip` never do: a
    layout in their type stays, an annotation is an error. An op that cannot be
    rewritten, for instance one that extracts the pointer of a buffer, is an error
    as well. The module is unchanged after an error.
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
    Precondition: a program on memrefs. A buffer whose type has static strides is
    stored with them; one with dynamic strides is left alone, and is an error if
    it has more than `max-rank` dims.

    The physical dims of each group are linearized in row-major order. A buffer
    without groups becomes 1-D; one with n separators gets n + 1 dims:

    ```mlir
    %b = memref.alloc() {layout.axis_separators = array<i64: 2>}
         : memref<2x3x5x8xf32>
    affine.store %v, %b[1, 2, 3, 5] : memref<2x3x5x8xf32>
    ```

    becomes

    ```mlir
    %b = memref.alloc()
         : memref<6x40xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
    affine.store %v, %b[5, 29]
        : memref<6x40xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
    ```

    An index that is put together again from its quotients and remainders by the
    sizes of the buffer is used as it is.

    Aliases and users are rewritten as by `layout-apply-buffer-layouts`. A view of
    static size that is passed to a function or out of a branch becomes the part
    of the flat buffer from its first to its last element.

    Postcondition: every buffer that may change is flat. A flat buffer of several
    dims keeps the layout that separates them, `(i, j) -> (i | j)`; this is how it
    differs from a buffer that is not flat yet. Applying the pass again changes
    nothing. All extents of a group but the first must be static, or be operands
    of the only allocation of a buffer whose aliases are all in the same function.
    Anything else is an error, and so is a flat buffer of more than `max-rank`
    dims. The module is unchanged after an error.
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
    Precondition: none. Run it after `layout-flatten` and before lowerings that
    understand strided layouts only.

    The type `memref<12x20xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>` becomes
    `memref<12x20xf32>`. Such layouts are the identity, so the program computes the
    same.

    Postcondition: no memref type has a layout that only separates groups.
  }];
}

def LayoutPlanMemory : LayoutPass<"layout-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Lets buffers that are not live at the same time share memory";
  let description = [{
    Precondition: a program on memrefs. Layouts of buffers are applied: a buffer
    with an annotation or a layout in its type keeps its allocation.

    The buffers of a function become views of one arena, which the function
    allocates:

    ```mlir
    %0 = memref.alloc() : memref<32xf32>
    linalg.exp ins(%x : memref<32xf32>) outs(%0 : memref<32xf32>)
    %1 = memref.alloc() : memref<32xf32>
    linalg.abs ins(%0 : memref<32xf32>) outs(%1 : memref<32xf32>)
    %2 = memref.alloc() : memref<32xf32>
    linalg.log ins(%1 : memref<32xf32>) outs(%2 : memref<32xf32>)
    memref.copy %2, %x : memref<32xf32> to memref<32xf32>
    ```

    becomes

    ```mlir
    %arena = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
    %c0 = arith.constant 0 : index
    %0 = memref.view %arena[%c0][] : memref<256xi8> to memref<32xf32>
    linalg.exp ins(%x : memref<32xf32>) outs(%0 : memref<32xf32>)
    %c128 = arith.constant 128 : index
    %1 = memref.view %arena[%c128][] : memref<256xi8> to memref<32xf32>
    linalg.abs ins(%0 : memref<32xf32>) outs(%1 : memref<32xf32>)
    %c0_0 = arith.constant 0 : index
    %2 = memref.view %arena[%c0_0][] : memref<256xi8> to memref<32xf32>
    linalg.log ins(%1 : memref<32xf32>) outs(%2 : memref<32xf32>)
    memref.copy %2, %x : memref<32xf32> to memref<32xf32>
    ```

    A buffer is live from its first access to the last one by any of its names:
    views, results of branches, arguments of loops and of functions that are
    called. An access in a loop counts as one by the whole loop. A buffer that is
    allocated in a loop and does not leave the iteration is live within it. Sizes
    are rounded up to multiples of 64 bytes; offsets are multiples of 64 and of
    the alignment of the allocation.

    A buffer keeps memory of its own if its shape is dynamic, if it is returned,
    stored, passed to a function that may keep it, or used by an op that is not
    known, if iterations of a parallel loop allocate it, or if it outlives the
    iteration that allocates it. A remark says why.

    Postcondition: `memref.alloc` of a buffer that can share memory is left only
    where it is the only one of its function, as an arena is after the pass.
    Applying the pass again changes nothing. If one of the buffers was freed, the
    arena is freed before the function returns; otherwise it is left to upstream's
    `buffer-deallocation-pipeline`, like other buffers.

    For each function a remark and the report give the number of buffers, the
    `sum` of their bytes, the `peak`, which is the size of the arena, and the
    `bound`, which is the most bytes that are live at once: no arena is smaller.
    `left` counts the buffers that keep their memory, and `dynamic` says whether
    the size of one of them is not known.
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
    Precondition: a program on memrefs.

    A kernel is a group of structured ops that pass tiles of their results to one
    another: a reduction, such as a convolution, what fills the buffer in which it
    adds up, and the elementwise ops behind it.

    ```mlir
    %t = memref.alloc() : memref<64x64xf32>
    linalg.fill ins(%zero : f32) outs(%t : memref<64x64xf32>)
    linalg.matmul ins(%a, %b : ...) outs(%t : memref<64x64xf32>)
    linalg.exp ins(%t : memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    ```

    becomes `call @kernel(%a, %b, %c)` of

    ```mlir
    func.func private @kernel(%a: ..., %b: ..., %c: memref<64x64xf32> {llvm.noalias})
        attributes {layout.kernel} {
      %t = memref.alloc() : memref<64x64xf32>
      linalg.generic ...   // fill
      linalg.generic ...   // matmul
      linalg.generic ...   // exp
      return
    }
    ```

    Equal kernels share a function. Buffers are passed with a dynamic offset, so
    that a kernel writes to any place of a larger buffer. A buffer that is written
    has the attribute `llvm.noalias` if no other argument of any call overlaps it;
    arguments of functions that have it overlap nothing. Where arguments of a
    function may overlap, which its caller decides, the program compares their
    addresses and calls a kernel with the attribute or the same without it.
    An op moves down to its consumer if no op between them accesses what it writes
    or writes what it reads. With `merge=false` each op is a kernel.

    Postcondition: structured ops on buffers are in functions marked
    `layout.kernel`, as `linalg.generic`; copies of buffers are among them.
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
