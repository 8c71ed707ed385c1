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

/// Reads the options and checks what can be checked without the program.
static LogicalResult readOptions(ModuleOp program, StringRef text,
                                 LayoutPipelineOptions &options) {
  ErrorCodeScope scope(program.getContext(), LayoutErrorOption);
  if (llvm::Error error = options.parse(text))
    return emitError(program.getLoc()) << llvm::toString(std::move(error));
  if (options.target.empty())
    return success();
  program.getContext()->loadDialect<DLTIDialect>();
  return readLayoutTargets(program, options.target);
}

LayoutReport layoutPlan(MlirModule module, MlirStringRef options) {
  ModuleOp program = unwrap(module);
  LayoutPipelineOptions pipeline;
  if (failed(readOptions(program, unwrap(options), pipeline)))
    return {nullptr};
  ErrorCodeScope scope(program.getContext(), LayoutErrorPlanning);
  FailureOr<PlanReport> report = planLayouts(program, pipeline);
  if (failed(report))
    return {nullptr};
  return wrap(new PlanReport(std::move(*report)));
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
