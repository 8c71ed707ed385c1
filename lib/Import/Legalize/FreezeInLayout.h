//===- FreezeInLayout.h - Ops whose results have given layouts --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_LEGALIZE_FREEZEINLAYOUT_H
#define LAYOUT_LIB_IMPORT_LEGALIZE_FREEZEINLAYOUT_H

#include "layout/Dialect/LayoutAttributes.h"

namespace mlir::layout {

/// Rebuilds the op such that its results have the layouts `maps`, in which
/// nothing is padded, and freezes it. There is one map for each result; a
/// result without one has the layout that follows from the others. With (i, j)
/// -> (j, i),
///
///   %1 = linalg.exp ins(%0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>)
///
/// becomes
///
///   %2 = layout.layout_transform %0 by <(i, j) -> (j, i)>
///   %3 = layout.layout_transform %e by <(i, j) -> (j, i)>
///   %4 = linalg.exp {layout.frozen}
///       ins(%2 : tensor<6x4xf32>) outs(%3 : tensor<6x4xf32>)
///   %1 = layout.layout_transform %4 by <(i, j) -> (j, i)>
///
/// Returns what the results are replaced by. Fails, without a change, if the
/// rule of the op (LayoutRule.h) does not allow the layouts.
FailureOr<SmallVector<Value>>
freezeInLayouts(Operation *op, ArrayRef<std::optional<IndexMap>> maps);

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_LEGALIZE_FREEZEINLAYOUT_H
