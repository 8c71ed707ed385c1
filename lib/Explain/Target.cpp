//===- Target.cpp - What a target says about layouts ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

llvm::Expected<LayoutTarget> explain::readTarget(StringRef nameOrFile,
                                                 MLIRContext *context) {
  if (nameOrFile.empty())
    return LayoutTarget();
  context->loadDialect<DLTIDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  std::string message;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
  });
  FailureOr<LayoutTargets> targets = readLayoutTargets(*module, nameOrFile);
  if (failed(targets))
    return llvm::createStringError("target " + message);
  return targets->devices.front().second;
}

void explain::printDefaults(const LayoutTarget &target, bool asJson,
                            llvm::raw_ostream &os) {
  llvm::json::Array rows;
  std::string text;
  for (int64_t rank = 1; rank <= kMaxDefaultRank; ++rank) {
    std::string dims;
    std::string layout =
        llvm::cantFail(target.getDefaultLetters(rank, dims)).str();
    rows.push_back(
        llvm::json::Object{{"rank", rank}, {"dims", dims}, {"layout", layout}});
    text += llvm::formatv("  {0,4}  {1,-8}  {2}\n", rank, dims, layout);
  }
  if (asJson) {
    llvm::json::Object object{{"defaults", std::move(rows)}};
    if (!target.name.empty())
      object["target"] = target.name;
    os << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(object)));
    return;
  }
  os << (target.name.empty() ? "Without a target"
                             : "Target " + StringRef(target.name).str())
     << ", where nothing else decides\n\n"
     << llvm::formatv("  {0,4}  {1,-8}  {2}\n", "rank", "dims", "layout")
     << text;
}
