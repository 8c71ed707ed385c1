//===- layout-solve.cpp - Solves a planning problem -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver/ProblemFile.h"
#include "Support/OutputFile.h"
#include "Support/VersionPrinter.h"
#include "layout/Support/Debug.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::layout;
namespace cl = llvm::cl;

namespace {
struct Options {
  cl::OptionCategory category{"layout-solve options"};
  cl::opt<std::string> file{cl::Positional, cl::Required,
                            cl::desc("X.problem.json"), cl::cat(category)};
  cl::opt<std::string> output{
      "o", cl::init("-"), cl::value_desc("X.plan.json"), cl::cat(category),
      cl::desc("Where to write the plan (default: standard output)")};
  cl::opt<std::string> strategy{"strategy", cl::init(kDefaultStrategy),
                                cl::value_desc("name"), cl::cat(category),
                                cl::desc(getStrategyDescription())};
  cl::opt<uint64_t> tableLimit{
      "table-limit", cl::init(SolverOptions().maxEntries), cl::cat(category),
      cl::desc("Entries of cost tables up to which a component is eliminated; "
               "larger components are searched")};
  cl::opt<uint64_t> visitLimit{
      "visit-limit", cl::init(SolverOptions().maxVisits), cl::cat(category),
      cl::desc("Variables that the search visits, over all branches, before "
               "it stops")};
  cl::opt<double> timeLimit{
      "time-limit", cl::init(SolverOptions().maxSeconds), cl::cat(category),
      cl::desc("Seconds after which the best plan so far is returned; 0 "
               "means no limit")};
};
} // namespace

static int fail(const llvm::Twine &why) {
  llvm::errs() << "layout-solve: " << why << "\n";
  return 1;
}

int main(int argc, char **argv) {
  registerVersionPrinter();
  registerDebugOptions();
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "layout-solve: solves a planning problem\n\n"
      "Reads a problem that layout-flow has written with "
      "problem=X.problem.json, and writes\na plan; layout-check-plan checks "
      "its bound.\n");
  if (!(options.timeLimit >= 0))
    return fail("requires a time limit of at least 0");
  llvm::Expected<const Solver *> solver = findSolver(options.strategy);
  if (!solver)
    return fail(llvm::toString(solver.takeError()));
  auto text = llvm::MemoryBuffer::getFile(options.file);
  if (!text)
    return fail(options.file + ": " + text.getError().message());
  llvm::Expected<Problem> problem = readProblem((*text)->getBuffer());
  if (!problem)
    return fail(options.file + ": " + llvm::toString(problem.takeError()));
  SolverOptions limits;
  limits.maxEntries = options.tableLimit;
  limits.maxVisits = options.visitLimit;
  limits.maxSeconds = options.timeLimit;
  Solution solution = (*solver)->solve(*problem, limits);
  if (std::optional<std::string> error = problem->verify(solution.plan))
    return fail(*error);
  llvm::Error error = writeFile(options.output, [&](llvm::raw_ostream &os) {
    writePlan(*problem, solution, os);
    return llvm::Error::success();
  });
  if (error)
    return fail(llvm::toString(std::move(error)));
  if (options.output != "-") {
    llvm::outs() << "cost " << solution.cost;
    if (solution.certificate)
      llvm::outs() << ", bound " << solution.bound << ", gap "
                   << solution.getGap();
    llvm::outs() << "\n";
  }
  printStatistics();
  return 0;
}
