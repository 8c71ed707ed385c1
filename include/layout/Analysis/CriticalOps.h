//===- CriticalOps.h - Ops that care about their layout ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions and contractions are critical: hardware wants their operands in
// special layouts. They are found by what they compute, never by name: two
// inputs, a body that multiplies them and adds the product to the result (also
// behind extensions), and loops that upstream's inference can tell apart. A
// pooling has the same loops but another body.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CRITICALOPS_H
#define LAYOUT_ANALYSIS_CRITICALOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::layout {

enum class CriticalKind { Convolution, Contraction };

/// What a loop of a critical op runs over.
enum class LoopRole {
  /// None of the below, e.g. the image loop of a strided 1x1 convolution that
  /// is written as a contraction.
  Other,
  /// Images of a convolution, matrices of a contraction: in all operands but a
  /// convolution's filter.
  Batch,
  // Of a convolution.
  OutputImage,
  OutputChannel,
  FilterLoop,
  InputChannel,
  /// Groups, or the channels of a depthwise convolution: in image, filter and
  /// result.
  Depth,
  // Of a contraction.
  M,
  N,
  K
};

/// A critical op and what each of its loops is for.
struct CriticalOp {
  CriticalKind kind;
  /// One per loop.
  SmallVector<LoopRole> roles;

  bool isConvolution() const { return kind == CriticalKind::Convolution; }
  /// The loops of a role, from the outermost on.
  SmallVector<unsigned> getLoops(LoopRole role) const;
  bool has(LoopRole role) const;
};

/// Says whether `op` is critical. A convolution has an output channel or a
/// depth, a contraction k and at least one of m and n (without both it is an
/// elementwise product that is summed up). Scalars may be subtracted from what
/// is multiplied: the zero points of quantized ops.
std::optional<CriticalOp> classify(linalg::LinalgOp op);

/// The critical ops inside an op, classified once. Passes obtain it by
/// `getAnalysis<CriticalOpAnalysis>()` and hand it down. It is computed
/// eagerly, so that threads may read it, and knows nothing of ops that were
/// created or changed afterwards.
class CriticalOpAnalysis {
public:
  explicit CriticalOpAnalysis(Operation *root);

  /// The roles of the loops of `op`; null if `op` is not critical.
  const CriticalOp *lookup(Operation *op) const;

  /// As `lookup`, but null as well for ops on buffers, which passes on tensors
  /// do not plan.
  const CriticalOp *lookupOnTensors(Operation *op) const;

private:
  llvm::DenseMap<Operation *, CriticalOp> criticalOps;
};

/// What the loops of a convolution or pooling are for, told from its first two
/// inputs and its result.
FailureOr<linalg::ConvolutionDimensions> inferConvolution(linalg::LinalgOp op);

/// The output image loop that a filter loop slides over: both stand in one
/// index of the image, which `image` accesses. Nothing if there is none.
std::optional<unsigned> getImageLoop(AffineMap image, const CriticalOp &roles,
                                     unsigned filterLoop);

/// Whether some channel, m, n or k has been split already: two of its loops
/// stand apart in an operand (NCHW16c, mmt4d). Loops that stand side by side
/// in all operands are one number written with two digits.
bool isBlocked(linalg::LinalgOp op, const CriticalOp &roles);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CRITICALOPS_H
