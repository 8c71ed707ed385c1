//===- layout-check.cpp - The tool layout-check ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Execution/Divisors.h"
#include "Execution/Libraries.h"
#include "Execution/Lowering.h"
#include "Execution/Memory.h"
#include "Execution/Run.h"
#include "Programs.h"
#include "Support/VersionPrinter.h"
#include "WidenFloats.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include <deque>

using namespace mlir;
using namespace mlir::layout::execution;
namespace cl = llvm::cl;

static cl::OptionCategory category("layout-check options");
static cl::opt<std::string> fileA(cl::Positional, cl::Required,
                                  cl::desc("a.mlir"), cl::cat(category));
static cl::list<std::string>
    otherFiles(cl::Positional, cl::desc("[b.mlir ...]"), cl::cat(category));
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
                      "from here, smaller ones from their full range; without "
                      "zeros what divisors are computed from "
                      "(default: 0,3)"));
static cl::opt<Optimization> optimization(
    cl::desc("How much LLVM optimizes:"), cl::init(Optimization::O1),
    cl::cat(category),
    cl::values(clEnumValN(Optimization::O0, "O0",
                          "nothing: compiles small programs several times "
                          "faster"),
               clEnumValN(Optimization::O1, "O1", "what pays (default)")));
static cl::opt<Code> code(
    "code", cl::init(Code::Kernels), cl::cat(category),
    cl::desc("What the structured ops of all programs but the first become:"),
    cl::values(clEnumValN(Code::Loops, "loops",
                          "loop nests, as those of the first"),
               clEnumValN(Code::Kernels, "kernels",
                          "what layout-run runs: fused kernels on vectors "
                          "(default)")));
static cl::opt<bool> verifiesSizes(
    "verify-sizes", cl::init(true), cl::cat(category),
    cl::desc("Stop where the sizes of operands of the first program do not "
             "fit together,\nand print them (default: true)"));
static cl::opt<std::string>
    weights("weights", cl::value_desc("file"), cl::cat(category),
            cl::desc("The file that the option host-weights of the pipeline "
                     "has written"));
static cl::list<std::string> sharedLibs(
    "shared-libs", cl::CommaSeparated, cl::value_desc("file,..."),
    cl::cat(category),
    cl::desc("Shared libraries whose functions the programs may call"));
static cl::opt<bool> allowVacuous(
    "allow-vacuous", cl::cat(category),
    cl::desc("Accept equal results that show little, because all elements are "
             "equal\nor both seeds give the same"));
static cl::opt<bool> splitInputFile(
    "split-input-file", cl::cat(category),
    cl::desc("Split the files at '// -----' and compare piece by piece, with a "
             "verdict for\neach; exits with 1 if any differ, else 2 if any "
             "could not be compared"));

namespace {
/// Exit codes, which scripts rely on.
enum ExitCode { Equal = 0, Different = 1, CouldNotCompare = 2 };
} // namespace

static ExitCode couldNotCompare(const llvm::Twine &why) {
  bool isCount = countsBytes && otherFiles.empty();
  llvm::outs() << "could not " << (isCount ? "count: " : "compare: ") << why
               << "\n";
  return CouldNotCompare;
}

/// Reads `--dims` and `--int-range`.
static llvm::Expected<InputOptions> readInputOptions() {
  InputOptions options;
  options.dims.assign(dims.begin(), dims.end());
  for (int64_t dim : options.dims)
    if (dim < 0)
      return llvm::createStringError(
          "--dims takes extents of zero or more, found " + llvm::Twine(dim));
  auto range = readIntRange(intRange);
  if (!range)
    return range.takeError();
  std::tie(options.lowest, options.highest) = *range;
  return options;
}

/// The outputs of a program for each seed.
using SeedOutputs = ArrayRef<Outputs>;

/// Whether all outputs of a program equal those of the reference, whatever that
/// would be in another order of computation.
static bool areEqual(SeedOutputs reference, SeedOutputs outputs) {
  return llvm::all_of(llvm::zip_equal(reference, outputs), [](auto seed) {
    return llvm::all_of(
        llvm::zip_equal(std::get<0>(seed), std::get<1>(seed)), [](auto pair) {
          return compare(std::get<0>(pair), std::get<1>(pair)).equal;
        });
  });
}

