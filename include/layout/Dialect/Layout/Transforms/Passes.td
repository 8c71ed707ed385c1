//===- Passes.td - Passes on the layout dialect ------------*- tablegen -*-===//
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

#ifndef LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES
#define LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES

include "layout/Support/PassOptions.td"

def LayoutFreeze : Pass<"layout-freeze", "::mlir::ModuleOp"> {
  let summary = "Gives critical ops the layouts they want";
  let description = [{
    Precondition: linalg on tensors.

    Critical ops are convolutions and contractions. What one wants is said by
    `layout.op_layout` on it, else by `prefer`, else by the target. With one
    entry it is rewritten at once, marked `layout.frozen`, and rewrites stand
    on its edges; with several, or with `layout.prefer`, the entries are
    attached and `layout-flow` chooses.

    Preferences name the layouts of data and kernel by the roles of dims: N
    batch, C, I, O channels, D, H, W image, G group; M, K, N of matrices, B
    their batch. `NCHW16c` cuts blocks of 16 off the channels; `default` is the
    kernel that suits the data (`OIHW16i16o`). A convolution takes a channel
    whole that its block does not divide, or whose extent is not static; with
    `indivisible=pad` a static one is padded, with zeros where it is summed
    over. A matmul is packed in all its dims or stays. A third layout,
    `[NCHW,default,NCHW16c]`, is that of the result, where it is another than
    the data's. `pointwise_conv2d` and its like are convolutions with windows of
    one point; they are `conv2d` where nothing is preferred for them.

    Target `conv4` leaves every convolution the choice between NCHW, NHWC, NCHW8c
    and NCHW16c, for the data and for the result, each priced by 1/4, 1/8, 1/16
    and 0 of the bytes of the result. `nchw16c-1x1nhwc` wants pointwise
    convolutions in NHWC and others in NCHW16c. `nchw16c-headmajor` leaves
    contractions the flexibility `order = head_major`. With `absorb=priced` critical
    ops that would be frozen, and were not blocked before, have the flexibility
    `order = absorbed` instead.

    Postcondition: every critical op is frozen, unless it has entries to choose
    from. One that nothing is wanted of, that is blocked already or lies as
    wanted is frozen as it stands. An entry on the op that cannot be had is an
    error; one that was only wanted is a missed remark and the op is frozen as
    it stands. The report lists the kinds in `prefer` that no op is of, each of
    which is a warning as well.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "Target whose preferences apply: nchw, nhwc, nchw4c, nchw8c, nchw16c, nchw16c-mm16, nchw16c-1x1nhwc, nchw16c-headmajor, conv4">,
    Option<"prefer", "prefer", "std::string", /*default=*/"\"\"",
           "Preferences per kind of op, e.g. conv2d=[NCHW16c,default],matmul=[…]|[…]">,
    IndivisibleOption,
    AbsorbOption
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"];
}

def LayoutFold : Pass<"layout-fold", "::mlir::ModuleOp"> {
  let summary = "Cancels, merges and deduplicates rewrites, and folds them into constants";
  let description = [{
    Precondition: none.

    Postcondition: no rewrite reads another rewrite with which it is one map,
    unless it is a view of one that others read too; of two equal rewrites of
    one value neither dominates the other; no rewrite reads a constant whose
    data is at hand and of at most `constant-limit` bytes. A constant has one
    copy per distinct layout, the original is erased when unused; a splat stays
    a splat unless it is padded with another value, and a resource stays a
    resource.

    The blob of a resource that nothing in the module refers to any more is
    freed, also for clones of the module made before.
  }];
  let options = [ConstantLimitOption];
  let dependentDialects = ["::mlir::layout::LayoutDialect",
                           "::mlir::arith::ArithDialect"];
}

def LayoutVerify : Pass<"layout-verify", "::mlir::ModuleOp"> {
  let summary = "Checks that requirements hold and nothing unproved is left";
  let description = [{
    Precondition: none.

    Postcondition: no op still asks for a layout it does not have, every split
    of a dynamic dim is proved to divide, and every index map is proved
    bijective. Anything else is an error at the op. The program is not changed.
  }];
}

def LayoutPrintRules : Pass<"layout-print-rules", "::mlir::ModuleOp"> {
  let summary = "Prints what every op minds about layouts";
  let description = [{
    Precondition: none.

    Postcondition: for every op with tensor operands, its class and its rule
    stand on standard output; the program is not changed. The classes:

      * critical: convolutions and contractions, which hardware wants in
        special layouts;
      * sensitive: takes any layout its rule allows, but is another op then;
        what changes (its name, or attributes) is told by laying it out with
        its factors turned round;
      * agnostic: takes any layout its rule allows and stays as it is;
      * a view: becomes part of the map of the value it shows;
      * a barrier: reads and writes its tensors as they stand.

    A rule names the factors an op iterates over, f0, f1, …, and for every dim
    of its tensors the factors that reach it: `f2`; `(f0, f1)` spelled by
    several; `f2 + 1` moved by an offset, `?` if that is not known;
    `window(f2, f5)`; `-` for a unit dim or a constant index.
  }];
}

def LayoutRandomizeSplats : Pass<"layout-randomize-splats", "::mlir::ModuleOp"> {
  let summary = "Replaces splat weights by seeded data";
  let description = [{
    A wrong layout cannot be seen through splat weights, so this runs before
    planning when a program is to be checked.

    Precondition: none.

    Postcondition: every float splat constant of more than one element (finite,
    at most 1e4 in absolute value) holds seeded data: vectors keep their mean
    and vary by at most 25 %, the rest is He-scaled. The same seed gives the
    same bytes.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the data">
  ];
}

#endif // LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES
