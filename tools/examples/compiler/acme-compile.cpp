//===- acme-compile.cpp - A compiler that embeds the planner --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a program on tensors with ops of its own dialect, plans its layouts for
// its own target, says what became of them, and lowers its ops. What it writes
// are structured ops of upstream, which layout-run and layout-check compile.
//
//===----------------------------------------------------------------------===//

#include "Acme.h"
#include "layout/InitAll.h"
#include "layout/Pipelines/PlanLayouts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/DebugStringHelper.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mlir::layout;
namespace cl = llvm::cl;

static cl::OptionCategory category("acme-compile options");
static cl::opt<std::string> inputName(cl::Positional, cl::init("-"),
                                      cl::desc("in.mlir"), cl::cat(category));
static cl::opt<std::string> outputName("o", cl::init("-"),
                                       cl::value_desc("out.mlir"),
                                       cl::desc("Where to write the program"),
                                       cl::cat(category));
static cl::opt<bool> plans("plan", cl::init(true),
                           cl::desc("Plan the layouts (default: true)"),
                           cl::cat(category));

/// Prints each value of the planned program that has another layout than it
/// came with, and each rewrite that is left in it.
static void describe(const PlanReport &report) {
  for (const PlannedValue &planned : report.values)
    if (planned.value && !planned.layout.isIdentity())
      emitRemark(planned.value.getLoc())
          << "is in " << planned.name << ": " << debugString(planned.layout);
  for (const RemainingRewrite &rewrite : *report.remaining)
    if (rewrite.op)
      rewrite.op->emitRemark()
          << rewrite.bytes << " bytes are rewritten from " << rewrite.from
          << " to " << rewrite.to << ", blocked by " << rewrite.blockedBy;
  llvm::errs() << "rewrites move " << report.after.rewrites.bytes
               << " bytes, and without a plan " << report.baseline->rewrites;
  if (report.plan && report.plan->bound == report.plan->cost &&
      report.plan->isAsPlanned() == true)
    llvm::errs() << "; no plan is cheaper";
  llvm::errs() << "\n";
}

static LogicalResult plan(ModuleOp module) {
  LayoutPipelineOptions options;
  options.target = "acme";
  FailureOr<PlanReport> report = planLayouts(module, options);
  if (failed(report))
    return failure();
  describe(*report);
  return success();
}

static LogicalResult lower(ModuleOp module) {
  PassManager manager(module->getName());
  manager.addPass(acme::createLowerAcme());
  manager.addPass(createCanonicalizerPass());
  return manager.run(module);
}

static LogicalResult compile(ModuleOp module) {
  if (plans && failed(plan(module)))
    return failure();
  return lower(module);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "A compiler that plans layouts\n");
  acme::registerTarget();
  DialectRegistry registry;
  registry.insert<acme::AcmeDialect, arith::ArithDialect, func::FuncDialect,
                  linalg::LinalgDialect, math::MathDialect,
                  ml_program::MLProgramDialect, scf::SCFDialect,
                  tensor::TensorDialect>();
  registerAllDialects(registry);
  MLIRContext context(registry);

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputName, &message);
  if (!input) {
    llvm::errs() << "error: " << message << "\n";
    return EXIT_FAILURE;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module || failed(compile(*module)))
    return EXIT_FAILURE;

  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &message);
  if (!output) {
    llvm::errs() << "error: " << message << "\n";
    return EXIT_FAILURE;
  }
  module->print(output->os());
  output->keep();
  return EXIT_SUCCESS;
}
