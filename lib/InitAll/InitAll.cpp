//===- InitAll.cpp - Registers everything of this project -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"
#include "layout/Buffers/Buffers.h"
#include "layout/Buffers/Passes.h"
#include "layout/Conversion/Passes.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Transforms/Passes.h"
#include "layout/ExternalModels/ExternalModels.h"
#include "layout/Pipelines/Passes.h"
#include "layout/Planning/Passes.h"
#include "layout/Report/Passes.h"
#include "layout/TransformOps/TransformOps.h"

void mlir::layout::registerAllDialects(DialectRegistry &registry) {
  registry.insert<LayoutDialect>();
  registerAllModels(registry);
  registerBufferizeModels(registry);
  registerTransformOps(registry);
}

// One line for each pass and pipeline.
void mlir::layout::registerAllPasses() {
  registerLayoutAccessStorageUnits();
  registerLayoutApplyBufferLayouts();
  registerLayoutBufferize();
  registerLayoutCleanUp();
  registerLayoutCount();
  registerLayoutDropGroups();
  registerLayoutPlaceBuffers();
  registerLayoutElementwiseToLinalg();
  registerLayoutEvaluateConstants();
  registerLayoutExpandMath();
  registerLayoutExpandSmallFloats();
  registerLayoutExtractChoices();
  registerLayoutFlatten();
  registerLayoutFlow();
  registerLayoutCancelReshapes();
  registerLayoutFold();
  registerLayoutFoldBatchNorm();
  registerLayoutFreeBuffers();
  registerLayoutShareIterations();
  registerLayoutDropConstraints();
  registerLayoutFreeze();
  registerLayoutHoist();
  registerLayoutHost();
  registerLayoutLegalize();
  registerLayoutListRewrites();
  registerLayoutMaterialize();
  registerLayoutOutlineKernels();
  registerLayoutPipeline();
  registerLayoutPrintRules();
  registerLayoutPlanMemory();
  registerLayoutPrepareConstants();
  registerLayoutPrepareProducts();
  registerLayoutRaise();
  registerLayoutRandomizeSplats();
  registerLayoutReport();
  registerLayoutScheduleKernels();
  registerLayoutSimplifyBuffers();
  registerLayoutSimplifyLinalg();
  registerLayoutSurvey();
  registerLayoutToLLVM();
  registerLayoutVerify();
  registerLayoutPlanAgain();
  registerLayoutVerifyPlacement();
  registerLayoutVerifyPlan();
}
