//===- MemRefLayout.cpp - Index maps as layouts of buffers ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `memref<16x64xf32, #layout.index_map<…>>` the shape is the logical one,
// and the map returns the physical index of an element in a buffer that is
// stored in row-major order. MemRefLayoutAttrInterface requires a map without
// groups, and strides if there are any.
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/PhysicalLayout.h"
#include "layout/Dialect/LayoutAttributes.h"

using namespace mlir;
using namespace mlir::layout;

AffineMap IndexMapAttr::getAffineMap() const { return getMap(); }

bool IndexMapAttr::isIdentity() const {
  return getSeparators().empty() && getBox().empty() && getMap().isIdentity();
}

llvm::Expected<IndexMap> IndexMapAttr::getPhysicalMap(ArrayRef<int64_t>,
                                                      Type) const {
  return getIndexMap();
}

//===----------------------------------------------------------------------===//
// Supported shapes
//===----------------------------------------------------------------------===//

/// Checks the map of a memref or a tensor of the given shape.
static LogicalResult
verifyMap(IndexMapAttr attr, ArrayRef<int64_t> shape, StringRef kind,
          llvm::function_ref<InFlightDiagnostic()> emitError) {
  if (auto error = getErrorOn(attr.getIndexMap(), shape, kind))
    return emitError() << *error;
  return success();
}

LogicalResult IndexMapAttr::verifyLayout(
    ArrayRef<int64_t> shape,
    llvm::function_ref<InFlightDiagnostic()> emitError) const {
  return verifyMap(*this, shape, "memref", emitError);
}

LogicalResult IndexMapAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type,
    llvm::function_ref<InFlightDiagnostic()> emitError) const {
  return verifyMap(*this, shape, "tensor", emitError);
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

namespace {
/// Reads the strides of the logical dims off the digits of the physical dims. A
/// logical dim has a stride if all its digits give the same one.
class StrideReader {
public:
  StrideReader(unsigned rank, SmallVectorImpl<int64_t> &strides)
      : strides(strides), isKnown(rank, false) {
    strides.assign(rank, 1);
  }

  LogicalResult read(const MixedRadixMap &digits) {
    for (const MixedRadix &list : llvm::reverse(digits))
      for (const Digit &digit : llvm::reverse(list))
        if (failed(add(digit)))
          return failure();
    return success(); // Dims of size 1 have no digit and keep stride 1.
  }

private:
  LogicalResult add(const Digit &digit) {
    int64_t stride = place;
    if (!ShapedType::isDynamic(place)) {
      if (place % digit.stride != 0)
        return failure();
      stride = place / digit.stride;
    } else if (digit.stride != 1) {
      return failure();
    }
    // If a dynamic digit is between two digits of one dim, their strides are
    // not known to be the same.
    if (isKnown[digit.dim] &&
        (ShapedType::isDynamic(stride) || strides[digit.dim] != stride))
      return failure();
    isKnown[digit.dim] = true;
    strides[digit.dim] = stride;
    if (digit.isDynamic() || ShapedType::isDynamic(place))
      place = ShapedType::kDynamic;
    else if (llvm::MulOverflow(place, digit.extent, place))
      return failure();
    return success();
  }

  SmallVectorImpl<int64_t> &strides;
  std::vector<bool> isKnown;
  /// The stride of the next digit in elements; kDynamic after a dynamic digit.
  int64_t place = 1;
};
} // namespace

/// Reads the strides of static layouts without a mixed radix form, such as maps
/// with offsets or partial tiles.
static LogicalResult readStridedForm(const IndexMap &map,
                                     ArrayRef<int64_t> shape,
                                     SmallVectorImpl<int64_t> &strides,
                                     int64_t &offset) {
  if (ShapedType::isDynamicShape(shape))
    return failure();
  llvm::Expected<PhysicalLayout> layout = PhysicalLayout::get(map, shape);
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return failure();
  }
  std::optional<StridedForm> form = getStridedForm(*layout);
  if (!form)
    return failure();
  strides.clear();
  for (const StridedDigits &digits : form->dims) {
    if (digits.size() > 1)
      return failure();
    strides.push_back(digits.empty() ? 1 : digits.front().stride);
  }
  offset = form->first;
  return success();
}

LogicalResult
IndexMapAttr::getStridesAndOffset(ArrayRef<int64_t> shape,
                                  SmallVectorImpl<int64_t> &strides,
                                  int64_t &offset) const {
  IndexMap map = getIndexMap().withoutSeparators();
  // Groups change no stride, not even of a dim of size 1: dropping them leaves
  // a memref of the same strides.
  offset = 0;
  // The places behind a row in a larger box are part of its stride.
  if (!map.getBox().empty())
    return readStridedForm(map, shape, strides, offset);
  if (map.getAffineMap().isIdentity())
    return AffineMapAttr::get(map.getAffineMap())
        .getStridesAndOffset(shape, strides, offset);
  std::optional<MixedRadixMap> digits = map.getDigits(shape);
  if (digits && !llvm::is_contained(shape, 0))
    return StrideReader(shape.size(), strides).read(*digits);
  return readStridedForm(map, shape, strides, offset);
}
