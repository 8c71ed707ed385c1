//===- layout-lsp-server.cpp - Language server with the layout dialect ----===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's mlir-lsp-server loads no plugins. This one knows the layout
// dialect beside all of upstream's, so that editors show definitions, types and
// diagnostics of programs that layout-opt reads.
//
//===----------------------------------------------------------------------===//

#include "Support/VersionPrinter.h"
#include "layout/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include <cstdlib>

using namespace mlir;

int main(int argc, char **argv) {
  layout::registerVersionPrinter();
  layout::registerVersionPrinter();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  layout::registerAllDialects(registry);
  return failed(MlirLspServerMain(argc, argv, registry)) ? EXIT_FAILURE
                                                         : EXIT_SUCCESS;
}
