//===- layout-explain.cpp - What a layout does with a tensor --------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "layout/Notation/NotationError.h"
#include "layout/Support/OutputFile.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;
namespace cl = llvm::cl;

static cl::OptionCategory category("layout-explain options");
static cl::opt<std::string> layoutText(cl::Positional, cl::Required,
                                       cl::desc("layout"), cl::cat(category));
static cl::opt<std::string>
    shapeText("shape", cl::Required, cl::value_desc("1x64x56x56"),
              cl::cat(category),
              cl::desc("Logical shape, in the order of the layout's own "
                       "upper-case letters"));
static cl::opt<std::string>
    dimsText("dims", cl::value_desc("NCHW"), cl::cat(category),
             cl::desc("What the dims of the shape are, if in another order"));
static cl::opt<std::string>
    dtypeText("dtype", cl::init("f32"), cl::value_desc("type"),
              cl::cat(category),
              cl::desc("Element type as MLIR writes it (default: f32); types "
                       "of no whole number of bytes are packed"));
static cl::opt<std::string>
    toText("to", cl::value_desc("layout"), cl::cat(category),
           cl::desc("Also say how to get from the layout to this one"));
static cl::opt<std::string>
    atText("at", cl::value_desc("0,3,1,1"), cl::cat(category),
           cl::desc("Logical index of the element to look at (default: where "
                    "the first tile ends)"));
static cl::opt<bool> asJson("json", cl::cat(category),
                            cl::desc("Print one JSON object"));
static cl::opt<std::string>
    svgPath("svg", cl::ValueOptional, cl::value_desc("file"), cl::cat(category),
            cl::desc("Write a picture of memory; without a file to standard "
                     "output, in place of the text"));

static std::optional<std::string> getIfGiven(const cl::opt<std::string> &text) {
  return text.getNumOccurrences() ? std::optional(text.getValue())
                                  : std::nullopt;
}

/// What goes to standard output.
static llvm::Error printAnswer(const Explanation &about, bool asSvg) {
  llvm::raw_fd_ostream &os = llvm::outs();
  if (asSvg) {
    if (llvm::Error error = printSvg(about, os))
      return error;
  } else if (asJson) {
    printJson(about, os);
  } else {
    printText(about, os);
  }
  os.flush();
  std::error_code code = os.error();
  os.clear_error();
  return code ? llvm::createStringError(code, "cannot write standard output: " +
                                                  code.message())
              : llvm::Error::success();
}

/// Writes everything that was asked for, or no file.
static llvm::Error print(const Explanation &about) {
  if (!svgPath.getNumOccurrences())
    return printAnswer(about, /*asSvg=*/false);
  if (!svgPath.empty() && svgPath != "-") {
    OutputTransaction transaction;
    if (llvm::Error error =
            writeFile(svgPath, [&](llvm::raw_ostream &os) -> llvm::Error {
              return printSvg(about, os);
            }))
      return error;
    if (llvm::Error error = printAnswer(about, /*asSvg=*/false))
      return error;
    return transaction.commit();
  }
  if (asJson)
    return llvm::createStringError(
        "--svg requires a file next to --json, found none");
  return printAnswer(about, /*asSvg=*/true);
}

static llvm::Error run() {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  llvm::Expected<Explanation> about =
      answer({layoutText, shapeText, dimsText, dtypeText, getIfGiven(toText),
              getIfGiven(atText)},
             &context);
  return about ? print(*about) : about.takeError();
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
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "layout-explain: what does a layout do with a tensor?\n\n"
          "Prints strides, padding, contiguous runs, where elements lie, and a "
          "picture of\nmemory. Exits with 1 if it cannot, 2 if the command "
          "line is wrong.\n",
          &llvm::errs()))
    return 2;
  if (llvm::Error error = run()) {
    printError(std::move(error));
    return 1;
  }
  return 0;
}
