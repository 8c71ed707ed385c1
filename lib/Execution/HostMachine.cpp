//===- HostMachine.cpp - Machine code for this computer -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMachine.h"

#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

namespace mlir::layout::execution {

/// Adds the passes of `O0`, which erase the descriptors of buffers that are
/// built and taken apart again: that is half of the code, and generating code
/// takes longer than this.
static void addCheapPasses(llvm::Module &module,
                           llvm::ModulePassManager &passes) {
  for (llvm::Function &function : module)
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
  llvm::FunctionPassManager cleanUp;
  cleanUp.addPass(llvm::EarlyCSEPass());
  cleanUp.addPass(llvm::ADCEPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(cleanUp)));
}

/// Runs the passes that `build` returns.
static void runPasses(
    llvm::Module &module, llvm::TargetMachine &machine,
    llvm::function_ref<llvm::ModulePassManager(llvm::PassBuilder &)> build) {
  // Vectorizing a loop pays for its compile time many times over; unrolling and
  // interleaving do not.
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
  build(builder).run(module, modules);
}

void optimize(llvm::Module &module, llvm::TargetMachine &machine,
              Optimization optimization) {
  runPasses(module, machine, [&](llvm::PassBuilder &builder) {
    if (optimization != Optimization::O0)
      return builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1);
    llvm::ModulePassManager passes =
        builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
    addCheapPasses(module, passes);
    return passes;
  });
}

void addAddressChecks(llvm::Module &module, llvm::TargetMachine &machine) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(llvm::Attribute::SanitizeAddress);
  llvm::AddressSanitizerOptions options;
  options.UseAfterReturn = llvm::AsanDetectStackUseAfterReturnMode::Never;
  options.InsertVersionCheck = false;
  runPasses(module, machine, [&](llvm::PassBuilder &) {
    llvm::ModulePassManager passes;
    // Nothing runs before the entry, so that globals have no red zones.
    passes.addPass(llvm::AddressSanitizerPass(
        options, /*UseGlobalGC=*/false, /*UseOdrIndicator=*/false,
        llvm::AsanDtorKind::None, llvm::AsanCtorKind::None));
    return passes;
  });
}

const llvm::orc::JITTargetMachineBuilder &getHost() {
  static const llvm::orc::JITTargetMachineBuilder host =
      llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
  return host;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostMachine(Optimization optimization) {
  // Several threads may create machines, but only one may register targets.
  static const bool isInitialized =
      (llvm::InitializeNativeTarget(), llvm::InitializeNativeTargetAsmPrinter(),
       true);
  (void)isInitialized;
  llvm::orc::JITTargetMachineBuilder builder = getHost();
  // Constants and library functions may be anywhere in the address space.
  builder.setRelocationModel(llvm::Reloc::PIC_);
  builder.setCodeGenOptLevel(optimization == Optimization::O0
                                 ? llvm::CodeGenOptLevel::None
                                 : llvm::CodeGenOptLevel::Default);
  builder.getOptions().AllowFPOpFusion = llvm::FPOpFusion::Fast;
  return builder.createTargetMachine();
}

} // namespace mlir::layout::execution
