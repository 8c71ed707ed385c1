//===- CompiledEntry.cpp - A compiled entry function ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledEntry.h"
#include "HostMachine.h"
#include "Memory.h"
#include "ObjectCompiler.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Threading.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <chrono>
#include <cstring>
#include <mutex>

namespace mlir::layout::execution {

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// The function that calls the entry with packed arguments.
static constexpr llvm::StringLiteral packedSymbol = "layout_entry_packed";

/// Adds a function that takes the address of each argument, and that of the
/// memory for the result.
static void addPackedCall(llvm::Module &code) {
  llvm::Function *entry = code.getFunction(entrySymbol);
  llvm::LLVMContext &context = code.getContext();
  llvm::IRBuilder<> builder(context);
  llvm::Type *pointer = builder.getPtrTy();
  auto *packed = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), pointer, /*isVarArg=*/false),
      llvm::GlobalValue::ExternalLinkage, packedSymbol, code);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", packed));
  auto loadAddress = [&](unsigned index) {
    return builder.CreateLoad(
        pointer, builder.CreateConstGEP1_64(pointer, packed->getArg(0), index));
  };
  SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : entry->args())
    arguments.push_back(builder.CreateLoad(argument.getType(),
                                           loadAddress(argument.getArgNo())));
  llvm::Value *result = builder.CreateCall(entry, arguments);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, loadAddress(arguments.size()));
  builder.CreateRetVoid();
}

/// Compiles all kernels, in the threads of the context, and then the rest.
static llvm::Expected<std::vector<ObjectFile>>
compileObjects(ModuleOp module, Optimization optimization,
               const ObjectCache *cache,
               llvm::function_ref<void(llvm::Module &)> prepare) {
  std::vector<OwningOpRef<ModuleOp>> kernels = splitKernels(module);
  std::vector<ObjectFile> objects(kernels.size() + 1);
  std::mutex mutex;
  llvm::Error errors = llvm::Error::success();
  parallelFor(module.getContext(), 0, objects.size(), [&](size_t i) {
    bool isRest = i == kernels.size();
    auto object = isRest ? compileObject(module, optimization, cache, prepare)
                         : compileObject(*kernels[i], optimization, cache,
                                         [](llvm::Module &) {});
    std::lock_guard lock(mutex);
    if (object)
      objects[i] = std::move(*object);
    else
      errors = llvm::joinErrors(std::move(errors), object.takeError());
  });
  if (errors)
    return errors;
  return objects;
}

/// The functions and constants of this process that a program uses.
static llvm::orc::SymbolMap getSymbols(llvm::orc::LLJIT &jit,
                                       ArrayRef<HostConstant> constants,
                                       ArrayRef<HostFunction> functions) {
  llvm::orc::SymbolMap symbols;
  auto define = [&](StringRef symbol, auto *address,
                    llvm::JITSymbolFlags flags) {
    symbols[jit.mangleAndIntern(symbol)] = {
        llvm::orc::ExecutorAddr::fromPtr(address),
        flags | llvm::JITSymbolFlags::Exported};
  };
  define("malloc", &AllocatedMemory::allocate, llvm::JITSymbolFlags::Callable);
  define("free", &AllocatedMemory::release, llvm::JITSymbolFlags::Callable);
  for (const HostFunction &function : functions)
    define(function.symbol, function.address, llvm::JITSymbolFlags::Callable);
  for (const HostConstant &constant : constants)
    define(constant.symbol, constant.value.bytes(), llvm::JITSymbolFlags());
  return symbols;
}

CompiledEntry::CompiledEntry() = default;
CompiledEntry::CompiledEntry(CompiledEntry &&) noexcept = default;
CompiledEntry &CompiledEntry::operator=(CompiledEntry &&) noexcept = default;
CompiledEntry::~CompiledEntry() = default;

llvm::Error CompiledEntry::link(std::vector<ObjectFile> objects,
                                ArrayRef<HostConstant> constants,
                                ArrayRef<HostFunction> functions) {
  // Nothing runs before or after the entry.
  auto created = llvm::orc::LLJITBuilder()
                     .setJITTargetMachineBuilder(getHost())
                     .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                     .create();
  if (!created)
    return created.takeError();
  jit = std::move(*created);
  if (llvm::Error error = jit->getMainJITDylib().define(
          llvm::orc::absoluteSymbols(getSymbols(*jit, constants, functions))))
    return error;
  for (ObjectFile &object : objects) {
    numCached += object.isCached;
    ++numObjects;
    if (llvm::Error error = jit->addObjectFile(std::move(object.contents)))
      return error;
  }
  auto address = jit->lookup(packedSymbol);
  if (!address)
    return address.takeError();
  function = address->toPtr<void (*)(void **)>();
  return llvm::Error::success();
}

llvm::Expected<CompiledEntry>
CompiledEntry::create(ModuleOp module, ArrayRef<HostConstant> constants,
                      Optimization optimization,
                      ArrayRef<HostFunction> functions,
                      const ObjectCache *cache) {
  CompiledEntry compiled;
  auto prepare = [&](llvm::Module &code) {
    llvm::Type *result = code.getFunction(entrySymbol)->getReturnType();
    const llvm::DataLayout &layout = code.getDataLayout();
    if (!result->isVoidTy())
      compiled.resultSize = layout.getTypeAllocSize(result);
    if (auto *fields = dyn_cast<llvm::StructType>(result))
      for (unsigned i = 0; i < fields->getNumElements(); ++i)
        compiled.resultOffsets.push_back(
            layout.getStructLayout(fields)->getElementOffset(i));
    addPackedCall(code);
  };
  auto objects = compileObjects(module, optimization, cache, prepare);
  if (!objects)
    return objects.takeError();
  if (llvm::Error error =
          compiled.link(std::move(*objects), constants, functions))
    return error;
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
