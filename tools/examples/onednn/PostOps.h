//===- PostOps.h - Elementwise ops as post-ops of oneDNN --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXAMPLES_ONEDNN_POSTOPS_H
#define LAYOUT_EXAMPLES_ONEDNN_POSTOPS_H

#include "DimOrder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace onednn {

/// A post-op, and the tensor that a binary one takes: one element per channel,
/// in one dim, or a tensor like the result.
struct PostOp {
  enum class Kind { Clip, Linear, Add, Sub, Mul, Div };
  Kind kind;
  /// The bounds of a clip; factor and summand of a linear function.
  double alpha = 0, beta = 0;
  /// While a body is read, the value of the body.
  mlir::Value operand;
  bool isVector = false;

  /// Returns the post-op as the primitive names it.
  std::string getText() const;
};

/// Adds a post-op. A clip behind another one becomes one with it.
void append(llvm::SmallVectorImpl<PostOp> &postOps, PostOp postOp);

/// The tensor that post-ops change.
struct PostOpInput {
  mlir::Value value;
  DimOrder order;
  /// Which dim of oneDNN the channels are.
  unsigned channel;
};

/// How an op reads an operand while it computes a tensor like `input`.
enum class ReadKind { Other, Vector, Elements };
ReadKind getReadKind(mlir::linalg::LinalgOp op, mlir::OpOperand &operand,
                     const PostOpInput &input);

/// Returns `vector`, which is read as ReadKind::Vector, with one dim.
mlir::Value getVector(mlir::OpBuilder &builder, mlir::Value vector);

/// Returns the post-ops that do what an elementwise op does with `input`, which
/// nothing else uses. Fails, and changes nothing, if there are none. What the
/// op computes from vectors alone is computed in front of it.
///
///   %1 = linalg.generic ... ins(%0, %mean, %variance : tensor<1x64x8x8xf32>,
///                               tensor<64xf32>, tensor<64xf32>) {
///     %s = math.rsqrt %variance
///     %d = arith.subf %0, %mean
///     %r = arith.mulf %d, %s
///     linalg.yield %r
///   }
///
/// is `sub` with %mean and `mul` with
///
///   %2 = linalg.generic ... ins(%variance : tensor<64xf32>) {math.rsqrt}
mlir::FailureOr<llvm::SmallVector<PostOp>>
matchPostOps(mlir::linalg::LinalgOp op, const PostOpInput &input);

} // namespace onednn

#endif // LAYOUT_EXAMPLES_ONEDNN_POSTOPS_H
