//===- LayoutRuleInterface.h - Ops that say their layout rule ---*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_LAYOUTRULEINTERFACE_H
#define LAYOUT_ANALYSIS_LAYOUTRULEINTERFACE_H

#include "layout/Analysis/LayoutRule.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"

#include "layout/Analysis/LayoutRuleInterface.h.inc"

namespace mlir::layout {

/// The rule of an op: its own if it states one, else that of a structured op.
/// Nothing if neither is known, or if a tensor of it has no elements; the op is
/// then a barrier.
std::optional<LayoutRule> getLayoutRule(Operation *op);

/// The type of a value of type `type` whose physical dims are `layout`.
RankedTensorType getPhysicalType(RankedTensorType type,
                                 ArrayRef<DigitList> layout);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_LAYOUTRULEINTERFACE_H
