//===- AdjacentElements.h - Loops over adjacent elements --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of a structured op can become a vector if its iterations access
// adjacent elements of each operand, or always the same one.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_ADJACENTELEMENTS_H
#define LAYOUT_LIB_ANALYSIS_ADJACENTELEMENTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Whether iterations of `loop` access adjacent elements of an operand in
/// memory, or always the same one.
bool accessesAdjacentElements(linalg::LinalgOp op, OpOperand &operand,
                              unsigned loop);

/// The loop over the last dim of the only result of `op` that has several
/// elements, if it accesses adjacent elements, or always the same one, of every
/// operand. Adjacent elements of buffers are adjacent in memory.
std::optional<unsigned> getVectorLoop(linalg::LinalgOp op);

/// The reduction of `op`, which has one result, whose iterations access
/// adjacent elements, or always the same one, of every input, and several
/// elements of one: lanes of vectors can be combined to the result at the end,
/// as in a sum over the last dim.
std::optional<unsigned> getVectorReduction(linalg::LinalgOp op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_ADJACENTELEMENTS_H
