//===- KernelVectors.h - Ops on tiles as ops on vectors ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_KERNELVECTORS_H
#define LAYOUT_LIB_KERNELS_KERNELVECTORS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace mlir::layout {

/// The pattern sets that simplify kernels, built once.
struct KernelPatterns {
  /// Canonicalization of all loaded dialects.
  FrozenRewritePatternSet simplify;
  /// The same, and ops lose dims of extent 1, which reshapes add and drop:
  ///
  ///   linalg.generic ins(%x) outs(%y : tensor<1x64x1x1xf32>)
  ///
  /// becomes
  ///
  ///   %0 = tensor.collapse_shape %x ... : ... into tensor<64xf32>
  ///   %1 = linalg.generic ins(%0) outs(... : tensor<64xf32>)
  ///   tensor.expand_shape %1 ... : ... into tensor<1x64x1x1xf32>
  FrozenRewritePatternSet dropUnitDims;
  /// The same as `simplify`, and slices of slices become one.
  FrozenRewritePatternSet mergeSlices;
  /// The same as `simplify`, and slices become part of transfers of vectors,
  /// whose unit dims are dropped, and functions of half precision such as exp
  /// are computed in f32.
  FrozenRewritePatternSet foldIntoTransfers;
  /// Slices become part of transfers of vectors, and nothing else changes.
  FrozenRewritePatternSet placeTransfers;

  static KernelPatterns create(MLIRContext *context);
};

/// Applies patterns to a kernel, and merges equal ops before and after.
void simplifyKernel(func::FuncOp kernel,
                    const FrozenRewritePatternSet &patterns);

/// Replaces powers with small integer exponents, such as x^3 in GELU, by
/// products, which vectors have:
///
///   %0 = math.powf %x, %c3 : f32
///
/// becomes
///
///   %1 = arith.mulf %x, %x : f32
///   %0 = arith.mulf %1, %x : f32
void expandPowers(func::FuncOp kernel);

/// Replaces an op by one without its loops of one iteration, on slices of the
/// operands, and returns that.
linalg::GenericOp dropUnitLoops(RewriterBase &rewriter, linalg::GenericOp op);

/// Splits an op on a tile of static shape into one for each vector of `lanes`
/// elements of its result, or of a reduction, and vectorizes them. Loops that
/// come later in `order` advance first.
LogicalResult splitIntoVectors(RewriterBase &rewriter, linalg::GenericOp op,
                               int64_t lanes, ArrayRef<unsigned> order);

/// Keeps what a loop updates in each iteration in registers.
void hoistVectors(RewriterBase &rewriter, func::FuncOp kernel,
                  const KernelPatterns &patterns);

/// Computes in f32 what ops in `root` compute in one of `types`, between
/// conversions from and to that type.
LogicalResult computeInF32(Operation *root, ArrayRef<Type> types);

/// Prepares a kernel on vectors and buffers for upstream's lowering: elements
/// that are read into all lanes, or written, are scalars, vectors of two dims
/// become vectors of one, what the lanes of a vector are combined to may be
/// added up in any order, and half precision is computed in f32.
LogicalResult lowerVectors(RewriterBase &rewriter, func::FuncOp kernel);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_KERNELVECTORS_H
