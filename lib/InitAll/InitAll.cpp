//===- InitAll.cpp - Registers everything of this project -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"
#include "Bufferization/Bufferize.h"
#include "OpModels/ExternalModels.h"
#include "layout/BufferLayouts/Passes.h"
#include "layout/Bufferization/Passes.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Export/Passes.h"
#include "layout/Import/Passes.h"
#include "layout/Kernels/Passes.h"
#include "layout/Pipelines/Passes.h"
#include "layout/Placement/Passes.h"
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
