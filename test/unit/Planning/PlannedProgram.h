//===- PlannedProgram.h - A program and its model ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_UNIT_PLANNING_PLANNEDPROGRAM_H
#define LAYOUT_TEST_UNIT_PLANNING_PLANNEDPROGRAM_H

#include "Planning/Model/LoopRelayoutCache.h"
#include "Planning/Model/ModelBuilder.h"
#include "layout/InitAll.h"
#include "layout/Solver/Solvers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"

namespace mlir::layout {

/// The model of the functions of a program.
class PlannedProgram {
public:
  explicit PlannedProgram(StringRef text, const ModelOptions &options = {}) {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, func::FuncDialect,
                    linalg::LinalgDialect, tensor::TensorDialect>();
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(text, &context);
    calls = std::make_unique<CallSites>(*module);
    criticalOps = std::make_unique<CriticalOpAnalysis>(module->getOperation());
    model =
        ModelBuilder(*calls, *criticalOps, options)
            .build(llvm::to_vector(module->getOps<func::FuncOp>()), relayouts);
  }

  const PlanningModel &operator*() const { return *model; }
  const PlanningModel *operator->() const { return model.get(); }
  const Problem &getProblem() const { return model->getProblem(); }

  /// The number of the variable of the only op of this name.
  unsigned find(StringRef name) const {
    std::optional<unsigned> found;
    for (auto [number, variable] : llvm::enumerate(model->getVariables()))
      if (variable.op && variable.op->getName().getStringRef() == name) {
        assert(!found && "several ops of this name");
        found = number;
      }
    return *found;
  }
  const ModelVariable &get(StringRef name) const {
    return model->getVariable(find(name));
  }
  /// The number of the net of the result of that op.
  unsigned getNet(StringRef name) const {
    return model->getNetOf(get(name).op->getResult(0));
  }

  Solution solve(StringRef strategy = "optimal") const {
    return llvm::cantFail(findSolver(strategy))->solve(getProblem(), {});
  }

private:
  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<CallSites> calls;
  std::unique_ptr<CriticalOpAnalysis> criticalOps;
  LoopRelayoutCache relayouts;
  std::unique_ptr<const PlanningModel> model;
};

/// An op between two rewrites that cancel each other once it is computed in the
/// layout of its source. 4x6 floats are 96 bytes.
inline constexpr char kExpOfTransposed[] = R"mlir(
func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = layout.layout_transform %x by <(a, b) -> (b, a)> : tensor<4x6xf32> to tensor<6x4xf32>
  %1 = linalg.exp ins(%0 : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %2 = layout.layout_transform %1 by <(b, a) -> (a, b)> : tensor<6x4xf32> to tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}
)mlir";

/// A convolution that may have NHWC or, for a price, the layout that it comes
/// with. The image and the result are 1x8x6x6 floats, 1152 bytes.
inline constexpr char kConvolution[] = R"mlir(
#nhwc = #layout.op_layout<
  operands = [<(n, c, h, w) -> (n, h, w, c)>, <(f, c, h, w) -> (h, w, c, f)>, <(n, f, h, w) -> (n, h, w, f)>],
  results = [<(n, f, h, w) -> (n, h, w, f)>], cost = 0>
#nchw = #layout.op_layout<operands = [_, _, _], results = [_], cost = 1000>
func.func @main(%x: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.5> : tensor<8x8x1x1xf32>
  %e = tensor.empty() : tensor<1x8x6x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw {layout.decision = 7, layout.op_layout = [#nhwc, #nchw]}
      ins(%x, %w : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}
)mlir";

} // namespace mlir::layout

#endif // LAYOUT_TEST_UNIT_PLANNING_PLANNEDPROGRAM_H
