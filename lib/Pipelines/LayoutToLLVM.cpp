//===- LayoutToLLVM.cpp - The stages of layout-to-llvm --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpModels/ExternalModels.h"
#include "layout/Pipelines/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::layout;

static void addCleanUp(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass(GreedyRewriteConfig(),
                                          getWrongUpstreamPatterns()));
  manager.addPass(createCSEPass());
}

void layout::buildLayoutToBuffers(OpPassManager &manager,
                                  const LayoutToLLVMOptions &options) {
  manager.addPass(createSymbolDCEPass());
  manager.addPass(createLayoutElementwiseToLinalg());
  addCleanUp(manager);
  if (options.schedule)
    manager.addPass(createLayoutPrepareProducts(
        options.forPass<LayoutPrepareProductsOptions>()));
  manager.addPass(createLayoutSimplifyLinalg());
  addCleanUp(manager);
  manager.addPass(
      createLayoutBufferize(options.forPass<LayoutBufferizeOptions>()));
  manager.addPass(createLayoutApplyBufferLayouts());
  // A buffer that a call returns may be any other one.
  manager.addPass(createInlinerPass());
  if (options.flatten)
    manager.addPass(createLayoutFlatten());
  manager.addPass(createLayoutDropGroups());
  addCleanUp(manager);
  manager.addPass(createLayoutPlaceBuffers());
  addCleanUp(manager);
}

void layout::buildLayoutToKernels(OpPassManager &manager,
                                  const LayoutToLLVMOptions &options) {
  buildLayoutToBuffers(manager, options);
  manager.addPass(createLayoutOutlineKernels());
  if (!options.schedule)
    return;
  manager.addNestedPass<func::FuncOp>(createLayoutScheduleKernels(
      options.forPass<LayoutScheduleKernelsOptions>()));
  manager.addPass(createLayoutPlanMemory());
}

void layout::buildKernelsToLLVM(OpPassManager &manager,
                                const KernelsToLLVMOptions &options) {
  manager.addPass(createLayoutFreeBuffers());
  manager.addPass(createLayoutSimplifyBuffers());
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(vector::createLowerVectorMultiReductionPass());
  functions.addPass(vector::createLowerVectorMaskPass());
  functions.addPass(createConvertLinalgToLoopsPass());
  manager.addPass(memref::createExpandReallocPass());
  manager.addPass(createConvertBufferizationToMemRefPass());
  manager.addPass(createConvertVectorToSCFPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createLayoutExpandMath());
  manager.addNestedPass<func::FuncOp>(createLayoutAccessStorageUnits());
  manager.addNestedPass<func::FuncOp>(createLayoutExpandSmallFloats());
  addCleanUp(manager);
  if (options.threads > 1) {
    manager.addPass(createConvertSCFToOpenMPPass({options.threads}));
    manager.addPass(createLayoutShareIterations());
    // Erases memref.alloca_scope, in which no branches are allowed.
    manager.addPass(createCanonicalizerPass());
  }
  // Powers of floats have instructions of LLVM unless exponents are wider.
  ConvertMathToFuncsOptions powers;
  powers.minWidthOfFPowIExponent = 33;
  manager.addPass(createConvertMathToFuncs(powers));
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertComplexToStandardPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}

/// Returns `build` as a pipeline that cannot fail.
template <typename OptionsT, typename BuildT>
static auto getBuilder(BuildT build) {
  return [build](OpPassManager &manager, const OptionsT &options,
                 function_ref<LogicalResult(const Twine &)>) {
    build(manager, options);
    return success();
  };
}

void layout::registerLayoutToLLVM() {
  registerPipelineWithOptions<LayoutToLLVMOptions>(
      "layout-to-kernels",
      "Turns tensors into buffers, and structured ops into fast kernels",
      getBuilder<LayoutToLLVMOptions>(buildLayoutToKernels));
  registerPipelineWithOptions<KernelsToLLVMOptions>(
      "layout-kernels-to-llvm", "Lowers kernels on buffers to the LLVM dialect",
      getBuilder<KernelsToLLVMOptions>(buildKernelsToLLVM));
  registerPipelineWithOptions<LayoutToLLVMOptions>(
      "layout-to-llvm", "Compiles a program on tensors to the LLVM dialect",
      getBuilder<LayoutToLLVMOptions>(
          [](OpPassManager &manager, const LayoutToLLVMOptions &options) {
            buildLayoutToKernels(manager, options);
            KernelsToLLVMOptions lowering;
            lowering.threads = options.threads;
            buildKernelsToLLVM(manager, lowering);
          }));
}
