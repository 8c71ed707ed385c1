//===- Views.h - Views of buffers that are laid out -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A view is an index map from its indices to those of the buffer it shows.
// Reshapes and transposes of dims are nothing else: behind the layout of the
// buffer they are a layout of the view, and the op is gone. A box that keeps
// tiles whole is a box of the physical buffer as well. Accesses to any other
// box are accesses to the buffer at indices that are computed.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_VIEWS_H
#define LAYOUT_LIB_BUFFERS_VIEWS_H

#include "PhysicalBox.h"
#include "layout/Algebra/IndexMap.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// The buffer that an op makes a view of, or a larger one with the elements of;
/// null if it makes none, or one whose indices are not known.
Value getViewed(Operation *op);

struct ViewLayout {
  IndexMap map;
  MemRefType physicalType;
};

/// How a view lies if the buffer it shows lies by `layout`; nothing if no index
/// map says it.
std::optional<ViewLayout> getViewLayout(Operation *view,
                                        const ViewLayout &layout);

/// Replaces a view by one that has `physicalType` once the buffer it shows is
/// the physical one; a subview by the box it is of that.
void makePhysicalView(RewriterBase &rewriter, Operation *view,
                      std::optional<PhysicalBox> box, MemRefType physicalType);

/// Whether `getViewedIndices` knows them.
bool hasViewedIndices(Operation *view);
/// Where in the buffer the element at `indices` of a view is.
SmallVector<Value> getViewedIndices(RewriterBase &rewriter, Operation *view,
                                    ValueRange indices);

/// The size of a dim, if the view says so.
std::optional<OpFoldResult> getViewSize(Operation *view, int64_t dim);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERS_VIEWS_H
