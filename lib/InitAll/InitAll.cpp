//===- InitAll.cpp - Registers everything of this project -----------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"

#include "layout/Conversion/BufferLayouts/Bufferize.h"
#include "layout/Conversion/BufferLayouts/TransformOps.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Models/Models.h"
#include "layout/Dialect/Layout/Transforms/Passes.h"

void mlir::layout::registerAllDialects(DialectRegistry &registry) {
  registry.insert<LayoutDialect>();
  registerAllModels(registry);
  registerBufferizeModels(registry);
  registerTransformOps(registry);
}

// One line for each pass that is implemented.
void mlir::layout::registerAllPasses() {
  registerLayoutApplyBufferLayouts();
  registerLayoutBufferize();
  registerLayoutCount();
  registerLayoutDropGroups();
  registerLayoutFlatten();
  registerLayoutFlow();
  registerLayoutFold();
  registerLayoutFreeze();
  registerLayoutMaterialize();
  registerLayoutPipeline();
  registerLayoutPrintRules();
  registerLayoutRaise();
  registerLayoutRandomizeSplats();
  registerLayoutReport();
  registerLayoutSurvey();
  registerLayoutVerify();
}
