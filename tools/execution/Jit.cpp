//===- Jit.cpp - Compiled entry functions ---------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "Entry.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::layout::execution {

static constexpr llvm::StringLiteral callerSymbol = "layout_call";

/// Adds `void layout_call(ptr arguments, ptr results)`, which loads every
/// parameter of `entry` and stores what it returns.
static void addCaller(llvm::Function &entry) {
  llvm::LLVMContext &context = entry.getContext();
  llvm::Type *ptr = llvm::PointerType::getUnqual(context);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       {ptr, ptr}, /*isVarArg=*/false);
  auto *caller = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                        callerSymbol, entry.getParent());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", caller));
  SmallVector<llvm::Value *> values;
  for (auto [index, parameter] : llvm::enumerate(entry.args())) {
    llvm::Value *slot =
        builder.CreateConstGEP1_64(ptr, caller->getArg(0), index);
    llvm::Value *address = builder.CreateLoad(ptr, slot);
    values.push_back(builder.CreateLoad(parameter.getType(), address));
  }
  llvm::Value *result = builder.CreateCall(&entry, values);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, caller->getArg(1));
  builder.CreateRetVoid();
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  // Vectors gain what their loops cost to compile many times over; unrolled
  // and interleaved loops do not.
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  tuning.LoopInterleaving = false;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1)
      .run(module, modules);
}

static llvm::Expected<llvm::orc::JITTargetMachineBuilder> hostMachine() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder;
  // Constants and library functions may lie anywhere in the address space.
  builder->setRelocationModel(llvm::Reloc::PIC_);
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Fast;
  return builder;
}

/// Makes what lies outside of the code visible to it, before it is linked.
static llvm::Error bindSymbols(llvm::orc::LLJIT &jit,
                               ArrayRef<HostConstant> constants,
                               ArrayRef<HostFunction> functions) {
  llvm::orc::SymbolMap symbols;
  for (const HostFunction &function : functions)
    symbols[jit.mangleAndIntern(function.symbol)] = {
        llvm::orc::ExecutorAddr::fromPtr(function.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  for (const HostConstant &constant : constants)
    symbols[jit.mangleAndIntern(constant.symbol)] = {
        llvm::orc::ExecutorAddr::fromPtr(constant.value.bytes()),
        llvm::JITSymbolFlags::Exported};
  return jit.getMainJITDylib().define(llvm::orc::absoluteSymbols(symbols));
}

llvm::Expected<CompiledEntry>
CompiledEntry::create(ModuleOp module, ArrayRef<HostConstant> constants,
                      ArrayRef<HostFunction> functions) {
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> code = translateModuleToLLVMIR(
      module, *context, "layout", /*disableVerification=*/false);
  llvm::Function *entry = code ? code->getFunction(entrySymbol) : nullptr;
  if (!entry)
    return llvm::createStringError("translation to LLVM IR failed");

  auto machineBuilder = hostMachine();
  if (!machineBuilder)
    return machineBuilder.takeError();
  auto machine = machineBuilder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  code->setDataLayout((*machine)->createDataLayout());
  code->setTargetTriple((*machine)->getTargetTriple());
  addCaller(*entry);

  CompiledEntry compiled;
  const llvm::DataLayout &layout = code->getDataLayout();
  if (llvm::Type *type = entry->getReturnType(); !type->isVoidTy()) {
    compiled.resultSize = layout.getTypeAllocSize(type);
    if (auto *fields = dyn_cast<llvm::StructType>(type))
      for (unsigned i = 0; i < fields->getNumElements(); ++i)
        compiled.resultOffsets.push_back(
            layout.getStructLayout(fields)->getElementOffset(i));
  }
  optimize(*code, **machine);

  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*machineBuilder))
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  compiled.jit = std::move(*jit);
  if (llvm::Error error = bindSymbols(*compiled.jit, constants, functions))
    return error;
  if (llvm::Error error = compiled.jit->addIRModule(
          llvm::orc::ThreadSafeModule(std::move(code), std::move(context))))
    return error;
  auto address = compiled.jit->lookup(callerSymbol);
  if (!address)
    return address.takeError();
  compiled.function = address->toPtr<Function>();
  return compiled;
}

} // namespace mlir::layout::execution
