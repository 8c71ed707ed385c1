//===- PlanningScope.cpp - What the passes may touch ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Dialect/Layout/IR/Layout.h"

using namespace mlir;
using namespace mlir::layout;

static bool isMarked(Operation *op, ArrayRef<StringRef> names) {
  for (; op; op = op->getParentOp())
    if (llvm::any_of(names, [&](StringRef name) { return op->hasAttr(name); }))
      return true;
  return false;
}

bool layout::isSkipped(Operation *op) {
  return isMarked(op, {LayoutDialect::kSkip});
}

bool layout::isFrozen(Operation *op) {
  return isMarked(op, {LayoutDialect::kFrozen, LayoutDialect::kSkip});
}

SmallVector<func::FuncOp> layout::getPlannedFunctions(ModuleOp module) {
  llvm::SmallPtrSet<Attribute, 4> unplanned;
  if (auto names =
          dyn_cast_or_null<ArrayAttr>(getReportEntry(module, "unplanned")))
    unplanned.insert(names.begin(), names.end());
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && !isFrozen(function) &&
        !unplanned.contains(function.getSymNameAttr()))
      functions.push_back(function);
  return functions;
}

Attribute layout::getReportEntry(ModuleOp module, StringRef key) {
  auto report = module->getAttrOfType<DictionaryAttr>(LayoutDialect::kReport);
  return report ? report.get(key) : Attribute();
}

void layout::setReportEntry(ModuleOp module, StringRef key, Attribute value) {
  NamedAttrList entries(
      module->getAttrOfType<DictionaryAttr>(LayoutDialect::kReport));
  entries.set(key, value);
  module->setAttr(LayoutDialect::kReport,
                  entries.getDictionary(module.getContext()));
}
