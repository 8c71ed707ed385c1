//===- RemainingRewrites.h - What run time still pays for -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_REMAININGREWRITES_H
#define LAYOUT_REPORT_REMAININGREWRITES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// The rewrites of `module` that move run-time data, in program order, as the
/// entries of the report's `left`: dictionaries of `location`, `from` and `to`
/// (maps from common dims), `bytes`, `between` (what makes the source, what
/// reads the result) and `blocked_by` (which neighbours keep it from moving:
/// the function's signature, frozen ops, ops that cannot adapt). Each is a
/// missed remark as well.
ArrayAttr collectRemainingRewrites(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_REMAININGREWRITES_H
