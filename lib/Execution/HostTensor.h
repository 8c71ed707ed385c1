//===- HostTensor.h - Arguments and results of compiled code ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory of an argument or a result of a compiled program: row-major
// elements in the memory format of LLVM IR. Integers of less than 8 bits take
// one byte each, zero extended. A scalar is a tensor of rank 0.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_HOSTTENSOR_H
#define LAYOUT_LIB_EXECUTION_HOSTTENSOR_H

#include "mlir/IR/BuiltinTypes.h"
#include <cstdlib>
#include <memory>
#include <optional>

namespace mlir::layout::execution {

/// The bytes of an element in memory; nothing for a type that cannot be passed.
std::optional<unsigned> elementBytes(Type elementType);

/// The width of an integer or index type.
unsigned integerWidth(Type type);

/// The bytes of a tensor of static shape; the greatest number if they overflow.
uint64_t countBytes(Type elementType, ArrayRef<int64_t> shape);

/// The element type of a ranked tensor or memref, or the type of a scalar.
Type elementTypeOf(Type type);

/// Whether a function can be called with, or return, a value of this type.
bool isPassable(Type type);

/// Frees the memory of a tensor.
struct FreeTensor {
  void operator()(char *bytes) const { std::free(bytes); }
};

struct HostTensor {
  Type elementType;
  SmallVector<int64_t> shape;
  std::unique_ptr<char, FreeTensor> data;

  /// Allocates uninitialized memory, aligned for all vector units. There is
  /// none behind it, so that AddressSanitizer finds what reads there.
  static HostTensor allocate(Type elementType, ArrayRef<int64_t> shape);

  HostTensor copy() const;

  int64_t numElements() const { return ShapedType::getNumElements(shape); }
  uint64_t numBytes() const { return countBytes(elementType, shape); }
  char *bytes() const { return data.get(); }
  StringRef contents() const { return StringRef(bytes(), numBytes()); }
};

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_HOSTTENSOR_H
