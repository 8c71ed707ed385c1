//===- layout-run.cpp - The tool layout-run -------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bufferization/Bufferize.h"
#include "CHeader.h"
#include "CInterface.h"
#include "Emit.h"
#include "Execution/Divisors.h"
#include "Execution/Libraries.h"
#include "Execution/Lowering.h"
#include "Execution/Memory.h"
#include "Execution/Prepare.h"
#include "Profile.h"
#include "Statistics.h"
#include "Support/OutputFile.h"
#include "Support/VersionPrinter.h"
#include "TensorFiles.h"
#include "TimedRun.h"
#include "layout/Targets/TargetOption.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::execution;
using namespace mlir::layout::run;
namespace cl = llvm::cl;

static cl::OptionCategory category("layout-run options");
static cl::opt<std::string> file(cl::Positional, cl::Required,
                                 cl::desc("model.mlir"), cl::cat(category));
static cl::opt<std::string>
    pipeline("layout-pipeline", cl::ValueOptional, cl::value_desc("options"),
             cl::cat(category),
             cl::desc("Plan the program first, with these options of the pass "
                      "(default: run it as it is)"));
static cl::opt<std::string>
    entryName("entry", cl::value_desc("name"), cl::cat(category),
              cl::desc("Function to call (default: the only public one with a "
                       "body and a result, else forward, else main)"));
static cl::list<std::string>
    inputs("input", cl::value_desc("file.npy"), cl::cat(category),
           cl::desc("An argument, in order; those without a file are random"));
static cl::opt<bool>
    requireInputs("require-inputs", cl::cat(category),
                  cl::desc("Fail if an argument has no --input"));
static cl::opt<std::string>
    output("output", cl::value_desc("file.npy"), cl::cat(category),
           cl::desc("Write results there, not to standard output; of several "
                    "each gets its number, file-0.npy"));
static cl::opt<unsigned> numRuns("runs", cl::init(5), cl::value_desc("n"),
                                 cl::cat(category),
                                 cl::desc("Runs to take the median of "
                                          "(default: 5)"));
static cl::opt<unsigned>
    numWarmups("warmup", cl::init(1), cl::value_desc("n"), cl::cat(category),
               cl::desc("Runs before these, which are not timed "
                        "(default: 1)"));
static cl::opt<std::string>
    profile("profile", cl::ValueOptional, cl::value_desc("file"),
            cl::cat(category),
            cl::desc("Print what each kernel takes, or write it to a file "
                     "(.json, .html)"));
static cl::opt<Artifact> emit(
    "emit", cl::init(Artifact::None), cl::cat(category),
    cl::desc("Write the compiled program instead of running it:"),
    cl::values(clEnumValN(Artifact::LLVM, "llvm", "LLVM IR"),
               clEnumValN(Artifact::Object, "obj",
                          "an object file, position independent"),
               clEnumValN(Artifact::Shared, "shared", "a shared library")));
static cl::opt<std::string> emitPath("o", cl::value_desc("file"),
                                     cl::cat(category),
                                     cl::desc("The file that --emit writes"));
static cl::opt<std::string>
    emitHeader("emit-header", cl::value_desc("file.h"), cl::cat(category),
               cl::desc("Write a C header of what --emit writes"));
static cl::opt<std::string>
    symbol("symbol", cl::value_desc("name"), cl::cat(category),
           cl::desc("Name of the C function of --emit (default: that of the "
                    "function to call)"));
static cl::opt<uint64_t> seed("seed", cl::init(1), cl::value_desc("n"),
                              cl::cat(category),
                              cl::desc("Seed of random inputs (default: 1)"));
static cl::list<int64_t>
    dims("dims", cl::CommaSeparated, cl::value_desc("n,..."), cl::cat(category),
         cl::desc("Values of the arguments' dynamic dims in order, the last "
                  "repeating (default: 3)"));
static cl::opt<std::string>
    intRange("int-range", cl::init("0,3"), cl::value_desc("lowest,highest"),
             cl::cat(category),
             cl::desc("Random integers of 16 bits or more and index are drawn "
                      "from here, smaller ones from their full range; without "
                      "zeros what divisors are computed from "
                      "(default: 0,3)"));
static cl::opt<std::string>
    weights("weights", cl::value_desc("file"), cl::cat(category),
            cl::desc("The file that the option host-weights of the pipeline "
                     "has written"));
static cl::opt<bool> verifiesSizes(
    "verify-sizes", cl::cat(category),
    cl::desc("Stop where the sizes of operands do not fit together, and print "
             "them; fewer\noperations are fused then"));
