//===- LoopRelayout.h - Rebuilds one structured op in other layouts --*- C++
//-*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrite of a structured op is derived, not written per op: the loops are
// cut into digits, the indexing maps recomputed, the body kept (`linalg.index`
// is put together from the digits), and the result named again if some named
// op is what came out.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_UTILS_LOOPRELAYOUT_H
#define LAYOUT_DIALECT_LAYOUT_UTILS_LOOPRELAYOUT_H

#include "layout/Algebra/MixedRadix.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// How one operand of a structured op is to lie.
struct OperandLayout {
  /// The present sizes, grown where the operand is padded; empty for scalars.
  SmallVector<int64_t> shape;
  /// The physical dims as digits of the present dims, unit dims explicit.
  MixedRadixMap digits;
};

/// A loop that runs on, over padding, behind where it ended.
struct PaddedLoop {
  unsigned loop; ///< of the op as it stands
  int64_t extent;
  bool isReduction;
};

/// How a structured op is to be rebuilt.
struct LoopRelayout {
  /// The new loops: digits of the old ones, in order. Every old loop is covered
  /// exactly once; unit digits may be added.
  MixedRadix loops;
  SmallVector<utils::IteratorType> iterators;
  /// The new indexing maps, one per operand.
  SmallVector<AffineMap> maps;
  /// The value of each old loop in terms of the new ones.
  SmallVector<AffineExpr> oldLoops;
  SmallVector<PaddedLoop, 1> paddedLoops;
};

/// What an op that runs over padding is to do there, besides running its body
/// on what it finds.
struct Masks {
  /// Per result, what to write in its padding; null: whatever comes out. None
  /// at all stands for nulls.
  SmallVector<TypedAttr> contents;
  /// Whether reduction loops leave results as they are there.
  bool keepsResults = false;
};

/// Derives the loops and accesses of `op` when its operands lie as `operands`
/// says (results as their destinations). Digits of results come first, in the
/// order of the results, then the rest in the order of the operands. On failure
/// `reason` says why: a clause without subject, "requires …, found …".
FailureOr<LoopRelayout> getLoopRelayout(linalg::LinalgOp op,
                                        ArrayRef<OperandLayout> operands,
                                        std::string &reason);

/// Rebuilds `op` on `operands`, which already lie as `relayout` was derived
/// for. The new op stands at the insertion point; `op` is left as it is.
linalg::LinalgOp rebuild(RewriterBase &rewriter, linalg::LinalgOp op,
                         const LoopRelayout &relayout, ValueRange operands,
                         const Masks &masks = {});

/// How the operands of a structured op lie if its ports lie as `layouts` says,
/// in boxes that may be padded.
SmallVector<OperandLayout> getOperandLayouts(linalg::LinalgOp op,
                                             ArrayRef<MixedRadixMap> layouts);

/// Builds `op` on `operands` at the insertion point. `layouts` says for every
/// port of its rule how it lies, and so do the operands. A structured op is
/// rebuilt, any other builds itself (LayoutRuleOpInterface). Returns one value
/// per result; on failure `reason` says why.
FailureOr<SmallVector<Value>> layOut(RewriterBase &rewriter, Operation *op,
                                     ArrayRef<MixedRadixMap> layouts,
                                     ValueRange operands, std::string &reason);

/// Whether a value is the same at every place, so that it can be made anew in
/// any layout: it comes from `tensor.empty` or a uniform op (LinalgRule.h) that
/// is not frozen.
bool canBeMadeAnew(Value value);

/// Makes such a value anew, with the given sizes, at the insertion point.
Value makeAnew(RewriterBase &rewriter, Value value,
               ArrayRef<OpFoldResult> sizes);

/// How the operands of `op` lie under an entry, padding included. On failure
/// `op` cannot take the entry, and `reason` says why.
FailureOr<SmallVector<OperandLayout>>
readOpLayout(linalg::LinalgOp op, OpLayoutAttr entry, std::string &reason);

/// The same for an entry that is known to be one it can take (`checkEntries`):
/// whether loops can be found for it is not asked again.
FailureOr<SmallVector<OperandLayout>> readCheckedOpLayout(linalg::LinalgOp op,
                                                          OpLayoutAttr entry);

/// Whether `op` can take each entry of its `layout.op_layout`, which are
/// required; if not, an error at the op says why.
/// `critical` is null if `op` is not critical.
LogicalResult checkEntries(linalg::LinalgOp op, const CriticalOp *critical);
/// As above, where it is not known yet whether `op` is critical.
LogicalResult checkEntries(linalg::LinalgOp op);

/// An op in the layouts of an entry, and what stands for the results of the op
/// it was made from.
struct LaidOutOp {
  linalg::LinalgOp op;
  SmallVector<Value> results;
};

/// Builds `op` in the layouts of `entry` in front of it: pads and transforms on
/// its operands, the op rebuilt, transforms and crops behind its results. `op`
/// stays. On failure `reason` says why and nothing has changed.
FailureOr<LaidOutOp> layOutOp(RewriterBase &rewriter, linalg::LinalgOp op,
                              OpLayoutAttr entry, std::string &reason);

/// The same, with the results put in place of those of `op`, which is erased.
FailureOr<linalg::LinalgOp> applyOpLayout(RewriterBase &rewriter,
                                          linalg::LinalgOp op,
                                          OpLayoutAttr entry,
                                          std::string &reason);

/// The digits of an index map on `shape` with unit dims explicit; nothing if it
/// is not of digit form.
std::optional<MixedRadixMap> getExplicitDigits(const IndexMap &map,
                                               ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_UTILS_LOOPRELAYOUT_H
