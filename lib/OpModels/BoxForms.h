//===- BoxForms.h - Insertions, pads and concats as one form ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Importers insert a tensor into a larger one by pads, insertions or
// concatenations. These patterns write each insertion in one form, so that
// plans do not depend on the importer.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OPMODELS_BOXFORMS_H
#define LAYOUT_LIB_OPMODELS_BOXFORMS_H

#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns the sizes of the blocks into which a dim of a tensor may be split.
using GetBlocks = function_ref<SmallVector<int64_t>(Value, unsigned)>;

/// Whether `op` may become another number of ops: what is stated about it, such
/// as the layout of its result, would be lost.
inline bool isFree(Operation *op) {
  return !isFrozen(op) && op->getDiscardableAttrs().empty();
}

/// Returns the sizes of a tensor whose elements are equal or undefined; nothing
/// if it is another tensor, or an op would have to read them of it.
std::optional<SmallVector<OpFoldResult>>
getSizesWithoutElements(OpBuilder &builder, Value tensor);

/// Returns what `op` inserts with the dims of size 1 that the insertion adds.
/// `canGetBox` says whether reshapes know these.
Value getBox(PatternRewriter &rewriter, tensor::InsertSliceOp op);
bool canGetBox(tensor::InsertSliceOp op);

/// layout::splitBox of a concatenation.
bool splitConcat(RewriterBase &rewriter, tensor::ConcatOp op,
                 GetBlocks getBlocks);

/// Insertions that write all of a tensor become concatenations, and nested
/// concatenations one.
void populateConcatPatterns(RewritePatternSet &patterns);

/// Whether a pad cuts off elements: a known width is below 0.
bool hasNegativeWidth(tensor::PadOp op);

/// Pads with known widths below 0 become slices and pads.
void populatePadPatterns(RewritePatternSet &patterns);

/// Insertions into tensors of equal elements: those of whole boxes become pads,
/// and what dilates a tensor becomes one insertion with strides.
void populateFilledBoxPatterns(RewritePatternSet &patterns);

/// Slices between which elements are computed one by one become one slice in
/// front of that.
void populateSlicePatterns(RewritePatternSet &patterns);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OPMODELS_BOXFORMS_H
