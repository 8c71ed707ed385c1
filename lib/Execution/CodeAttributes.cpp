//===- CodeAttributes.cpp - Which kernels LLVM optimizes ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "layout/Dialect/LayoutAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::layout::execution {

/// For fewer iterations in all, optimizing takes longer than it saves.
static constexpr int64_t worthOptimizing = 400'000;

/// The number of iterations of a kernel; at most `worthOptimizing`, which is
/// also returned if the number is unknown.
static int64_t countIterations(func::FuncOp kernel) {
  int64_t sum = 0;
  bool isKnown = true;
  kernel.walk([&](linalg::LinalgOp op) {
    uint64_t iterations = 1;
    for (int64_t range : op.getStaticLoopRanges()) {
      isKnown &= !ShapedType::isDynamic(range);
      iterations = std::min(llvm::SaturatingMultiply<uint64_t>(
                                iterations, std::max<int64_t>(range, 0)),
                            uint64_t(worthOptimizing));
    }
    sum += iterations;
  });
  return isKnown ? std::min(sum, worthOptimizing) : worthOptimizing;
}

void omitOptimizingShortKernels(ModuleOp module) {
  DenseMap<StringRef, int64_t> iterations;
  SymbolTable symbols(module);
  module.walk([&](func::CallOp call) {
    auto kernel = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!kernel || !kernel->hasAttr(LayoutDialect::kKernel))
      return;
    bool isInLoop = call->getParentOfType<LoopLikeOpInterface>() != nullptr;
    iterations[kernel.getName()] +=
        isInLoop ? worthOptimizing : countIterations(kernel);
  });
  Builder builder(module.getContext());
  for (auto kernel : module.getOps<func::FuncOp>())
    if (kernel->hasAttr(LayoutDialect::kKernel) &&
        iterations.lookup(kernel.getName()) < worthOptimizing)
      kernel->setAttr("passthrough", builder.getStrArrayAttr(
                                         {"noinline", "nounwind", "optnone"}));
}

} // namespace mlir::layout::execution
