//===- layout-check-plan.cpp - Is a plan what it says it is ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "layout/Support/Version.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace checkplan;
namespace cl = llvm::cl;

namespace {
struct Options {
  cl::OptionCategory category{"layout-check-plan options"};
  cl::opt<std::string> problem{cl::Positional, cl::Required,
                               cl::desc("X.problem.json"), cl::cat(category)};
  cl::opt<std::string> plan{cl::Positional, cl::Required,
                            cl::desc("X.plan.json"), cl::cat(category)};
};

/// Scripts rely on these.
enum ExitCode { Holds = 0, Rejected = 1, CouldNotCheck = 2 };
} // namespace

static ExitCode fail(ExitCode code, const llvm::Twine &why) {
  llvm::outs() << (code == Rejected ? "rejected: " : "could not check: ") << why
               << "\n";
  return code;
}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
read(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return llvm::createStringError(path + ": " + file.getError().message());
  return std::move(*file);
}

int main(int argc, char **argv) {
  cl::SetVersionPrinter([](llvm::raw_ostream &stream) {
    stream << "LayoutMLIR " << LAYOUT_MLIR_VERSION_STRING << ", LLVM "
           << LLVM_VERSION_STRING << "\n";
  });
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "layout-check-plan: checks a plan and its certificate\n\n"
      "Recomputes the cost and, from the certificate, the lower bound, without "
      "code of the\nsolver. Exits with 0 if both hold, 1 if not, 2 if "
      "the files cannot be read.\n");
  auto problemText = read(options.problem);
  if (!problemText)
    return fail(CouldNotCheck, llvm::toString(problemText.takeError()));
  auto problem = readProblem((*problemText)->getBuffer());
  if (!problem)
    return fail(CouldNotCheck,
                options.problem + ": " + llvm::toString(problem.takeError()));
  auto planText = read(options.plan);
  if (!planText)
    return fail(CouldNotCheck, llvm::toString(planText.takeError()));
  auto plan = readPlan((*planText)->getBuffer(), *problem);
  if (!plan)
    return fail(CouldNotCheck,
                options.plan + ": " + llvm::toString(plan.takeError()));
  if (llvm::Error error = checkCost(*problem, *plan))
    return fail(Rejected, llvm::toString(std::move(error)));
  if (!plan->bound) {
    llvm::outs() << "holds: cost " << plan->cost << ", no bound given\n";
    return Holds;
  }
  if (llvm::Error error = checkBound(*problem, *plan))
    return fail(Rejected, llvm::toString(std::move(error)));
  llvm::outs() << "holds: cost " << plan->cost << ", no plan costs less than "
               << *plan->bound << "\n";
  return Holds;
}
