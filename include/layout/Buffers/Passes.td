//===- Passes.td - Passes on buffers -----------------------*- tablegen -*-===//
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

#ifndef LAYOUT_BUFFERS_PASSES
#define LAYOUT_BUFFERS_PASSES

include "layout/Support/PassOptions.td"

def LayoutBufferize : Pass<"layout-bufferize", "::mlir::ModuleOp"> {
  let summary = "Turns tensors into buffers, with as few copies as it can";
  let description = [{
    Precondition: programs on tensors that one-shot bufferization takes; layouts
    are chosen (no `layout.op_layout` with several entries is left).

    Upstream's one-shot bufferization, on the whole module and its function
    boundaries, behind its elimination of empty tensors. Our ops take part in it
    wherever it runs:

      * a `layout_transform` that keeps row-major order is a reshape of its
        source, any other becomes a new buffer and one nest of loops over the
        tiles of both, in which nothing is divided;
      * a `crop` is a subview of its source;
      * a `pad` becomes a new buffer of which the frame is filled, if that
        matters, and the rest copied.

    With `to=logical` a `layout_transform` of a static shape that only reading
    structured ops that are not frozen and `tensor.extract` use is not copied: it is a
    `layout.reindex` of the buffer of its source (what it marks so, by
    `layout.view`, it also does elsewhere). Such a buffer has no strides;
    `layout-apply-buffer-layouts` makes the accesses those of the source.

    Postcondition: no tensor op is left, functions take and return memrefs in
    row-major order. Requirements of layouts, `layout.frozen` among them, are gone
    but where a function is frozen or an op left. Buffers are not freed: that is for upstream's
    `buffer-deallocation-pipeline`, as behind upstream's pass.
  }];
  let options = [
    Option<"to", "to", "::mlir::layout::BufferForm",
           /*default=*/"::mlir::layout::BufferForm::Physical",
           "What a layout_transform becomes",
           [{::llvm::cl::values(
             clEnumValN(::mlir::layout::BufferForm::Physical, "physical",
                        "a buffer of the shape of its result"),
             clEnumValN(::mlir::layout::BufferForm::Logical, "logical",
                        "the buffer of its source, by other indices, where all "
                        "users take such"))}]>
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def LayoutApplyBufferLayouts : Pass<"layout-apply-buffer-layouts", "::mlir::ModuleOp"> {
  let summary = "Gives buffers their physical shapes and rewrites what uses them";
  let description = [{
    Precondition: programs on memrefs. How a buffer is to lie is said by its type
    (`#layout.index_map` as its layout) or by `layout.buffer_transforms` and
    `layout.axis_separators` on its allocation, its global or the argument it is.

    Names that may stand for one buffer, in callers and callees, around loops
    and as globals, change together or not at all. Loads, stores, atomic updates
    and prefetches get physical indices; allocations the physical shape, filled
    with `layout.pad_value` if it is larger and says so; initial values of
    globals are moved. Vector transfers stay what they are along dims that are
    not cut, and go element by element along others. Structured ops stay where
    indexing maps that divide nothing say where elements are, and become loops
    otherwise. A copy between
    buffers that lie otherwise becomes one nest over the tiles of both, in which
    nothing is divided.

    Reshapes and transposes of a buffer become part of how it lies. A subview
    that keeps tiles whole (offsets are multiples of them by constants, products
    or steps of loops) is one of the physical buffer; through any other, accesses
    go to the buffer itself.

    With `loop-order=physical` loops follow the buffer that is written, the first
    that changes if there are several: structured ops become loops over its
    physical axes, tiles among them, with reductions innermost in their order;
    `scf.parallel` and those nests of `affine.for` that may be are turned round.

    Postcondition: no buffer that may change has a layout but its groups, and no
    annotation is left; applied again, nothing changes. Buffers that public
    functions take or return change with `functions=all`; otherwise a type that
    asks for it is left, an annotation is an error. Buffers of ops marked
    `layout.frozen` or `layout.leave` stay in the same way. An op that cannot be
    rewritten, one that takes the pointer of a buffer for instance, is an error,
    too; then nothing is changed.
  }];
  let options = [
    Option<"functions", "functions", "::mlir::layout::BufferFunctions",
           /*default=*/"::mlir::layout::BufferFunctions::Private",
           "Functions whose signatures may change",
           [{::llvm::cl::values(
             clEnumValN(::mlir::layout::BufferFunctions::Private, "private",
                        "private functions, with all their calls"),
             clEnumValN(::mlir::layout::BufferFunctions::All, "all",
                        "public functions, too"))}]>,
    Option<"loopOrder", "loop-order", "::mlir::layout::LoopOrder",
           /*default=*/"::mlir::layout::LoopOrder::Keep",
           "How loops go",
           [{::llvm::cl::values(
             clEnumValN(::mlir::layout::LoopOrder::Keep, "keep",
                        "as they did"),
             clEnumValN(::mlir::layout::LoopOrder::Physical, "physical",
                        "along the axes of the physical buffer they write"))}]>
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def LayoutFlatten : Pass<"layout-flatten", "::mlir::ModuleOp"> {
  let summary = "Gives buffers one dim for each of their groups";
  let description = [{
    Precondition: programs on memrefs whose layouts are the identity or index
    maps.

    The physical dims of a group become one, in row-major order: a buffer
    without groups is 1-D, one with n separators has n + 1 dims. Names of a
    buffer change together, and what uses it is rewritten, as
    `layout-apply-buffer-layouts` does.

    Postcondition: every buffer that may change is flat. One of several dims has
    the layout that keeps them apart, `(i, j) -> (i | j)`, by which it is known
    from one that is not flat yet; flattened again, nothing changes. Extents that
    are multiplied are static, or given to the one allocation of a buffer all of
    whose names are in that function; anything else is an error, and so is a
    buffer of more than `max-rank` dims.
  }];
  let options = [
    Option<"functions", "functions", "::mlir::layout::BufferFunctions",
           /*default=*/"::mlir::layout::BufferFunctions::Private",
           "Functions whose signatures may change",
           [{::llvm::cl::values(
             clEnumValN(::mlir::layout::BufferFunctions::Private, "private",
                        "private functions, with all their calls"),
             clEnumValN(::mlir::layout::BufferFunctions::All, "all",
                        "public functions, too"))}]>,
    Option<"maxRank", "max-rank", "unsigned", /*default=*/"0",
           "Dims that a flat buffer may have at most; 0 is no limit">
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def LayoutDropGroups : Pass<"layout-drop-groups", "::mlir::ModuleOp"> {
  let summary = "Takes the layouts off buffers that have nothing but groups";
  let description = [{
    Precondition: none.

    Postcondition: no memref has the layout `(i, j) -> (i | j)` or one like it:
    lowerings that know strides alone can go on. The program computes what it
    did.
  }];
}

#endif // LAYOUT_BUFFERS_PASSES
