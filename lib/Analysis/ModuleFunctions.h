//===- ModuleFunctions.h - Functions of nested modules ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may hold modules in modules. Calls stay inside of a module, which
// is a symbol table of its own, but one plan is made of all.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_MODULEFUNCTIONS_H
#define LAYOUT_LIB_ANALYSIS_MODULEFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <string>

namespace mlir::layout {

/// `module` and the modules in it, in program order. Those that describe a
/// target system of their own, and what is in them, are left out: they are
/// planned by themselves, for that system.
SmallVector<ModuleOp> getModules(ModuleOp module);

/// The functions of these modules, in program order of the modules.
SmallVector<func::FuncOp> getFunctions(ModuleOp module);

/// The name of a function in the whole program: "main", and "inner::main" in a
/// module @inner of the program. A module without a name is called by its
/// number among the modules of the one around it, "module0".
std::string getQualifiedName(FunctionOpInterface function);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_MODULEFUNCTIONS_H
