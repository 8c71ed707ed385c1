//===- Emit.cpp - Compiled programs as files ------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit.h"
#include "CWrapper.h"
#include "Execution/CompileThreads.h"
#include "Execution/Entry.h"
#include "Execution/HostMachine.h"
#include "Execution/ObjectCompiler.h"
#include "Execution/Run.h"
#include "LibraryFunctions.h"
#include "RuntimeErrors.h"
#include "SharedLibrary.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir::layout::execution;

namespace mlir::layout::run {

/// Emits an error if a lowered program allocates and never frees. Buffers are
/// freed in all of a program or nowhere (layout-free-buffers).
static LogicalResult checkFreed(ModuleOp module) {
  LLVM::CallOp allocation, release;
  module.walk([&](LLVM::CallOp call) {
    std::optional<StringRef> callee = call.getCallee();
    if (callee == "malloc")
      allocation = call;
    else if (callee == "free")
      release = call;
  });
  if (!allocation || release)
    return success();
  return allocation.emitError(
      "requires buffers that are freed for a C function, found one that is "
      "not: upstream's deallocation does not follow values through regions of "
      "some op");
}

/// Gives each constant its contents, as bytes, which take the least time to
/// write. Called after optimizing: LLVM would read all of them.
static void embedConstants(llvm::Module &module,
                           ArrayRef<HostConstant> constants) {
  for (const HostConstant &constant : constants) {
    llvm::GlobalVariable *declaration =
        module.getGlobalVariable(constant.symbol);
    if (!declaration)
      continue;
    StringRef contents = constant.value.contents();
    llvm::Constant *bytes = llvm::ConstantDataArray::getRaw(
        contents, contents.size(), llvm::Type::getInt8Ty(module.getContext()));
    auto *global = new llvm::GlobalVariable(
        module, bytes->getType(), declaration->isConstant(),
        llvm::GlobalValue::InternalLinkage, bytes);
    global->setAlignment(
        std::max(declaration->getAlign().valueOrOne(), llvm::Align(64)));
    declaration->replaceAllUsesWith(global);
    global->takeName(declaration);
    declaration->eraseFromParent();
  }
}

/// Whether a linker finds what a module declares in the C library or, with
/// several threads, in libomp.
static bool isFound(const llvm::GlobalValue &declared, unsigned threads) {
  auto *function = dyn_cast<llvm::Function>(&declared);
  if (!function)
    return false;
  StringRef name = function->getName();
  return function->isIntrinsic() || isLibraryFunction(name) ||
         (threads > 1 && name.starts_with("__kmpc_"));
}

/// Returns an error if a program needs what C programs do not have.
static llvm::Error checkLibraries(const llvm::Module &module,
                                  unsigned threads) {
  for (const llvm::GlobalValue &value : module.global_values())
    if (value.isDeclaration() && !value.use_empty() && !isFound(value, threads))
      return llvm::createStringError(
          "requires a program that uses nothing but the C library, found a use "
          "of '" +
          value.getName() + "'");
  return llvm::Error::success();
}

/// Names the processor in the functions, for tools that read the text.
static void setProcessor(llvm::Module &module,
                         const llvm::TargetMachine &machine) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
}

/// Chooses the code model of linked programs, unless the weights are out of its
/// reach. That of code which is compiled at run time has no limit.
static void setCodeModel(llvm::TargetMachine &machine,
                         ArrayRef<HostConstant> constants) {
  constexpr uint64_t limit = uint64_t(1) << 30;
  uint64_t bytes = 0;
  for (const HostConstant &constant : constants)
    bytes += constant.value.numBytes();
  if (bytes < limit)
    machine.setCodeModel(llvm::CodeModel::Small);
}

static llvm::Error writeObject(llvm::Module &module,
                               llvm::TargetMachine &machine, raw_ostream &os) {
  SmallVector<char> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, /*DwoOut=*/nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError(
        "requires a processor for which LLVM writes object files, found " +
        module.getTargetTriple().str());
  passes.run(module);
  os.write(object.data(), object.size());
  return llvm::Error::success();
}

static llvm::Error emitCode(ModuleOp module, ArrayRef<HostConstant> constants,
                            const CInterface &interface, unsigned threads,
                            Artifact artifact, raw_ostream &os) {
  auto machine = createHostMachine(Optimization::O1);
  if (!machine)
    return machine.takeError();
  setCodeModel(**machine, constants);
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> translated =
      translateToLLVMIR(module, context, interface.name);
  if (!translated)
    return translated.takeError();
  std::unique_ptr<llvm::Module> code = std::move(*translated);
  code->setDataLayout((*machine)->createDataLayout());
  code->setTargetTriple((*machine)->getTargetTriple());
  if (llvm::Error error = addWrapper(*code, interface))
    return error;
  setProcessor(*code, **machine);

  optimize(*code, **machine, Optimization::O1);
  embedConstants(*code, constants);
  if (llvm::Error error = checkLibraries(*code, threads))
    return error;
  reportRuntimeErrors(*code);
  if (artifact != Artifact::LLVM)
    return writeObject(*code, **machine, os);
  code->print(os, /*AAW=*/nullptr);
  return llvm::Error::success();
}

static LogicalResult compile(ModuleOp module, func::FuncOp entry,
                             const CInterface &interface,
                             const KernelLowering &lowering, unsigned jobs,
                             Artifact artifact, raw_ostream &os) {
  CompileThreads threads(*module.getContext(), jobs);
  Location loc = entry.getLoc();
  if (failed(passResultsAsArguments(module, entry, interface)))
    return failure();
  auto constants = compileToLLVM(module, lowering);
  if (failed(constants) || failed(checkFreed(module)))
    return failure();
  if (llvm::Error error = emitCode(module, *constants, interface,
                                   lowering.threads, artifact, os))
    return emitError(loc) << "compiling this function failed: "
                          << llvm::toString(std::move(error));
  return success();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
emitProgram(ModuleOp module, func::FuncOp entry, const CInterface &interface,
            const KernelLowering &lowering, unsigned jobs, Artifact artifact) {
  // A crash of the compiler becomes an error.
  auto process = ChildProcess::start([&](raw_ostream &os) {
    return compile(module, entry, interface, lowering, jobs, artifact, os);
  });
  if (!process)
    return process.takeError();
  auto code = process->wait();
  if (!code || artifact != Artifact::Shared)
    return code;
  return linkSharedLibrary((*code)->getBuffer(), lowering.threads > 1);
}

} // namespace mlir::layout::run
