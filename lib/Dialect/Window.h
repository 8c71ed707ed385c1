//===- Window.h - The part of a tensor that a pad or crop selects -*- C++
//-*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_WINDOW_H
#define LAYOUT_LIB_DIALECT_WINDOW_H

#include "layout/Dialect/Layout.h"

namespace mlir::layout {

/// The part of one dim that a window selects: the indices from `begin` to
/// `end` - 1 of the source. Both are expressions over symbols; symbol 0 is the
/// size of the source, and the others are `values`.
struct Span {
  AffineExpr begin, end;
  SmallVector<Value> values;

  unsigned getNumSymbols() const { return values.size() + 1; }
  /// Returns a constant, or a new symbol for a value.
  AffineExpr add(OpFoldResult entry);
};

/// The indices of the source that the result of a pad or crop consists of, or
/// the results of several in a row. The window of a crop is inside the source;
/// that of a pad is around it.
class Window {
public:
  static Window get(PadOp pad);
  static Window get(CropOp crop);
  static Window get(Operation *op);

  /// Returns the window of the source of this one that `outer` selects from its
  /// result.
  Window compose(const Window &outer) const;

  Value getSource() const { return source; }
  /// Whether the static offsets and sizes allow the window to be inside.
  bool mayBeInside() const;
  /// Whether the window is proved to be inside the source (a crop).
  bool isInside() const;
  /// Whether the source is proved to be inside the window (a pad).
  bool isAround() const;
  bool isWhole() const { return isInside() && isAround(); }

  /// Builds the value of an expression over the symbols of dim `dim`.
  OpFoldResult build(OpBuilder &builder, Location loc, unsigned dim,
                     AffineExpr index) const;
  ArrayRef<Span> getSpans() const { return spans; }
  AffineExpr getSourceSize(unsigned dim) const;

private:
  explicit Window(TypedValue<RankedTensorType> source)
      : source(source), spans(source.getType().getRank()) {}

  bool isProvedAtLeastZero(unsigned dim, AffineExpr index) const;

  TypedValue<RankedTensorType> source;
  SmallVector<Span> spans;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_WINDOW_H
