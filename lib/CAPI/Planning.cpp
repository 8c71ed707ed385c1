//===- Planning.cpp - C API of the planner --------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout-c/Planning.h"
#include "Errors.h"
#include "layout/Pipelines/PlanLayouts.h"
#include "layout/Targets/LayoutTarget.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::layout;

DEFINE_C_API_PTR_METHODS(LayoutReport, PlanReport)

MlirModule layoutModuleParse(MlirContext context, MlirStringRef source,
                             MlirStringRef name) {
  ErrorCodeScope scope(unwrap(context), LayoutErrorProgram);
  // The data of bytecode is used in place, and must be aligned.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      source.length, unwrap(name), llvm::Align(4096));
  llvm::copy(unwrap(source), buffer->getBufferStart());
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return wrap(parseSourceFile<ModuleOp>(sources, ParserConfig(unwrap(context)))
                  .release());
}

namespace {
/// The options of the pipeline, which can be set one by one. A text of them all
/// has no form for a value with blanks and both kinds of quotes.
struct OptionsByName : LayoutPipelineOptions {
  llvm::Error set(StringRef name, StringRef value) {
    auto option = OptionsMap.find(name);
    if (option != OptionsMap.end() &&
        !option->second->addOccurrence(/*pos=*/0, name, value))
      return llvm::Error::success();
    SmallVector<StringRef> names(OptionsMap.keys());
    llvm::sort(names);
    std::string message, text = (name + "=" + value).str();
    if (option == OptionsMap.end())
      message = ("no such option " + name).str();
    return llvm::createStringError(describeOptionError(message, text, names));
  }
};
} // namespace

/// Reads options and checks what can be checked without the program.
static LogicalResult
readOptions(ModuleOp program, OptionsByName &options,
            llvm::function_ref<llvm::Error(OptionsByName &)> read) {
  ErrorCodeScope scope(program.getContext(), LayoutErrorOption);
  if (llvm::Error error = read(options))
    return emitError(program.getLoc()) << llvm::toString(std::move(error));
  if (options.target.empty())
    return success();
  program.getContext()->loadDialect<DLTIDialect>();
  return readLayoutTargets(program, options.target);
}

static LayoutReport
plan(ModuleOp program, llvm::function_ref<llvm::Error(OptionsByName &)> read) {
  OptionsByName options;
  if (failed(readOptions(program, options, read)))
    return {nullptr};
  ErrorCodeScope scope(program.getContext(), LayoutErrorPlanning);
  FailureOr<PlanReport> report = planLayouts(program, options);
  if (failed(report))
    return {nullptr};
  return wrap(new PlanReport(std::move(*report)));
}

LayoutReport layoutPlan(MlirModule module, MlirStringRef options) {
  return plan(unwrap(module),
              [&](OptionsByName &read) { return read.parse(unwrap(options)); });
}

LayoutReport layoutPlanWithOptions(MlirModule module, intptr_t numOptions,
                                   const LayoutOption *options) {
  return plan(unwrap(module), [&](OptionsByName &read) -> llvm::Error {
    for (const LayoutOption &option : ArrayRef(options, numOptions))
      if (llvm::Error error =
              read.set(unwrap(option.name), unwrap(option.value)))
        return error;
    return llvm::Error::success();
  });
}

static ReportFormat toFormat(LayoutReportFormat format) {
  switch (format) {
  case LayoutReportText:
    return ReportFormat::Text;
  case LayoutReportJson:
    return ReportFormat::JSON;
  case LayoutReportHtml:
    return ReportFormat::Page;
  case LayoutReportDot:
    return ReportFormat::Dot;
  case LayoutReportSvg:
    return ReportFormat::Svg;
  }
  return ReportFormat::Text;
}

MlirLogicalResult layoutReportPrint(LayoutReport report,
                                    LayoutReportFormat format,
                                    MlirLocation location,
                                    MlirStringCallback callback,
                                    void *userData) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::Error error = printReport(*unwrap(report), toFormat(format), os)) {
    emitError(unwrap(location), LayoutErrorUnavailable)
        << llvm::toString(std::move(error));
    return mlirLogicalResultFailure();
  }
  callback(wrap(StringRef(text)), userData);
  return mlirLogicalResultSuccess();
}

void layoutReportDestroy(LayoutReport report) { delete unwrap(report); }
