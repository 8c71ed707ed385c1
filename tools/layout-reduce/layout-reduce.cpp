//===- layout-reduce.cpp - mlir-reduce with the layout dialect and passes -===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a program smaller while a script of the user still finds it
// interesting, for example while layout-opt fails on it. Upstream's mlir-reduce
// loads no plugins and so cannot read the layout dialect.
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"
#include "layout/Support/VersionPrinter.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/InitLLVM.h"

using namespace mlir;

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  layout::registerVersionPrinter();
  layout::registerVersionPrinter();
  registerAllPasses();
  layout::registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  layout::registerAllDialects(registry);
  MLIRContext context(registry);
  return failed(mlirReduceMain(argc, argv, context)) ? EXIT_FAILURE
                                                     : EXIT_SUCCESS;
}
