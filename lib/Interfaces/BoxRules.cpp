//===- BoxRules.cpp - Rules of ops that put a box into a tensor -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/BoxRules.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::layout;

Access layout::getPieceAccess(unsigned factor, int64_t extent,
                              OpFoldResult offset, int64_t size) {
  // Two dynamic extents may differ at run time.
  std::optional<int64_t> known = getConstantIntValue(offset);
  bool fills = known == 0 && extent == size && !ShapedType::isDynamic(size);
  if (fills)
    return size == 1 ? Access::none() : Access::whole(factor, extent);
  // A box of size 1 in a larger dim follows that dim too.
  return Access::piece(factor, known.value_or(ShapedType::kDynamic));
}

PortRule layout::getBoxPort(RankedTensorType box, RankedTensorType larger,
                            ArrayRef<OpFoldResult> offsets) {
  PortRule port = PortRule::whole(box);
  for (auto [dim, access] : llvm::enumerate(port.dims))
    access = getPieceAccess(dim, larger.getDimSize(dim), offsets[dim],
                            port.shape[dim]);
  return port;
}

SmallVector<OpFoldResult> layout::splitEntries(PerDim kind,
                                               ArrayRef<OpFoldResult> entries,
                                               ArrayRef<MixedRadix> layout,
                                               ArrayRef<int64_t> shape,
                                               MLIRContext *context) {
  Builder builder(context);
  SmallVector<OpFoldResult> result;
  SmallVector<int64_t> box = getSpannedShape(concat(layout), shape.size());
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
    // The rule allows a split only if the entry is a constant multiple of the
    // stride.
    if (digit.isOutermost(size))
      result.push_back(
          builder.getIndexAttr(*getConstantIntValue(entry) / digit.stride));
    else
      result.push_back(
          builder.getIndexAttr(kind == PerDim::Size ? digit.extent : 0));
  }
  return result;
}
