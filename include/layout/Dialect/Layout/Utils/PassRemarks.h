//===- PassRemarks.h - How the passes head their remarks --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_UTILS_PASSREMARKS_H
#define LAYOUT_DIALECT_LAYOUT_UTILS_PASSREMARKS_H

#include "mlir/IR/Remarks.h"

namespace mlir::layout {

/// The head of a remark about `op`: what was decided (`name`), the pass that
/// did (`category`), and the function the op stands in.
remark::RemarkOpts getRemark(StringRef name, StringRef category, Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_UTILS_PASSREMARKS_H
