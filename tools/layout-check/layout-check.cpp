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
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include <deque>
#include <optional>

using namespace mlir;
using namespace mlir::layout::execution;
namespace cl = llvm::cl;

static cl::OptionCategory category("layout-check options");
static cl::opt<std::string> fileA(cl::Positional, cl::Required,
                                  cl::desc("a.mlir"), cl::cat(category));
static cl::opt<std::string> fileB(cl::Positional, cl::desc("[b.mlir]"),
                                  cl::cat(category));
static cl::opt<bool>
    countsBytes("count", cl::cat(category),
                cl::desc("Count the bytes that rewrites, moves and copies read "
                         "and write as\nthe programs run; one program may be "
                         "given alone"));
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

struct Program {
  StringRef file;
  OwningOpRef<ModuleOp> module;
  func::FuncOp entry = nullptr;
};
} // namespace

static ExitCode couldNotCompare(const llvm::Twine &why) {
  bool isCount = countsBytes && fileB.empty();
  llvm::outs() << "could not " << (isCount ? "count: " : "compare: ") << why
               << "\n";
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

/// Runs programs at the same time, since compiling takes most of it. Returns an
/// error if one fails.
static llvm::Expected<std::vector<ProgramResult>>
runAll(ArrayRef<Program> programs, ArrayRef<uint64_t> seeds,
       const InputOptions &options, Counting counting) {
  std::vector<ProgramRun> runs;
  for (const Program &program : programs) {
    auto run = ProgramRun::start(*program.module, program.entry, seeds, options,
                                 counting);
    if (!run)
      return run.takeError();
    runs.push_back(*run);
  }
  std::vector<ProgramResult> results;
  // All have ended by then: report the errors of all.
  SmallVector<std::string> errors;
  for (auto [program, run] : llvm::zip_equal(programs, runs)) {
    auto result = run.finish();
    if (result)
      results.push_back(std::move(*result));
    else
      errors.push_back((program.file + " ").str() +
                       llvm::toString(result.takeError()));
  }
  if (!errors.empty())
    return llvm::createStringError(llvm::join(errors, ", "));
  return results;
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

static void print(const MovedBytes &moved) {
  llvm::outs() << "rewrites " << moved.rewrites << " bytes, constants "
               << moved.constants << " bytes, moves " << moved.moves
               << " bytes";
}

/// Prints what a program has moved, once if that does not depend on the seed.
/// Returns whether it is what `--layout-count` says, if that is exact.
static bool reportMoved(StringRef file, ArrayRef<uint64_t> seeds,
                        const ProgramResult &result) {
  bool isAsPredicted = true;
  for (auto [seed, moved] : llvm::zip_equal(seeds, result.moved)) {
    MovedBytes expected = result.predicted.bytes;
    expected.copies = moved.copies;
    expected.copiesByRewrites = moved.copiesByRewrites;
    isAsPredicted &= moved == expected;
  }
  bool isConstant = llvm::all_equal(result.moved);
  for (auto [seed, moved] : llvm::zip_equal(seeds, result.moved)) {
    llvm::outs() << file << " executed";
    if (!isConstant)
      llvm::outs() << " with seed " << seed;
    llvm::outs() << ": ";
    print(moved);
    llvm::outs() << ", copies " << moved.copies << " bytes, "
                 << moved.copiesByRewrites << " of them by rewrites\n";
    if (isConstant)
      break;
  }
  if (isAsPredicted)
    return true;
  llvm::outs() << file << " counted by --layout-count: ";
  print(result.predicted.bytes);
  llvm::outs() << (result.predicted.isExact
                       ? "\n"
                       : ", sizes, trip counts and conditions unknown\n");
  return !result.predicted.isExact;
}

static ExitCode runAndCount(const Program &program,
                            const InputOptions &options) {
  uint64_t seed = firstSeed;
  auto results = runAll(program, seed, options, Counting::On);
  if (!results)
    return couldNotCompare(llvm::toString(results.takeError()));
  if (reportMoved(program.file, seed, results->front()))
    return Equal;
  llvm::outs() << "different\n";
  return Different;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static ExitCode runAndCompare(ArrayRef<Program> programs,
                              const InputOptions &options) {
  uint64_t seeds[] = {firstSeed, firstSeed + 1};
  std::vector<OutputInfo> infos = outputsOf(programs[0].entry);
  auto results = runAll(programs, seeds, options, Counting::Off);
  if (!results)
    return couldNotCompare(llvm::toString(results.takeError()));
  ArrayRef<Outputs> a = (*results)[0].outputs, b = (*results)[1].outputs;

  unsigned numDifferent = 0;
  for (size_t i = 0; i < std::size(seeds); ++i)
    numDifferent += compareSeed(seeds[i], infos, a[i], b[i]);
  if (countsBytes) {
    // The results above do not depend on how upstream bufferizes in place.
    auto counted = runAll(programs, seeds, options, Counting::On);
    if (!counted)
      return couldNotCompare(llvm::toString(counted.takeError()));
    for (auto [program, result] : llvm::zip_equal(programs, *counted))
      numDifferent += !reportMoved(program.file, seeds, result);
  }
  if (numDifferent) {
    llvm::outs() << "different\n";
    return Different;
  }
  if (std::string why = whyVacuous(infos, a); !why.empty())
    return couldNotCompare(why);
  llvm::outs() << "equal\n";
  return Equal;
}

/// Reads a program without the layouts of its buffers. Prints why it cannot.
static std::optional<Program> read(StringRef file, llvm::SourceMgr &sources,
                                   MLIRContext &context) {
  Program program = {file, parseSourceFile<ModuleOp>(file, sources, &context)};
  if (!program.module) {
    couldNotCompare(file + " does not parse");
    return std::nullopt;
  }
  if (failed(forgetLayouts(*program.module))) {
    couldNotCompare("no equal program without layouts");
    return std::nullopt;
  }
  FailureOr<func::FuncOp> entry = findEntry(*program.module, entryName);
  if (failed(entry)) {
    couldNotCompare("no entry function");
    return std::nullopt;
  }
  program.entry = *entry;
  return program;
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "layout-check: do two programs compute the same, and what do they "
          "move?\n\n"
          "Compiles both and calls them with the same random inputs. Exits "
          "with 0 if all\nresults are equal, 1 if they differ, 2 if they could "
          "not be compared.\n",
          &llvm::errs()))
    return CouldNotCompare;
  exitWhenOutOfMemory(CouldNotCompare);
  if (fileB.empty() && !countsBytes)
    return couldNotCompare(
        "requires two programs, found one; --count takes one");
  auto options = readInputOptions();
  if (!options)
    return couldNotCompare(llvm::toString(options.takeError()));

  DialectRegistry registry;
  registerAllInputDialects(registry);
  // Threads do not survive the forks.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  std::vector<Program> programs;
  // Diagnostics of a run show lines of these.
  std::deque<llvm::SourceMgr> sources;
  std::deque<SourceMgrDiagnosticHandler> handlers;
  for (StringRef file : {StringRef(fileA), StringRef(fileB)}) {
    if (file.empty())
      continue;
    handlers.emplace_back(sources.emplace_back(), &context);
    std::optional<Program> program = read(file, sources.back(), context);
    if (!program)
      return CouldNotCompare;
    programs.push_back(std::move(*program));
  }
  if (failed(checkSignatures(programs.front().entry, programs.back().entry)))
    return couldNotCompare("signatures differ or cannot be called");
  return fileB.empty() ? runAndCount(programs.front(), *options)
                       : runAndCompare(programs, *options);
}
