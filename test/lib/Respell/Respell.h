//===- Respell.h - Equal programs by other ops ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A spelling rewrites each op of a program that it knows into ops that compute
// the same. test/python/test_spellings.py plans programs in each of them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_RESPELL_H
#define LAYOUT_TEST_RESPELL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Rewrites `op` into equal ops, in front of which `rewriter` is. Returns
/// whether it has; if not, the program is unchanged.
using RespellOp = bool (*)(RewriterBase &rewriter, Operation *op);

struct Spelling {
  StringRef name;
  RespellOp respell;
};

/// Contractions, convolutions and other structured ops by other names.
ArrayRef<Spelling> getStructuredSpellings();
/// Elementwise ops, broadcasts and biases by other ops.
ArrayRef<Spelling> getElementwiseSpellings();
/// Elementwise ops and reductions with other bodies and operands.
ArrayRef<Spelling> getBodySpellings();
/// Fills, splats and weights.
ArrayRef<Spelling> getConstantSpellings();
/// Reshapes, transpositions, pads, slices, concatenations and casts.
ArrayRef<Spelling> getMovementSpellings();

/// Extents that are known at run time only.
ArrayRef<Spelling> getDynamicSpellings();

/// Returns the structured op that computes `value`, of static shape and on
/// tensors; null if there is none.
linalg::LinalgOp getStructuredProducer(Value value);

/// Whether `op` has one result of static shape, on tensors.
bool isStaticOnTensors(linalg::LinalgOp op);

/// Whether `map` has each dim of `numDims` as its index, or 0 where the dim has
/// an extent of 1 by `shape`.
bool isIdentityOn(AffineMap map, ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_TEST_RESPELL_H
