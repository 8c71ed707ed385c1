//===- Passes.td - Passes that make kernels ----------------*- tablegen -*-===//
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

#ifndef LAYOUT_KERNELS_PASSES
#define LAYOUT_KERNELS_PASSES

include "layout/Support/PassOptions.td"

def LayoutSimplifyLinalg : LayoutPass<"layout-simplify-linalg", "::mlir::ModuleOp"> {
  let summary = "Prepares structured ops on tensors for fast code";
  let description = [{
    Precondition: a program on tensors.

    Effect: structured ops are loop nests for fast code. Values are the same up
    to the signs of zeros and the payloads of NaNs.

    ```mlir
    %0 = linalg.exp ins(%x : tensor<8x4xf32>) ...
    %1 = linalg.abs ins(%0 : tensor<8x4xf32>) ...
    // becomes
    %1 = linalg.generic ins(%x : ...) { ... math.exp ... math.absf
    ```

    `linalg.softmax`, `linalg.pack`, `tensor.concat` and the like are
    decomposed, named ops become `linalg.generic`, row-major
    `layout.layout_transform` ops reshapes. With `fuse`, an elementwise op moves
    into its only user if that is elementwise and does not transpose, and a
    `tensor.collapse_shape` of a result moves behind the elementwise ops that
    follow. In a reduction, two consecutive reduced loops of static extent
    become one where all operands allow it, and the loop over the last dim of
    the result becomes the innermost one. Sums are added up in the same order.
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

    Effect: convolutions and contractions read operands as instructions for
    products take them. Values are the same.

    Elements of 8 bits, added up in 32 bits, are multiplied as they are if
    filters have groups of four reduced elements innermost (`OHWI16o4i`,
    `NK16n4k`). An elementwise op subtracts what zero points add to the K
    products of a sum, modulo 2^32:

    ```mlir
    %0 = linalg.generic ins(%x, %w, %x0, %w0 : ..., i32, i32) {
      ... (x - x0) * (w - w0) + out
    // becomes
    %1 = linalg.generic ins(%x, %w) { ... x * w + out }
    %0 = linalg.generic ins(%1, %sum_x, %sum_w, %x0, %w0) {
      ... p - x0 * sum_w - w0 * sum_x + K * x0 * w0
    ```

    If `cpu` multiplies only data of the other sign, as vpdpbusd does, the sign
    bits of the data are flipped, and 128 is a zero point. A missed remark says
    where dynamic shapes, or reductions over parts of a dim, prevent that.

    Operands in `f16` or `bf16` that the op extends to `f32` are extended once,
    by an elementwise op in front, if each element is multiplied by several
    vectors.

    Operands of 32 bits or more that alone prevent vectors along the last dim of
    the result, as the keys of attention, are transposed in front, constants at
    compile time. Last dims of known size that fill a vector only together
    become one.

    Heuristics: an operand is transposed if each element is used 2 to 7 times,
    more the more products a sum has; twice as often from 1 MiB on, 24 times
    above 4 MiB, 128 times from 8 MiB on. A dynamic size counts as 32. If rows
    of another operand are multiples of 2048 bytes, and so share lines of the
    cache, the last dim of the result has to be a multiple of two vectors.
    `machine` in the target changes these numbers (`machine-fields.md`).
  }];
  let options = [CpuOption, MachineTargetOption];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::arith::ArithDialect",
    "::mlir::DLTIDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
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

def LayoutScheduleKernels
    : LayoutPass<"layout-schedule-kernels", "::mlir::func::FuncOp"> {
  let summary = "Compiles kernels to loops on vectors";
  let description = [{
    Precondition: functions marked `layout.kernel`, as `layout-outline-kernels`
    makes them.

    Effect: kernels are loops on buffers and vectors. They compute the result
    tile by tile, with vectors along its last dim. Sums stay in registers until
    the elementwise ops behind the reduction are applied. A convolution in
    NCHW16c becomes, for 32 registers of 64 bytes:

    ```mlir
    scf.for %f ... step %c2 {             // two blocks of 16 channels
      scf.for %w ... step %c14 {          // 14 pixels
        %sums:28 = scf.for %c ... iter_args(... = %zero : vector<16xf32>, ...) {
          %x = vector.transfer_read ...   // one input
          %0 = arith.mulf %x, %filter : vector<16xf32>
          %1 = arith.addf %sum, %0 : vector<16xf32>
        ...                               // bias, relu, ...
        vector.transfer_write ...
    ```

      * Loops that the tile does not divide end with code of their own, for
        single iterations if the extent is dynamic.
      * Floating-point sums are added up in another order, so that inner loops
        read adjacent elements. With `contract`, products and sums may round
        once. A maximum or minimum of two zeros may have either sign.
      * On f32, exp, expm1, log, log1p, log2, sin, cos, tanh, erf, erfc and acos
        are polynomials, within five units in the last place, denormals
        included; zeros with their signs, infinities and NaNs are exact. Beyond
        2^20 sin and cos take f64, beyond 2^48 libm. Other functions are called
        for each element. f16 and bf16 are computed in f32. Powers with small
        integer exponents become products or their reciprocals, which are 0
        where the product overflows.
      * Integers of 8 bits with groups of four reduced elements innermost in the
        filter take the dot product of `cpu` for their signs, else pairs of 16
        bits, exactly modulo 2^32. Instructions that saturate or flush denormals
        (vdpbf16ps) are not used.
      * A permutation becomes loops over tiles with a vector of adjacent
        elements on both sides. A copy of rows of 512 bytes or more becomes
        memcpy in LLVM.

    A missed remark says why a kernel stays a loop nest. For example, it moves a
    dynamic shape, quotients index an operand, or neither neighbours in the
    result nor in a sum are adjacent in the operands.

    Heuristics: estimates for one core decide. `cpu` sets registers,
    `cache-bytes` the second-level cache, `machine` in the target all times and
    limits (`machine-fields.md`).

      * Tile: of those that fit in registers, the fastest one for two
        multiply-adds and two loads in each cycle.
      * Order of loops over tiles: the least time for what comes from outside of
        the caches, more for short runs and without prefetching. The next part
        of a static operand that inner loops share is prefetched if both parts
        fit.
      * Permutations that do not fit in the second-level cache: the fastest
        order, perhaps in blocks that prefetch the next one or pass through a
        buffer of 32 KiB or an eighth of that cache at most.
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
    Precondition: none. The pass concerns `omp.wsloop` without a schedule.

    Effect: long loops have guided scheduling, with a passed remark: a ready
    thread takes half of its share of the iterations left, so that one slow
    thread does not delay the end.

    ```mlir
    omp.wsloop { omp.loop_nest (%i) : index = (%c0) to (%c64) step (%c1) {...} }
    // becomes
    omp.wsloop schedule(guided) { omp.loop_nest ... }
    ```

    Heuristics: loops that run less than 2^24 ops, as far as loops in them are
    static, stay: in the next kernel each thread finds its data in its own
    cache.
  }];
  let dependentDialects = ["::mlir::omp::OpenMPDialect"];
}

def LayoutFreeBuffers : LayoutPass<"layout-free-buffers", "::mlir::ModuleOp"> {
  let summary = "Frees buffers where upstream's deallocation can";
  let description = [{
    Precondition: a program on memrefs.

    Effect: upstream's `buffer-deallocation-pipeline` frees buffers that are not
    returned.

    ```mlir
    %0 = memref.alloc() : memref<8xf32>
    ...
    memref.dealloc %0 : memref<8xf32>  // new, behind the last use
    ```

    A program that frees buffers itself stays. So does one with an op through
    which that pipeline follows no values, which a missed remark names: a branch
    between blocks, or regions that do not state where values come from.
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
    Precondition: a program on memrefs that runs in one thread, if it has
    `memref.generic_atomic_rmw` of floats.

    Effect: no op on buffers is left that upstream's passes do not lower to
    LLVM. Copies of strided buffers are loop nests. Subviews with steps that
    drop dims, reshapes to several dynamic dims, and reshapes to sizes in a
    buffer are casts of the same memory. Atomic updates of floats are loads and
    stores.

    ```mlir
    %0 = memref.expand_shape %x [[0, 1]] output_shape [%a, %b]
           : memref<?xf32> into memref<?x?xf32>
    // becomes
    %base, %offset, %size, %stride = memref.extract_strided_metadata %x
    %0 = memref.reinterpret_cast %base to offset: [0], sizes: [%a, %b],
           strides: [%b, 1]
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect"];
}

def LayoutAccessStorageUnits
    : LayoutPass<"layout-access-storage-units", "::mlir::func::FuncOp"> {
  let summary = "Loads and stores whole storage units of narrow elements";
  let description = [{
    Precondition: a function on memrefs and vectors. A `vector.mask` around an
    op that the pass replaces is an error: `lower-vector-mask` comes before.

    Effect: vectors of narrow elements are loaded and stored as whole storage
    units, because LLVM packs their bits and memrefs do not.

    ```mlir
    %0 = vector.load %m[%i] : memref<64xi1>, vector<16xi1>
    // becomes
    %units = builtin.unrealized_conversion_cast %m
               : memref<64xi1> to memref<64xi8>
    %1 = vector.load %units[%i] : memref<64xi8>, vector<16xi8>
    %0 = arith.cmpi ne, %1, %zero : vector<16xi8>
    ```

    A unit has 8 bits for `i1`, `i4` or `f8E5M2`, 16 for `bf16`, 32 for `i24`.
    Integers are truncated and extended by zeros, floats keep their bits. Floats
    of 4, 6 and 80 bits and elements of more than 64 bits have no unit and stay.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LayoutExpandMath : LayoutPass<"layout-expand-math", "::mlir::ModuleOp"> {
  let summary = "Expands functions that upstream's lowering lacks or loses";
  let description = [{
    Precondition: structured ops are loops or vector code. `math.log1p` and
    `math.expm1` of more than 64 bits are an error: libm lacks them.

    Effect: no `math.log1p`, `math.expm1`, `math.isinf` or `math.isnormal` is
    left but of floats of 8 bits or less. The first two are calls of libm for
    each element, f16 and bf16 in f32, since upstream's log(1 + x) and exp(x) -
    1 lose all digits of small x. The others are comparisons:

    ```mlir
    %0 = math.isinf %x : f16
    // becomes
    %1 = math.absf %x : f16
    %0 = arith.cmpf ogt, %1, %largest : f16
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def LayoutExpandSmallFloats
    : LayoutPass<"layout-expand-small-floats", "::mlir::func::FuncOp"> {
  let summary = "Computes with floats of 8 bits as LLVM can";
  let description = [{
    Precondition: structured ops are loops or vector code. Functions of `math`
    on floats of 8 bits or less are an error, and so are conversions of
    `f6E2M3FN` and `f6E3M2FN`.

    Effect: no op of `arith` computes with floats of 8 bits or less, which LLVM
    lacks. Arithmetic is done in `f32`, as by upstream's
    `arith-emulate-unsupported-floats`, and rounded once for each op.
    Conversions are arithmetic of integers that rounds once, as LLVM's APFloat
    does, to the nearest and to even; those of `f8E8M0FNU` and `f4E2M1FN` are
    upstream's. Too large numbers become infinities, or NaNs in types without
    them.

    ```mlir
    %2 = arith.mulf %0, %1 : vector<16xf8E4M3FN>
    // becomes
    %5 = arith.mulf %3, %4 : vector<16xf32>  // between conversions
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // LAYOUT_KERNELS_PASSES
