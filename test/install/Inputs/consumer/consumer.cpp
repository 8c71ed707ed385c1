//===- consumer.cpp - A compiler that plans with the installed package ----===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"
#include "layout/Pipelines/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

static constexpr const char *program = R"(
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<16x16x1x1xf32>,
                %init: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w : tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>)
      outs(%init : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %0 : tensor<1x16x8x8xf32>
}
)";

/// Plans the layouts of `module` for convolutions in NHWC.
static llvm::LogicalResult plan(mlir::ModuleOp module) {
  mlir::PassManager manager(module.getContext());
  mlir::layout::LayoutPipelineOptions options;
  options.target = "nhwc";
  mlir::layout::buildLayoutPipeline(manager, options);
  return manager.run(module);
}

int main() {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::layout::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(program, &context);
  if (!module || failed(plan(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