/// The outputs of the first program with other rounding, for one seed: with
/// perturbed inputs, and in f32. Both are empty or have an entry for each
/// output (Compare.h).
struct OtherOutputs {
  Outputs perturbed, wide;

  Alternatives get(size_t index) const {
    return {perturbed.empty() ? nullptr : &perturbed[index],
            wide.empty() ? nullptr : &wide[index]};
  }
};

/// Compares the outputs of one seed with those of the reference and prints a
/// line for each, which starts with `prefix`; returns the number of those that
/// differ.
static unsigned compareSeed(const llvm::Twine &prefix, uint64_t seed,
                            ArrayRef<OutputInfo> infos,
                            const Outputs &reference, const Outputs &outputs,
                            const OtherOutputs &others) {
  unsigned numDifferent = 0;
  for (auto [index, info, a, b] : llvm::enumerate(infos, reference, outputs)) {
    Comparison result = compare(a, b, others.get(index));
    llvm::outs() << prefix << "seed " << seed << ", "
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
       const InputOptions &inputs, Counting counting) {
  std::vector<ProgramRun> runs;
  for (const Program &program : programs) {
    bool isReference = &program == programs.begin();
    auto run = ProgramRun::start(
        *program.module, program.entry, program.host, seeds, inputs,
        {counting, optimization, isReference ? Code::Loops : code.getValue(),
         verifiesSizes && isReference});
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

/// The difference between 1 and the next larger number of the least precise
/// type that a program computes with.
static double getEpsilon(ModuleOp module) {
  unsigned precision = 53;
  module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto number = dyn_cast<FloatType>(getElementTypeOrSelf(type)))
        precision = std::min(precision, number.getFPMantissaWidth());
  });
  return std::ldexp(1.0, 1 - static_cast<int>(precision));
}

/// Runs the first program in other ways, to see what rounding does to it.
static llvm::Expected<std::vector<OtherOutputs>>
runOtherwise(const Program &program, ArrayRef<uint64_t> seeds,
             const InputOptions &options) {
  std::vector<OtherOutputs> others(seeds.size());
  InputOptions perturbing = options;
  perturbing.perturbation = getEpsilon(*program.module);
  auto perturbed = runAll(program, seeds, perturbing, Counting::Off);
  if (!perturbed)
    return perturbed.takeError();
  for (auto [other, outputs] :
       llvm::zip_equal(others, perturbed->front().outputs))
    other.perturbed = std::move(outputs);
  Program wide;
  wide.file = program.file;
  wide.module = widenFloats(*program.module);
  if (!wide.module)
    return others;
  InputOptions rounding = options;
  rounding.roundedTo = program.host.getArgumentTypes();
  wide.entry = wide.module->lookupSymbol<func::FuncOp>(
      func::FuncOp(program.entry).getName());
  FailureOr<HostInterface> host = HostInterface::create(wide.entry, weights);
  // A program that reads narrow numbers of others cannot be widened.
  if (failed(host))
    return others;
  wide.host = std::move(*host);
  auto widened = runAll(wide, seeds, rounding, Counting::Off);
  if (!widened)
    return widened.takeError();
  for (auto [other, outputs] :
       llvm::zip_equal(others, widened->front().outputs))
    other.wide = std::move(outputs);
  return others;
}

/// Says which code of the programs is compared.
static void printCode() {
  bool isKernels = code == Code::Kernels;
  llvm::outs() << "code: " << (isKernels ? "kernels" : "loops")
               << ", compared with loops of " << fileA << "\n";
}

