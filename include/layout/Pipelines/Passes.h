//===- Passes.h - The layout pipeline ---------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout-pipeline` is a registered pipeline of the passes in the headers
// below. To replace a stage, print the pipeline, edit the text and run it:
//
//   layout-opt --layout-pipeline="target=nhwc" --layout-pipeline-print
//   layout-opt in.mlir --pass-pipeline='builtin.module(layout-survey,...)'
//
// or add passes of your own to an OpPassManager instead of calling
// `buildLayoutPipeline`. Passes.td documents the passes.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PIPELINES_PASSES_H
#define LAYOUT_PIPELINES_PASSES_H

#include "layout/BufferLayouts/Passes.h"
#include "layout/Bufferization/Passes.h"
#include "layout/Export/Passes.h"
#include "layout/Import/Passes.h"
#include "layout/Interfaces/LayoutPass.h"
#include "layout/Kernels/Passes.h"
#include "layout/Placement/Passes.h"
#include "layout/Planning/Passes.h"
#include "layout/Report/Passes.h"
#include "layout/Support/Options.h"
#include "layout/Targets/TargetOption.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::layout {

/// The forms of ops that `layout-clean-up` leaves, besides canonical ones.
/// `Present` are no others than those that they have.
enum class CleanUpForms { Canonical, Planning, Planned, Host, Present };

} // namespace mlir::layout

LAYOUT_CHOICE_PARSER(mlir::layout::CleanUpForms)

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Pipelines/Passes.h.inc"

/// The options of `layout-pipeline`, which PipelineOptions.td defines.
struct LayoutPipelineOptions
    : public LayoutPipelineOptionsBase<LayoutPipelineOptions> {
#define GEN_LAYOUTPIPELINEOPTIONS
#include "layout/Pipelines/PipelineOptions.h.inc"
};

/// Adds the stages of `layout-pipeline` to `manager`, which runs on modules.
/// `addPartition`, if there is one, adds further stages in front of
/// `layout-freeze`: those of a backend that puts the ops which it takes in the
/// layouts that it wants. `readReport`, if there is one, is called with the
/// report, which then has the graph of the plan.
///
/// Precondition: linalg on tensors. Postcondition: the program computes the
/// same results; every function that holds nothing to plan is unchanged; a
/// second run changes nothing.
void buildLayoutPipeline(OpPassManager &manager,
                         const LayoutPipelineOptions &options,
                         function_ref<void(OpPassManager &)> addPartition = {},
                         ReportReader readReport = {});

/// Registers `layout-pipeline` for command lines and textual pipelines.
void registerLayoutPipeline();

/// The options of `layout-to-llvm`.
struct LayoutToLLVMOptions
    : public LayoutPipelineOptionsBase<LayoutToLLVMOptions> {
#define GEN_LAYOUTTOLLVMOPTIONS
#include "layout/Pipelines/PipelineOptions.h.inc"
};

/// The options of `layout-kernels-to-llvm`.
struct KernelsToLLVMOptions
    : public LayoutPipelineOptionsBase<KernelsToLLVMOptions> {
#define GEN_KERNELSTOLLVMOPTIONS
#include "layout/Pipelines/PipelineOptions.h.inc"
};

/// Adds the stages from tensors to buffers: simplification, bufferization and
/// placement.
///
/// Precondition: a program on tensors, planned or not, without layout options
/// to choose from. Postcondition: a program on buffers.
void buildLayoutToBuffers(OpPassManager &manager,
                          const LayoutToLLVMOptions &options);

/// Adds the stages from tensors to the functions of kernels on buffers: those
/// of `buildLayoutToBuffers`, outlining and scheduling.
///
/// Precondition: a program on tensors, planned or not, without layout options
/// to choose from. Postcondition: a program on buffers.
void buildLayoutToKernels(OpPassManager &manager,
                          const LayoutToLLVMOptions &options);

/// Adds the stages from the functions of kernels to the LLVM dialect, and to
/// that of OpenMP if there are several threads.
void buildKernelsToLLVM(OpPassManager &manager,
                        const KernelsToLLVMOptions &options);

/// Registers `layout-to-llvm`, which has both stages, and each of them as
/// `layout-to-kernels` and `layout-kernels-to-llvm`.
void registerLayoutToLLVM();

/// Creates a `layout-plan-again` with the pipelines of its options `lower` and
/// `plan` as passes, so that they need not be registered.
std::unique_ptr<Pass>
createLayoutPlanAgain(const LayoutPlanAgainOptions &options,
                      OpPassManager lower, OpPassManager plan);

} // namespace mlir::layout

#endif // LAYOUT_PIPELINES_PASSES_H
