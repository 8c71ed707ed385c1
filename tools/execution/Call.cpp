//===- Call.cpp - One call of a compiled entry ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <cstring>

namespace mlir::layout::execution {

/// The fields of the LLVM descriptor of a row-major memref: allocated and
/// aligned pointer, offset, sizes, strides.
static void appendDescriptor(const HostTensor &tensor,
                             SmallVectorImpl<uint64_t> &fields) {
  auto address = reinterpret_cast<uintptr_t>(tensor.bytes());
  fields.append({address, address, 0});
  llvm::append_range(fields, tensor.shape);
  llvm::append_range(fields, computeStrides(tensor.shape));
}

/// Copies the elements behind a descriptor of the given rank.
static HostTensor readDescriptor(const char *descriptor, Type elementType,
                                 unsigned rank) {
  SmallVector<int64_t> fields(3 + 2 * rank);
  std::memcpy(fields.data(), descriptor, fields.size() * sizeof(int64_t));
  auto shape = ArrayRef(fields).slice(3, rank);
  auto strides = ArrayRef(fields).drop_front(3 + rank);

  HostTensor tensor = HostTensor::allocate(elementType, shape);
  size_t step = *elementBytes(elementType);
  const char *source =
      reinterpret_cast<const char *>(fields[1]) + fields[2] * step;
  SmallVector<int64_t> position(rank, 0);
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
    int64_t offset = 0;
    for (unsigned d = 0; d < rank; ++d)
      offset += position[d] * strides[d];
    std::memcpy(tensor.bytes() + i * step, source + offset * step, step);
    for (unsigned d = rank; d-- > 0 && ++position[d] == shape[d];)
      position[d] = 0;
  }
  return tensor;
}

static HostTensor readResult(const char *from, Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return readDescriptor(from, shaped.getElementType(), shaped.getRank());
  HostTensor scalar = HostTensor::allocate(type, {});
  std::memcpy(scalar.bytes(), from, *elementBytes(type));
  return scalar;
}

static HostTensor copyOf(const HostTensor &tensor) {
  HostTensor copy = HostTensor::allocate(tensor.elementType, tensor.shape);
  std::memcpy(copy.bytes(), tensor.bytes(), tensor.data->getBufferSize());
  return copy;
}

Outputs callEntry(const CompiledEntry &entry, TypeRange parameterTypes,
                  ArrayRef<HostTensor> inputs, ArrayRef<OutputInfo> outputs) {
  // Descriptor fields first: their addresses must no longer change.
  SmallVector<uint64_t> fields;
  for (auto [type, input] : llvm::zip_equal(parameterTypes, inputs))
    if (isa<ShapedType>(type))
      appendDescriptor(input, fields);
  SmallVector<void *> arguments;
  uint64_t *nextField = fields.data();
  for (auto [type, input] : llvm::zip_equal(parameterTypes, inputs)) {
    if (!isa<ShapedType>(type)) {
      arguments.push_back(input.bytes());
      continue;
    }
    for (size_t i = 0; i < 3 + 2 * input.shape.size(); ++i)
      arguments.push_back(nextField++);
  }

  auto storage = llvm::WritableMemoryBuffer::getNewMemBuffer(
      std::max<size_t>(entry.resultBytes(), 1));
  entry.call(arguments, storage->getBufferStart());

  Outputs values;
  bool several = llvm::count_if(outputs, [](const OutputInfo &o) {
                   return o.isResult;
                 }) > 1;
  for (const OutputInfo &output : outputs) {
    if (!output.isResult)
      values.push_back(copyOf(inputs[output.index]));
    else
      values.push_back(
          readResult(storage->getBufferStart() +
                         (several ? entry.resultOffset(output.index) : 0),
                     output.type));
  }
  return values;
}

} // namespace mlir::layout::execution
