//===- layout-explain.cpp - What a layout does with a tensor --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explain/Output.h"
#include "Explain/Target.h"
#include "Notation/NotationError.h"
#include "Support/OutputFile.h"
#include "Support/VersionPrinter.h"
#include "layout/Targets/TargetOption.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;
namespace cl = llvm::cl;

namespace {
struct CommandLine {
  cl::OptionCategory category{"layout-explain options"};
  cl::opt<std::string> layout{cl::Positional, cl::desc("layout"),
                              cl::cat(category)};
  cl::opt<std::string> shape{
      "shape", cl::value_desc("1x64x56x56"), cl::cat(category),
      cl::desc("Logical shape, in the order of the layout's own upper-case "
               "letters")};
  cl::opt<std::string> dims{
      "dims", cl::value_desc("NCHW"), cl::cat(category),
      cl::desc("What the dims of the shape are, if in another order; names of "
               "several letters in braces")};
  cl::alias from{"from", cl::NotHidden, cl::aliasopt(dims), cl::cat(category),
                 cl::desc("The same as --dims")};
  cl::opt<std::string> hostStrides{
      "host-strides", cl::value_desc("12,1,6"), cl::cat(category),
      cl::desc("Strides of the tensor on the host, for device triples "
               "(default: row-major)")};
  cl::opt<std::string> dtype{
      "dtype", cl::init("f32"), cl::value_desc("type"), cl::cat(category),
      cl::desc("Element type as MLIR writes it (default: f32); types of no "
               "whole number of bytes are packed")};
  cl::opt<std::string> to{
      "to", cl::value_desc("layout"), cl::cat(category),
      cl::desc("Also say how to get from the layout to this one")};
  cl::opt<std::string> at{
      "at", cl::value_desc("0,3,1,1"), cl::cat(category),
      cl::desc("Logical index of the element to look at (default: where the "
               "first tile ends)")};
  cl::opt<std::string> target{
      "target", cl::value_desc("name or file.mlir"), cl::cat(category),
      cl::desc(describeTargetOption(
          "Target that says how large sticks and lines are"))};
  cl::opt<bool> defaults{
      "defaults", cl::cat(category),
      cl::desc("Instead of a layout: that of the target where nothing else "
               "decides, for the shape or for every rank")};
  cl::opt<bool> json{"json", cl::cat(category),
                     cl::desc("Print one JSON object")};
  cl::opt<std::string> svg{
      "svg", cl::ValueOptional, cl::value_desc("file"), cl::cat(category),
      cl::desc("Write a picture of memory; without a file to standard output, "
               "in place of the text")};
};
} // namespace

static std::optional<std::string> getIfGiven(const cl::opt<std::string> &text) {
  return text.getNumOccurrences() ? std::optional(text.getValue())
                                  : std::nullopt;
}

/// Prints to standard output.
static llvm::Error
print(llvm::function_ref<llvm::Error(llvm::raw_ostream &)> print) {
  llvm::raw_fd_ostream &os = llvm::outs();
  if (llvm::Error error = print(os))
    return error;
  os.flush();
  std::error_code code = os.error();
  os.clear_error();
  return code ? llvm::createStringError(code, "cannot write standard output: " +
                                                  code.message())
              : llvm::Error::success();
}

/// Prints what was asked for. If that fails there is no file, either.
static llvm::Error print(const Explanation &about, const CommandLine &options) {
  auto toSvg = [&](llvm::raw_ostream &os) { return printSvg(about, os); };
  auto toText = [&](llvm::raw_ostream &os) {
    options.json ? printJson(about, os) : printText(about, os);
    return llvm::Error::success();
  };
  if (!options.svg.getNumOccurrences())
    return print(toText);
  if (options.svg.empty() || options.svg == "-") {
    if (options.json)
      return llvm::createStringError(
          "--svg requires a file next to --json, found none");
    return print(toSvg);
  }
  OutputTransaction transaction;
  if (llvm::Error error = writeFile(options.svg, toSvg))
    return error;
  if (llvm::Error error = print(toText))
    return error;
  return transaction.commit();
}

static Question getQuestion(const CommandLine &options,
                            const LayoutTarget &target) {
  return {options.layout,         options.shape,   options.dims,
          options.hostStrides,    options.dtype,   getIfGiven(options.to),
          getIfGiven(options.at), target.unitBytes};
}

/// Asks about the default layout of the shape.
static llvm::Error setDefaultLayout(Question &question,
                                    const LayoutTarget &target) {
  llvm::Expected<SmallVector<int64_t>> shape = readShape(question.shape);
  if (!shape)
    return shape.takeError();
  std::string dims;
  llvm::Expected<LetterLayout> layout =
      target.getDefaultLetters(shape->size(), dims);
  if (!layout)
    return layout.takeError();
  question.layout = layout->str();
  if (question.dims.empty())
    question.dims = dims;
  return llvm::Error::success();
}

static llvm::Error run(const CommandLine &options) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  llvm::Expected<LayoutTarget> target = readTarget(options.target, &context);
  if (!target)
    return target.takeError();
  Question question = getQuestion(options, *target);
  bool hasShape = options.shape.getNumOccurrences();
  if (options.defaults && !hasShape)
    return print([&](llvm::raw_ostream &os) {
      printDefaults(*target, options.json, os);
      return llvm::Error::success();
    });
  if (options.defaults)
    if (llvm::Error error = setDefaultLayout(question, *target))
      return error;
  llvm::Expected<Explanation> about = answer(question, &context);
  return about ? print(*about, options) : about.takeError();
}

/// Returns what is wrong with the options together; "" if nothing is.
static StringRef getUsageError(const CommandLine &options) {
  bool hasLayout = options.layout.getNumOccurrences();
  if (options.defaults)
    return hasLayout ? "requires either a layout or --defaults, found both"
                     : "";
  if (!hasLayout)
    return "requires a layout or --defaults, found neither";
  return options.shape.getNumOccurrences() ? ""
                                           : "requires --shape, found none";
}

static void printError(llvm::Error error) {
  llvm::raw_ostream &os =
      llvm::WithColor::error(llvm::errs(), "layout-explain");
  llvm::handleAllErrors(
      std::move(error),
      [&](const NotationError &error) { error.printWithCaret(os); },
      [&](const llvm::ErrorInfoBase &error) { os << error.message() << "\n"; });
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerVersionPrinter();
  CommandLine options;
  cl::HideUnrelatedOptions(options.category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "layout-explain: what does a layout do with a tensor?\n\n"
          "Prints strides, padding, contiguous runs, where elements lie, and a "
          "picture of\nmemory. The layout may be NCHW16c, aBcd16b, "
          "N[a=32]HWC, {1,0:T(8,128)}, device\ntriples, "
          "reshape(4,-1).transpose(1,0), split(1,16).fuse(0,2) or "
          "(i, j) -> (j, i).\nExits with 1 if "
          "it cannot, 2 if the command line is wrong.\n",
          &llvm::errs()))
    return 2;
  if (StringRef error = getUsageError(options); !error.empty()) {
    llvm::WithColor::error(llvm::errs(), "layout-explain") << error << "\n";
    return 2;
  }
  if (llvm::Error error = run(options)) {
    printError(std::move(error));
    return 1;
  }
  return 0;
}
