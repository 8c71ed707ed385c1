//===- LayoutRules.h - Finds and shares the rules of ops --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A network consists of many copies of few ops. A rule is large, so structured
// ops with the same indexing maps on the same types share one, and the factor
// orders computed from it.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_LAYOUTRULES_H
#define LAYOUT_LIB_ANALYSIS_LAYOUTRULES_H

#include "Interfaces/LinalgRule.h"
#include <deque>
#include <unordered_map>

namespace mlir::layout {

/// Returns the rule of `op`: the one it states (getStatedRule), else the rule
/// of a structured op. Returns nothing if it has none or must keep its layout;
/// the op is then a barrier.
std::optional<LayoutRule> getLayoutRule(Operation *op);

/// Everything that the rule of a structured op depends on.
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

/// Owns the rules of many ops. Pointers to rules are valid as long as this.
class LayoutRules {
public:
  /// Returns the rule of `op` (getLayoutRule); null if it has none.
  const LayoutRule *get(Operation *op);

  /// Takes over a rule that no op has.
  const LayoutRule *keep(LayoutRule rule) {
    return &kept.emplace_back(std::move(rule));
  }

  /// Returns the factor order under which `port` of one of these rules has the
  /// layout `layout`, which may be of a padded tensor (LayoutRule::growPort,
  /// LayoutRule::pull). Computed once per rule, port and layout.
  const std::optional<FactorOrder> &pull(const LayoutRule &rule, unsigned port,
                                         ArrayRef<Digit> layout);

  /// The layouts of the ports of an op under a factor order.
  struct OrderedPorts {
    /// The rule, or the same with padded extents; null if the order covers no
    /// tensor of the rule.
    const LayoutRule *rule = nullptr;
    std::optional<LayoutRule> grown;  ///< what `rule` points to if padded
    SmallVector<MixedRadixMap> ports; ///< LayoutRule::getLayouts
    MixedRadixMap joined;             ///< the digits of each port as one list
  };

  /// Returns the layouts under `order` of the ports of one of these rules.
  /// Computed once per rule and order.
  const OrderedPorts &getLayouts(const LayoutRule &rule,
                                 const FactorOrder &order);

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
    size_t
    operator()(const std::pair<const LayoutRule *, FactorOrder> &ordered) const;
  };
  std::unordered_map<LoopAccesses, std::optional<LayoutRule>, Hash> shared;
  std::deque<LayoutRule> kept;
  std::unordered_map<Pull, std::optional<FactorOrder>, Hash> pulled;
  std::unordered_map<std::pair<const LayoutRule *, FactorOrder>, OrderedPorts,
                     Hash>
      ordered;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_LAYOUTRULES_H
