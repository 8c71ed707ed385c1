//===- LayoutRules.h - The rules of many ops --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Networks say the same few ops over and over. A rule is large, so structured
// ops with the same accesses on the same types share one, and what is pulled
// through it.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_LAYOUTRULES_H
#define LAYOUT_ANALYSIS_LAYOUTRULES_H

#include "layout/Interfaces/LinalgRule.h"
#include <deque>
#include <unordered_map>

namespace mlir::layout {

/// All of a structured op that its rule is read off.
struct LoopAccesses {
  explicit LoopAccesses(linalg::LinalgOp op);

  ArrayAttr maps;
  SmallVector<utils::IteratorType> iterators;
  SmallVector<Type> types; ///< of the operands, then of the results
  unsigned numInputs;

  bool operator==(const LoopAccesses &other) const {
    return maps == other.maps && iterators == other.iterators &&
           types == other.types && numInputs == other.numInputs;
  }
};

// LLVM's hashing finds it by this name.
// NOLINTNEXTLINE(readability-identifier-naming)
llvm::hash_code hash_value(const LoopAccesses &accesses);

class LayoutRules {
public:
  /// What `getLayoutRule` says; null for nothing. Lives as long as this.
  const LayoutRule *get(Operation *op);

  /// Keeps a rule that no op states.
  const LayoutRule *keep(LayoutRule rule) {
    return &kept.emplace_back(std::move(rule));
  }

  /// The label under which `port` of one of these rules lies in the order
  /// `layout`, which may be of a larger box (`growPort`, `pull`).
  const std::optional<FactorOrder> &pull(const LayoutRule &rule, unsigned port,
                                         ArrayRef<Digit> layout);

private:
  struct Pull {
    const LayoutRule *rule;
    unsigned port;
    MixedRadix layout;

    bool operator==(const Pull &other) const {
      return rule == other.rule && port == other.port && layout == other.layout;
    }
  };
  struct Hash {
    size_t operator()(const LoopAccesses &accesses) const {
      return hash_value(accesses);
    }
    size_t operator()(const Pull &pull) const;
  };
  std::unordered_map<LoopAccesses, std::optional<LayoutRule>, Hash> shared;
  std::deque<LayoutRule> kept;
  std::unordered_map<Pull, std::optional<FactorOrder>, Hash> pulled;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_LAYOUTRULES_H
