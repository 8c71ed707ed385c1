//===- TileLoopNest.h - Loop nests over tiles -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop nest over an iteration space in which every dim is split wherever one
// of the layouts involved splits it. Physical indices are then sums of
// multiples of the induction variables, and nothing is divided. A tile that is
// only partly full affects no more than the upper bound of a loop. A copy from
// a plain buffer of shape 6x7 to one with layout (c, h) -> (c floordiv 4, h, c
// mod 4):
//
//   for co = 0 to 2
//     for h = 0 to 7
//       for ci = 0 to min(4, 6 - co * 4)
//         blocked[co, h, ci] = plain[co * 4 + ci, h]
//
// In the terms of MixedRadix.h each loop is one digit of a dim. Split points
// are given as strides: a dim of size 32 that is split by 4 and by 8 has the
// strides 1, 4 and 8, and hence three loops.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERLAYOUTS_TILELOOPNEST_H
#define LAYOUT_LIB_BUFFERLAYOUTS_TILELOOPNEST_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir::layout {

class TileLoopNest {
public:
  /// A loop over one digit of a dim: it steps by `stride` elements.
  struct TileLoop {
    unsigned dim;
    int64_t stride;
    /// The number of iterations; nothing for the outermost digit of a dim,
    /// which takes as many as the size of the dim requires.
    std::optional<int64_t> extent;
    /// Whether this is the innermost loop of its dim.
    bool isLastOfDim = false;
  };

  /// Plans the nest over an iteration space of the given shape. `order` and
  /// `accesses` map the dims of the space to physical indices. The loops follow
  /// the results of `order`; those of dims it does not depend on are innermost.
  /// Returns nothing if split points do not nest (tiles of 2 and of 3), or if a
  /// result of `order` is no list of digits.
  static std::optional<TileLoopNest>
  get(ArrayRef<int64_t> shape, AffineMap order, ArrayRef<AffineMap> accesses);

  /// Moves the loop that walks `access` with the smallest step next to the
  /// innermost one. Cache lines that are read with a stride are then read again
  /// before they are evicted.
  void moveFastestLoopInward(AffineMap access);

  /// Whether the nest visits the points of the given dims, which are sorted, in
  /// lexicographic order: their loops are in that order, outer digits first.
  bool keepsOrder(ArrayRef<unsigned> dims) const;

  /// The planned loops, outermost first.
  ArrayRef<TileLoop> getLoopDigits() const { return nest; }
  /// Whether a dim has more than one loop.
  bool splitsDims() const {
    return llvm::any_of(nest,
                        [](const TileLoop &loop) { return !loop.isLastOfDim; });
  }

  /// Creates the loops and leaves the insertion point in the innermost one.
  /// `sizes` are those of the iteration space. `tilesDivideSizes` promises that
  /// there are no partly full tiles in dims of dynamic size.
  void build(OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> sizes,
             bool tilesDivideSizes);

  /// Creates the results of `access`, a map of the dims of the iteration space,
  /// for the current iteration. Requires `build`.
  SmallVector<Value> createIndices(OpBuilder &builder, Location loc,
                                   AffineMap access) const;
  /// The loops, outermost first. Requires `build`.
  ArrayRef<Operation *> getLoops() const { return loops; }

private:
  TileLoopNest(ArrayRef<int64_t> shape) : shape(shape), strides(shape.size()) {}

  bool addSplitPoints(AffineExpr expr);
  bool normalizeSplitPoints();
  void addLoops(unsigned dim, int64_t from, int64_t to);
  bool addLoops(AffineExpr expr);
  void markLastLoops();
  bool isSplitAt(unsigned dim, int64_t stride) const;
  AffineExpr rewrite(AffineExpr expr) const;
  Value createBound(OpBuilder &builder, Location loc, unsigned number,
                    OpFoldResult size, bool tilesDivideSizes) const;

  SmallVector<int64_t> shape;
  /// The split points of each dim, in increasing order.
  SmallVector<SmallVector<int64_t, 3>> strides;
  SmallVector<TileLoop> nest;
  SmallVector<Operation *> loops;
  SmallVector<OpFoldResult> inductionVars;
};

/// The accesses of a copy, in the innermost of its loops.
struct TiledCopy {
  Operation *load;
  Operation *store;
  SmallVector<Operation *> loops; ///< outermost first
};

/// Creates loops that do `target[to(i)] = source[from(i)]` for all i in a space
/// of the given sizes; `shape` holds the static ones. The loops are a
/// TileLoopNest in the order of the target, with the fastest loop of the source
/// moved inward; if there is no such nest, one loop for each dim.
/// `tilesDivideSizes` is as in TileLoopNest::build.
TiledCopy createTiledCopy(OpBuilder &builder, Location loc, Value source,
                          AffineMap from, Value target, AffineMap to,
                          ArrayRef<int64_t> shape, ArrayRef<OpFoldResult> sizes,
                          bool tilesDivideSizes);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERLAYOUTS_TILELOOPNEST_H
