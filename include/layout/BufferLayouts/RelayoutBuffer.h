//===- RelayoutBuffer.h - One buffer in another layout ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a schedule or a compiler asks for by itself: one buffer in another
// layout, as `transform_layout` of RFC 39 of Apache TVM does. The pass
// `layout-apply-buffer-layouts` does so for all buffers that are annotated.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_BUFFERLAYOUTS_RELAYOUTBUFFER_H
#define LAYOUT_BUFFERLAYOUTS_RELAYOUTBUFFER_H

#include "layout/Algebra/IndexMap.h"
#include "layout/BufferLayouts/Passes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// How a buffer is brought into another layout.
struct BufferRelayoutOptions {
  /// Whose signatures may change if the buffer is passed to functions.
  BufferFunctions functions = BufferFunctions::Private;
  /// Whether loops follow the dims of the physical buffer that they write.
  LoopOrder order = LoopOrder::Keep;
  /// What the padding is filled with; null if its contents do not matter.
  Attribute padValue;
  /// Is told which ops are created, replaced and erased; may be null.
  OpBuilder::Listener *listener = nullptr;
};

/// What became of a buffer.
struct BufferRelayout {
  /// The buffer of the physical shape, by the same name.
  Value buffer;
  /// The dims of the physical buffer, by group: with `(i, j) -> (j, i floordiv
  /// 4 | i mod 4)` they are {0, 1} and {2}.
  SmallVector<SmallVector<int64_t>> groups;
  /// The loops that were created or reordered, outer loops before inner ones.
  SmallVector<Operation *> loops;
};

/// Applies `map` to the indices of `buffer`, the result of an allocation or of
/// a memref.get_global, or an argument, in the module around it, and rewrites
/// all its users, whatever value they know it by. A layout that is requested of
/// the buffer, but not applied yet, is applied before `map`; the requests of
/// other buffers stay. With `(i, j) -> (j | i)`,
///
///   %b = memref.alloc() : memref<6x5xf32>
///   memref.store %v, %b[%i, %j] : memref<6x5xf32>
///
/// becomes
///
///   %b = memref.alloc()
///        : memref<5x6xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
///   memref.store %v, %b[%j, %i] : ...
///
/// Emits an error and leaves the module unchanged if the map does not fit the
/// buffer, if the type of the buffer is fixed, or, at the user, if one cannot
/// be rewritten.
FailureOr<BufferRelayout>
relayoutBuffer(Value buffer, const IndexMap &map,
               const BufferRelayoutOptions &options = {});

} // namespace mlir::layout

#endif // LAYOUT_BUFFERLAYOUTS_RELAYOUTBUFFER_H
