//===- PhysicalSubview.h - Subviews of buffers with layouts -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A subview of whole tiles is a subview of the physical buffer. With the layout
// (i, j) -> (i floordiv 4, j, i mod 4) of %b, and %i from a loop of step 4,
//
//   %v = memref.subview %b[%i, 0] [4, 6] [1, 1]
//        : memref<8x6xf32> to memref<4x6xf32, strided<[6, 1], offset: ?>>
//
// becomes
//
//   %io = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%i)
//   %v = memref.subview %b[%io, 0, 0] [1, 6, 4] [1, 1, 1]
//        : memref<2x6x4xf32>
//       to memref<1x6x4xf32, strided<[24, 4, 1], offset: ?>>
//
// and the layout of the view is (i, j) -> (i floordiv 4, j, i mod 4) again.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERLAYOUTS_PHYSICALSUBVIEW_H
#define LAYOUT_LIB_BUFFERLAYOUTS_PHYSICALSUBVIEW_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// The physical form of a memref.subview.
class PhysicalSubview {
public:
  /// What a physical form may contain beside the elements of the view.
  enum class Span {
    Elements, ///< nothing
    Gaps      ///< in a dim that linearizes several logical dims, all between
              ///< its first and its last element
  };

  /// The physical form of `view`, whose source has the layout `map`. Returns
  /// nothing unless each dim that the layout splits has size 1 in the view, is
  /// taken as a whole, or starts at a tile boundary. The latter is proved from
  /// constants, sums and products, and the bounds and steps of loops.
  static std::optional<PhysicalSubview>
  get(memref::SubViewOp view, const IndexMap &map, Span span = Span::Gaps);

  /// Maps the indices of the view to those of its physical form.
  const IndexMap &getMap() const { return map; }
  /// The result type of the physical form, if the source has type
  /// `physicalType`.
  std::optional<MemRefType> inferType(MemRefType physicalType);
  /// Creates the physical form. The operand of the view must have its physical
  /// type by now.
  Value create(RewriterBase &rewriter, MemRefType type);

private:
  explicit PhysicalSubview(memref::SubViewOp view) : view(view) {}

  /// The range of a physical dim. The dims of the expressions are the offsets,
  /// sizes and strides of the view, in this order.
  /// `index` maps the indices of an element in the source to its index in the
  /// range, given that the view starts at index 0.
  struct Range {
    AffineExpr offset, size, stride, index;
  };
  std::optional<Range> getRange(AffineExpr result, ArrayRef<int64_t> shape);
  std::optional<Range> getSpan(AffineExpr result, ArrayRef<int64_t> shape);
  SmallVector<OpFoldResult> getOperands();
  /// The value of an expression of offsets, sizes and strides if it is
  /// constant, kDynamic otherwise.
  int64_t getStatic(AffineExpr expr);

  memref::SubViewOp view;
  SmallVector<Range> ranges;
  IndexMap map;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERLAYOUTS_PHYSICALSUBVIEW_H
