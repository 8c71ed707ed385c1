//===- VectorMath.h - Functions of vectors of f32 -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the math dialect as arithmetic on vectors. For every f32, the result
// is within five units in the last place of the exact one, and zeros, their
// signs, infinities and NaNs are those of C99, Annex F. Functions that are not
// expanded are called for each element, from libm.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_VECTORMATH_H
#define LAYOUT_LIB_KERNELS_VECTORMATH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Replaces functions of vectors of f32, such as exp and sin, by arithmetic.
/// Returns whether there were any.
bool expandVectorMath(func::FuncOp kernel);

/// Adds patterns that test elements of any float type for infinities and normal
/// numbers, before another type with other bounds computes in its place:
///
///   %0 = math.isinf %x : f16
///
/// becomes
///
///   %1 = math.absf %x : f16
///   %0 = arith.cmpf ogt, %1, %largest : f16
void populateClassTestPatterns(RewritePatternSet &patterns);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_VECTORMATH_H
