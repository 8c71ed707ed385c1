//===- Constants.cpp - Constants as external globals ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Relayout/ConstantData.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

namespace mlir::layout::execution {

/// The data of an elements attribute as it is stored: of one element if it is a
/// splat.
struct StoredElements {
  ArrayRef<char> bytes;
  bool isSplat;
};

static FailureOr<StoredElements> getStored(memref::GlobalOp global) {
  Attribute init = *global.getInitialValue();
  if (auto dense = dyn_cast<DenseElementsAttr>(init))
    return StoredElements{dense.getRawData(), dense.isSplat()};
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(init)) {
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      return StoredElements{blob->getData(), false};
    return global.emitError("resource '")
           << resource.getRawHandle().getKey() << "' has no data";
  }
  if (auto sparse = dyn_cast<SparseElementsAttr>(init)) {
    DenseElementsAttr dense = expandElements(sparse);
    return StoredElements{dense.getRawData(), dense.isSplat()};
  }
  return global.emitError("requires dense or sparse elements or a dense "
                          "resource as constant, found ")
         << init;
}

/// Widens `count` elements of `width` bits to `memoryBytes` each. They are
/// stored in whole bytes, or as single bits if `bitPacked`. The bits above
/// `width` become zero.
static void widen(ArrayRef<char> stored, unsigned width, bool bitPacked,
                  unsigned memoryBytes, int64_t count, char *out) {
  unsigned storedBytes = llvm::divideCeil(width, 8u);
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(width);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t value = 0;
    if (bitPacked)
      value = static_cast<unsigned char>(stored[i / 8]) >> (i % 8);
    else
      std::memcpy(&value, stored.data() + i * storedBytes, storedBytes);
    value &= mask;
    std::memcpy(out + i * memoryBytes, &value, memoryBytes);
  }
}

/// Fills the tensor with its first element, by copies that double in size.
static void repeatFirst(const HostTensor &tensor, size_t memoryBytes) {
  size_t size = tensor.numBytes();
  for (size_t done = memoryBytes; done < size; done *= 2)
    std::memcpy(tensor.bytes() + done, tensor.bytes(),
                std::min(done, size - done));
}

static FailureOr<HostTensor> readInitialValue(memref::GlobalOp global) {
  FailureOr<StoredElements> stored = getStored(global);
  if (failed(stored))
    return failure();

  Type type = global.getType().getElementType();
  HostTensor tensor = HostTensor::allocate(type, global.getType().getShape());
  int64_t count = tensor.numElements();
  int64_t present = stored->isSplat ? 1 : count;
  if (count == 0)
    return tensor;

  unsigned memoryBytes = *elementBytes(type);
  bool isInteger = type.isIntOrIndex();
  unsigned width = isInteger ? integerWidth(type) : 8 * memoryBytes;
  int64_t wanted = present * llvm::divideCeil(width, 8u);
  int64_t found = stored->bytes.size();
  // A resource of i1 may store a bit or a byte for each element.
  bool bitPacked =
      type.isInteger(1) && found != wanted &&
      found == static_cast<int64_t>(llvm::divideCeil(present, int64_t(8)));
  if (found != wanted && !bitPacked)
    return global.emitError("constant of type ")
           << global.getType() << " needs " << wanted << " bytes, found "
           << found;

  if (isInteger && width != 8 * memoryBytes)
    widen(stored->bytes, width, bitPacked, memoryBytes, present,
          tensor.bytes());
  else
    std::memcpy(tensor.bytes(), stored->bytes.data(), wanted);
  if (stored->isSplat)
    repeatFirst(tensor, memoryBytes);
  return tensor;
}

FailureOr<std::vector<HostConstant>> hoistConstants(ModuleOp module) {
  std::vector<HostConstant> constants;
  WalkResult result = module.walk([&](memref::GlobalOp global) {
    if (global.isExternal() || global.isUninitialized() ||
        !elementBytes(global.getType().getElementType()))
      return WalkResult::advance();
    FailureOr<HostTensor> value = readInitialValue(global);
    if (failed(value))
      return WalkResult::interrupt();
    constants.push_back({global.getSymName().str(), std::move(*value)});
    global.removeInitialValueAttr();
    SymbolTable::setSymbolVisibility(global, SymbolTable::Visibility::Public);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return constants;
}

} // namespace mlir::layout::execution
