//===- consumer.cpp - A compiler that links the installed package ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/InitAll.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

static constexpr const char *program = R"(
  %0 = tensor.empty() : tensor<1x64x7x7xf32>
  %1 = layout.layout_transform %0
      by <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>
      : tensor<1x64x7x7xf32> to tensor<1x4x7x7x16xf32>
)";

int main() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::tensor::TensorDialect>();
  mlir::layout::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(program, &context);
  if (!module)
    return 1;
  module->walk([](mlir::layout::LayoutTransformOp op) {
    llvm::outs() << op.getResult().getType() << "\n";
  });
  return 0;
}
