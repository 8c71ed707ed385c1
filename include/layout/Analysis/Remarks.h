//===- Remarks.h - Remarks and texts for diagnostics ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_REMARKS_H
#define LAYOUT_ANALYSIS_REMARKS_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Remarks.h"
#include <string>

namespace mlir::layout {

/// Returns the options of a remark about `op`: `name` says what was decided,
/// `category` is the argument of the pass that decided it. The function that
/// contains `op` is added.
remark::RemarkOpts getRemark(StringRef name, StringRef category, Operation *op);

/// Returns "file:line:column" of the first file location in `location`, or the
/// printed location if it contains none.
std::string getLocationText(Location location);

/// Returns "linalg.generic 'layer' at file:line:column" (LayerName.h).
std::string getLocationText(Operation *op);

/// Returns "argument 0 of @name".
std::string getLocationText(BlockArgument argument);

/// Returns "@name" for a symbol and the location text of any other op.
std::string getNameOrLocation(Operation *op);

/// Emits an error at `op` that it requires a symbol to be what `required` says,
/// where `named` has its name but is something else.
LogicalResult emitTakenName(Operation *op, Operation *named,
                            const Twine &required);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_REMARKS_H
