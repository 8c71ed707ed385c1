//===- PackTensor.cpp - Tensors into and out of their layouts -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout with a strided form is copied by loop nests, one loop for each digit
// of a dim. A dim whose last tile is partial is divided: 20 channels in blocks
// of 16 are 1 block of 16, and 4 channels of the next block. Other layouts are
// copied element by element.
//
//===----------------------------------------------------------------------===//

#include "PackTensor.h"
#include "Support/StridedCopy.h"
#include "layout/Algebra/QuasiAffine.h"
#include <cstring>
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Indices of a dim that loops run through. Strides of loops count indices on
/// the side of the tensor, and places on that of the buffer.
struct DimPart {
  int64_t index, place; ///< where the part begins
  SmallVector<StridedLoop, 2> loops;
};

enum class Direction { Pack, Unpack };

/// One copy of a tensor, in either direction.
class TensorCopy {
public:
  TensorCopy(const PhysicalLayout &layout, size_t elementSize,
             ArrayRef<int64_t> strides, Direction direction)
      : layout(layout), elementSize(elementSize), strides(strides),
        direction(direction), unit(getUnit()) {}

  void run(char *tensor, char *buffer);

private:
  void runByLoops(const StridedForm &form, char *tensor, char *buffer);
  void runByElements(char *tensor, char *buffer);
  /// Copies the product of the parts of the last dims.
  void runParts(ArrayRef<SmallVector<DimPart>> parts, char *tensor,
                char *buffer);
  /// The largest unit of which all distances are multiples, in bytes.
  int64_t getUnit() const;

  const PhysicalLayout &layout;
  int64_t elementSize;
  ArrayRef<int64_t> strides;
  Direction direction;
  int64_t unit;
  /// Those of the parts of the first dims, in units.
  SmallVector<StridedLoop> loops;
};
} // namespace

/// Divides a dim of the given size.
static SmallVector<DimPart> divide(ArrayRef<StridedDigit> digits,
                                   int64_t size) {
  SmallVector<DimPart> parts;
  int64_t tile = 1, index = 0, place = 0;
  for (const StridedDigit &digit : digits)
    tile *= digit.extent;
  if (digits.empty()) // of one index
    parts.push_back({0, 0, {}});
  for (; !digits.empty() && index < size; digits = digits.drop_front()) {
    tile /= digits.front().extent;
    int64_t count = (size - index) / tile;
    if (count == 0)
      continue;
    DimPart part{index, place, {{count, tile, digits.front().stride}}};
    int64_t step = tile;
    for (const StridedDigit &inner : digits.drop_front())
      part.loops.push_back({inner.extent, step /= inner.extent, inner.stride});
    parts.push_back(std::move(part));
    index += count * tile;
    place += count * digits.front().stride;
  }
  return parts;
}

int64_t TensorCopy::getUnit() const {
  int64_t unit = elementSize;
  for (auto [stride, extent] : llvm::zip_equal(strides, layout.getShape()))
    if (extent != 1)
      unit = std::gcd(unit, stride);
  return unit;
}

void TensorCopy::runParts(ArrayRef<SmallVector<DimPart>> parts, char *tensor,
                          char *buffer) {
  if (parts.empty()) {
    bool packs = direction == Direction::Pack;
    copyStrided(loops, unit, packs ? tensor : buffer, packs ? buffer : tensor);
    return;
  }
  int64_t stride = strides[strides.size() - parts.size()];
  for (const DimPart &part : parts.front()) {
    for (const StridedLoop &loop : part.loops) {
      int64_t inTensor = loop.sourceStride * stride / unit;
      int64_t inBuffer = loop.targetStride * elementSize / unit;
      loops.push_back(direction == Direction::Pack
                          ? StridedLoop{loop.extent, inTensor, inBuffer}
                          : StridedLoop{loop.extent, inBuffer, inTensor});
    }
    runParts(parts.drop_front(), tensor + part.index * stride,
             buffer + part.place * elementSize);
    loops.pop_back_n(part.loops.size());
  }
}

void TensorCopy::runByLoops(const StridedForm &form, char *tensor,
                            char *buffer) {
  SmallVector<SmallVector<DimPart>> parts;
  for (auto [digits, size] : llvm::zip_equal(form.dims, layout.getShape()))
    parts.push_back(divide(digits, size));
  loops.clear();
  if (unit != elementSize)
    loops.push_back({elementSize / unit, 1, 1});
  runParts(parts, tensor, buffer + form.first * elementSize);
}

void TensorCopy::runByElements(char *tensor, char *buffer) {
  MLIRContext *context = layout.getContext();
  AffineExpr place = getRowMajorOffset(
      layout.getMap().getAffineMap().getResults(), layout.getBox(), context);
  AffineExpr byte = getAffineConstantExpr(0, context);
  for (auto [dim, stride] : llvm::enumerate(strides))
    byte = byte + getAffineDimExpr(dim, context) * stride;
  BoxEvaluator({place, byte}, layout.getShape())
      .forEach([&](ArrayRef<int64_t> at) {
        char *element = buffer + at[0] * elementSize;
        if (direction == Direction::Pack)
          std::memcpy(element, tensor + at[1], elementSize);
        else
          std::memcpy(tensor + at[1], element, elementSize);
        return true;
      });
}

void TensorCopy::run(char *tensor, char *buffer) {
  if (layout.getNumElements() == 0)
    return;
  if (std::optional<StridedForm> form = getStridedForm(layout))
    runByLoops(*form, tensor, buffer);
  else
    runByElements(tensor, buffer);
}

void layout::packTensor(const PhysicalLayout &layout, size_t elementSize,
                        const char *tensor, ArrayRef<int64_t> strides,
                        char *buffer) {
  TensorCopy(layout, elementSize, strides, Direction::Pack)
      .run(const_cast<char *>(tensor), buffer);
}

void layout::unpackTensor(const PhysicalLayout &layout, size_t elementSize,
                          const char *buffer, char *tensor,
                          ArrayRef<int64_t> strides) {
  TensorCopy(layout, elementSize, strides, Direction::Unpack)
      .run(tensor, const_cast<char *>(buffer));
}
