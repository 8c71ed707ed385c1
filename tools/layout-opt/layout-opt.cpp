//===- layout-opt.cpp - mlir-opt with the layout dialect and passes -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything mlir-opt does, and four habits of its own:
//   * a run that fails leaves no output and no report behind, and the output
//     may be the input;
//   * `--layout-pipeline-print` prints the passes of the command line, with all
//     their options, as text for `--pass-pipeline`, and reads no input;
//   * where `--layout-count` or `--layout-print-rules` print on standard
//     output, the program is not printed there as well;
//   * in builds without assertions the program is verified once, behind all
//     passes, unless `--verify-each` asks for more.
//
//===----------------------------------------------------------------------===//

#include "Support/OutputFile.h"
#include "Support/VersionPrinter.h"
#include "layout/InitAll.h"
#include "layout/Support/Debug.h"
#include "layout/Targets/LayoutTarget.h"
#include "layout/Targets/Requirement.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

#ifdef LAYOUT_TEST_PASSES
namespace mlir::layout {
void registerTestPlanReport();
void registerTestPlantWrongMap();
void registerTestRespell();
void registerTestSolver();
} // namespace mlir::layout
#endif

static llvm::cl::opt<std::string> layoutVerifyEach(
    "layout-verify-each",
    llvm::cl::desc("Verify behind each pass, from layout-freeze on, that ops "
                   "have the layouts that a target requires; without a value, "
                   "the target of the module"),
    llvm::cl::value_desc("target"), llvm::cl::ValueOptional);

namespace {
/// Notices when the figures are printed.
class CountWatch : public PassInstrumentation {
public:
  explicit CountWatch(bool &counted) : counted(counted) {}
  void runBeforePass(Pass *pass, Operation *op) override {
    counted |= pass->getArgument() == "layout-count" ||
               pass->getArgument() == "layout-print-rules";
  }

private:
  bool &counted;
};

/// Verifies behind each pass on a module that ops have the layouts which a
/// target requires, from the pass on that puts them in these layouts.
class RequirementWatch : public PassInstrumentation {
public:
  /// `begins` says whether to begin with the first pass.
  RequirementWatch(std::string target, bool begins, bool &failed)
      : target(std::move(target)), begins(begins), failed(failed) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    begins |= pass->getArgument() == "layout-freeze";
    if (!module || module->getParentOp() || !begins || failed)
      return;
    std::vector<Diagnostic> reasons = verify(module);
    if (!failed)
      return;
    emitError(module.getLoc())
        << "requires layouts of a target, not found behind the pass '"
        << pass->getArgument() << "'";
    for (Diagnostic &reason : reasons)
      module.getContext()->getDiagEngine().emit(std::move(reason));
  }

private:
  /// Sets `failed`, and returns what is to be said of the ops then, behind the
  /// name of the pass.
  std::vector<Diagnostic> verify(ModuleOp module) {
    std::vector<Diagnostic> reasons;
    ScopedDiagnosticHandler keep(module.getContext(),
                                 [&](Diagnostic &diagnostic) {
                                   reasons.push_back(std::move(diagnostic));
                                 });
    FailureOr<layout::LayoutTargets> targets =
        layout::readLayoutTargets(module, target);
    failed = mlir::failed(targets) ||
             mlir::failed(layout::verifyRequirements(
                 module, *targets, layout::VerifiedDevices::All));
    return reasons;
  }

  std::string target;
  bool begins;
  bool &failed;
};

/// The option that lets programs be printed without verifying them once more.
llvm::cl::opt<bool> &getAssumeVerified() {
  return *static_cast<llvm::cl::opt<bool> *>(
      llvm::cl::getRegisteredOptions().lookup("mlir-print-assume-verified"));
}

/// Verifies the program behind the passes of the command line, for the printer
/// too. A program that is wrong is not written.
struct FinalVerification
    : public PassWrapper<FinalVerification, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FinalVerification)

  StringRef getName() const override { return "FinalVerification"; }
  void runOnOperation() override {
    if (failed(verify(getOperation())))
      signalPassFailure();
    else
      getAssumeVerified() = true;
    markAllAnalysesPreserved();
  }
};

/// Passes on what is written to it unless `muted` is set by then.
class MutableStream : public llvm::raw_ostream {
public:
  MutableStream(llvm::raw_ostream &stream, const bool &muted)
      : stream(stream), muted(muted) {
    SetBuffered();
  }
  ~MutableStream() override { flush(); }

private:
  void write_impl(const char *data, size_t size) override {
    if (!muted)
      stream.write(data, size);
  }
  uint64_t current_pos() const override { return stream.tell(); }

  llvm::raw_ostream &stream;
  const bool &muted;
};
} // namespace

/// Whether the program is verified once, behind all passes, and not behind each
/// of them: unless `--verify-each` says otherwise, in a build without
/// assertions.
static bool verifiesOnce() {
#ifdef NDEBUG
  llvm::cl::Option *each =
      llvm::cl::getRegisteredOptions().lookup("verify-each");
  return each && each->getNumOccurrences() == 0;
#else
  return false;
#endif
}

