//===- layout-opt.cpp - mlir-opt with the layout dialect and passes ------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<mlir::layout::LayoutDialect>();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Tensor layout planner\n", registry));
}
