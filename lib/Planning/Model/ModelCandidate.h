//===- ModelCandidate.h - What an op does under a candidate -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of a `Problem::Candidate` for its op: what the op becomes, as one
// of six alternatives, and what of the cost is due to what.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_MODELCANDIDATE_H
#define LAYOUT_LIB_PLANNING_MODEL_MODELCANDIDATE_H

#include "LoopRenaming.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Interfaces/LayoutRule.h"
#include "layout/Solver/Problem.h"
#include <variant>

namespace mlir::layout {

/// The op keeps its layouts.
struct KeptLayouts {};

/// The op, a crop or transform, is one rewrite with those in front of it, and a
/// transform with one behind it, which is part of the candidate's cost. Its
/// ports have the layouts that this rewrite reads and writes.
struct JoinedRewrite {};

/// The op is rebuilt with this order of the digits of its rule's factors, which
/// is not empty.
struct OrderedFactors {
  FactorOrder order;
};

/// The loops of the op are renamed, and it is not rebuilt.
struct RenamedLoops {
  LoopRenaming renaming;
  SmallVector<MixedRadixMap, 0> operands; ///< the layout of each operand
};

/// The op takes a layout option, after its loops are renamed, if they are.
struct ChosenLayouts {
  OpLayoutAttr option;
  std::optional<LoopRenaming> renaming;
  SmallVector<MixedRadixMap, 0> operands; ///< the layout of each operand
};

/// The op takes a layout option, with rewrites at the op that are part of the
/// candidate's cost, while its ports keep the layouts of the input: an operand
/// is padded or split where the root of its net cannot be padded or split.
struct LocallyRewritten {
  OpLayoutAttr option;
};

/// A candidate of a variable, as it concerns its op.
struct ModelCandidate {
  std::variant<KeptLayouts, JoinedRewrite, OrderedFactors, RenamedLoops,
               ChosenLayouts, LocallyRewritten>
      form;
  /// The required content of the padding of each port, under a layout option or
  /// in a region flow; null if any content will do.
  SmallVector<Attribute, 0> contents;
  /// If the result is padded and is also converted at once: the order of the
  /// digits of the converted result, which has no padding.
  MixedRadix croppedOrder;
  /// If the result is padded and its padding is overwritten at once, so that
  /// several rewrites of it keep that: what it holds then.
  Attribute filled;
  /// The part of the cost that is due to moves.
  Cost moves = 0;
  /// The part of the cost that is not due to rewrites: the cost of a layout
  /// option, reads with strides, and the padding that the op reads and writes.
  Cost price = 0;
  /// The part of `price` that the op moves, because another one cannot be part
  /// of it (getSeparateMoveBytes).
  Cost separate = 0;
  /// Whether the value does not lie as its preference asks, so that the price
  /// contains that of the preference. False if it has no preference.
  bool isUnmet = false;

  bool isKept() const { return std::holds_alternative<KeptLayouts>(form); }
  bool isJoined() const { return std::holds_alternative<JoinedRewrite>(form); }
  bool isLocal() const {
    return std::holds_alternative<LocallyRewritten>(form);
  }
  /// The layout option that the op takes; null if it takes none.
  OpLayoutAttr getOption() const {
    if (auto *chosen = std::get_if<ChosenLayouts>(&form))
      return chosen->option;
    auto *local = std::get_if<LocallyRewritten>(&form);
    return local ? local->option : OpLayoutAttr();
  }
  /// How the loops of the op are renamed; null if they are not.
  const LoopRenaming *getRenaming() const {
    if (auto *renamed = std::get_if<RenamedLoops>(&form))
      return &renamed->renaming;
    auto *chosen = std::get_if<ChosenLayouts>(&form);
    return chosen && chosen->renaming ? &*chosen->renaming : nullptr;
  }
  /// The order of the digits of the factors; empty for the other forms.
  const FactorOrder &getFactorOrder() const {
    static const FactorOrder none;
    auto *ordered = std::get_if<OrderedFactors>(&form);
    return ordered ? ordered->order : none;
  }
  /// The layouts of the operands under a layout option or renaming; empty for
  /// the other forms.
  ArrayRef<MixedRadixMap> getOperands() const {
    if (auto *renamed = std::get_if<RenamedLoops>(&form))
      return renamed->operands;
    auto *chosen = std::get_if<ChosenLayouts>(&form);
    return chosen ? ArrayRef<MixedRadixMap>(chosen->operands)
                  : ArrayRef<MixedRadixMap>();
  }
  /// Returns the required content of the padding of a port; null if any content
  /// will do.
  Attribute getContent(unsigned port) const {
    return port < contents.size() ? contents[port] : Attribute();
  }
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_MODELCANDIDATE_H
