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

#include "layout/Buffers/Passes.h"
#include "layout/Conversion/Passes.h"
#include "layout/Dialect/Layout/Transforms/Passes.h"
#include "layout/Interfaces/LayoutPass.h"
#include "layout/Planning/Passes.h"
#include "layout/Report/Passes.h"
#include "layout/Support/Options.h"
#include "layout/Targets/TargetOption.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Pipelines/Passes.h.inc"

/// The options of `layout-pipeline`. Unless said otherwise, an option is that
/// of the pass which has an option of the same name.
struct LayoutPipelineOptions
    : public LayoutPipelineOptionsBase<LayoutPipelineOptions> {
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc(describeTargetOption(
          "Target whose preferences and requirements apply, if not that of the "
          "module"))};
  Option<std::string> constantArgs{
      *this, "constant-args",
      llvm::cl::desc("Arguments of public functions that are the same in each "
                     "call, such as 1,3-5 or 2-")};
  Option<std::string> prefer{*this, "prefer",
                             llvm::cl::desc("Preferences per kind of op")};
  Option<std::string> pitched{
      *this, "pitched",
      llvm::cl::desc(
          "Whether kinds of ops accept parts of larger buffers whose "
          "elements are not contiguous, or at which price")};
  Option<std::string> strategy{*this, "strategy",
                               llvm::cl::desc(getStrategyDescription()),
                               llvm::cl::init(kDefaultStrategy)};
  Option<std::string> problem{
      *this, "problem",
      llvm::cl::desc("Where to write the planning problem, X.problem.json; one "
                     "per function, X-NAME.problem.json")};
  Option<std::string> plan{
      *this, "plan",
      llvm::cl::desc("Where to write the plan, X.plan.json; one per function, "
                     "X-NAME.plan.json")};
  Option<Indivisible> indivisible{
      *this, "indivisible",
      llvm::cl::desc("What to do where a blocked extent does not divide"),
      llvm::cl::init(Indivisible::Plain),
      llvm::cl::values(
          clEnumValN(Indivisible::Plain, "plain",
                     "read or write that side without the block"),
          clEnumValN(Indivisible::Pad, "pad",
                     "pad that side to a multiple of the block"),
          clEnumValN(Indivisible::Priced, "priced",
                     "whichever of these costs less in the plan"))};
  Option<Absorb> absorb{
      *this, "absorb",
      llvm::cl::desc("Whether critical ops may read operands in other orders "
                     "than standard ones"),
      llvm::cl::init(Absorb::Never),
      llvm::cl::values(
          clEnumValN(Absorb::Never, "never",
                     "a rewrite stays an op of its own"),
          clEnumValN(Absorb::Priced, "priced",
                     "for the bytes of the operand, where that is cheapest"))};
  Option<Relayouts> relayouts{
      *this, "relayouts", llvm::cl::desc("What to do where layouts differ"),
      llvm::cl::init(Relayouts::Insert),
      llvm::cl::values(
          clEnumValN(Relayouts::Insert, "insert", "a rewrite between them"),
          clEnumValN(Relayouts::Refuse, "refuse",
                     "an error that says which ones clash"))};
  Option<bool> strict{*this, "strict",
                      llvm::cl::desc("Fail if nothing is planned"),
                      llvm::cl::init(LayoutSurveyOptions().strict)};
  /// Whether layout-fold-batch-norm is a stage.
  Option<bool> foldBatchNorm{
      *this, "fold-batch-norm",
      llvm::cl::desc("Fold batch normalisation into filters, which changes the "
                     "order of rounding"),
      llvm::cl::init(false)};
  Option<bool> placement{
      *this, "placement",
      llvm::cl::desc("Plan in which buffers values lie as well, for buffers "
                     "that layout-place-buffers places"),
      llvm::cl::init(LayoutFlowOptions().placement)};
  Option<std::string> calibration{
      *this, "calibration",
      llvm::cl::desc("JSON file that says what rewrites, and ops in their "
                     "layouts, take on a machine; costs are in its unit")};
  Option<std::string> records{
      *this, "records",
      llvm::cl::desc("JSON file of layout-tune that says what ops take in "
                     "their layouts")};
  Option<std::string> cpu{
      *this, "cpu",
      llvm::cl::desc("Processor whose records count: host, this one, or the "
                     "name of one"),
      llvm::cl::init(LayoutFreezeOptions().cpu)};
  /// The folder of layout-extract-choices, which is a stage if there is one.
  Option<std::string> choices{
      *this, "choices",
      llvm::cl::desc("Folder to write ops with a choice of layouts to, as "
                     "programs that can be timed")};
  Option<uint64_t> constantLimit{
      *this, "constant-limit",
      llvm::cl::desc("Largest constant, in bytes, that is rewritten at compile "
                     "time"),
      llvm::cl::init(LayoutFoldOptions().constantLimit)};
  Option<uint64_t> evaluateLimit{
      *this, "evaluate-limit",
      llvm::cl::desc("Largest constant, in bytes, that is computed at compile "
                     "time"),
      llvm::cl::init(LayoutEvaluateConstantsOptions().evaluateLimit)};
  Option<uint64_t> paddingPrice{
      *this, "padding-price",
      llvm::cl::desc("Cost of each byte of padding that an op computes on, in "
                     "bytes moved by rewrites"),
      llvm::cl::init(LayoutFlowOptions().paddingPrice)};
  Option<uint64_t> visitLimit{
      *this, "visit-limit",
      llvm::cl::desc("Variables that the search of strategy=optimal visits, "
                     "over all branches, before it stops"),
      llvm::cl::init(LayoutFlowOptions().visitLimit)};
  Option<double> timeLimit{
      *this, "time-limit",
      llvm::cl::desc("Seconds after which strategy=optimal returns the best "
                     "plan so far; 0 means no limit"),
      llvm::cl::init(LayoutFlowOptions().timeLimit)};
  /// Whether the last stages lower layout ops to upstream ones and erase the
  /// marks, so that nothing of the layout dialect is left.
  Option<bool> materialize{*this, "materialize",
                           llvm::cl::desc("Lower what is left to upstream ops"),
                           llvm::cl::init(true)};
  /// The options `weights`, `json` and `header` of layout-host.
  Option<std::string> hostWeights{
      *this, "host-weights",
      llvm::cl::desc("Where to write constants whose layout was changed; the "
                     "program takes them as arguments")};
  Option<std::string> hostJson{
      *this, "host-json",
      llvm::cl::desc("Where to write, as JSON, how callers pass tensors that "
                     "have a layout at the border of a function")};
  Option<std::string> hostHeader{*this, "host-header",
                                 llvm::cl::desc("The same as a C header")};
  /// The `path` of layout-report.
  Option<std::string> report{
      *this, "report",
      llvm::cl::desc(
          "Where to write the report (.json, .html, .svg, .dot, else "
          "text; - is stderr)")};
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
  Option<BufferForm> to{
      *this, "to",
      llvm::cl::desc("What a layout_transform becomes: the option of "
                     "layout-bufferize"),
      llvm::cl::init(BufferForm::Physical),
      llvm::cl::values(clEnumValN(BufferForm::Physical, "physical",
                                  "a buffer of the shape of its result"),
                       clEnumValN(BufferForm::Logical, "logical",
                                  "the buffer of its source, accessed by other "
                                  "indices, where all users permit it"))};
  Option<bool> flatten{*this, "flatten",
                       llvm::cl::desc("Flatten buffers to one dim"),
                       llvm::cl::init(false)};
  Option<bool> schedule{
      *this, "schedule",
      llvm::cl::desc("Compile kernels to loops on vectors; otherwise they stay "
                     "loop nests"),
      llvm::cl::init(true)};
  Option<std::string> cpu{*this, "cpu",
                          llvm::cl::desc("The processor to compile for"),
                          llvm::cl::init(LayoutScheduleKernelsOptions().cpu)};
  Option<unsigned> cacheBytes{
      *this, "cache-bytes",
      llvm::cl::desc("The size of the second-level cache of a core; 0: known"),
      llvm::cl::init(LayoutScheduleKernelsOptions().cacheBytes)};
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc(describeTargetOption(
          "Target whose machine counts, if not that of the module")),
      llvm::cl::init(LayoutScheduleKernelsOptions().target)};
  Option<bool> contract{
      *this, "contract", llvm::cl::desc("Permit multiply-adds that round once"),
      llvm::cl::init(LayoutScheduleKernelsOptions().contract)};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("Threads that share the tiles of kernels"),
      llvm::cl::init(LayoutScheduleKernelsOptions().threads)};
};

/// The options of `layout-kernels-to-llvm`.
struct KernelsToLLVMOptions
    : public LayoutPipelineOptionsBase<KernelsToLLVMOptions> {
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc(
          "With more than one, scf.parallel runs in as many threads, "
          "by OpenMP; otherwise one iteration after the other"),
      llvm::cl::init(1)};
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
