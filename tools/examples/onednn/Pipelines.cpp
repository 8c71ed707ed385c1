//===- Pipelines.cpp - Planning, and calls of the library -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDNN.h"
#include "Passes.h"
#include "layout/Pipelines/Passes.h"
#include "layout/Support/Options.h"
#include "layout/Targets/LayoutTarget.h"
#include "layout/Targets/TargetBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::layout;

/// What oneDNN takes: convolutions with channels in blocks of 16, which may be
/// fewer in the source, and matmuls, with the elementwise ops behind them.
/// `Region.cpp` has the rest of the conditions.
void onednn::registerTarget() {
  TargetBuilder target("oneDNN");
  target.setName("onednn");
  using Condition = std::pair<std::string, std::vector<std::string>>;
  const Condition f32 = {"data_type", {"f32"}}, results = {"O", {"% 16 == 0"}};
  for (const char *channels : {"% 16 == 0", "< 16"})
    target.offload({{"conv"},
                    {},
                    {"tensor.pad", "layout.pad"},
                    {"elementwise"},
                    {f32, results, {"C", {channels}}}});
  target.offload({{"depthwise_conv"},
                  {},
                  {"tensor.pad", "layout.pad"},
                  {"elementwise"},
                  {f32, {"C", {"% 16 == 0"}}}});
  target.offload({{"matmul", "batch_matmul"}, {}, {}, {"elementwise"}, {f32}});
  target.prefer({{"offload"}, "NC*16c"});
  registerLayoutTarget("onednn", target.getText());
}

void onednn::registerPipelines() {
  registerPipelineWithOptions<LayoutPipelineOptions>(
      "onednn-plan",
      "Gives oneDNN what it takes and plans the layouts of a whole program",
      [](OpPassManager &manager, const LayoutPipelineOptions &options,
         function_ref<LogicalResult(const Twine &)>) {
        buildLayoutPipeline(manager, options, [](OpPassManager &manager) {
          manager.addPass(createOneDNNPartition());
        });
        return success();
      });
  registerPipelineWithOptions<LayoutToLLVMOptions>(
      "onednn-to-calls",
      "Turns tensors into placed buffers, and primitives into calls",
      [](OpPassManager &manager, const LayoutToLLVMOptions &options,
         function_ref<LogicalResult(const Twine &)>) {
        // Upstream would let primitives write to the first of several
        // concatenations of their results. layout-place-buffers finds a place
        // for all of them.
        manager.addPass(bufferization::createEmptyTensorToAllocTensorPass());
        buildLayoutToBuffers(manager, options);
        manager.addPass(createOneDNNCallLibrary());
        return success();
      });
}
