//===- PaddedLayouts.h - Layouts of padded values ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Digits that span a larger shape (`getSpannedShape`) than that of a value
// describe the value padded to that shape at the high ends of its dims.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_PADDEDLAYOUTS_H
#define LAYOUT_LIB_PLANNING_MODEL_PADDEDLAYOUTS_H

#include "Analysis/PadContents.h"
#include "layout/Algebra/MixedRadix.h"
#include "layout/Interfaces/LayoutRule.h"
#include "layout/Solver/Problem.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::layout {

inline ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// The row-major layout of `value`, one list of digits per dim.
inline MixedRadixMap getIdentity(Value value) {
  return getIdentityDigits(getShape(value));
}

/// Normalizes every list of digits (MixedRadix.h).
MixedRadixMap normalizeAll(ArrayRef<MixedRadix> lists);

/// The bytes of a value of type `type` that is padded to the shape that
/// `digits` span; a dynamic dim counts as 1.
Cost getBytesIn(RankedTensorType type, ArrayRef<Digit> digits);

/// Makes the digits of each dim span at least the extent in `shape`, by a
/// larger outermost digit. Returns nothing if that cannot have the new extent.
std::optional<MixedRadixMap> growLeadingDigits(ArrayRef<MixedRadix> lists,
                                               ArrayRef<int64_t> shape);

/// Makes the digits of each dim span the extent in `shape`, without padding, by
/// a smaller outermost digit. Returns nothing if that does not divide: 5 of 32
/// rows are one digit of 5, but 40 of 64 in blocks of 32 are no whole blocks.
std::optional<MixedRadix> dropPadding(MixedRadix order,
                                      ArrayRef<int64_t> shape);

/// Pads a dim to the extent `extent` in the digits `list`, of dims of a value
/// of shape `shape`, that it consists of. The outermost of them must reach the
/// end of its dim, so that it can grow: 16 of the 64 channels (d1 floordiv 4)
/// become 32 if the channels are padded to 128. Returns whether it can.
bool growOutermostDigit(MixedRadix &list, ArrayRef<int64_t> shape,
                        int64_t extent);

/// A `layout.pad` or `layout.crop` that adds or removes padding at the high
/// ends of dims only, by static widths.
struct Resize {
  RankedTensorType larger;
  RankedTensorType smaller;
  bool isPad;
  /// The content of the padding; null if it is unknown (crop) or does not
  /// matter (pad).
  Attribute content;
};

/// Returns nothing if `op` is another op, frozen, or not of that form.
std::optional<Resize> matchPad(Operation *op);
std::optional<Resize> matchCrop(Operation *op);

/// The rule of an op whose only result has the layout of operand 0, where the
/// result has type `type`; its other operands are scalars.
LayoutRule getSameLayoutRule(RankedTensorType type, unsigned numOperands);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_PADDEDLAYOUTS_H
