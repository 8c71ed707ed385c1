//===- CriticalOps.h - Ops that care about their layout ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions and contractions are critical: hardware prefers special layouts
// for their operands. They are recognized by what they compute, never by name:
// two inputs, a body that multiplies them (possibly after extensions) and adds
// the product to the result, and loops that upstream's inference distinguishes,
// also where a dim is whole in one operand and in blocks in another. A pooling
// has the same loops but a different body.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CRITICALOPS_H
#define LAYOUT_ANALYSIS_CRITICALOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::layout {

enum class CriticalKind { Convolution, Contraction };

/// The role of a loop of a critical op.
enum class LoopRole {
  /// None of the other roles, such as the image loop of a strided 1x1
  /// convolution that is written as a contraction.
  Other,
  /// Images of a convolution, matrices of a contraction. It indexes all
  /// operands except the filter of a convolution.
  Batch,
  // Loops of convolutions.
  OutputImage,
  OutputChannel,
  FilterLoop,
  InputChannel,
  /// Groups, or the channels of a depthwise convolution. It indexes image,
  /// filter and result.
  Depth,
  // Loops of contractions.
  M,
  N,
  K
};

/// The kind of a critical op and the roles of its loops.
struct CriticalOp {
  CriticalKind kind;
  /// One per loop, from the outermost on.
  SmallVector<LoopRole> roles;

  bool isConvolution() const { return kind == CriticalKind::Convolution; }
  /// Returns the loops of a role, from the outermost on.
  SmallVector<unsigned> getLoops(LoopRole role) const;
  bool has(LoopRole role) const;
};

/// The critical ops inside an op or functions, classified once. A convolution
/// has an output channel or a depth; a contraction has k and at least one of m
/// and n (without both it is a sum of elementwise products). The factors may
/// have scalars subtracted from them, which are the zero points of quantized
/// ops.
///
/// Passes obtain the analysis by `getAnalysis<CriticalOpAnalysis>()` and hand
/// it down. It is computed eagerly, so that threads may read it, and knows
/// nothing of ops that were created or changed afterwards.
class CriticalOpAnalysis {
public:
  explicit CriticalOpAnalysis(Operation *root);
  explicit CriticalOpAnalysis(ArrayRef<func::FuncOp> functions);

  /// The roles of the loops of `op`; null if `op` is not critical.
  const CriticalOp *lookup(Operation *op) const;

  /// As `lookup`, but null as well for ops on buffers, which passes on tensors
  /// do not plan.
  const CriticalOp *lookupOnTensors(Operation *op) const;

private:
  void add(Operation *root);

  llvm::DenseMap<Operation *, CriticalOp> criticalOps;
};

/// Returns the roles of the loops of a convolution or pooling, inferred from
/// its first two inputs and its result. Fails for other ops.
FailureOr<linalg::ConvolutionDimensions> inferConvolution(linalg::LinalgOp op);

/// Returns the output image loop that `filterLoop` slides over: both are terms
/// of one index of the image, which `image` accesses. Returns nothing if there
/// is none.
std::optional<unsigned> getImageLoop(AffineMap image, const CriticalOp &roles,
                                     unsigned filterLoop);

/// Whether the image of a convolution lies in blocks of its height and width.
bool hasImageInBlocks(linalg::LinalgOp op, const CriticalOp &roles);

/// Whether some channel, m, n or k is blocked already: two of its loops index
/// dims of an operand that are not adjacent (NCHW16c, mmt4d). Loops that are
/// adjacent in all operands count as one loop. An image in blocks counts, too.
bool isBlocked(linalg::LinalgOp op, const CriticalOp &roles);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CRITICALOPS_H
