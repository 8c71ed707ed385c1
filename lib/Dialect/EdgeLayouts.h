//===- EdgeLayouts.h - Layouts of the values at an op -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_EDGELAYOUTS_H
#define LAYOUT_LIB_DIALECT_EDGELAYOUTS_H

#include "layout/Dialect/LayoutAttributes.h"

namespace mlir::layout {

/// Returns the shape of a tensor with the padding of `layout`.
SmallVector<int64_t> getPaddedShape(ArrayRef<int64_t> shape,
                                    EdgeLayoutAttr layout);

/// Whether a value of type `type` lies as required where an option states
/// `stated` of it. `required` is not as it stands.
bool agrees(EdgeLayoutAttr stated, EdgeLayoutAttr required,
            RankedTensorType type);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_EDGELAYOUTS_H
