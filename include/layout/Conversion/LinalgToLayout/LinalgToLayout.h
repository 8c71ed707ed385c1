//===- LinalgToLayout.h - Upstream rewrites as layout ops -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass is `layout-raise` (Passes.td); this is what it does to one op.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_LINALGTOLAYOUT_LINALGTOLAYOUT_H
#define LAYOUT_CONVERSION_LINALGTOLAYOUT_LINALGTOLAYOUT_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replaces a transpose, pack, unpack, reshape or copy-like generic on tensors
/// by a chain of layout ops of its own. Fails and leaves the program as it is
/// when `op` is no pure rewrite; a missed remark says why when it looks like
/// one.
LogicalResult raiseRewrite(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_LINALGTOLAYOUT_LINALGTOLAYOUT_H
