//===- LoopRelayoutCache.h - Relayouts of equal structured ops --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_LOOPRELAYOUTCACHE_H
#define LAYOUT_LIB_PLANNING_MODEL_LOOPRELAYOUTCACHE_H

#include "Analysis/LayoutRules.h"
#include "Relayout/LoopRelayout.h"
#include "Relayout/OpLayout.h"

namespace mlir::layout {

/// Caches what is derived from the accesses of structured ops, which is
/// expensive and the same for ops with equal maps and types, of which a network
/// has many. A relayout is computed first when a candidate is generated, and
/// again looked up for every op that takes the candidate. Not thread-safe: each
/// group of functions has its own.
class LoopRelayoutCache {
public:
  /// `getLoopRelayout` for an op whose operands have the first of `layouts`,
  /// one per operand; further ones are ignored. The result lives as long as the
  /// cache. On failure `reason` says why.
  FailureOr<const LoopRelayout *> get(linalg::LinalgOp op,
                                      ArrayRef<MixedRadixMap> layouts,
                                      std::string &reason);

  /// The layout options of an op that it can take, each with the layouts of its
  /// operands (`getVerifiedOperandLayouts`), which live as long as the cache. A
  /// frozen op has none.
  SmallVector<std::pair<OpLayoutAttr, ArrayRef<OperandLayout>>, 2>
  readOptions(linalg::LinalgOp op);

  /// The digits of the operands under one of these options.
  SmallVector<MixedRadixMap> getOptionLayouts(linalg::LinalgOp op,
                                              OpLayoutAttr option);

private:
  FailureOr<ArrayRef<OperandLayout>> readOption(linalg::LinalgOp op,
                                                OpLayoutAttr option);

  /// All that `getLoopRelayout` depends on.
  struct Key {
    Key(linalg::LinalgOp op, ArrayRef<MixedRadixMap> layouts);

    RelayoutTraits traits;
    /// The digits of the operands; each list, and each operand's sequence of
    /// lists, is preceded by its length.
    SmallVector<int64_t, 64> layouts;

    bool operator==(const Key &other) const {
      return traits == other.traits && layouts == other.layouts;
    }
  };
  struct KeyHash {
    size_t operator()(const Key &key) const {
      return llvm::hash_combine(key.traits,
                                llvm::hash_combine_range(key.layouts));
    }
  };
  struct CachedRelayout {
    FailureOr<LoopRelayout> relayout = failure();
    std::string reason; ///< of the failure
  };
  std::unordered_map<Key, CachedRelayout, KeyHash> relayouts;

  using OptionKey = std::pair<LoopAccesses, OpLayoutAttr>;
  struct OptionKeyHash {
    size_t operator()(const OptionKey &key) const {
      return llvm::hash_value(key);
    }
  };
  std::unordered_map<OptionKey, FailureOr<SmallVector<OperandLayout>>,
                     OptionKeyHash>
      options;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_LOOPRELAYOUTCACHE_H
