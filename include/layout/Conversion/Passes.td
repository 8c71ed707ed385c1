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

def LayoutRaise : LayoutPass<"layout-raise", "::mlir::ModuleOp"> {
  let summary = "Turns upstream rewrites into layout operations";
  let description = [{
    Precondition: linalg and tensor ops on tensors.

    Postcondition: every `linalg.transpose`, `linalg.copy`, `linalg.pack`,
    `linalg.unpack`, copying `linalg.generic` (gather or scatter) and reshape that
    is proved to be a bijective index map has become a layout op. Each op is raised on its own;
    none are merged. What an op states of the layouts of its results is stated by
    a `layout.constraint` behind them as well, and so outlives the op. A pack that pads becomes a `layout.pad` and a transform, an
    unpack that cuts off padding a transform and a `layout.crop`. A constant pad
    at the high ends becomes a `layout.pad` if only a transform uses it, and a
    slice from offset 0 a `layout.crop` if it is the only user of its source, and
    that is the result of a transform, or no constant and at most three times as
    large. A concatenation of all strided slices of one value, as patch merging has
    them, becomes one transform. A gather that reads a padded tensor, or all but the end of the last
    tiles of one, becomes the pad, transform and crop that `layout-materialize`
    makes such gathers of. A branch around the read of such a gather becomes a
    select. A gather that reads elements several times along dims of its source,
    as upsampling does, becomes a `linalg.broadcast` to new dims and a transform
    that joins them. The index of a `tensor.extract` may be computed of one loop in
    any way that folds, such as with floats: it is what it is in each iteration.
    Loops written by hand (a nest of `scf.for` or `affine.for` around one
    `tensor.insert`, or a `tensor.generate`) that read an element and write it
    elsewhere become a `linalg.generic` first, between slices and pads. So do those
    around a `tensor.insert_slice` of a `tensor.extract_slice`, or a `memref.copy`
    between `memref.subview`, with constant sizes and steps. They run
    over the dims of the result or of the source, and may start anywhere, take
    steps, and end at a size that is known at run time only. Conditions around the
    read or the write bound an index by a constant: where that of the read does not
    hold, the source is padded, and where that of the write does not hold, the
    result is cropped, or keeps what it is filled with. No element is written
    twice. Loops that move elements between buffers become the same if these are
    those of tensors: a `bufferization.to_buffer` that is only read, and an
    allocation of which only tensors are made. Others that move elements stay with
    a missed remark. Other ops stay: broadcasts, copies that convert elements,
    other pads, slices and concatenations. Ops that are not proved to be rewrites stay with
    a missed remark: reshapes of dims after a dynamic one, and splits of a dynamic
    dim that are not proved to divide its size. The loops of an elementwise
    `linalg.generic` come in the order of the dims of its result.

    An op that is marked `layout.rewrite` must be one: it is an error if its body
    is not proved to move elements by an index map, or by another one than the
    mark states. An op of which nothing is known, such as a call, is replaced by
    a transform with the map that its mark states.
  }];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect"];
}

