//===- PaddedLayouts.h - Layouts of values that are padded ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_PADDEDLAYOUTS_H
#define LAYOUT_LIB_PLANNING_MODEL_PADDEDLAYOUTS_H

#include "layout/Algebra/MixedRadix.h"
#include "layout/Interfaces/LayoutRule.h"
#include "layout/Interfaces/PadContents.h"
#include "layout/Solver/Problem.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::layout {

inline ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Every list in normal form (Digits.h).
MixedRadixMap normalizeAll(ArrayRef<MixedRadix> lists);

/// Bytes of a value in the box that `digits` cover; dynamic dims count as 1.
Cost getBytesIn(RankedTensorType type, ArrayRef<Digit> digits);

/// Lists over dims of sizes `from` in which the dims that are larger in `to`
/// are that large. Nothing if the outermost digit of such a dim leads no list,
/// so that more of it is not simply behind what is there, or does not divide
/// the new size.
std::optional<MixedRadixMap> growLeadingDigits(ArrayRef<MixedRadix> lists,
                                               ArrayRef<int64_t> from,
                                               ArrayRef<int64_t> to);

/// The rule of an op that lets a value of this type through as it lies.
LayoutRule getPassingRule(RankedTensorType type, unsigned numOperands);

/// What stands everywhere in a value that can be made anew (LoopRelayout.h).
PadContent getUniformContent(Value value);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_PADDEDLAYOUTS_H
