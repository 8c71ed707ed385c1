//===- packs-opt.cpp - Propagates packs by upstream, and by a plan --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that packs the operands of its matmuls wants few of these packs to
// stay. Upstream moves each of them past one neighbour after the other, as long
// as a pattern fits:
//
//   packs-opt in.mlir --propagate-packs
//
// The same pipeline by a plan of the whole program, from passes of this
// project:
//
//   packs-opt in.mlir --plan-packs
//
// Both read and write linalg.pack and linalg.unpack; `--layout-count` says what
// they leave.
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"
#include "layout/Pipelines/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace {
/// Upstream's patterns. Packs may move past any op.
struct PropagatePacks : PassWrapper<PropagatePacks, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PropagatePacks)

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateDataLayoutPropagationPatterns(
        patterns, [](OpOperand *) { return true; });
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

static void addCleanUp(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

static void buildPropagatePacks(OpPassManager &manager) {
  addCleanUp(manager);
  manager.addPass(std::make_unique<PropagatePacks>());
  addCleanUp(manager);
}

/// Packs become rewrites of the layout dialect, of which the plan keeps those
/// that cost least, and what is left becomes packs again.
static void buildPlanPacks(OpPassManager &manager) {
  addCleanUp(manager);
  manager.addPass(layout::createLayoutHoist());
  manager.addPass(layout::createLayoutRaise());
  manager.addPass(layout::createLayoutFold());
  manager.addPass(layout::createLayoutFlow());
  manager.addPass(layout::createLayoutFold());
  layout::LayoutMaterializeOptions materialize;
  materialize.packs = true;
  manager.addPass(layout::createLayoutMaterialize(materialize));
  addCleanUp(manager);
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                  math::MathDialect, scf::SCFDialect, tensor::TensorDialect>();
  layout::registerAllDialects(registry);
  layout::registerAllPasses();
  PassPipelineRegistration<> theirs("propagate-packs",
                                    "Moves packs by the patterns of upstream",
                                    buildPropagatePacks);
  PassPipelineRegistration<> ours("plan-packs",
                                  "Moves packs by a plan of the whole program",
                                  buildPlanPacks);
  return asMainReturnCode(
      MlirOptMain(argc, argv, "Two propagations of packs\n", registry));
}