def LayoutMaterialize : LayoutPass<"layout-materialize", "::mlir::ModuleOp"> {
  let summary = "Lowers layout operations to upstream operations";
  let description = [{
    Precondition: no critical op has layout options to choose from, and no op
    marked `layout.skip` and no frozen function contains a layout op.

    Postcondition: no op and no attribute of the layout dialect is left, except
    `layout.prepares`, `layout.constant` and the marks of functions that are not
    changed. A transform
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
    these ops. With `keep=marks`, `layout.frozen` and `layout.skip` stay on ops,
    and with `keep=attributes` all that is stated of ops, so that they can be
    planned again.
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

def LayoutFoldBatchNorm
    : LayoutPass<"layout-fold-batch-norm", "::mlir::ModuleOp"> {
  let summary = "Folds batch normalisation into filters and a bias";
  let description = [{
    Where elementwise ops compute scale * x + shift from the result x of a
    convolution or contraction, with constants for each channel, the filter is
    multiplied by the scale, and only the shift is added at run time. Ops are
    evaluated, not matched: any chain of additions, multiplications, negations
    and divisions by constants counts, also in front of an activation in the
    same body, and so do constants that the convolution adds to.

    This changes the order of rounding, so it is done on request only. With unit
    roundoff u (2^-24 for f32), sums of n products differ from the original ones
    by at most about 2 (n + 3) u times the sum of the absolute values of the
    scaled products and of the terms of the shift.

    Precondition: linalg ops on tensors.

    Postcondition: no op that alone reads the sums of products of a constant of
    the type of the result scales them, if all channels on which the scale
    depends are dims of the constant, and scale and shift are finite. A scale
    that stays has a missed remark.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::arith::ArithDialect"];
}

def LayoutElementwiseToLinalg
    : LayoutPass<"layout-elementwise-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Turns elementwise ops on tensors into structured ops";
  let description = [{
    Precondition: none. What ops of `arith` and `math` state of their layouts
    (`layout.op_layout`, marks) has been used, or is of no use any more.

    An op that applies to tensors element by element becomes a `linalg.generic`,
    as upstream's `convert-elementwise-to-linalg` makes one, without what it
    states of its layouts: upstream copies that to the op on elements, where it
    is an error.

    Postcondition: no such op is left, and the values are the same.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def LayoutSimplifyLinalg : LayoutPass<"layout-simplify-linalg", "::mlir::ModuleOp"> {
  let summary = "Prepares structured ops on tensors for fast code";
  let description = [{
    Precondition: a program on tensors.

    Ops that are no loop nests, such as `linalg.softmax`, `linalg.pack` and
    `tensor.concat`, are decomposed into some that are, and named ops become
    `linalg.generic`. A `layout.layout_transform` that keeps the row-major order
    becomes a reshape. With `fuse`, an elementwise op moves into the elementwise
    op that is its only user, unless that transposes, and a
    `tensor.collapse_shape` of what an op computes moves behind the elementwise
    ops that follow it. Two consecutive reductions of static extent, such as those
    over blocks of channels and over the elements of a block, become one loop if
    every operand that they index is an input, and no slice, with their dims next
    to each other in that order. In a reduction the loop over the last dim of the
    result becomes the innermost one; the order in which a sum is added up stays.

    Postcondition: the same values, up to the signs of zeros and the payloads of
    NaNs.
  }];
  let options = [
    Option<"fuse", "fuse", "bool", /*default=*/"true",
           "Fuse elementwise ops">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"];
}

def LayoutPrepareProducts
    : LayoutPass<"layout-prepare-products", "::mlir::ModuleOp"> {
  let summary = "Changes operands to what instructions for products take";
  let description = [{
    Precondition: linalg ops on tensors.

    Convolutions and contractions of integers of 8 bits, added up in 32 bits,
    whose filters have groups of four reduced elements innermost (`OHWI16o4i`,
    `NK16n4k`), become sums of products of the elements as they are. What zero
    points add is subtracted by an elementwise op:

    ```mlir
    %0 = linalg.generic ins(%x, %w, %x0, %w0 : ..., i32, i32) {
      ... (x - x0) * (w - w0) + out
    ```

    becomes

    ```mlir
    %1 = linalg.generic ins(%x, %w) { ... x * w + out }
    %2 = linalg.generic ins(%1, %sum_x, %sum_w, %x0, %w0) {
      ... p - x0 * sum_w - w0 * sum_x + K * x0 * w0
    ```

    with the sums of the elements that belong to an element of the result, and
    the number K of products. The sum of a filter is a constant if the filter is.
    If `cpu` has no instruction for products of elements of their signs, but one
    for data of the other sign (vpdpbusd multiplies unsigned by signed elements),
    the sign bits of the data are flipped, in front of pads, and 128 is a zero
    point. All of this is exact modulo 2^32.

    Operands in `f16` or `bf16` that a convolution or contraction extends to
    `f32`, and of whose elements each is multiplied by several vectors, are extended
    once, by an elementwise op in front:

    ```mlir
    %0 = linalg.generic ins(%x, %w : tensor<8x64xf16>, tensor<4x64x16xf16>) {
      ... arith.extf %x : f16 to f32
    ```

    becomes

    ```mlir
    %x32 = linalg.generic ins(%x : tensor<8x64xf16>) { ... arith.extf }
    %0 = linalg.generic ins(%x32, %w : tensor<8x64xf32>, tensor<4x64x16xf16>)
    ```

    An operand of 32 bits or more that alone keeps a sum of products from vectors
    along the last dim of the result is transposed in front, if each element is used
    often enough: 2 to 7 times, more the more products a sum has, twice as often
    from 1 MiB on, 24 times above 4 MiB, and 128 times from 8 MiB on. These are the
    keys of attention, which come with their channels innermost. A size that is not
    known counts as 32. Last dims that fill a vector only together are collapsed
    into one, if all of them are known. A constant is transposed at
    compile time. Where rows of another operand are multiples of 2048 bytes, they
    may share lines of the cache, and the last dim of the result has to be a
    multiple of two vectors.

    ```mlir
    %0 = linalg.matmul indexing_maps = [..., (m, n, k) -> (n, k), ...]
           ins(%x, %y : tensor<64x32xf32>, tensor<48x32xf32>)
    ```

    becomes

    ```mlir
    %y1 = linalg.transpose ins(%y : tensor<48x32xf32>) permutation = [1, 0]
    %0 = linalg.generic {... (m, n, k) -> (k, n) ...}
           ins(%x, %y1 : tensor<64x32xf32>, tensor<32x48xf32>)
    ```

    A target may state these numbers under `machine` (`machine-fields.md`).

    Ops with dynamic reductions or filters stay as they are, and so do zero points
    of filters where the data is dynamic or reductions read parts of a dim of it; a
    remark says so.

    Postcondition: the same values.
  }];
  let options = [CpuOption, MachineTargetOption];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::arith::ArithDialect",
    "::mlir::DLTIDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
}

def LayoutScheduleKernels
    : LayoutPass<"layout-schedule-kernels", "::mlir::func::FuncOp"> {
  let summary = "Compiles kernels to loops on vectors";
  let description = [{
    Precondition: functions marked `layout.kernel`, as `layout-outline-kernels`
    makes them. Other functions stay as they are.

    A kernel computes one tile of its result after the other, with vectors along
    the last dim of the result. The vectors of a tile stay in registers while sums
    are added up, and the elementwise ops behind a reduction are applied to them
    there. For processors of 32 registers of 64 bytes, the kernel of a convolution
    in NCHW16c becomes

    ```mlir
    scf.for %f ... step %c2 {             // two blocks of 16 channels
      scf.for %w ... step %c14 {          // 14 pixels
        %sums:28 = scf.for %c ... iter_args(... = %zero : vector<16xf32>, ...) {
          ...                             // reductions
            %x = vector.transfer_read ... // one input, in all lanes
            %0 = arith.mulf %x, %filter : vector<16xf32>
            %1 = arith.addf %sum, %0 : vector<16xf32>
            ...
        }
        ...                               // bias, relu, ...
        vector.transfer_write ...
    ```

    The number and the size of the registers are those of `cpu`. Of all tiles that
    fit, the one is taken that a core which starts two multiply-adds and two loads
    in each cycle computes fastest. Where it does not divide a loop, the last
    iteration has code of its own; if the extent is only known at run time, that
    code computes one iteration at a time. The loops over the tiles nest such that
    what comes from outside of the first-level cache, and of most of a second-level
    cache of `cache-bytes`, takes the least time, short runs of adjacent elements
    more than long ones, and what cannot be fetched ahead more than what can. Where
    the inner ones of these loops share a part of an operand of static shape, such
    as columns of a packed matrix, its next part is fetched into the second-level
    cache meanwhile (`memref.prefetch`), if both fit and a cache line in each
    iteration of the sums is enough. A sum over the last dim of an input is
    added up in the lanes of vectors, which are combined at the end. All is done
    by transformations of upstream: tiling and fusion by their interfaces,
    vectorization, and hoisting of subsets.

    exp, expm1, log, log1p, log2, sin, cos, tanh, erf, erfc and acos on f32 become
    polynomials. For every f32, they differ from the exact functions by at most
    five units in the last place, also where arguments or results are denormals and
    where sin and cos are near 0; zeros with their signs, infinities and NaNs are
    exact. sin and cos have one branch for each vector: if an element is beyond
    2^20, the arguments are reduced in f64, and if one is beyond 2^48, libm is
    called for all of them. Other functions are called for each element. f16 and bf16 are computed in f32. Powers with small integer exponents
    become products, or their reciprocals, which are 0 where the product overflows.

    An op that permutes elements becomes loops over tiles that have a vector of
    elements in a row on both sides. Parts of rows of the source are loaded into
    the 16-byte lanes of vectors and interleaved within these, which processors do
    fast:

    ```mlir
    scf.for %i ... step %c16 {
      scf.for %j ... step %c16 {
        %0 = vector.load %source[...] : memref<...>, vector<4xf32>
        ...
        %1 = vector.shuffle ...
        vector.store %1, %result[...] : memref<...>, vector<16xf32>
    ```

    Dims that are not separated are one, and elements that stay together move
    together. The last tile of a loop ends with it, and overlaps the one before,
    unless it is far smaller. If source and result do not fit in the second-level
    cache, elements may be moved block by block: memory is fast where many adjacent
    bytes are read or written one after the other, and blocks have rows of several
    hundred bytes on both sides. While one block is moved, each tile prefetches a
    part of the lines of the next one in source and result (`memref.prefetch`).
    Elements that stay together and fill a vector are put together in a buffer on
    the stack instead, of 32 KiB or an eighth of that cache at most, and are copied
    from there; so are others if that takes less time. Order and blocks are those
    of the least estimated time. A copy of rows of 512 bytes or more stays loops,
    which LLVM turns into calls of memcpy.

    These times and limits are properties of the processor. A target may state them
    under `machine` (`machine-fields.md`).

    The loops over reductions are ordered such that inner ones read adjacent
    elements, so that sums of floating-point numbers are added up in another
    order. With `contract`, products and sums may be fused to operations that
    round once. A maximum or minimum of two zeros may have either sign.

    If a filter of integers of 8 bits, whose products are added up in 32 bits, has
    groups of four reduced elements innermost (`OHWI16o4i`, `NK16n4k`), each lane
    of a vector adds up four products at once: by the dot product of `cpu` for
    elements of their signs, where it has one (vpdpbusd, vpdpbssd, sdot, udot,
    usdot), else by products of pairs of 16 bits (pmaddwd), else element by
    element. `layout-prepare-products` lets vpdpbusd apply. All of them are exact
    modulo 2^32; instructions that saturate are not used. Nor is vdpbf16ps, which
    takes numbers below 2^-126 for zero, and on some processors takes longer than
    multiply-adds of converted numbers.

    A kernel stays as it is if it moves elements of a dynamic shape, if an operand
    is indexed by quotients or remainders, if neither elements that are adjacent in
    its result nor those that are combined to one are adjacent or the same in its
    operands, or if a buffer that it writes may overlap another one; a remark says
    so.

    Postcondition: kernels work on buffers and vectors.
  }];
  let options = [
    CpuOption,
    ContractOption,
    CacheBytesOption,
    MachineTargetOption,
    ThreadsOption
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::DLTIDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect", "::mlir::layout::LayoutDialect"];
}

def LayoutShareIterations : LayoutPass<"layout-share-iterations", "::mlir::ModuleOp"> {
  let summary = "Uses guided scheduling for long OpenMP loops";
  let description = [{
    Precondition: none; the pass concerns `omp.wsloop` without a schedule.

    Without one, each thread computes as many iterations as the others, and the
    loop ends with the slowest thread: one whose core did something else for a
    while. With `schedule(guided)` a thread that is ready takes the next
    iterations, half of its share of those that are left, so that they stay
    contiguous. Loops that run less than 2^24 ops, as far as loops in them are
    static, stay as they are: in the next kernel each thread finds its part of
    the data in its own cache.

    ```mlir
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c64) step (%c1) { ... }
    }
    // becomes
    omp.wsloop schedule(guided) {
      omp.loop_nest (%i) : index = (%c0) to (%c64) step (%c1) { ... }
    }
    ```

    Postcondition: long loops have a schedule. A remark tells which got one.
  }];
  let dependentDialects = ["::mlir::omp::OpenMPDialect"];
}

def LayoutFreeBuffers : LayoutPass<"layout-free-buffers", "::mlir::ModuleOp"> {
  let summary = "Frees buffers where upstream's deallocation can";
  let description = [{
    Precondition: a program on memrefs.

    Runs upstream's `buffer-deallocation-pipeline`. A program that frees buffers
    itself stays as it is, and so does one with an op through which that pipeline
    does not follow values: branches between blocks, and regions of ops that do
    not state where their values come from. A remark says which op that is.

    Postcondition: the same program; buffers that are not returned are freed, or
    none is.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def LayoutSimplifyBuffers
    : LayoutPass<"layout-simplify-buffers", "::mlir::ModuleOp"> {
  let summary = "Replaces ops on buffers that upstream does not lower to LLVM";
  let description = [{
    Precondition: a program on memrefs.

    Copies of strided buffers become loop nests; subviews with steps that drop
    dims, reshapes to several dynamic dims, and reshapes to sizes in a buffer become
    casts of the same memory; atomic updates of floats, which have no comparison,
    become loads and stores, for programs that run in one thread.

    Postcondition: upstream's passes lower what was replaced.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect"];
}

def LayoutAccessStorageUnits
    : LayoutPass<"layout-access-storage-units", "::mlir::func::FuncOp"> {
  let summary = "Loads and stores whole storage units of narrow elements";
  let description = [{
    Precondition: a function on memrefs and vectors, without `vector.mask` around
    what is replaced: `lower-vector-mask` comes before.

    A memref has a whole storage unit for each element: 8 bits for `i1`, `i4` or
    `f8E5M2`, 16 for `bf16`, 32 for `i24`. LLVM packs the bits of vectors that it
    loads and stores, and has no loads of some vectors of `bf16`. A vector of
    `i1`, of integers whose width is no power of two or less than 8, of `bf16` or
    of floats of 8 bits is loaded and stored as one of units:

    ```mlir
    %0 = vector.load %m[%i] : memref<64xi1>, vector<16xi1>
    ```

    becomes

    ```mlir
    %units = builtin.unrealized_conversion_cast %m : memref<64xi1> to memref<64xi8>
    %1 = vector.load %units[%i] : memref<64xi8>, vector<16xi8>
    %0 = arith.cmpi ne, %1, %zero : vector<16xi8>
    ```

    Wider integers are truncated, floats keep their bits, and what is stored is
    extended by zeros. Both types of memref are the same in LLVM, so the cast is
    no op there. Vectors of elements without a unit stay as they are: floats of 4,
    6 and 80 bits, and elements of more than 64 bits.

    Postcondition: the same values; other vectors are accessed as whole units.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LayoutExpandMath : LayoutPass<"layout-expand-math", "::mlir::ModuleOp"> {
  let summary = "Expands functions that upstream's lowering lacks or loses";
  let description = [{
    Precondition: a program whose structured ops are loops or vector code.

    Upstream's `convert-math-to-llvm` computes `math.log1p` as log(1 + x), and
    `math.expm1` as exp(x) - 1, which have no digits left for small x. They become
    calls of libm, for each element of a vector; f16 and bf16 are computed in f32.
    `math.isinf` and `math.isnormal`, which it does not lower, become comparisons:

    ```mlir
    %0 = math.isinf %x : f16
    // becomes
    %1 = math.absf %x : f16
    %0 = arith.cmpf ogt, %1, %largest : f16
    ```

    Postcondition: none of these ops is left but of floats of 8 bits or less. It is
    an error if elements have more than 64 bits, of which libm has no functions.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def LayoutExpandSmallFloats
    : LayoutPass<"layout-expand-small-floats", "::mlir::func::FuncOp"> {
  let summary = "Computes with floats of 8 bits as LLVM can";
  let description = [{
    Precondition: a function whose structured ops are loops or vector code.

    LLVM has no floats of 8 bits or less. Arithmetic of such numbers or vectors is
    done in `f32`, as by upstream's `arith-emulate-unsupported-floats`, and rounded
    once for each op. Conversions become arithmetic of integers that rounds as
    LLVM's APFloat does, to the nearest and to even; that of `f64` rounds once.
    Too large a number becomes an infinity, or a NaN in types without one. Conversions of
    `f8E8M0FNU` and `f4E2M1FN` are upstream's.

    ```mlir
    %2 = arith.mulf %0, %1 : vector<16xf8E4M3FN>
    ```

    becomes a product of `vector<16xf32>` between conversions.

    Postcondition: no op of `arith` and `math` computes with a float of 8 bits or
    less. It is an error if one is left: a function of `math`, or a conversion of
    `f6E2M3FN` or `f6E3M2FN`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // LAYOUT_CONVERSION_PASSES
