//===- Passes.td - Passes that read programs of others -----*- tablegen -*-===//
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

#ifndef LAYOUT_IMPORT_PASSES
#define LAYOUT_IMPORT_PASSES

include "layout/Support/PassOptions.td"

def LayoutRaise : LayoutPass<"layout-raise", "::mlir::ModuleOp"> {
  let summary = "Turns upstream rewrites into layout operations";
  let description = [{
    Precondition: linalg and tensor ops on tensors. It is an error if an op
    marked `layout.rewrite` is not proved to move elements by an index map, that
    of its mark if there is one. An op of unknown body, such as a call, becomes
    a transform by its mark, whose map must be bijective and give the type of
    the result.

    Effect: every rewrite that is proved to be a bijective index map is a layout
    op. None are merged.

    ```mlir
    %0 = linalg.pack %x outer_dims_perm = [1, 0] inner_dims_pos = [1]
           inner_tiles = [4] into %e : tensor<4x8xf32> -> tensor<2x4x4xf32>
    // becomes
    %0 = layout.layout_transform %x by <(i, j) -> (j floordiv 4, i, j mod 4)>
    ```

      * Transposes, copies (also as `linalg.generic`, gather or scatter), packs,
        unpacks, reshapes, and concatenations of all strided slices of one value
        become transforms, with a `layout.pad` or `layout.crop` where tiles are
        padded.
      * A constant pad at the high ends becomes a `layout.pad` if it is
        `nofold`, or only a transform uses it. A slice from offset 0 becomes a
        `layout.crop` if it is the only user of its source, and that is the
        result of a transform, or no constant and at most three times as large.
      * A gather of a padded tensor, or of all but the end of the last tiles,
        becomes pad, transform and crop. Branches around its read, and indices
        of one loop that fold, are understood. A gather that repeats elements,
        as upsampling does, becomes a `linalg.broadcast` and a transform.
      * Loops that move elements become a `linalg.generic` between slices and
        pads first: a `tensor.generate`, or `scf.for` or `affine.for` around a
        `tensor.insert`, a `tensor.insert_slice` of a `tensor.extract_slice`, or
        a `memref.copy` between subviews of buffers of tensors. They may have
        constant steps, a dynamic size, and conditions that bound an index by a
        constant, beyond which the source is padded, or the result cropped or
        kept.
      * A `layout.constraint` behind an op keeps what the op states of its
        results. The loops of an elementwise `linalg.generic` have the order of
        the dims of its result.

    Missed remarks name loops that stay, such as ones that write an element
    twice, reshapes of dims after a dynamic one, and splits that are not proved
    to divide a dynamic dim. Broadcasts, conversions, and other pads, slices and
    concatenations stay.
  }];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect"];
}

