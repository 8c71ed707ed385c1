//===- PaddedLayouts.cpp - Layouts of padded values -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddedLayouts.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

MixedRadixMap layout::normalizeAll(ArrayRef<MixedRadix> lists) {
  return llvm::map_to_vector<0>(
      lists, [](const MixedRadix &list) { return normalize(list); });
}

Cost layout::getBytesIn(RankedTensorType type, ArrayRef<Digit> digits) {
  // A product of the extents, which does not get less than the type's if it
  // saturates.
  SmallVector<int64_t> shape = getSpannedShape(digits, type.getRank());
  for (auto [size, extent] : llvm::zip_equal(type.getShape(), shape))
    if (ShapedType::isDynamic(size) || size == 0)
      extent = size;
  return getByteCount(type.clone(shape)).bytes;
}

/// Whether every dim has the same extent in both types, or a larger static one
/// in `larger`. A dynamic dim is allowed if `allowDynamic` is set and it is
/// dynamic in both.
static bool growsStatically(RankedTensorType smaller, RankedTensorType larger,
                            bool allowDynamic) {
  return llvm::all_of(llvm::zip_equal(smaller.getShape(), larger.getShape()),
                      [&](auto sizes) {
                        auto [from, to] = sizes;
                        if (ShapedType::isDynamic(from))
                          return allowDynamic && ShapedType::isDynamic(to);
                        return from != 0 && !ShapedType::isDynamic(to);
                      });
}

/// Whether the pad does not pad any dynamic dim.
static bool keepsDynamicDims(PadOp pad) {
  return llvm::all_of(
      llvm::zip_equal(pad.getSource().getType().getShape(), pad.getMixedHigh()),
      [](auto dim) {
        auto [size, width] = dim;
        return !ShapedType::isDynamic(size) || getConstantIntValue(width) == 0;
      });
}

std::optional<PadOrCrop> layout::matchPadOrCrop(Operation *op) {
  if (!isa<PadOp, CropOp>(op) || isFrozen(op))
    return std::nullopt;
  PadOrCrop match;
  if (auto pad = dyn_cast<PadOp>(op)) {
    if (!areAllConstantIntValue(pad.getMixedLow(), 0) || !keepsDynamicDims(pad))
      return std::nullopt;
    match = {pad.getResult().getType(), pad.getSource().getType(),
             /*isPad=*/true, pad.isPoison() ? Attribute() : pad.getValue()};
  } else {
    auto crop = cast<CropOp>(op);
    // A dynamic size may be smaller than the source's by any amount.
    if (!areAllConstantIntValue(crop.getMixedOffsets(), 0) || !crop.isStatic())
      return std::nullopt;
    match = {crop.getSource().getType(), crop.getResult().getType(),
             /*isPad=*/false, crop.getCropped().value_or(Attribute())};
  }
  if (!growsStatically(match.smaller, match.larger, match.isPad) ||
      match.smaller == match.larger || match.larger.getEncoding() ||
      match.smaller.getEncoding())
    return std::nullopt;
  return match;
}

LayoutRule layout::getSameLayoutRule(RankedTensorType type,
                                     unsigned numOperands) {
  PortRule port = PortRule::whole(type.getShape());
  return LayoutRuleBuilder(type.getShape())
      .addPort(port)
      .addScalars(numOperands - 1)
      .addPort(port)
      .build();
}

PadContent layout::getUniformContent(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op)
    return PadContent::getPoison();
  SmallVector<PadContent> operands;
  for (Value operand : op->getOperands()) {
    Attribute constant;
    operands.push_back(matchPattern(operand, m_Constant(&constant)) &&
                               !isa<ShapedType>(operand.getType())
                           ? PadContent::get(constant)
                           : PadContent::getUnknown());
  }
  FailureOr<SmallVector<PadContent>> contents = evaluateOnPads(op, operands);
  return succeeded(contents) ? contents->front() : PadContent::getUnknown();
}
