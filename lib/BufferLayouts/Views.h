//===- Views.h - Views of buffers with layouts ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A view maps its own indices to those of its source. There are three cases
// once the source gets a physical shape:
//
//   - Reshapes and transposes only reindex, and so does a reinterpret_cast of a
//     row-major buffer with a constant offset and constant strides. Their index
//     map composed with the layout of the source is the layout of the view, and
//     the op disappears.
//   - A subview of whole tiles is a subview of the physical buffer
//     (PhysicalSubview.h). Casts become casts of the physical buffer.
//   - All other views are bypassed: loads and stores access the source at
//     indices that are computed from those of the view.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERLAYOUTS_VIEWS_H
#define LAYOUT_LIB_BUFFERLAYOUTS_VIEWS_H

#include "AliasSets.h"
#include "PhysicalSubview.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// The source of a view. A memref.realloc counts as one, since it keeps the
/// elements of its source. Null if `op` is null, no view, or one with
/// unknown indices.
Value getViewSource(Operation *op);

/// The buffer behind all views.
Value getViewedBuffer(Value buffer);

/// Whether a member of the set is the result of a view of a buffer in another
/// set. Its layout then follows from that of its source.
bool containsView(const AliasSets &sets, const AliasSet &set);

/// The layout of a view, and its type in the physical buffer.
struct ViewLayout {
  IndexMap map;
  MemRefType physicalType;
};

/// The layout of `view` if its source has layout `source`; nothing if no index
/// map expresses it.
std::optional<ViewLayout>
getViewLayout(Operation *view, const ViewLayout &source,
              PhysicalSubview::Span span = PhysicalSubview::Span::Gaps);

/// Whether `createSourceIndices` supports the view.
bool canCreateSourceIndices(Operation *view);
/// Creates the indices in the source of a view of the element at `indices`.
SmallVector<Value> createSourceIndices(RewriterBase &rewriter, Operation *view,
                                       ValueRange indices);

/// The size of a dim of a view if its operands state it; nothing otherwise, and
/// if `op` is null or no view.
std::optional<OpFoldResult> getViewSize(Operation *op, int64_t dim);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERLAYOUTS_VIEWS_H
