//===- DigitNest.h - Loops over the digits of a box -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest with one loop for every tile, and every part of a tile, that one of
// its accesses tells apart: in such a nest physical indices are sums of
// multiples of loop variables, nothing is divided, and what has not a full tile
// at its end is no more than the bound of a loop.
//
//   for co = 0 to 2, h = 0 to 7, ci = 0 to min(4, 6 - co * 4):
//     blocked[co, h, ci] = plain[co * 4 + ci, h]
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_DIGITNEST_H
#define LAYOUT_LIB_BUFFERS_DIGITNEST_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir::layout {

class DigitNest {
public:
  /// The nest over a box of the given shape that walks memory in the order of
  /// the results of `order`; dims it says nothing of are innermost. `order` and
  /// `accesses` are maps of the dims of the box. Nothing where cuts do not nest
  /// (2·3 and 3·2), or `order` has results that are no digits.
  static std::optional<DigitNest> get(ArrayRef<int64_t> shape, AffineMap order,
                                      ArrayRef<AffineMap> accesses);

  /// Moves the loop in which `access` goes through memory fastest next to the
  /// innermost one: lines that are read in steps are then read again while they
  /// are near.
  void readInLines(AffineMap access);

  /// Emits the loops; the builder is at the end in the innermost one. With
  /// `isExact` tiles divide sizes that are not known.
  void build(OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> sizes,
             bool isExact);

  /// What `access`, a map of the dims of the box, is in this iteration.
  SmallVector<Value> getIndices(OpBuilder &builder, Location loc,
                                AffineMap access) const;
  /// The loops, outermost first.
  ArrayRef<Operation *> getLoops() const { return loops; }

private:
  /// The digits of a dim with a stride of `stride` and more, up to the next.
  struct Loop {
    unsigned dim;
    int64_t stride;
    /// None for the outermost digit.
    std::optional<int64_t> extent;
    /// Whether all other digits of the dim are further out.
    bool isLast = false;
  };

  DigitNest(ArrayRef<int64_t> shape) : shape(shape), strides(shape.size()) {}
  bool addCuts(AffineExpr expr);
  bool finishCuts();
  void addLoops(unsigned dim, int64_t from, int64_t to);
  bool addLoops(AffineExpr expr);
  void findLast();
  bool isCut(unsigned dim, int64_t stride) const;
  AffineExpr rewrite(AffineExpr expr) const;
  Value getBound(OpBuilder &builder, Location loc, unsigned number,
                 OpFoldResult size, bool isExact) const;

  SmallVector<int64_t> shape;
  /// Of every dim, rising.
  SmallVector<SmallVector<int64_t, 3>> strides;
  SmallVector<Loop> nest;
  SmallVector<Operation *> loops;
  SmallVector<OpFoldResult> variables;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERS_DIGITNEST_H
