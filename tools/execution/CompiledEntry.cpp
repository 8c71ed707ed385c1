//===- CompiledEntry.cpp - A compiled entry function ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledEntry.h"
#include "Machine.h"
#include "Memory.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <chrono>
#include <cstring>

namespace mlir::layout::execution {

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// The engine wraps each function in one that takes its arguments packed. Only
/// the wrapper of the entry is called, so the others need not be compiled.
static void eraseWrappers(llvm::Module &module) {
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (StringRef name = function.getName();
        name.consume_front("_mlir_") && name != entrySymbol &&
        module.getFunction(name) && function.use_empty())
      function.eraseFromParent();
}

llvm::Expected<CompiledEntry>
CompiledEntry::create(ModuleOp module, ArrayRef<HostConstant> constants,
                      Optimization optimization,
                      ArrayRef<HostFunction> functions) {
  auto machine = createHostMachine(optimization);
  if (!machine)
    return machine.takeError();
  llvm::TargetMachine &host = **machine;
  CompiledEntry compiled;
  auto transform = [&](llvm::Module *code) -> llvm::Error {
    llvm::Type *result = code->getFunction(entrySymbol)->getReturnType();
    const llvm::DataLayout &layout = code->getDataLayout();
    if (!result->isVoidTy())
      compiled.resultSize = layout.getTypeAllocSize(result);
    if (auto *fields = dyn_cast<llvm::StructType>(result))
      for (unsigned i = 0; i < fields->getNumElements(); ++i)
        compiled.resultOffsets.push_back(
            layout.getStructLayout(fields)->getElementOffset(i));
    eraseWrappers(*code);
    optimize(*code, host, optimization);
    return llvm::Error::success();
  };
  ExecutionEngineOptions options;
  options.transformer = transform;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto engine = ExecutionEngine::create(module, options, std::move(*machine));
  if (!engine)
    return engine.takeError();
  compiled.engine = std::move(*engine);
  compiled.engine->registerSymbols([&](llvm::orc::MangleAndInterner mangle) {
    llvm::orc::SymbolMap symbols;
    auto define = [&](StringRef symbol, auto *address) {
      symbols[mangle(symbol)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                 llvm::JITSymbolFlags::Exported |
                                     llvm::JITSymbolFlags::Callable};
    };
    define("malloc", &AllocatedMemory::allocate);
    define("free", &AllocatedMemory::release);
    for (const HostFunction &function : functions)
      define(function.symbol, function.address);
    for (const HostConstant &constant : constants)
      symbols[mangle(constant.symbol)] = {
          llvm::orc::ExecutorAddr::fromPtr(constant.value.bytes()),
          llvm::JITSymbolFlags::Exported};
    return symbols;
  });
  auto function = compiled.engine->lookupPacked(entrySymbol);
  if (!function)
    return function.takeError();
  compiled.function = *function;
  return compiled;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Appends the fields of the LLVM descriptor of a row-major memref: allocated
/// and aligned pointer, offset, sizes, strides.
static void appendDescriptor(const HostTensor &tensor,
                             SmallVectorImpl<uint64_t> &fields) {
  auto address = reinterpret_cast<uintptr_t>(tensor.bytes());
  fields.append({address, address, 0});
  llvm::append_range(fields, tensor.shape);
  llvm::append_range(fields, computeStrides(tensor.shape));
}

/// Copies the elements that a descriptor of the given rank refers to.
static HostTensor readDescriptor(const char *descriptor, Type elementType,
                                 unsigned rank) {
  SmallVector<int64_t> fields(3 + 2 * rank);
  std::memcpy(fields.data(), descriptor, fields.size() * sizeof(int64_t));
  auto shape = ArrayRef(fields).slice(3, rank);
  auto strides = ArrayRef(fields).drop_front(3 + rank);

  HostTensor tensor = HostTensor::allocate(elementType, shape);
  size_t step = *elementBytes(elementType);
  const char *source;
  std::memcpy(static_cast<void *>(&source), descriptor + sizeof(void *),
              sizeof(source));
  source += fields[2] * step;
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

CompiledEntry::Result CompiledEntry::call(TypeRange parameterTypes,
                                          ArrayRef<HostTensor> inputs,
                                          ArrayRef<OutputInfo> outputs) const {
  // Collect all descriptor fields first, so that their addresses stay valid.
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
  auto result = llvm::WritableMemoryBuffer::getNewMemBuffer(
      std::max<size_t>(resultSize, 1));
  arguments.push_back(result->getBufferStart());
  auto start = std::chrono::steady_clock::now();
  function(arguments.data());
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;

  Outputs values;
  auto isResult = [](const OutputInfo &output) { return output.isResult; };
  bool isStruct = llvm::count_if(outputs, isResult) > 1;
  for (const OutputInfo &output : outputs) {
    if (!output.isResult) {
      values.push_back(inputs[output.index].copy());
      continue;
    }
    size_t offset = isStruct ? resultOffsets[output.index] : 0;
    values.push_back(
        readResult(result->getBufferStart() + offset, output.type));
  }
  AllocatedMemory &memory = AllocatedMemory::get();
  memory.releaseAll();
  return {std::move(values), time.count(), memory.takePeak()};
}

} // namespace mlir::layout::execution
