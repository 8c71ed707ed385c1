//===- LinalgToLayout.h - Upstream rewrites as layout ops -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `layout-raise` (Passes.td) for one op.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_RAISE_LINALGTOLAYOUT_H
#define LAYOUT_LIB_IMPORT_RAISE_LINALGTOLAYOUT_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replaces a transpose, pack, unpack, reshape or copy-like generic on tensors
/// by one layout op or by a transform with a pad or crop. Fails without
/// changing the IR if `op` is not proved to be a bijective rewrite; if it has
/// the form of one, a missed remark gives the reason.
LogicalResult raiseRewrite(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_RAISE_LINALGTOLAYOUT_H
