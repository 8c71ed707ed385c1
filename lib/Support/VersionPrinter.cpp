//===- VersionPrinter.cpp - What --version prints -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VersionPrinter.h"
#include "layout/Support/Version.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

void mlir::layout::registerVersionPrinter() {
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &stream) {
    stream << "LayoutMLIR " << LAYOUT_MLIR_VERSION_STRING << ", LLVM "
           << LLVM_VERSION_STRING << "\n";
  });
}
