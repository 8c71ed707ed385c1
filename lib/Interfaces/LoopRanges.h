//===- LoopRanges.h - Facts about structured ops, read off fast -*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same answers as those of the methods of upstream's interface, which build
// affine maps and attributes on the way: passes ask each op several times.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_INTERFACES_LOOPRANGES_H
#define LAYOUT_LIB_INTERFACES_LOOPRANGES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Returns the extents of the loops of `op`, as LinalgOp::getStaticLoopRanges:
/// each is the extent of the first dim, in the order of the operands, that the
/// loop indexes alone. The op must have passed its verifier.
SmallVector<int64_t> getLoopRanges(linalg::LinalgOp op);

/// Returns the extents of the dims that the indexing map of an operand indexes:
/// those of a tensor or buffer. A scalar has none, also if it is a vector.
inline ArrayRef<int64_t> getIndexedShape(OpOperand &operand) {
  Type type = operand.get().getType();
  return isa<TensorType, BaseMemRefType>(type)
             ? cast<ShapedType>(type).getShape()
             : ArrayRef<int64_t>();
}

/// Returns the extent of each loop, which is static if any dim that the loop
/// indexes alone is; nothing for a loop that indexes no dim alone.
SmallVector<std::optional<int64_t>> getKnownLoopExtents(linalg::LinalgOp op);

/// Returns the number of destinations of `op`, as LinalgOp::getNumDpsInits: on
/// tensors, each of them has a result.
inline unsigned getNumInits(linalg::LinalgOp op) {
  unsigned numResults = op->getNumResults();
  return numResults != 0 && op.hasPureTensorSemantics() ? numResults
                                                        : op.getNumDpsInits();
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_INTERFACES_LOOPRANGES_H
