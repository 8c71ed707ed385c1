//===- ReplaceBuffer.h - Buffers that become views --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces a buffer by a view of another one, which has the same shape and
// other strides. The views of the buffer change their types with it:
//
//   %a = memref.alloc() : memref<4x32xf32>
//   %v = memref.expand_shape %a [[0], [1, 2]] output_shape [4, 2, 16]
//        : memref<4x32xf32> into memref<4x2x16xf32>
//   linalg.exp ins(%x) outs(%v)
//
// with %a replaced by %s : memref<4x32xf32, strided<[96, 1], offset: 64>>
// becomes
//
//   %v = memref.expand_shape %s [[0], [1, 2]] output_shape [4, 2, 16]
//        : memref<4x32xf32, strided<[96, 1], offset: 64>>
//          into memref<4x2x16xf32, strided<[96, 16, 1], offset: 64>>
//   linalg.exp ins(%x) outs(%v)
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_REPLACEBUFFER_H
#define LAYOUT_LIB_PLACEMENT_REPLACEBUFFER_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// The type of the view that `view` makes if its source has type `source`;
/// nothing if there is no such view.
std::optional<MemRefType> getViewType(Operation *view, MemRefType source);

/// Whether the op, which is no view, accepts a buffer of type `type` instead:
/// it accesses elements one by one, at any strides.
bool acceptsType(OpOperand &use, MemRefType type);

/// Returns the first op among the users of `buffer` and of its views that does
/// not accept a buffer of type `type` in its place; null if all do.
Operation *findUserThatRequiresType(Value buffer, MemRefType type);

/// Replaces all uses of `buffer`. Precondition: the function above found none
/// for the type of `by`, which dominates all uses.
void replaceBuffer(RewriterBase &rewriter, Value buffer, Value by);

/// Erases all deallocations of `buffer`.
void eraseDeallocations(RewriterBase &rewriter, Value buffer);

/// Creates the view of `buffer` of which `view`, a reshape, cast or transpose
/// of all elements, would make `buffer` again. Returns null if there is none.
///
///   %v = memref.collapse_shape %a [[0, 1]]  // `view`
///   %b : memref<64xf32, strided<[2]>>       // `buffer`
///
/// results in
///
///   memref.expand_shape %b [[0, 1]] output_shape [4, 16]
Value createInverseView(RewriterBase &rewriter, Operation *view, Value buffer);

/// Whether `view` has all elements of its source.
bool isWholeView(Operation *view);

/// A box of a buffer, in the same dims and without steps, that begins at
/// constant indices.
struct FixedBox {
  Value source;
  SmallVector<int64_t> offsets;

  /// The box that `view` is, behind all slices that are such boxes; all of
  /// itself if it is none. Precondition: it is ranked.
  static FixedBox get(Value view);
};

/// Creates the box of `source` that begins at `offsets`.
Value createBox(OpBuilder &builder, Location loc, Value source,
                ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_REPLACEBUFFER_H
