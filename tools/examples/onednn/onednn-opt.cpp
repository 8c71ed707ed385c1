//===- onednn-opt.cpp - layout-opt with the oneDNN backend ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDNN.h"
#include "Passes.h"
#include "layout/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::layout::registerAllDialects(registry);
  registry.insert<onednn::OneDNNDialect>();
  onednn::registerBufferizeModel(registry);
  mlir::registerAllPasses();
  mlir::layout::registerAllPasses();
  onednn::registerOneDNNPasses();
  onednn::registerPipelines();
  onednn::registerTarget();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "layout-opt with a backend for oneDNN\n", registry));
}
