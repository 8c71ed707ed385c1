//===- RequiredValues.h - Requirements of values at an op -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout.require` of a value restricts the layouts of the convolution or
// matmul that computes or reads it. `layout-legalize` has put a constraint
// there,
//
//   %1 = layout.layout_transform %0 by <(n, c, h, w) -> (n, h, w, c)>
//   %2 = layout.constraint %1
//   %3 = layout.layout_transform %2 by <(n, h, w, c) -> (n, c, h, w)>
//   %4 = linalg.conv_2d_nchw_fchw ins(%3, %w) ...
//
// so that the convolution should read NHWC.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_REQUIREDVALUES_H
#define LAYOUT_LIB_PLANNING_FREEZE_REQUIREDVALUES_H

#include "StatedLayouts.h"
#include "layout/Dialect/Layout.h"

namespace mlir::layout {

/// The layout that is required of the value of one operand. A result has the
/// number of its destination.
struct RequiredValue {
  unsigned operand;
  EdgeLayoutAttr layout; ///< from the dims of the operand; not as it stands
  ConstraintOp constraint;
};

/// Returns what is required of the values that an op reads and computes.
SmallVector<RequiredValue, 2> getRequiredValues(linalg::LinalgOp op);

/// Whether an option has all the layouts that are required.
bool agrees(linalg::LinalgOp op, OpLayoutAttr option,
            ArrayRef<RequiredValue> required);

/// The kernel of a convolution beside layouts that are required.
enum class KernelBeside {
  Stated,  ///< as it is stated; the default one if that is
  Default, ///< the default one of the layouts that are required
};

/// Returns `stated` with the layouts that are required in place of its own; of
/// a convolution also those in which the data and the result have the same one.
/// Empty if a layout that is required cannot be written in letters.
SmallVector<Alternative, 1>
getRequiredAlternatives(linalg::LinalgOp op, const CriticalOp &critical,
                        OpKind kind, ArrayRef<Alternative> stated,
                        ArrayRef<RequiredValue> required, KernelBeside kernel);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_REQUIREDVALUES_H
