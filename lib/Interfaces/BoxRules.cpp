//===- BoxRules.cpp - Rules of ops that put a box into a tensor -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxRules.h"
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

/// The entry of one digit of a dim of size `size`. The rule allows a split only
/// if the entries are constants.
static int64_t splitEntry(PerDim kind, OpFoldResult entry, const Digit &digit,
                          int64_t size) {
  if (digit.isOutermost(size))
    return *getConstantIntValue(entry) / digit.stride;
  if (kind == PerDim::Size)
    return digit.extent;
  return *getConstantIntValue(entry) / digit.stride % digit.extent;
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
    int64_t size = box[digit.dim], unpadded = shape[digit.dim];
    bool isOneOfSeveral = unpadded != 1 && isConstantIntValue(entry, 1);
    if (size != unpadded && kind == PerDim::Size &&
        isConstantIntValue(entry, unpadded))
      entry = builder.getIndexAttr(size);
    if (digit.stride == 1 && digit.extent == size)
      result.push_back(entry);
    else if (kind == PerDim::Stride || (kind == PerDim::Size && isOneOfSeveral))
      result.push_back(builder.getIndexAttr(1));
    else
      result.push_back(
          builder.getIndexAttr(splitEntry(kind, entry, digit, size)));
  }
  return result;
}
