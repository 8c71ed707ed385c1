//===- Remarks.cpp - Remarks and texts for diagnostics --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/Remarks.h"
#include "Analysis/LayerName.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

remark::RemarkOpts layout::getRemark(StringRef name, StringRef category,
                                     Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    function = op->getParentOfType<FunctionOpInterface>();
  // The pass layout-plan-again may discard the plan that a remark describes.
  for (Operation *module = op; module; module = module->getParentOp())
    if (module->hasAttr(LayoutDialect::kPlannedAgain))
      category = "layout-plan-again";
  return remark::RemarkOpts::name(name).category(category).function(
      function ? function.getName() : StringRef());
}

std::string layout::getLocationText(Location location) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    stream << file.getFilename().getValue() << ":" << file.getLine() << ":"
           << file.getColumn();
  else
    stream << location;
  return text;
}

std::string layout::getLocationText(Operation *op) {
  std::string text = op->getName().getStringRef().str();
  std::string name = getLayerName(op->getLoc());
  if (!name.empty())
    text += " '" + name + "'";
  bool hasFile =
      static_cast<bool>(op->getLoc()->findInstanceOf<FileLineColLoc>());
  return hasFile || name.empty() ? text + " at " + getLocationText(op->getLoc())
                                 : text;
}

std::string layout::getLocationText(BlockArgument argument) {
  return "argument " + std::to_string(argument.getArgNumber()) + " of " +
         getNameOrLocation(argument.getOwner()->getParentOp());
}

std::string layout::getNameOrLocation(Operation *op) {
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  return symbol ? ("@" + symbol.getName()).str() : getLocationText(op);
}

LogicalResult layout::emitTakenName(Operation *op, Operation *named,
                                    const Twine &required) {
  InFlightDiagnostic error = op->emitOpError()
                             << "requires @"
                             << SymbolTable::getSymbolName(named).getValue()
                             << " to be " << required << ", found ";
  if (auto function = dyn_cast<FunctionOpInterface>(named))
    error << (function.isPublic() ? "a function" : "a private function")
          << " of type " << function.getFunctionType();
  else
    error << "'" << named->getName() << "'";
  error.attachNote(named->getLoc()) << "conflicting symbol defined here";
  return error;
}
