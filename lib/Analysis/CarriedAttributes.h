//===- CarriedAttributes.h - Attributes that ops inherit --------*- C++ -*-===//
//-*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_CARRIEDATTRIBUTES_H
#define LAYOUT_LIB_ANALYSIS_CARRIEDATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Which attributes of the layout dialect a replacement of an op inherits.
enum class CarriedMarks {
  /// None but `layout.device`: the replacement is another kind of op.
  None,
  /// All but layout requests (`layout.op_layout`, `layout.prefer`,
  /// `layout.along_stick`), which are fulfilled: the replacement is the same op
  /// in another layout.
  Fulfilled
};

/// Returns the discardable attributes that the replacement of `op` inherits.
/// Attributes of other dialects are inherited, except linalg's cache of
/// indexing maps, which is not valid for the replacement.
SmallVector<NamedAttribute> getCarriedAttributes(Operation *op,
                                                 CarriedMarks marks);

/// Copies the attributes that are inherited with `CarriedMarks::None` from
/// `from` to `to`.
void carryAttributes(Operation *from, Operation *to);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_CARRIEDATTRIBUTES_H
