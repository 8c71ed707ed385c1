//===- LoopRelayoutCache.h - How the ops of a graph are rebuilt --*- C++
//-*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops with the same accesses on the same types that are to lie alike get the
// same loops and maps, which are dear to derive: first for a candidate, then
// for each op that has it in the plan. And an entry says the same of all of
// them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_LOOPRELAYOUTCACHE_H
#define LAYOUT_LIB_PLANNING_MODEL_LOOPRELAYOUTCACHE_H

#include "layout/Analysis/LayoutRules.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"

namespace mlir::layout {

class LoopRelayoutCache {
public:
  /// What `getLoopRelayout` says when the ports of `op` lie as `layouts` says,
  /// its operands first. The relayout lives as long as this.
  FailureOr<const LoopRelayout *> get(linalg::LinalgOp op,
                                      ArrayRef<MixedRadixMap> layouts,
                                      std::string &reason);

  /// What `readCheckedOpLayout` says.
  FailureOr<ArrayRef<OperandLayout>> readEntry(linalg::LinalgOp op,
                                               OpLayoutAttr entry);

private:
  /// All that `getLoopRelayout` looks at.
  struct Key {
    Key(linalg::LinalgOp op, ArrayRef<MixedRadixMap> layouts);

    LoopAccesses accesses;
    unsigned numArguments; ///< of the body
    bool reducesInAnyOrder;
    /// The digits of the operands, each list and operand behind its length.
    SmallVector<int64_t, 64> layouts;

    bool operator==(const Key &other) const {
      return accesses == other.accesses && numArguments == other.numArguments &&
             reducesInAnyOrder == other.reducesInAnyOrder &&
             layouts == other.layouts;
    }
  };
  struct KeyHash {
    size_t operator()(const Key &key) const {
      return llvm::hash_combine(key.accesses,
                                llvm::hash_combine_range(key.layouts));
    }
  };
  struct Derived {
    FailureOr<LoopRelayout> relayout = failure();
    std::string reason; ///< why there is none
  };
  std::unordered_map<Key, Derived, KeyHash> derived;

  using Entry = std::pair<LoopAccesses, OpLayoutAttr>;
  struct EntryHash {
    size_t operator()(const Entry &entry) const {
      return llvm::hash_value(entry);
    }
  };
  std::unordered_map<Entry, FailureOr<SmallVector<OperandLayout>>, EntryHash>
      entries;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_LOOPRELAYOUTCACHE_H
