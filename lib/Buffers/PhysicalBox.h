//===- PhysicalBox.h - Boxes of a buffer that keep tiles whole --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_PHYSICALBOX_H
#define LAYOUT_LIB_BUFFERS_PHYSICALBOX_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// The box of physical indices that a box of logical ones is.
class PhysicalBox {
public:
  /// The box that `view` takes of a buffer laid out by `map`. It is one if
  /// every dim that is cut into tiles begins at one (proved from constants,
  /// products and steps of loops), or is of size 1; nothing otherwise.
  static std::optional<PhysicalBox> get(memref::SubViewOp view,
                                        const IndexMap &map);

  /// How the view lies in the box.
  const IndexMap &getMap() const { return map; }
  /// The type of the box in a buffer of the given type.
  std::optional<MemRefType> inferType(MemRefType physicalType);
  /// The box of the operand of the view, which is the physical buffer by now.
  Value create(RewriterBase &rewriter, MemRefType type);

private:
  explicit PhysicalBox(memref::SubViewOp view) : view(view) {}

  /// Bounds of a physical dim, of the offsets, sizes and strides of the view,
  /// which are dims in this order.
  struct Range {
    AffineExpr offset, size, stride;
  };
  std::optional<Range> getRange(AffineExpr result, ArrayRef<int64_t> shape);
  SmallVector<OpFoldResult> getOperands();

  memref::SubViewOp view;
  SmallVector<Range> ranges;
  IndexMap map;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERS_PHYSICALBOX_H
