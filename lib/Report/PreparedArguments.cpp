//===- PreparedArguments.cpp - What is made of constant arguments ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ConstantArguments.h"
#include "Analysis/HostDescriptor.h"
#include "Analysis/ModuleFunctions.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Report/PlanReport.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the function whose arguments `prepare` prepares; null if there is
/// none.
static func::FuncOp getPlanned(func::FuncOp prepare, ModuleOp module) {
  StringRef name = prepare.getName();
  if (!prepare->hasAttr(LayoutDialect::kPrepares) ||
      !name.consume_back(".prepare"))
    return {};
  return module.lookupSymbol<func::FuncOp>(name);
}

std::vector<PreparedArgument>
layout::collectPreparedArguments(ModuleOp module) {
  std::vector<PreparedArgument> prepared;
  for (func::FuncOp prepare : getFunctions(module)) {
    func::FuncOp function =
        getPlanned(prepare, cast<ModuleOp>(prepare->getParentOp()));
    if (!function || function.isExternal())
      continue;
    unsigned result = 0;
    for (BlockArgument argument : function.getArguments()) {
      if (!isConstantArgument(argument) || result == prepare.getNumResults())
        continue;
      PreparedArgument entry;
      entry.function = getQualifiedName(function);
      entry.argument = argument.getArgNumber();
      entry.result = result;
      llvm::raw_string_ostream(entry.type) << argument.getType();
      if (auto host = prepare.getResultAttrOfType<DictionaryAttr>(
              result, LayoutDialect::kHost))
        entry.descriptor = toJsonObject(host);
      prepared.push_back(std::move(entry));
      ++result;
    }
  }
  return prepared;
}
