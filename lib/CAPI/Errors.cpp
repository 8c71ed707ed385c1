//===- Errors.cpp - Errors of the C API -----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Notation/NotationError.h"
#include "mlir/CAPI/Diagnostics.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/Threading.h"

using namespace mlir;

// The code is an entry of a dictionary in the metadata of the diagnostic, as
// metadata is anybody's.
constexpr llvm::StringLiteral kCode = "layout.error_code";

static std::optional<LayoutErrorCode> getCode(Diagnostic &diagnostic) {
  for (DiagnosticArgument &argument : diagnostic.getMetadata()) {
    if (argument.getKind() !=
        DiagnosticArgument::DiagnosticArgumentKind::Attribute)
      continue;
    auto entries = dyn_cast<DictionaryAttr>(argument.getAsAttribute());
    if (auto code = entries ? entries.getAs<IntegerAttr>(kCode) : nullptr)
      return static_cast<LayoutErrorCode>(code.getInt());
  }
  return std::nullopt;
}

static void setCode(Diagnostic &diagnostic, LayoutErrorCode code) {
  Builder builder(diagnostic.getLocation().getContext());
  diagnostic.getMetadata().push_back(
      DiagnosticArgument(builder.getDictionaryAttr(
          builder.getNamedAttr(kCode, builder.getI32IntegerAttr(code)))));
}

InFlightDiagnostic layout::emitError(Location location, LayoutErrorCode code) {
  InFlightDiagnostic error = mlir::emitError(location);
  setCode(*error.getUnderlyingDiagnostic(), code);
  return error;
}

void layout::emitError(MLIRContext *context, LayoutErrorCode code,
                       llvm::Error error) {
  Location unknown = UnknownLoc::get(context);
  llvm::handleAllErrors(
      std::move(error),
      [&](const NotationError &error) {
        emitError(FileLineColLoc::get(context, "layout", 1, error.getColumn()),
                  LayoutErrorSyntax)
            << error.message();
      },
      [&](const MissingShapeError &error) {
        emitError(unknown, LayoutErrorNeedsShape) << error.message();
      },
      [&](const llvm::ErrorInfoBase &error) {
        emitError(unknown, code) << error.message();
      });
}

layout::ErrorCodeScope::ErrorCodeScope(MLIRContext *context,
                                       LayoutErrorCode code)
    : handler(context,
              [code, thread = llvm::get_threadid()](Diagnostic &diagnostic) {
                if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
                    llvm::get_threadid() == thread && !getCode(diagnostic))
                  setCode(diagnostic, code);
                return failure(); // The handlers of the context report it.
              }) {}

LayoutErrorCode layoutDiagnosticGetErrorCode(MlirDiagnostic diagnostic) {
  return getCode(unwrap(diagnostic)).value_or(LayoutErrorOther);
}
