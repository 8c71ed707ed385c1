//===- ObjectCompiler.cpp - Object files of lowered programs --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectCompiler.h"
#include "Machine.h"

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

llvm::Expected<ObjectFile>
compileObject(ModuleOp module, Optimization optimization,
              const ObjectCache *cache,
              llvm::function_ref<void(llvm::Module &)> prepare) {
  auto machine = createHostMachine(optimization);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code = translateModuleToLLVMIR(module, context);
  if (!code)
    return llvm::createStringError("the program has no LLVM IR");
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