static cl::opt<std::string>
    to("to", cl::init("physical"), cl::value_desc("form"), cl::cat(category),
       cl::desc("The option of layout-bufferize: physical or logical "
                "(default: physical)"));
static cl::opt<bool>
    schedule("schedule", cl::init(true), cl::cat(category),
             cl::desc("Compile kernels to loops on vectors; otherwise they "
                      "stay loop nests (default: true)"));
static cl::opt<unsigned> cacheBytes(
    "cache-bytes", cl::init(0), cl::value_desc("n"), cl::cat(category),
    cl::desc("The size of the second-level cache of a core (default: that of "
             "the target, else of this machine)"));
static cl::opt<std::string>
    target("target", cl::value_desc("name"), cl::cat(category),
           cl::desc(describeTargetOption(
               "Target whose machine counts (default: that of the "
               "module)")));
/// `--threads`. LLVM has an option of that name for its own tools, which has to
/// go first.
static cl::opt<unsigned> &getThreadsOption() {
  auto known = cl::getRegisteredOptions().find("threads");
  static const bool isFree = known == cl::getRegisteredOptions().end() ||
                             (known->second->removeArgument(), true);
  (void)isFree;
  static cl::opt<unsigned> threads(
      "threads", cl::init(1), cl::value_desc("n"), cl::cat(category),
      cl::desc("Threads that share the tiles of a kernel (default: 1)"));
  return threads;
}
static cl::opt<unsigned>
    jobs("jobs", cl::init(0), cl::value_desc("n"), cl::cat(category),
         cl::desc("Threads that compile the program (default: one per core)"));
static cl::opt<std::string> objectCache(
    "object-cache", cl::value_desc("directory"), cl::cat(category),
    cl::desc("Keep object files there, and compile no kernel again"));
static cl::list<std::string> sharedLibs(
    "shared-libs", cl::CommaSeparated, cl::value_desc("file,..."),
    cl::cat(category),
    cl::desc("Shared libraries whose functions the program may call"));
static cl::opt<bool> flatten("flatten", cl::cat(category),
                             cl::desc("Flatten buffers to one dim"));

/// The exit codes, beside 0. Callers tell by them what is wrong.
enum ExitCode { Failed = 1, NoProgram = 2 };

static int fail(const llvm::Twine &why, ExitCode code = Failed) {
  llvm::errs() << "layout-run: " << why << "\n";
  return code;
}

