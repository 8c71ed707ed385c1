//===- LayoutCount.cpp - Prints the figures of a program ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/RewriteCount.h"
#include "layout/Report/Passes.h"
#include "llvm/Support/JSON.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTCOUNT
#include "layout/Report/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LayoutCountPass : layout::impl::LayoutCountBase<LayoutCountPass> {
  void runOnOperation() override {
    llvm::json::OStream json(llvm::outs());
    countRewrites(getOperation(), CallSites(getOperation())).print(json);
    llvm::outs() << "\n";
    markAllAnalysesPreserved();
  }
};
} // namespace
