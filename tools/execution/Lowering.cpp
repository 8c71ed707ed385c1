//===- Lowering.cpp - From tensors to the LLVM dialect --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "layout/InitAll.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

namespace mlir::layout::execution {

static constexpr llvm::StringLiteral cleanUp =
    "symbol-dce,convert-elementwise-to-linalg,canonicalize,cse";

static constexpr llvm::StringLiteral deallocate =
    "buffer-deallocation-pipeline";

static constexpr llvm::StringLiteral toLLVM =
    "func.func(lower-vector-multi-reduction,lower-vector-mask,"
    "convert-linalg-to-loops),expand-realloc,"
    "convert-bufferization-to-memref,"
    "convert-vector-to-scf,expand-strided-metadata,lower-affine,canonicalize,"
    "cse,convert-scf-to-cf,convert-complex-to-standard,convert-math-to-llvm,"
    "convert-math-to-libm,convert-vector-to-llvm,convert-to-llvm,"
    "reconcile-unrealized-casts";

void registerAllInputDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  registerAllExtensions(registry);
  layout::registerAllDialects(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
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

/// Whether upstream's deallocation rejects the program: it has loops of
/// branches, or regions whose values it cannot follow, such as those of
/// memref.generic_atomic_rmw. Such programs leak, which does not matter in a
/// process that ends after one call.
static bool rejectsDeallocation(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        bool isBranch = isa<cf::BranchOp, cf::CondBranchOp, cf::SwitchOp>(op);
        unsigned numRegions = op->getNumRegions();
        bool hasUnknownRegions =
            (numRegions > 1 || (numRegions == 1 && op->getNumResults() != 0)) &&
            !isa<RegionBranchOpInterface>(op);
        return isBranch || hasUnknownRegions ? WalkResult::interrupt()
                                             : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the program deallocates its buffers itself.
static bool freesBuffers(ModuleOp module) {
  return module.walk([](memref::DeallocOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

TensorLowering TensorLowering::literal() {
  auto bufferize = [](ModuleOp module) {
    return success(
        succeeded(runPasses(module,
                            "canonicalize,cse,empty-tensor-to-alloc-tensor")) &&
        succeeded(bufferizeWithCopies(module)) &&
        succeeded(runPasses(module, "canonicalize,cse")));
  };
  return {bufferize, /*fuse=*/false};
}

TensorLowering TensorLowering::inPlace() {
  auto bufferize = [](ModuleOp module) {
    // Canonicalization would erase copies that the program requests.
    return runPasses(module,
                     "cse,empty-tensor-to-alloc-tensor,"
                     "one-shot-bufferize{bufferize-function-boundaries=true "
                     "function-boundary-type-conversion=identity-layout-map "
                     "allow-return-allocs-from-loops=true},canonicalize,cse");
  };
  return {bufferize, /*fuse=*/false};
}

FailureOr<std::vector<HostConstant>>
lowerToLLVM(ModuleOp module, const TensorLowering &tensors) {
  if (failed(runPasses(module, cleanUp)) ||
      failed(simplifyLinalg(module, tensors.fuse)) ||
      failed(tensors.bufferize(module)))
    return failure();
  FailureOr<std::vector<HostConstant>> constants = hoistConstants(module);
  if (failed(constants))
    return failure();
  if (!rejectsDeallocation(module) && !freesBuffers(module) &&
      failed(runPasses(module, deallocate)))
    return failure();
  if (tensors.changeBuffers)
    tensors.changeBuffers(module);
  simplifyBuffers(module);
  outlineKernels(module);
  if (failed(runPasses(module, toLLVM)))
    return failure();
  return constants;
}

} // namespace mlir::layout::execution
