//===- LayoutRuleInterface.h - Ops that say their layout rule ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_LAYOUTRULEINTERFACE_H
#define LAYOUT_INTERFACES_LAYOUTRULEINTERFACE_H

#include "layout/Interfaces/LayoutRule.h"
#include "layout/Interfaces/PadContents.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include <functional>

#include "layout/Interfaces/LayoutRuleInterface.h.inc"

namespace mlir::layout {

/// Says the rule of an op (nothing: it is a barrier) in the place of the
/// analysis; fails for ops that it has nothing to say of.
using LayoutRuleCallback =
    std::function<FailureOr<std::optional<LayoutRule>>(Operation *)>;

/// From now on `callback` is asked before every other source of rules, the one
/// registered last first. Ops it gives a rule must be structured or implement
/// `LayoutRuleOpInterface`, which is how they are rebuilt. Not to be called
/// while passes run.
void registerLayoutRuleCallback(MLIRContext *context,
                                LayoutRuleCallback callback);

/// The rule of an op: what a callback says, else its own if it states one, else
/// that of a structured op. Nothing if none is known, or if a tensor of it has
/// no elements; the op is then a barrier.
std::optional<LayoutRule> getLayoutRule(Operation *op);

/// The same but for that of a structured op; fails if there is no other.
FailureOr<std::optional<LayoutRule>> getStatedRule(Operation *op);

/// The type of a value of type `type` whose physical dims are `layout`.
RankedTensorType getPhysicalType(RankedTensorType type,
                                 ArrayRef<MixedRadix> layout);

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_LAYOUTRULEINTERFACE_H
