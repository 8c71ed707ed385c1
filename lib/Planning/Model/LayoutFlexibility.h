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
#include "Relayout/LoopRelayout.h"

namespace mlir::layout {

/// The flexibility that the attributes of an op with layout options state.
LayoutFlexibility getFlexibility(Operation *op);

/// Whether the op would read some input in a non-standard order of elements
/// (AbsorbedReads.h) that it reads in a standard order now. Such a read absorbs
/// a rewrite. `critical` is null if `op` is not critical.
bool absorbsRewrite(linalg::LinalgOp op, const CriticalOp *critical,
                    const LoopRelayout &relayout);

/// The order of all loops of a convolution in which the operand or result
/// number `port` has the digits that `order` has of its loops, and the filter
/// lies as in the named convolutions: for NHWC data as HWIO, for NCHW16c as
/// OIHW16i16o. Loops of windows follow those of the image, and the channels
/// that the port does not have those that it has, split alike. Other ops, and
/// orders of a filter, have `order`.
FactorOrder getConvolutionOrder(linalg::LinalgOp op, const CriticalOp &roles,
                                unsigned port, const FactorOrder &order);

/// The orders of digits, in normal form, that an operand may take if a
/// neighbour offers `order`. Precondition: `flexibility` is HeadMajor or
/// Absorbed.
SmallVector<MixedRadix> getFlexibleOrders(LayoutFlexibility flexibility,
                                          linalg::LinalgOp op,
                                          OpOperand &operand,
                                          const MixedRadix &order);

/// Whether a contraction whose operands have these layouts can be computed on
/// vectors, along the innermost dim of the result or contracted dims, or could
/// not be with the layouts that it comes with either.
bool keepsVectors(linalg::LinalgOp op, ArrayRef<MixedRadixMap> operands);

/// Lets elements that are adjacent in the result of a contraction be adjacent
/// in the input that they are rows or columns of, if that input has such an
/// order: as (AB)^T = B^T A^T, a product that is stored by columns reads A by
/// columns. `operands` has a layout for each operand.
void alignInnermost(linalg::LinalgOp op,
                    MutableArrayRef<MixedRadixMap> operands);

/// Lets elements that are adjacent in an input of a contraction, which are rows
/// or columns of it, be adjacent in the result: rows of 16 channels in each
/// pixel become rows of 16 channels for each row of the other factor.
/// `operands` has a layout for each operand.
void alignResult(linalg::LinalgOp op, OpOperand &input,
                 MutableArrayRef<MixedRadixMap> operands);

/// Lets contracted elements be adjacent in all inputs of a contraction: a
/// product that is stored by columns may also read A by rows and B by columns.
/// Inputs whose contracted dims are split keep their layouts.
void alignContracted(linalg::LinalgOp op,
                     MutableArrayRef<MixedRadixMap> operands);

/// Splits the dims of all operands at the strides at which some operand splits
/// the same loop, so that each new loop is a dim of every operand that has it.
/// The positions of elements in memory do not change.
void splitAlike(linalg::LinalgOp op, MutableArrayRef<MixedRadixMap> operands);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_LAYOUTFLEXIBILITY_H
