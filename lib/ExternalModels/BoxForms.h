//===- BoxForms.h - Insertions, pads and concats as one form ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What puts a tensor into a larger one is written in several ways by those who
// lower programs. These patterns write it in one, so that a plan does not
// depend on it.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXTERNALMODELS_BOXFORMS_H
#define LAYOUT_LIB_EXTERNALMODELS_BOXFORMS_H

#include "layout/Dialect/Layout/IR/Marks.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Whether `op` may become another number of ops: what is stated about it, such
/// as the layout of its result, would be lost.
inline bool isFree(Operation *op) {
  return !isFrozen(op) && op->getDiscardableAttrs().empty();
}

/// Insertions into tensors of equal elements: those of whole boxes become pads,
/// and what dilates a tensor becomes one insertion with strides.
void populateFilledBoxPatterns(RewritePatternSet &patterns);

} // namespace mlir::layout

#endif // LAYOUT_LIB_EXTERNALMODELS_BOXFORMS_H