def LayoutElementwiseToLinalg
    : LayoutPass<"layout-elementwise-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Turns elementwise ops on tensors into structured ops";
  let description = [{
    Precondition: none. Layouts that ops of `arith` and `math` state are lost.

    Effect: every elementwise op on tensors is a `linalg.generic` as of
    upstream's `convert-elementwise-to-linalg`, but without attributes of the
    layout dialect, which are an error on ops on elements.

    ```mlir
    %0 = math.exp %x : tensor<8xf32>
    // becomes
    %0 = linalg.generic ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
      ... math.exp %in : f32 ...
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def LayoutEvaluateConstants : LayoutPass<"layout-evaluate-constants", "::mlir::ModuleOp"> {
  let summary = "Computes at compile time what depends on constants alone";
  let description = [{
    Precondition: a program on tensors. The pass belongs in front of
    `layout-raise`.

    Effect: what depends on constants alone, such as masks of attention, is a
    constant, stored in the layout that its readers want.

    ```mlir
    %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<3x3xf32>)
    %2 = tensor.insert_slice %ones into %0[0, 2] [3, 1] [1, 1] : ...
    // becomes
    %2 = arith.constant dense<[[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], ...]>
    ```

    The pass computes an op that reads only constants if

      * it is a structured op without reductions, an elementwise op on tensors,
        or a `tensor.extract_slice`, `tensor.insert_slice`, `tensor.concat` or
        `tensor.pad`;
      * sizes are static, and elements are integers, indices or floating-point
        numbers;
      * each op of its body folds, or is a `math.rsqrt` or `arith.truncf`, which
        rounds to nearest;
      * its result has at most `evaluate-limit` bytes, or all elements of its
        operands are equal;
      * it has no mark and no attribute of the layout dialect.

    A missed remark says if an op stays because of its body or its size.
    Transposes, broadcasts, reshapes and fills are computed only if a computed
    op reads them. Functions of `math` may differ in the last bit from those at
    run time.
  }];
  let options = [EvaluateLimitOption];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LayoutFoldBatchNorm
    : LayoutPass<"layout-fold-batch-norm", "::mlir::ModuleOp"> {
  let summary = "Folds batch normalisation into filters and a bias";
  let description = [{
    Precondition: linalg ops on tensors.

    Effect: where elementwise ops compute scale * x + shift of the result x of a
    convolution or contraction, the filter is multiplied by the scale, and only
    the shift is added at run time.

    ```mlir
    %0 = linalg.matmul ins(%x, %w : ...) ...              // %w = [[1.0, 2.0]]
    %1 = linalg.generic ins(%0, %scale, %shift : ...) ... // %scale = [2.0, 3.0]
    // becomes
    %0 = linalg.matmul ins(%x, %v : ...) ...              // %v = [[2.0, 6.0]]
    %1 = linalg.generic ins(%0, %shift : ...) { ... arith.addf
    ```

    Any chain of additions, multiplications, negations and divisions by
    constants of each channel counts, also in front of an activation in the same
    body. So do constants that the convolution adds to. The filter must be a
    constant of the type of the result with all channels of the scale. Scale and
    shift must be finite, and the chain the only reader of the sums. A missed
    remark says why a filter is unfit.

    Sums are rounded in another order. With unit roundoff u (2^-24 for f32),
    sums of n products differ from the original ones by at most about 2 (n + 3)
    u times the sum of the absolute values of the scaled products and of the
    terms of the shift.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::arith::ArithDialect"];
}

def LayoutHoist : LayoutPass<"layout-hoist", "::mlir::ModuleOp"> {
  let summary = "Moves rewrites and loads from functions to their callers";
  let description = [{
    Precondition: globals marked `layout.constant` never change; it is an error
    otherwise. The pass belongs in front of `layout-raise`.

    Effect: rewrites at the ends of private functions stand at their calls,
    where they are planned: in functions marked `layout.frozen` a rewrite that
    is the only user of an argument, or of which only the result is returned; in
    others such an op marked `layout.rewrite`.

    ```mlir
    func.func private @f(%b: tensor<16x16xf32>) attributes {layout.frozen} {
      %0 = layout.layout_transform %b by <(i, j) -> (j, i floordiv 4, i mod 4)>
    // becomes, with the rewrite in front of each call
    func.func private @f(%b: tensor<16x4x4xf32>) attributes {layout.frozen}
    ```

    Private functions that public functions alone lead to get globals marked
    `layout.constant` as arguments, so that `layout-prepare-constants` can
    rewrite them. A function that calls itself, or has other uses than calls,
    stays.
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutLegalize : LayoutPass<"layout-legalize", "::mlir::ModuleOp"> {
  let summary = "Turns layouts that are stated of values into rewrites and constraints";
  let description = [{
    Precondition: a program on tensors, with rewrites raised. It is an error if
    a value cannot have the layout that it requires, if names of dims are
    missing or contradict each other, or if a function whose type changes has
    other uses than calls.

    Effect: layouts that arguments, results and ops state (`values.md`), in any
    notation or as attributes, are rewrites, constraints and types.

    ```mlir
    %0 = math.exp %x {layout.prefer = "map:(i, j) -> (j, i)"} : tensor<4x8xf32>
    // becomes
    %1 = math.exp %x : tensor<4x8xf32>
    %0 = layout.constraint %1 prefers <(i, j) -> (j, i)> price 1.0 : ...
    ```

      * `layout.adapt` becomes a rewrite. The op or `layout.given` names the
        dims of its source; the op, or the convolution or matmul that reads the
        result, those of the result.
      * `layout.require` becomes a `layout.constraint` between rewrites, marked
        `layout.frozen` at the result of an op.
      * `layout.tensor_layout`, and `bufferization.buffer_layout` with a layout
        that implements `TensorLayoutAttrInterface`, give the argument or result
        its physical type and `layout.host`. Rewrites stand inside the function
        and at its calls.
      * An encoding that implements that interface means `layout.tensor_layout`
        at the function boundary and `layout.require` at the result of an op,
        and is erased. Other encodings stay, with a missed remark.
      * `"default"` is the layout that the target has for values of that rank.

    A preference that a value cannot have is a missed remark, and so is one of a
    value without users.
  }];
  let options = [
    TargetOption,
    ConstantArgsOption
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::DLTIDialect"];
}

def LayoutRandomizeSplats : LayoutPass<"layout-randomize-splats", "::mlir::ModuleOp"> {
  let summary = "Replaces splat weights by seeded random data";
  let description = [{
    Precondition: none. A splat of more than 4 GiB is an error. The pass belongs
    in front of planning.

    Effect: every float splat constant of more than one element (finite, at most
    1e4 in absolute value) holds random data, so that wrong layouts of weights
    change results. Values of a vector differ from its mean by at most 25 %;
    other tensors are scaled by their fan-in (He initialization). Equal seeds
    give equal bytes.

    ```mlir
    %0 = arith.constant dense<0.1> : tensor<2x2xf32>
    // becomes
    %0 = arith.constant dense<[[-0.845638453, -1.42608798], ...]>
    ```
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the data">
  ];
}

#endif // LAYOUT_IMPORT_PASSES
