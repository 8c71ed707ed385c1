//===- ModuleFunctions.cpp - Functions of nested modules ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleFunctions.h"
#include "mlir/Dialect/DLTI/DLTI.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<ModuleOp> layout::getModules(ModuleOp module) {
  SmallVector<ModuleOp> modules = {module};
  for (auto nested : module.getOps<ModuleOp>())
    if (!nested->hasAttr(DLTIDialect::kTargetSystemDescAttrName))
      llvm::append_range(modules, getModules(nested));
  return modules;
}

SmallVector<func::FuncOp> layout::getFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (ModuleOp part : getModules(module))
    llvm::append_range(functions, part.getOps<func::FuncOp>());
  return functions;
}

/// The name of a module in another one.
static std::string getName(ModuleOp module) {
  if (std::optional<StringRef> name = module.getName())
    return name->str();
  unsigned number = 0;
  for (Operation &op : *module->getBlock()) {
    if (&op == module)
      break;
    number += isa<ModuleOp>(op);
  }
  return "module" + std::to_string(number);
}

std::string layout::getQualifiedName(FunctionOpInterface function) {
  std::string name = function.getName().str();
  for (auto module = function->getParentOfType<ModuleOp>();
       module && module->getParentOp();
       module = module->getParentOfType<ModuleOp>())
    name.insert(0, getName(module) + "::");
  return name;
}