static ExitCode runAndCompare(ArrayRef<Program> programs,
                              const InputOptions &options) {
  uint64_t seeds[] = {firstSeed, firstSeed + 1};
  std::vector<OutputInfo> infos = programs[0].host.getOutputs();
  auto results = runAll(programs, seeds, options, Counting::Off);
  if (!results)
    return couldNotCompare(llvm::toString(results.takeError()));
  SeedOutputs reference = results->front().outputs;

  // If a difference is too large for most programs, see what rounding does to
  // this one.
  std::vector<OtherOutputs> others(std::size(seeds));
  if (!llvm::all_of(*results, [&](const ProgramResult &result) {
        return areEqual(reference, result.outputs);
      })) {
    auto found = runOtherwise(programs.front(), seeds, options);
    if (!found)
      return couldNotCompare(llvm::toString(found.takeError()));
    others = std::move(*found);
  }

  unsigned numDifferent = 0;
  for (auto [program, result] :
       llvm::drop_begin(llvm::zip_equal(programs, *results))) {
    std::string prefix = programs.size() > 2 ? (program.file + ": ").str() : "";
    for (size_t i = 0; i < std::size(seeds); ++i) {
      numDifferent += compareSeed(prefix, seeds[i], infos, reference[i],
                                  result.outputs[i], others[i]);
      if (result.wrongPadding[i].empty())
        continue;
      llvm::outs() << prefix << "seed " << seeds[i] << ", "
                   << result.wrongPadding[i] << "\n";
      ++numDifferent;
    }
  }
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
  std::string why = whyVacuous(infos, reference);
  if (!why.empty() && !allowVacuous)
    return couldNotCompare(why);
  llvm::outs() << "equal\n";
  return Equal;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Compares programs, a piece of each file, with the first, or counts one.
static ExitCode runPieces(ArrayRef<StringRef> files, Pieces pieces,
                          const DialectRegistry &registry,
                          const InputOptions &options) {
  // Threads do not survive the forks.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  std::vector<Program> programs;
  // Diagnostics of a run show lines of these.
  std::deque<llvm::SourceMgr> sources;
  std::deque<DiagnosticPrinter> handlers;
  for (auto [file, piece] : llvm::zip_equal(files, pieces)) {
    handlers.emplace_back(sources.emplace_back(), &context);
    sources.back().AddNewSourceBuffer(std::move(piece), SMLoc());
    llvm::Expected<Program> program =
        parseProgram(file, sources.back(), context, entryName, weights);
    if (!program)
      return couldNotCompare(llvm::toString(program.takeError()));
    programs.push_back(std::move(*program));
  }
  const Program &first = programs.front();
  for (const Program &program : programs)
    if (failed(checkSignatures(first.entry, first.host, program.entry,
                               program.host)))
      return couldNotCompare("signatures differ or cannot be called");
  // One value may stand for the dynamic dims of all pieces.
  if (llvm::Error error = checkDims(first.host.getArgumentTypes(), options,
                                    /*numIgnored=*/splitInputFile ? 1 : 0))
    return couldNotCompare(llvm::toString(std::move(error)));
  InputOptions inputs = options;
  inputs.areDivisors = findDivisors(first.entry);
  if (programs.size() == 1)
    return runAndCount(first, inputs);
  warnAboutSplats(*first.module);
  return runAndCompare(programs, inputs);
}

int main(int argc, char **argv) {
  layout::registerVersionPrinter();
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "layout-check: do programs compute the same, and what do they "
          "move?\n\n"
          "Compiles all and calls them with the same random inputs. Exits "
          "with 0 if all\nresults equal those of the first program, 1 if they "
          "differ, 2 if they could not be\ncompared. Options in the "
          "environment variable LAYOUT_CHECK_OPTIONS come before those of\n"
          "the command line, which override them.\n",
          &llvm::errs(), /*VFS=*/nullptr, "LAYOUT_CHECK_OPTIONS"))
    return CouldNotCompare;
  exitWhenOutOfMemory(CouldNotCompare);
  if (otherFiles.empty() && !countsBytes)
    return couldNotCompare(
        "requires two programs, found one; --count takes one");
  if (llvm::Error error = loadLibraries(sharedLibs))
    return couldNotCompare(llvm::toString(std::move(error)));
  auto options = readInputOptions();
  if (!options)
    return couldNotCompare(llvm::toString(options.takeError()));
  SmallVector<StringRef> files = {fileA};
  llvm::append_range(files, otherFiles);
  llvm::Expected<std::vector<Pieces>> all = readPieces(files, splitInputFile);
  if (!all)
    return couldNotCompare(llvm::toString(all.takeError()));

  DialectRegistry registry;
  registerAllInputDialects(registry);
  if (!otherFiles.empty())
    printCode();
  bool differ = false, fail = false;
  for (size_t i = 0, e = all->front().size(); i < e; ++i) {
    if (i > 0)
      llvm::outs() << kDefaultSplitMarker << "\n";
    Pieces pieces;
    for (Pieces &ofFile : *all)
      pieces.push_back(std::move(ofFile[i]));
    ExitCode code = runPieces(files, std::move(pieces), registry, *options);
    differ |= code == Different;
    fail |= code == CouldNotCompare;
  }
  return differ ? Different : fail ? CouldNotCompare : Equal;
}
