//===- Recombine.h - Indices from their quotients and remainders *- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over all elements of a buffer of unknown shape divides its index:
//
//   %i:3 = affine.delinearize_index %k into (%l, %m, %n)
//   memref.store %v, %b[%i#0, %i#1, %i#2] : memref<?x?x?xf32>
//
// The index into the flat buffer, (%i#0 * %m + %i#1) * %n + %i#2, is %k again.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERLAYOUTS_RECOMBINE_H
#define LAYOUT_LIB_BUFFERLAYOUTS_RECOMBINE_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::layout {

/// Returns the value that `expr`, a sum of a remainder and of a multiple of a
/// quotient, equals for the given operands (dims before symbols); null if there
/// is none. Quotients and remainders are recognized in affine.apply,
/// affine.delinearize_index, arith.divui and arith.remui, divisors in products.
Value recombine(AffineExpr expr, ArrayRef<OpFoldResult> operands,
                unsigned numDims);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERLAYOUTS_RECOMBINE_H
