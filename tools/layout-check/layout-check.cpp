//===- layout-check.cpp - The tool layout-check ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Lowering.h"
#include "Memory.h"
#include "Run.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::layout::execution;
namespace cl = llvm::cl;

static cl::OptionCategory category("layout-check options");
static cl::opt<std::string> fileA(cl::Positional, cl::Required,
                                  cl::desc("a.mlir"), cl::cat(category));
static cl::opt<std::string> fileB(cl::Positional, cl::Required,
                                  cl::desc("b.mlir"), cl::cat(category));
static cl::opt<std::string>
    entryName("entry", cl::value_desc("name"), cl::cat(category),
              cl::desc("Function to call (default: the only public one with a "
                       "body and a result, else forward, else main)"));
static cl::opt<uint64_t>
    firstSeed("seed", cl::init(1), cl::value_desc("n"), cl::cat(category),
              cl::desc("Seed of the random inputs; n and n + 1 are run "
                       "(default: 1)"));
static cl::list<int64_t>
    dims("dims", cl::CommaSeparated, cl::value_desc("n,..."), cl::cat(category),
         cl::desc("Values of the arguments' dynamic dims in order, the last "
                  "repeating (default: 3)"));
static cl::opt<std::string>
    intRange("int-range", cl::init("0,3"), cl::value_desc("lowest,highest"),
             cl::cat(category),
             cl::desc("Integer inputs of 16 bits or more and index are drawn "
                      "from here, smaller ones from their full range "
                      "(default: 0,3)"));

namespace {
/// Exit codes, which scripts rely on.
enum ExitCode { Equal = 0, Different = 1, CouldNotCompare = 2 };
} // namespace

static ExitCode couldNotCompare(const llvm::Twine &why) {
  llvm::outs() << "could not compare: " << why << "\n";
  return CouldNotCompare;
}

/// Reads `--dims` and `--int-range`.
static llvm::Expected<InputOptions> readInputOptions() {
  InputOptions options;
  if (!dims.empty())
    options.dims.assign(dims.begin(), dims.end());
  for (int64_t dim : options.dims)
    if (dim < 0)
      return llvm::createStringError(
          "--dims takes extents of zero or more, found " + llvm::Twine(dim));
  auto [lowest, highest] = StringRef(intRange).split(',');
  if (lowest.getAsInteger(10, options.lowest) ||
      highest.getAsInteger(10, options.highest) ||
      options.lowest > options.highest)
    return llvm::createStringError(
        "--int-range takes two integers lowest,highest, found '" + intRange +
        "'");
  return options;
}

/// Compares the outputs of one seed and prints a line for each; returns the
/// number of those that differ.
static unsigned compareSeed(uint64_t seed, ArrayRef<OutputInfo> infos,
                            const Outputs &a, const Outputs &b) {
  unsigned numDifferent = 0;
  for (auto [info, valueA, valueB] : llvm::zip_equal(infos, a, b)) {
    Comparison result = compare(valueA, valueB);
    llvm::outs() << "seed " << seed << ", "
                 << (info.isResult ? "result " : "argument ") << info.index
                 << " : " << info.type << ": "
                 << (result.equal ? "equal" : "different") << "; "
                 << result.detail << "\n";
    numDifferent += !result.equal;
  }
  return numDifferent;
}

/// The reason why equal outputs prove nothing; empty if they do. `runs` are the
/// outputs for two seeds.
static std::string whyVacuous(ArrayRef<OutputInfo> infos,
                              ArrayRef<Outputs> runs) {
  for (auto [index, info] : llvm::enumerate(infos)) {
    std::string name =
        (info.isResult ? "result " : "argument ") + std::to_string(info.index);
    if (isUniform(runs[0][index]) || isUniform(runs[1][index]))
      return "all elements of " + name + " are equal";
    if (isSame(runs[0][index], runs[1][index]))
      return name + " is the same for two seeds";
  }
  return "";
}

static OwningOpRef<ModuleOp> parse(StringRef path, llvm::SourceMgr &sources,
                                   MLIRContext &context) {
  return parseSourceFile<ModuleOp>(path, sources, &context);
}

static ExitCode runAndCompare(ModuleOp a, func::FuncOp entryA, ModuleOp b,
                              func::FuncOp entryB,
                              const InputOptions &options) {
  std::vector<OutputInfo> infos = outputsOf(entryA);
  uint64_t seeds[] = {firstSeed, firstSeed + 1};
  // Run both at once: compiling takes most of the time.
  auto runA = ProgramRun::start(a, entryA, seeds, options);
  if (!runA)
    return couldNotCompare(llvm::toString(runA.takeError()));
  auto runB = ProgramRun::start(b, entryB, seeds, options);
  if (!runB)
    return couldNotCompare(llvm::toString(runB.takeError()));
  auto outputsA = runA->finish();
  auto outputsB = runB->finish();
  if (!outputsA || !outputsB) {
    // Both have ended by now: report the errors of both.
    std::string why;
    if (!outputsA)
      why += fileA + " " + llvm::toString(outputsA.takeError());
    if (!outputsB)
      why += (why.empty() ? "" : ", ") + fileB + " " +
             llvm::toString(outputsB.takeError());
    return couldNotCompare(why);
  }

  unsigned numDifferent = 0;
  for (size_t i = 0; i < std::size(seeds); ++i)
    numDifferent +=
        compareSeed(seeds[i], infos, (*outputsA)[i], (*outputsB)[i]);
  if (numDifferent) {
    llvm::outs() << "different\n";
    return Different;
  }
  if (std::string why = whyVacuous(infos, *outputsA); !why.empty())
    return couldNotCompare(why);
  llvm::outs() << "equal\n";
  return Equal;
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "layout-check: do two programs compute the same?\n\n"
          "Compiles both and calls them with the same random inputs. Exits "
          "with 0 if all\nresults are equal, 1 if they differ, 2 if they could "
          "not be compared.\n",
          &llvm::errs()))
    return CouldNotCompare;
  exitWhenOutOfMemory(CouldNotCompare);
  auto options = readInputOptions();
  if (!options)
    return couldNotCompare(llvm::toString(options.takeError()));

  DialectRegistry registry;
  registerAllInputDialects(registry);
  // Threads do not survive the forks.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourcesA, sourcesB;
  OwningOpRef<ModuleOp> a, b;
  {
    SourceMgrDiagnosticHandler handler(sourcesA, &context);
    a = parse(fileA, sourcesA, context);
  }
  SourceMgrDiagnosticHandler handler(sourcesB, &context);
  b = parse(fileB, sourcesB, context);
  if (!a || !b)
    return couldNotCompare((!a ? fileA : fileB) + " does not parse");

  if (failed(forgetLayouts(*a)) || failed(forgetLayouts(*b)))
    return couldNotCompare("no equal program without layouts");
  FailureOr<func::FuncOp> entryA = findEntry(*a, entryName);
  FailureOr<func::FuncOp> entryB = findEntry(*b, entryName);
  if (failed(entryA) || failed(entryB))
    return couldNotCompare("no entry function");
  if (failed(checkSignatures(*entryA, *entryB)))
    return couldNotCompare("signatures differ or cannot be called");
  return runAndCompare(*a, *entryA, *b, *entryB, *options);
}