/// Plans the program if that is requested. Rewrites stay ops of our dialect,
/// such that they can be outlined.
static LogicalResult plan(ModuleOp module) {
  if (!pipeline.getNumOccurrences())
    return success();
  return runPasses(module,
                   "layout-pipeline{" + pipeline + " materialize=false}");
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static double getLeast(ArrayRef<RunTime> runs) {
  double least = runs.front().seconds;
  for (const RunTime &run : runs)
    least = std::min(least, run.seconds);
  return least;
}

/// The median over all runs of what `get` returns for each.
static double getMedianOf(ArrayRef<RunTime> runs,
                          llvm::function_ref<double(const RunTime &)> get) {
  std::vector<double> values;
  for (const RunTime &run : runs)
    values.push_back(get(run));
  return getMedian(std::move(values));
}

static RunFigures getRunFigures(ArrayRef<RunTime> runs, unsigned threads) {
  double median =
      getMedianOf(runs, [](const RunTime &run) { return run.seconds; });
  return {file,   median, getLeast(runs), runs.size(), runs.front().peakBytes,
          threads};
}

static void printTimes(ArrayRef<OutlinedRewrite> rewrites,
                       ArrayRef<RunTime> runs, const RunFigures &figures) {
  raw_ostream &os = llvm::outs();
  os << "time: " << getTimeText(figures.median) << ", median of "
     << figures.numRuns << ", least " << getTimeText(figures.least) << "\n"
     << llvm::formatv("peak memory: {0:n} bytes\n", figures.peakBytes)
     << "rewrites left: " << rewrites.size() << "\n";
  for (auto [number, rewrite] : llvm::enumerate(rewrites)) {
    const RewriteTime &first = runs.front().rewrites[number];
    double seconds = getMedianOf(runs, [number = number](const RunTime &run) {
      return run.rewrites[number].seconds;
    });
    os << "  " << rewrite.location << ": " << rewrite.from << " to "
       << rewrite.to << "\n    ";
    if (first.times == 0) {
      os << "not run\n";
      continue;
    }
    if (first.times > 1)
      os << first.times << " times, ";
    os << llvm::formatv("{0:n} bytes, {1}, {2:f2} GB/s\n", first.bytes,
                        getTimeText(seconds), first.bytes / seconds * 1e-9);
  }
}

static std::string getOutputPath(size_t number, size_t count) {
  if (count == 1)
    return output;
  SmallString<128> path(output);
  std::string extension = llvm::sys::path::extension(output).str();
  llvm::sys::path::replace_extension(path, "");
  return (path + "-" + llvm::Twine(number) + extension).str();
}

static llvm::Error emitOutputs(ArrayRef<OutputInfo> infos,
                               const Outputs &outputs) {
  for (auto [number, info] : llvm::enumerate(infos)) {
    if (!output.empty()) {
      if (llvm::Error error =
              writeNpy(getOutputPath(number, infos.size()), outputs[number]))
        return error;
      continue;
    }
    llvm::outs() << (info.isResult ? "result " : "argument ") << info.index
                 << " : " << info.type << "\n";
    print(outputs[number], llvm::outs());
  }
  return llvm::Error::success();
}

/// Writes the profile to a file if that is requested.
static llvm::Error emitProfile(const Profile &result,
                               const RunFigures &figures) {
  if (profile.empty())
    return llvm::Error::success();
  return writeFile(profile, [&](raw_ostream &os) {
    if (StringRef(profile).ends_with(".html"))
      writeProfilePage(result, figures, os);
    else
      writeProfile(result, figures, os);
    return llvm::Error::success();
  });
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Returns why the options are wrong; nothing if they are not.
static std::optional<std::string> checkOptions(unsigned threads) {
  if (numRuns == 0)
    return "--runs takes a number above 0";
  if (threads == 0)
    return "--threads takes a number above 0";
  if (jobs == 0 && jobs.getNumOccurrences())
    return "--jobs takes a number above 0";
  if (to != "physical" && to != "logical")
    return "--to takes physical or logical, found '" + to + "'";
  if (llvm::any_of(dims, [](int64_t dim) { return dim < 0; }))
    return "--dims takes extents of zero or more";
  if (StringRef end = llvm::sys::path::extension(profile);
      !profile.empty() && end != ".json" && end != ".html")
    return "--profile takes a file that ends in .json or .html, found '" +
           profile + "'";
  bool emits = emit != Artifact::None;
  auto isGiven = [](StringRef name) {
    return cl::getRegisteredOptions().lookup(name)->getNumOccurrences() != 0;
  };
  for (StringRef name : {"input", "require-inputs", "output", "runs", "warmup",
                         "profile", "seed", "dims", "int-range", "verify-sizes",
                         "object-cache", "shared-libs"})
    if (emits && isGiven(name))
      return ("--" + name + " cannot be combined with --emit").str();
  for (StringRef name : {"o", "emit-header", "symbol"})
    if (!emits && isGiven(name))
      return ((name == "o" ? "-" : "--") + name + " requires --emit").str();
  if (emits && emitPath.empty())
    return "--emit requires a file to write, -o FILE";
  if (emits && emitPath == emitHeader)
    return "-o and --emit-header require two files, found '" + emitPath +
           "' twice";
  return std::nullopt;
}

/// Returns what callers of the entry pass and get, with arguments that are
/// prepared as they are before.
static FailureOr<HostInterface> getHostInterface(func::FuncOp entry) {
  FailureOr<func::FuncOp> prepare = findPrepare(entry);
  if (failed(prepare))
    return failure();
  if (!*prepare || emit != Artifact::None)
    return HostInterface::create(entry, weights);
  OwningOpRef<func::FuncOp> whole = declareWhole(entry, *prepare);
  return HostInterface::create(*whole, weights);
}

/// Removes functions that the entry does not call.
static LogicalResult isolate(ModuleOp module, func::FuncOp entry) {
  return success(succeeded(isolateEntry(module, entry)) &&
                 succeeded(runPasses(module, "symbol-dce")));
}

/// Writes the compiled program, and its header if that is requested.
static llvm::Error emitFiles(ModuleOp module, func::FuncOp entry,
                             const CInterface &interface,
                             const KernelLowering &lowering) {
  CallNotes notes = {lowering.threads, hasMutableGlobals(module)};
  auto code = emitProgram(module, entry, interface, lowering, jobs, emit);
  if (!code)
    return llvm::createStringError(file + " " +
                                   llvm::toString(code.takeError()));
  OutputTransaction files;
  if (llvm::Error error = writeFile(emitPath, [&](raw_ostream &os) {
        os << (*code)->getBuffer();
        return llvm::Error::success();
      }))
    return error;
  if (!emitHeader.empty())
    if (llvm::Error error = writeFile(emitHeader, [&](raw_ostream &os) {
          writeHeader(interface, notes, os);
          return llvm::Error::success();
        }))
      return error;
  return files.commit();
}

/// Compiles the program to files.
static int emitEntry(ModuleOp module, func::FuncOp entry,
                     const KernelLowering &lowering) {
  FailureOr<CInterface> interface = CInterface::create(entry, symbol);
  if (failed(interface) || failed(isolate(module, entry)))
    return fail(file + " cannot be called from C");
  if (to == "logical")
    markViews(module);
  if (llvm::Error error = emitFiles(module, entry, *interface, lowering))
    return fail(llvm::toString(std::move(error)));
  return 0;
}

/// Runs the program and prints what that is about.
static int runEntry(ModuleOp module, func::FuncOp entry, RunOptions options) {
  FailureOr<Preparation> preparation = Preparation::create(module, entry);
  if (failed(preparation) ||
      (preparation->module &&
       failed(isolate(*preparation->module, preparation->entry))) ||
      failed(isolate(module, entry)))
    return fail(file + " cannot be called");
  options.preparation = &*preparation;
  std::vector<OutputInfo> infos = options.host->getOutputs();
  if (to == "logical")
    markViews(module);
  std::vector<OutlinedRewrite> rewrites = outlineRewrites(module);
  auto result = runTimed(module, entry, rewrites.size(), options);
  if (!result)
    return fail(file + " " + llvm::toString(result.takeError()));
  if (!result->wrongPadding.empty())
    return fail(file + ": " + result->wrongPadding);
  RunFigures figures = getRunFigures(result->runs, options.lowering.threads);
  OutputTransaction files;
  if (llvm::Error error = emitOutputs(infos, result->outputs))
    return fail(llvm::toString(std::move(error)));
  if (llvm::Error error = emitProfile(result->profile, figures))
    return fail(llvm::toString(std::move(error)));
  if (llvm::Error error = files.commit())
    return fail(llvm::toString(std::move(error)));
  printTimes(rewrites, result->runs, figures);
  if (!objectCache.empty())
    llvm::outs() << "compiled: " << result->numObjects - result->numCached
                 << " objects, " << result->numCached << " from the cache\n";
  if (options.profile && profile.empty())
    printProfile(result->profile, llvm::outs());
  return 0;
}

static RunOptions getRunOptions(unsigned threads) {
  RunOptions options;
  options.seed = seed;
  options.numRuns = numRuns;
  options.numWarmups = numWarmups;
  options.files.assign(inputs.begin(), inputs.end());
  options.requireFiles = requireInputs;
  options.lowering.options = llvm::formatv("to={0} flatten={1}", to.getValue(),
                                           flatten ? "true" : "false")
                                 .str();
  options.lowering.schedule = schedule;
  options.lowering.threads = threads;
  options.lowering.cacheBytes = cacheBytes;
  options.lowering.target = target;
  options.jobs = jobs;
  options.objectCache = objectCache;
  options.verifiesSizes = verifiesSizes;
  options.profile = profile.getNumOccurrences() != 0;
  options.inputs.dims.assign(dims.begin(), dims.end());
  return options;
}

int main(int argc, char **argv) {
  registerVersionPrinter();
  cl::opt<unsigned> &threads = getThreadsOption();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "layout-run: plans, compiles and runs a program\n\n"
      "Prints the results, the median time, and what each rewrite of run-time "
      "data that is\nleft takes of it. With --emit, writes the compiled "
      "program for C programs to link.\n");
  exitWhenOutOfMemory(Failed);
  if (std::optional<std::string> why = checkOptions(threads))
    return fail(*why);
  if (llvm::Error error = loadLibraries(sharedLibs))
    return fail(llvm::toString(std::move(error)));

  DialectRegistry registry;
  registerAllInputDialects(registry);
  // Threads do not survive the fork.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(file, sources, &context);
  if (!module)
    return fail(file + " is no program", NoProgram);
  if (failed(plan(*module)))
    return fail(file + " cannot be run");
  FailureOr<func::FuncOp> entry = findEntry(*module, entryName);
  FailureOr<HostInterface> host = failure();
  if (succeeded(entry))
    host = getHostInterface(*entry);
  if (failed(host) || failed(checkSignatures(*entry, *host, *entry, *host)))
    return fail(file + " cannot be called");
  auto range = readIntRange(intRange);
  if (!range)
    return fail(llvm::toString(range.takeError()));
  RunOptions options = getRunOptions(threads);
  std::tie(options.inputs.lowest, options.inputs.highest) = *range;
  options.inputs.areDivisors = findDivisors(*entry);
  options.host = &*host;
  if (emit == Artifact::None)
    return runEntry(*module, *entry, options);
  return emitEntry(*module, *entry, options.lowering);
}
