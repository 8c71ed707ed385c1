//===- ObjectCompiler.cpp - Object files of lowered programs --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectCompiler.h"
#include "HostMachine.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::layout::execution {

/// Changes when equal LLVM IR becomes other code, as by other passes.
static constexpr unsigned formatVersion = 1;

static std::string getKey(const llvm::Module &code,
                          const llvm::TargetMachine &machine,
                          Optimization optimization) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  os << formatVersion << ' ' << LLVM_VERSION_STRING << ' ' << int(optimization)
     << ' ' << checksAddresses << ' ' << machine.getTargetCPU() << ' '
     << machine.getTargetFeatureString() << '\n';
  llvm::WriteBitcodeToFile(code, os);
  return getHashText(bytes);
}

/// Verifies that no elements of a constant are strings. Upstream's verifier
/// lets them pass, but the translation writes bytes where pointers should be.
static LogicalResult verifyConstants(ModuleOp module) {
  auto walked = module.walk([](Operation *op) {
    Attribute value;
    if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
      value = constant.getValue();
    else if (auto global = dyn_cast<LLVM::GlobalOp>(op))
      value = global.getValueOrNull();
    if (!isa_and_nonnull<DenseStringElementsAttr>(value))
      return WalkResult::advance();
    op->emitOpError("requires numbers as elements, found strings");
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVMIR(ModuleOp module, llvm::LLVMContext &context, StringRef name) {
  if (succeeded(verifyConstants(module)))
    if (auto code = translateModuleToLLVMIR(module, context, name))
      return code;
  return llvm::createStringError("the program has no LLVM IR");
}

llvm::Expected<ObjectFile>
compileObject(ModuleOp module, Optimization optimization,
              const ObjectCache *cache,
              llvm::function_ref<void(llvm::Module &)> prepare) {
  auto machine = createHostMachine(optimization);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> translated =
      translateToLLVMIR(module, context);
  if (!translated)
    return translated.takeError();
  std::unique_ptr<llvm::Module> code = std::move(*translated);
  code->setDataLayout((*machine)->createDataLayout());
  code->setTargetTriple((*machine)->getTargetTriple());
  prepare(*code);
  std::string key;
  if (cache) {
    key = getKey(*code, **machine, optimization);
    if (std::unique_ptr<llvm::MemoryBuffer> object = cache->load(key))
      return ObjectFile{std::move(object), /*isCached=*/true};
  }
  optimize(*code, **machine, optimization);
  // Objects for other processes (layout-run --emit) are made elsewhere.
  if (checksAddresses)
    addAddressChecks(*code, **machine);
  auto object = llvm::orc::SimpleCompiler(**machine)(*code);
  if (!object)
    return object.takeError();
  if (cache)
    if (llvm::Error error = cache->store(key, (*object)->getBuffer()))
      return error;
  return ObjectFile{std::move(*object), /*isCached=*/false};
}

} // namespace mlir::layout::execution
