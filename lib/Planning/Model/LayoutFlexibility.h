//===- LayoutFlexibility.h - Further layouts of critical ops ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts that a critical op may take besides its layout options.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_LAYOUTFLEXIBILITY_H
#define LAYOUT_LIB_PLANNING_MODEL_LAYOUTFLEXIBILITY_H

#include "PlanningModel.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"

namespace mlir::layout {

/// The flexibility that the attributes of an op with layout options state.
LayoutFlexibility getFlexibility(Operation *op);

/// Whether the op would read some input in a non-standard order of elements
/// (AbsorbedReads.h) that it reads in a standard order now. Such a read absorbs
/// a rewrite. `critical` is null if `op` is not critical.
bool absorbsRewrite(linalg::LinalgOp op, const CriticalOp *critical,
                    const LoopRelayout &relayout);

/// The orders of digits, in normal form, that an operand may take if a
/// neighbour offers `order`. Precondition: `flexibility` is HeadMajor or
/// Absorbed.
SmallVector<MixedRadix> getFlexibleOrders(LayoutFlexibility flexibility,
                                          linalg::LinalgOp op,
                                          OpOperand &operand,
                                          const MixedRadix &order);

/// Splits the dims of all operands at the strides at which some operand splits
/// the same loop, so that each new loop is a dim of every operand that has it.
/// The positions of elements in memory do not change.
void splitAlike(linalg::LinalgOp op, MutableArrayRef<MixedRadixMap> operands);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_LAYOUTFLEXIBILITY_H
