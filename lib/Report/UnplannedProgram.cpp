//===- UnplannedProgram.cpp - A program before it is planned --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnplannedProgram.h"

using namespace mlir;
using namespace mlir::layout;

void UnplannedProgram::keep(ModuleOp module, const PlanReport &current) {
  kept = cast<ModuleOp>(module->clone());
  report.emplace(current);
}

void UnplannedProgram::drop() {
  kept = {};
  report.reset();
}

/// Gives `module` the contents of `saved`. Other analyses refer to modules
/// inside of it by their addresses, so these stay and get contents, too.
static void restoreContents(ModuleOp module, ModuleOp saved) {
  llvm::StringMap<ModuleOp> inner;
  for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
    auto nested = dyn_cast<ModuleOp>(op);
    if (nested && nested.getSymName())
      inner[*nested.getSymName()] = nested;
    else
      op.erase();
  }
  for (Operation &op : llvm::make_early_inc_range(*saved.getBody())) {
    auto nested = dyn_cast<ModuleOp>(op);
    ModuleOp present = nested && nested.getSymName()
                           ? inner.lookup(*nested.getSymName())
                           : ModuleOp();
    if (present)
      restoreContents(present, nested);
    (present ? present.getOperation() : &op)
        ->moveBefore(module.getBody(), module.getBody()->end());
  }
  module->setAttrs(saved->getAttrDictionary());
}

void UnplannedProgram::restore(ModuleOp module, PlanReport &current) {
  restoreContents(module, *kept);
  current = std::move(*report);
  drop();
}
