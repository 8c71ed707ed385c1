//===- Lowering.cpp - From tensors to the LLVM dialect --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "Bufferization/Bufferize.h"
#include "OpModels/ExternalModels.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/InitAll.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::layout::execution {

/// Upstream's canonicalization, without the patterns that change what a program
/// computes.
static const std::string &getCleanUp() {
  static const std::string passes =
      "canonicalize{disable-patterns=\"" +
      llvm::join(getWrongUpstreamPatterns(), ",") + "\"},cse";
  return passes;
}

void registerAllInputDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  registerAllExtensions(registry);
  layout::registerAllDialects(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerOpenMPDialectTranslation(registry);
}

LogicalResult runPasses(ModuleOp module, StringRef pipeline) {
  static const bool registered =
      (mlir::registerAllPasses(), layout::registerAllPasses(), true);
  (void)registered;
  PassManager manager(module.getContext(), ModuleOp::getOperationName());
  std::string message;
  llvm::raw_string_ostream os(message);
  if (failed(parsePassPipeline(pipeline, manager, os)))
    return module.emitError("malformed pipeline: ") << message;
  // Verifying after each of upstream's passes takes a third of the time.
  manager.enableVerifier(false);
  return success(succeeded(manager.run(module)) && succeeded(verify(module)));
}

TensorLowering TensorLowering::literal() {
  auto bufferize = [](ModuleOp module) {
    return success(
        succeeded(runPasses(module,
                            getCleanUp() + ",empty-tensor-to-alloc-tensor")) &&
        succeeded(bufferizeWithCopies(module)) &&
        succeeded(runPasses(module, getCleanUp())));
  };
  return {bufferize};
}

TensorLowering TensorLowering::inPlace() {
  auto bufferize = [](ModuleOp module) {
    // Canonicalization would erase copies that the program requests.
    return runPasses(module,
                     "cse,empty-tensor-to-alloc-tensor,"
                     "one-shot-bufferize{bufferize-function-boundaries=true "
                     "function-boundary-type-conversion=identity-layout-map "
                     "allow-return-allocs-from-loops=true}," +
                         getCleanUp());
  };
  return {bufferize};
}

/// Leaves the functions of kernels in the module of the program: nothing
/// compiles them side by side, and a module for each takes half as long again.
static void joinKernels(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    function->removeAttr(LayoutDialect::kKernel);
}

FailureOr<std::vector<HostConstant>>
lowerToLLVM(ModuleOp module, const TensorLowering &tensors) {
  if (failed(runPasses(module, "symbol-dce,layout-elementwise-to-linalg," +
                                   getCleanUp())) ||
      failed(runPasses(module, "layout-simplify-linalg{fuse=false}")) ||
      failed(liftBranches(module)))
    return failure();
  replaceConstantLoads(module);
  if (failed(tensors.bufferize(module)))
    return failure();
  FailureOr<std::vector<HostConstant>> constants = hoistConstants(module);
  if (failed(constants) || failed(runPasses(module, "layout-free-buffers")))
    return failure();
  if (tensors.changeBuffers)
    tensors.changeBuffers(module);
  if (failed(runPasses(module, "layout-outline-kernels{merge=false}")))
    return failure();
  omitOptimizingShortKernels(module);
  joinKernels(module);
  if (failed(runPasses(module, "layout-kernels-to-llvm")))
    return failure();
  return constants;
}

FailureOr<std::vector<HostConstant>>
compileToLLVM(ModuleOp module, const KernelLowering &kernels) {
  std::string target = kernels.target.empty() ? "" : "target=" + kernels.target;
  if (kernels.schedule &&
      failed(runPasses(module, "layout-prepare-products{" + target + "}")))
    return failure();
  if (failed(runPasses(module, "layout-to-kernels{schedule=false " +
                                   kernels.options + "}")))
    return failure();
  if (kernels.changeKernels)
    kernels.changeKernels(module);
  std::string threads = "threads=" + std::to_string(kernels.threads);
  std::string cache =
      " cache-bytes=" + std::to_string(kernels.cacheBytes) + " " + target;
  if (kernels.schedule &&
      failed(
          runPasses(module, "func.func(layout-schedule-kernels{contract=true " +
                                threads + cache + "})")))
    return failure();
  if (failed(runPasses(module, "layout-plan-memory")))
    return failure();
  FailureOr<std::vector<HostConstant>> constants = hoistConstants(module);
  if (failed(constants) ||
      failed(runPasses(module, "layout-kernels-to-llvm{" + threads + "}")))
    return failure();
  return constants;
}

} // namespace mlir::layout::execution
