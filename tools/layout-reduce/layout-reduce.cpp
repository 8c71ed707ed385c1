//===- layout-reduce.cpp - mlir-reduce with the layout dialect and passes -===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a program smaller while a script of the user still finds it
// interesting, for example while layout-opt fails on it. Upstream's mlir-reduce
// loads no plugins and so cannot read the layout dialect. Its main function
// empties the output before it reads the input, and says nothing where the
// script finds nothing; this one leaves the output, and says what is missing.
// Stopped by SIGINT or SIGTERM, it writes the smallest program so far.
//
//===----------------------------------------------------------------------===//

#include "BestSoFar.h"
#include "Support/OutputFile.h"
#include "Support/VersionPrinter.h"
#include "layout/InitAll.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Reducer/Passes.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/ParseUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {
struct Options {
  cl::opt<std::string> input{cl::Positional, cl::Required,
                             cl::desc("<input file>")};
  cl::opt<std::string> output{"o", cl::init("-"), cl::value_desc("file"),
                              cl::desc("Where to write the smaller program "
                                       "(default: standard output)")};
  cl::opt<bool> noImplicitModule{
      "no-implicit-module", cl::init(false),
      cl::desc("Require one op at the top level, and add no module around it")};
  PassPipelineCLParser passes{"", "Reduction Passes to Run"};
};
} // namespace

static int fail(const llvm::Twine &why) {
  llvm::errs() << "layout-reduce: " << why << "\n";
  return EXIT_FAILURE;
}

/// Runs the passes on the input and writes what they leave. Returns the exit
/// code.
static int reduce(const Options &options, MLIRContext &context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      openInputFile(options.input, &message);
  if (!file)
    return fail(message);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  OwningOpRef<Operation *> program = parseSourceFileForTool(
      sources, ParserConfig(&context), !options.noImplicitModule);
  if (!program)
    return EXIT_FAILURE;
  PassManager manager(&context, program.get()->getName().getStringRef());
  auto explain = [&](const llvm::Twine &why) {
    emitError(UnknownLoc::get(&context)) << why;
    return failure();
  };
  if (failed(options.passes.addToPipeline(manager, explain)))
    return EXIT_FAILURE;
  layout::BestSoFar best(options.output);
  if (llvm::Error error = best.watch(manager))
    return fail(llvm::toString(std::move(error)));
  if (failed(manager.run(*program)))
    return fail("'" + options.input +
                "' is not reduced: a pass has failed, or the test finds "
                "nothing interesting in it, which it would say by exit "
                "status 1");
  llvm::Error error =
      layout::writeFile(options.output, [&](llvm::raw_ostream &os) {
        program.get()->print(os);
        os << "\n";
        return llvm::Error::success();
      });
  if (error)
    return fail(llvm::toString(std::move(error)));
  return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  layout::registerVersionPrinter();
  registerAllPasses();
  registerReducerPasses();
  layout::registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  layout::registerAllDialects(registry);
  Options options;
  cl::ParseCommandLineOptions(argc, argv, "MLIR test case reduction tool.\n");
  MLIRContext context(registry);
  return reduce(options, context);
}
