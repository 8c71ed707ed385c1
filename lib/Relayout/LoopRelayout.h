//===- LoopRelayout.h - Rebuilds ops in other layouts -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrite of a structured op into another layout is derived from its
// indexing maps; no op is listed here. Loops are split into digits (Digit in
// MixedRadix.h), the indexing maps are recomputed over the new loops, and the
// body is kept: `linalg.index` of an old loop becomes an expression over the
// new ones. If the result has the form of a named op, it becomes that op.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_RELAYOUT_LOOPRELAYOUT_H
#define LAYOUT_LIB_RELAYOUT_LOOPRELAYOUT_H

#include "Analysis/LayoutRules.h"
#include "layout/Algebra/MixedRadix.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// The layout that one operand of a structured op is to have.
struct OperandLayout {
  /// The logical sizes, including padding; empty for a scalar.
  SmallVector<int64_t> shape;
  /// The physical dims as digits of the logical dims; unit dims are listed.
  MixedRadixMap digits;
  /// What the padding must hold; null if that does not matter.
  Attribute content = {};
};

/// A loop whose extent grows because its dims are padded.
struct PaddedLoop {
  unsigned loop;  ///< number of the loop in the original op
  int64_t extent; ///< extent in the original op
  bool isReduction;
};

/// The loops and indexing maps of a structured op in another layout.
struct LoopRelayout {
  /// The new loops, in order, as digits of the original loops. Every original
  /// loop is covered exactly once; unit digits may be added.
  MixedRadix loops;
  SmallVector<utils::IteratorType> iterators;
  /// One indexing map per operand, over the new loops.
  SmallVector<AffineMap> maps;
  /// The index of each original loop as an expression over the new loops.
  SmallVector<AffineExpr> oldLoops;
  SmallVector<PaddedLoop, 1> paddedLoops;
};

/// How an op treats iterations that exist only because of padding. By default
/// it runs its body on the padding.
struct Masks {
  /// For every result the value to write to its padded part; null if any value
  /// will do. An empty list means null for every result.
  SmallVector<TypedAttr> contents;
  /// Whether padded reduction loops leave the results unchanged.
  bool keepsResults = false;
};

/// Returns the largest value of an index over loops of these extents, or a
/// bound of it if it is a remainder; nothing if it is not known.
std::optional<int64_t> getLargestIndex(AffineExpr index,
                                       ArrayRef<int64_t> extents);

/// Returns the digits of `map` on `shape` with unit dims listed as digits of
/// extent 1, or nothing if the map has no digit form.
std::optional<MixedRadixMap> getExplicitDigits(const IndexMap &map,
                                               ArrayRef<int64_t> shape);

/// Derives the loops and indexing maps of `op` for operands in the layouts
/// `operands`; a result has the layout of its destination. The new loops are
/// the digits of the results, in the order of the results, then all others in
/// the order of the inputs. On failure `reason` is set to a clause without a
/// subject, "requires ..., found ...". If `op` works on buffers, a loop may be
/// a part of an index everywhere, so that linalg cannot infer its extent.
FailureOr<LoopRelayout> getLoopRelayout(linalg::LinalgOp op,
                                        ArrayRef<OperandLayout> operands,
                                        std::string &reason);

/// All that `getLoopRelayout` depends on but the layouts.
struct RelayoutTraits {
  explicit RelayoutTraits(linalg::LinalgOp op);

  LoopAccesses accesses;
  unsigned numArguments; ///< of the body
  bool reducesInAnyOrder;

  bool operator==(const RelayoutTraits &other) const {
    return accesses == other.accesses && numArguments == other.numArguments &&
           reducesInAnyOrder == other.reducesInAnyOrder;
  }
};

// LLVM's hashing finds it by this name.
// NOLINTNEXTLINE(readability-identifier-naming)
inline llvm::hash_code hash_value(const RelayoutTraits &traits) {
  return hash_value(traits.accesses);
}

/// Creates `op` with the loops of `relayout` at the insertion point and returns
/// it; `op` itself is not changed. `operands` must have the layouts from which
/// `relayout` was derived; they are all tensors or all buffers.
linalg::GenericOp rebuildAsGeneric(RewriterBase &rewriter, linalg::LinalgOp op,
                                   const LoopRelayout &relayout,
                                   ValueRange operands,
                                   const Masks &masks = {});

/// As `rebuildAsGeneric`, but returns a named op if there is one with these
/// accesses. The order of its loops may be another one.
linalg::LinalgOp rebuild(RewriterBase &rewriter, linalg::LinalgOp op,
                         const LoopRelayout &relayout, ValueRange operands,
                         const Masks &masks = {});

/// Returns the layouts of the operands of a structured op whose ports (operands
/// of its layout rule) have the layouts `layouts`. The shapes are those that
/// the digits cover, which may include padding.
SmallVector<OperandLayout> getOperandLayouts(linalg::LinalgOp op,
                                             ArrayRef<MixedRadixMap> layouts);

/// Returns whether `value` can be created again in any layout instead of being
/// moved: its producer is not frozen, and is a `tensor.empty`, a
/// `tensor.splat`, or an op that writes the same value to every element
/// (`producesSplat`).
bool isRematerializable(Value value);

/// Creates the rematerializable `value` with other sizes at the insertion
/// point.
Value rematerialize(RewriterBase &rewriter, Value value,
                    ArrayRef<OpFoldResult> sizes);

} // namespace mlir::layout

#endif // LAYOUT_LIB_RELAYOUT_LOOPRELAYOUT_H
