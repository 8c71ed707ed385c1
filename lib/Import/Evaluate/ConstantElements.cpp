//===- ConstantElements.cpp - Elements of known tensors -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantElements.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::layout;

/// Writes the bytes of an integer or a float.
static void store(Attribute number, unsigned size, char *to) {
  auto real = dyn_cast<FloatAttr>(number);
  llvm::StoreIntToMemory(real ? real.getValue().bitcastToAPInt()
                              : cast<IntegerAttr>(number).getValue(),
                         reinterpret_cast<uint8_t *>(to), size);
}

DenseElementsAttr ConstantElements::toAttribute(RankedTensorType type) const {
  Type element = type.getElementType();
  if (isSplat())
    return DenseElementsAttr::get(type, get(0));
  auto positions = llvm::seq(type.getNumElements());
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return DenseElementsAttr::get(
        type, llvm::map_to_vector(
                  positions, [&](int64_t position) { return get(position); }));
  // Neighbors are often equal: copy their bytes instead of converting each.
  unsigned size = element.getIntOrFloatBitWidth() / 8;
  std::vector<char> bytes(size * type.getNumElements());
  char *to = bytes.data();
  Attribute last;
  for (int64_t position : positions) {
    Attribute number = get(position);
    if (number == last)
      std::copy_n(to - size, size, to);
    else
      store(number, size, to);
    last = number;
    to += size;
  }
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}