/// Runs the pipeline of the command line on `input` and prints into `output`,
/// unless that is standard output and figures were printed there.
static LogicalResult process(llvm::raw_ostream &output, bool isPrinted,
                             std::unique_ptr<llvm::MemoryBuffer> input,
                             DialectRegistry &registry,
                             const MlirOptMainConfig &config) {
  bool verifies = layoutVerifyEach.getNumOccurrences() != 0;
  bool counted = false, isUnmet = false;
  MutableStream stream(output, counted);
  MlirOptMainConfig watched(config);
  const bool once = verifiesOnce(), assumesVerified = getAssumeVerified();
  if (once)
    watched.verifyPasses(false);
  watched.setPassPipelineSetupFn([&](PassManager &manager) -> LogicalResult {
    // The program before, of the same file, may have been verified.
    getAssumeVerified() = assumesVerified;
    if (isPrinted)
      manager.addInstrumentation(std::make_unique<CountWatch>(counted));
    if (failed(config.setupPassPipeline(manager)))
      return failure();
    if (once && !manager.empty())
      manager.addPass(std::make_unique<FinalVerification>());
    if (!verifies)
      return success();
    // The target is parsed while passes run.
    manager.getContext()->loadDialect<DLTIDialect>();
    bool freezes = llvm::any_of(manager.getPasses(), [](Pass &pass) {
      return pass.getArgument() == "layout-freeze";
    });
    manager.addInstrumentation(std::make_unique<RequirementWatch>(
        layoutVerifyEach, /*begins=*/!freezes, isUnmet));
    return success();
  });
  LogicalResult result =
      MlirOptMain(stream, std::move(input), registry, watched);
  return success(succeeded(result) && !isUnmet);
}

/// Prints the passes of the command line as they can be given to
/// `--pass-pipeline`.
static LogicalResult printPipeline(DialectRegistry &registry,
                                   const MlirOptMainConfig &config) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  PassManager manager(&context, ModuleOp::getOperationName(),
                      PassManager::Nesting::Implicit);
  if (failed(config.setupPassPipeline(manager)))
    return failure();
  manager.printAsTextualPipeline(llvm::outs());
  llvm::outs() << "\n";
  return success();
}

/// Opens a file or, for `-`, standard input, which is copied because it is not
/// aligned. The data of bytecode is used in place, and must be aligned.
static std::unique_ptr<llvm::MemoryBuffer>
openAlignedInput(StringRef name, std::string &message) {
  const llvm::Align page(4096);
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(name, page, &message);
  if (!input || llvm::isAddrAligned(page, input->getBufferStart()))
    return input;
  auto copy = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      input->getBufferSize(), input->getBufferIdentifier(), page);
  llvm::copy(input->getBuffer(), copy->getBufferStart());
  return copy;
}

/// Reads `inputName`, processes it and writes `outputName`, or nothing.
static llvm::Error run(StringRef inputName, StringRef outputName,
                       DialectRegistry &registry,
                       const MlirOptMainConfig &config) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openAlignedInput(inputName, message);
  if (!input)
    return llvm::createStringError(message);

  layout::OutputTransaction transaction;
  auto write = [&](llvm::raw_ostream &output) -> llvm::Error {
    // The diagnostics have said why.
    if (failed(process(output, outputName == "-", std::move(input), registry,
                       config)))
      return llvm::createStringError("");
    return llvm::Error::success();
  };
  if (llvm::Error error = layout::writeFile(outputName, write))
    return error;
  return transaction.commit();
}

static llvm::cl::opt<bool> layoutPipelinePrint(
    "layout-pipeline-print",
    llvm::cl::desc("Print the passes of the command line as text for "
                   "--pass-pipeline, and stop"));

static llvm::cl::opt<std::string> layoutPrintTarget(
    "layout-print-target",
    llvm::cl::desc("Print the description of a target, a file to start from "
                   "for another one, and stop"),
    llvm::cl::value_desc("name"));

/// Prints the text of a target.
static llvm::Error printTarget(StringRef name) {
  llvm::Expected<std::string> text = layout::getLayoutTargetText(name);
  if (!text)
    return text.takeError();
  llvm::outs() << *text;
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  layout::registerVersionPrinter();
  layout::registerDebugOptions();
  registerAllPasses();
  layout::registerAllPasses();
#ifdef LAYOUT_TEST_PASSES
  layout::registerTestPlanReport();
  layout::registerTestPlantWrongMap();
  layout::registerTestRespell();
  layout::registerTestSolver();
#endif
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  layout::registerAllDialects(registry);

  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "Tensor layout planner\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  // These two read and write no file.
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));

  if (layoutPipelinePrint)
    return asMainReturnCode(printPipeline(registry, config));

  llvm::Error error = layoutPrintTarget.empty()
                          ? run(input, output, registry, config)
                          : printTarget(layoutPrintTarget);
  layout::printStatistics();
  if (error) {
    std::string message = llvm::toString(std::move(error));
    if (!message.empty())
      llvm::WithColor::error(llvm::errs()) << message << "\n";
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
