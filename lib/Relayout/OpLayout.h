//===- OpLayout.h - Applies layout options to ops ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout option is one element of the attribute `layout.op_layout`: a map and
// padding for every operand and result of an op, and the cost of the op in
// these layouts. An op that lists several options leaves the choice to
// `layout-flow`.
//
// A structured op takes any layouts for which its loops can be derived. Another
// op with a layout rule takes those that the rule allows, without padding.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_RELAYOUT_OPLAYOUT_H
#define LAYOUT_LIB_RELAYOUT_OPLAYOUT_H

#include "Analysis/LayoutRules.h"
#include "LoopRelayout.h"
#include "layout/Analysis/CriticalOps.h"

namespace mlir::layout {

/// Succeeds if `op` can take the layouts of `option`; otherwise sets `reason`
/// to a clause without a subject, "requires ..., found ...".
LogicalResult verifyLayoutOption(Operation *op, OpLayoutAttr option,
                                 std::string &reason);

/// Whether an op may have the operand order `order`: a contraction any order,
/// unless it computes on groups of reduced elements, which instructions expect
/// in their places, and a convolution `given` and `absorbed`. `critical` is
/// null if `op` is neither.
bool allowsOrder(linalg::LinalgOp op, const CriticalOp *critical,
                 OperandOrder order);

/// Succeeds if `op` can take each option of its `layout.op_layout`, or has
/// none; otherwise emits an error at the op. Options in the attribute are
/// requirements, so one that does not fit is an error.
/// `critical` is null if `op` is not critical.
LogicalResult verifyLayoutOptions(Operation *op, const CriticalOp *critical);

/// Whether `op` can have layout options: a structured op on tensors, or an op
/// with a layout rule that computes, and does not only move data.
bool canHaveLayoutOptions(Operation *op);

/// Returns the layouts of all operands and results under an option of an op
/// that is not structured; an empty one for scalars. Unit dims are where the
/// rule puts them. On failure sets `reason` as above.
FailureOr<SmallVector<MixedRadixMap>>
getPortLayouts(Operation *op, OpLayoutAttr option, std::string &reason);

/// Returns the layouts of the operands of `op` under an option that has been
/// verified, including padding.
FailureOr<SmallVector<OperandLayout>>
getVerifiedOperandLayouts(linalg::LinalgOp op, OpLayoutAttr option);

/// A copy of an op in other layouts.
struct OpClone {
  Operation *op = nullptr;
  /// Replacements for the results of the original op.
  SmallVector<Value> results;
};

/// Creates `op` in the layouts of `option` in front of it: pads and transforms
/// of its operands, the rebuilt op, and transforms and crops of its results.
/// `op` itself stays. On failure `reason` is set and the IR is unchanged, but
/// an op that builds itself (LayoutRuleOpInterface) may leave unused ops
/// behind.
FailureOr<OpClone> cloneWithLayout(RewriterBase &rewriter, Operation *op,
                                   OpLayoutAttr option, std::string &reason);

/// Replaces `op` by its clone in the layouts of `option` and returns the clone.
/// Fails as `cloneWithLayout`.
FailureOr<Operation *> applyOpLayout(RewriterBase &rewriter, Operation *op,
                                     OpLayoutAttr option, std::string &reason);

/// The part of a layout option that concerns one operand or result.
struct OptionEdge {
  bool asItStands = true; ///< the operand keeps its layout
  IndexMap map;
  SmallVector<int64_t> pad; ///< high padding per logical dim
  OperandLayout layout;
};

/// Applies layout options to many ops. What an option means for the operands
/// and loops of a structured op is expensive to find out, and the same for all
/// ops with these accesses: it is found out once. Not thread-safe.
class OptionCache {
public:
  /// As `verifyLayoutOption`.
  LogicalResult verify(Operation *op, OpLayoutAttr option, std::string &reason);
  /// As `cloneWithLayout`.
  FailureOr<OpClone> clone(RewriterBase &rewriter, Operation *op,
                           OpLayoutAttr option, std::string &reason);
  /// As `applyOpLayout`.
  FailureOr<Operation *> apply(RewriterBase &rewriter, Operation *op,
                               OpLayoutAttr option, std::string &reason);

private:
  /// The option, and all that its relayouts depend on.
  struct Key {
    Key(linalg::LinalgOp op, OpLayoutAttr option);

    RelayoutTraits traits;
    OpLayoutAttr option;

    bool operator==(const Key &other) const {
      return traits == other.traits && option == other.option;
    }
  };
  struct KeyHash {
    size_t operator()(const Key &key) const {
      return llvm::hash_combine(key.traits, key.option);
    }
  };
  struct Relayout {
    SmallVector<OptionEdge, 0> edges; ///< of the operands
    FailureOr<LoopRelayout> loops = failure();
    std::string reason; ///< why there is none
  };

  const Relayout &get(linalg::LinalgOp op, OpLayoutAttr option);
  FailureOr<OpClone> cloneStructured(RewriterBase &rewriter,
                                     linalg::LinalgOp op, OpLayoutAttr option,
                                     std::string &reason);

  std::unordered_map<Key, Relayout, KeyHash> relayouts;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_RELAYOUT_OPLAYOUT_H
