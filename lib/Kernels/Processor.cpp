//===- Processor.cpp - What kernels are compiled for ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processor.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <unistd.h>

using namespace mlir::layout;

/// The features of this machine, as LLVM takes them: "+avx2,-amx-tile".
static std::string getHostFeatures() {
  llvm::SubtargetFeatures features;
  for (auto &[name, isOn] : llvm::sys::getHostCPUFeatures())
    features.AddFeature(name, isOn);
  return features.getString();
}

/// The bytes of the second-level cache of a core of this machine, if the system
/// knows them.
static std::optional<unsigned> getHostCache() {
#ifdef _SC_LEVEL2_CACHE_SIZE
  if (long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE); bytes > 0)
    return bytes;
#endif
  return std::nullopt;
}

llvm::Expected<Processor> mlir::layout::getProcessor(llvm::StringRef cpu) {
  llvm::InitializeNativeTarget();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError(error);
  bool isHost = cpu == "host";
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!isHost && !known->isCPUStringValid(cpu))
    return llvm::createStringError(
        "requires 'cpu' to be host or a processor that LLVM knows for " +
        triple.getArchName() + ", found '" + cpu + "'");
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, isHost ? llvm::sys::getHostCPUName() : cpu,
      isHost ? getHostFeatures() : "", llvm::TargetOptions(), std::nullopt));
  llvm::LLVMContext context;
  llvm::Module module("registers", context);
  module.setTargetTriple(triple);
  module.setDataLayout(machine->createDataLayout());
  llvm::Function *function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
      llvm::Function::ExternalLinkage, "f", module);
  // LLVM prefers shorter vectors on some processors, because long ones lower
  // their frequency for a while. For kernels that only compute, they pay.
  function->addFnAttr("prefer-vector-width", "512");
  llvm::TargetTransformInfo info = machine->getTargetTransformInfo(*function);
  unsigned bits =
      info.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  using Level = llvm::TargetTransformInfo::CacheLevel;
  std::optional<unsigned> cache = isHost ? getHostCache() : std::nullopt;
  if (!cache)
    cache = info.getCacheSize(Level::L2D);
  Processor processor;
  processor.vectorBytes = bits / 8;
  processor.numVectors =
      info.getNumberOfRegisters(info.getRegisterClassForType(/*Vector=*/true));
  processor.level1Bytes =
      info.getCacheSize(Level::L1D).value_or(processor.level1Bytes);
  processor.level2Bytes = cache.value_or(processor.level2Bytes);
  addProducts(processor, *machine->getMCSubtargetInfo());
  return processor;
}

mlir::FailureOr<Processor> mlir::layout::getProcessor(MLIRContext *context,
                                                      llvm::StringRef cpu) {
  llvm::Expected<Processor> found = getProcessor(cpu);
  if (!found)
    return emitError(UnknownLoc::get(context))
           << llvm::toString(found.takeError());
  return *found;
}
