//===- Pieces.cpp - Boxes inside tensors under a layout -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::layout;

PortRule layout::getWholePort(RankedTensorType type) {
  PortRule port = PortRule::whole(type.getShape());
  port.isPinned = static_cast<bool>(type.getEncoding());
  return port;
}

Access layout::getPieceAccess(unsigned factor, int64_t extent,
                              OpFoldResult offset, int64_t size) {
  // Equal dynamic extents are no proof that the factor fills the dim.
  std::optional<int64_t> known = getConstantIntValue(offset);
  bool fills = known == 0 && extent == size && !ShapedType::isDynamic(size);
  if (fills)
    return size == 1 ? Access::none() : Access::whole(factor, extent);
  // Even a unit piece of a larger dim has a place.
  return Access::piece(factor, known.value_or(ShapedType::kDynamic));
}

SmallVector<OpFoldResult> layout::splitEntries(PerDim kind,
                                               ArrayRef<OpFoldResult> entries,
                                               ArrayRef<MixedRadix> layout,
                                               ArrayRef<int64_t> shape,
                                               MLIRContext *context) {
  Builder builder(context);
  SmallVector<OpFoldResult> result;
  SmallVector<int64_t> box = getDigitBox(concat(layout), shape.size());
  for (const MixedRadix &list : layout) {
    const Digit &digit = list.front();
    OpFoldResult entry = entries[digit.dim];
    int64_t size = box[digit.dim];
    if (size != shape[digit.dim] && kind == PerDim::Size)
      entry = builder.getIndexAttr(size);
    if (digit.stride == 1 && digit.extent == size) {
      result.push_back(entry);
      continue;
    }
    if (kind == PerDim::Stride) {
      result.push_back(builder.getIndexAttr(1));
      continue;
    }
    // Entries of split dims are constants that the split divides.
    bool isOutermost =
        digit.isDynamic() ||
        (!ShapedType::isDynamic(size) && digit.stride * digit.extent == size);
    if (isOutermost)
      result.push_back(
          builder.getIndexAttr(*getConstantIntValue(entry) / digit.stride));
    else
      result.push_back(
          builder.getIndexAttr(kind == PerDim::Size ? digit.extent : 0));
  }
  return result;
}

FailureOr<SmallVector<PadContent>>
layout::joinPadContents(ArrayRef<PadContent> parts) {
  PadContent joined = parts.front();
  for (PadContent part : parts.drop_front())
    joined = joined.join(part);
  return SmallVector<PadContent>{joined};
}
