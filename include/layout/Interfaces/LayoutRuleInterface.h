//===- LayoutRuleInterface.h - Ops that state a layout rule -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_LAYOUTRULEINTERFACE_H
#define LAYOUT_INTERFACES_LAYOUTRULEINTERFACE_H

#include "layout/Interfaces/LayoutRequest.h"
#include "layout/Interfaces/LayoutRule.h"
#include "layout/Interfaces/PadContent.h"
#include "layout/Interfaces/PitchedAccess.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"

#include "layout/Interfaces/LayoutRuleInterface.h.inc"

namespace mlir::layout {

/// Returns the type of a value of type `type` whose physical dims are `layout`:
/// the extent of each list of digits is the size of one physical dim.
RankedTensorType getPhysicalType(RankedTensorType type,
                                 ArrayRef<MixedRadix> layout);

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_LAYOUTRULEINTERFACE_H
