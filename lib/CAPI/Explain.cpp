//===- Explain.cpp - C API of explanations --------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout-c/Explain.h"
#include "Errors.h"
#include "Explain/Output.h"
#include "Explain/Target.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"

using namespace mlir;
using namespace mlir::layout;

static std::string getText(MlirStringRef text) {
  return std::string(text.data ? unwrap(text) : StringRef());
}

static std::optional<std::string> getIfGiven(MlirStringRef text) {
  return text.data ? std::optional(getText(text)) : std::nullopt;
}

static llvm::Expected<explain::Explanation>
answer(MLIRContext *context, const LayoutQuestion &question) {
  llvm::Expected<LayoutTarget> target =
      explain::readTarget(getText(question.target), context);
  if (!target)
    return target.takeError();
  std::string elementType = getText(question.elementType);
  return explain::answer({getText(question.layout), getText(question.shape),
                          getText(question.dims), getText(question.hostStrides),
                          elementType.empty() ? "f32" : elementType,
                          getIfGiven(question.to), getIfGiven(question.at),
                          target->unitBytes},
                         context);
}

static llvm::Error print(const explain::Explanation &about,
                         LayoutExplanationFormat format,
                         llvm::raw_ostream &os) {
  if (format == LayoutExplanationSvg)
    return printSvg(about, os);
  if (format == LayoutExplanationJson)
    printJson(about, os);
  else
    printText(about, os);
  return llvm::Error::success();
}

MlirLogicalResult layoutExplain(MlirContext context, LayoutQuestion question,
                                LayoutExplanationFormat format,
                                MlirStringCallback callback, void *userData) {
  llvm::Expected<explain::Explanation> about =
      answer(unwrap(context), question);
  if (!about) {
    emitError(unwrap(context), LayoutErrorArgument, about.takeError());
    return mlirLogicalResultFailure();
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::Error error = print(*about, format, os)) {
    emitError(unwrap(context), LayoutErrorInexpressible, std::move(error));
    return mlirLogicalResultFailure();
  }
  callback(wrap(StringRef(text)), userData);
  return mlirLogicalResultSuccess();
}
