//===- HostTensor.cpp - Arguments and results of compiled code ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostTensor.h"
#include "Memory.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

namespace mlir::layout::execution {

unsigned integerWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

std::optional<unsigned> elementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<unsigned> part = elementBytes(complex.getElementType());
    return part ? std::optional<unsigned>(2 * *part) : std::nullopt;
  }
  if (auto real = dyn_cast<FloatType>(type)) {
    unsigned width = real.getWidth();
    bool isWhole = llvm::is_contained({8, 16, 32, 64}, width);
    return isWhole ? std::optional<unsigned>(width / 8) : std::nullopt;
  }
  if (!type.isIntOrIndex())
    return std::nullopt;
  unsigned width = integerWidth(type);
  if (width == 0 || width > 64)
    return std::nullopt;
  return llvm::bit_ceil(llvm::divideCeil(width, 8u));
}

Type elementTypeOf(Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.getElementType();
  return type;
}

bool isPassable(Type type) {
  if (isa<ShapedType>(type) && !isa<RankedTensorType, MemRefType>(type))
    return false;
  if (auto memref = dyn_cast<MemRefType>(type))
    if (!memref.getLayout().isIdentity() || memref.getMemorySpace())
      return false;
  return elementBytes(elementTypeOf(type)).has_value();
}

uint64_t countBytes(Type elementType, ArrayRef<int64_t> shape) {
  uint64_t size = *elementBytes(elementType);
  for (int64_t extent : shape)
    size = llvm::SaturatingMultiply<uint64_t>(size, extent);
  return size;
}

HostTensor HostTensor::allocate(Type elementType, ArrayRef<int64_t> shape) {
  HostTensor tensor{elementType, SmallVector<int64_t>(shape), nullptr};
  uint64_t size = tensor.numBytes();
  constexpr size_t alignment = 64;
  void *bytes = nullptr;
  if (posix_memalign(&bytes, alignment, std::max<uint64_t>(size, 1)) == 0)
    tensor.data.reset(static_cast<char *>(bytes));
  if (!tensor.data)
    reportOutOfMemory(size);
  return tensor;
}

HostTensor HostTensor::copy() const {
  HostTensor tensor = allocate(elementType, shape);
  std::memcpy(tensor.bytes(), bytes(), numBytes());
  return tensor;
}

} // namespace mlir::layout::execution
