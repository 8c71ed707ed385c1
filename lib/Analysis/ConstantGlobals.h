//===- ConstantGlobals.h - Globals that never change ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights may lie in globals: an ml_program.global, which
// ml_program.global_load_const or ml_program.global_load reads, or a
// memref.global, which bufferization.to_tensor of a memref.get_global reads.
// One that is marked `layout.constant` is rewritten once, in front of the first
// call of the public functions that load it (`layout-prepare-constants`).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_CONSTANTGLOBALS_H
#define LAYOUT_LIB_ANALYSIS_CONSTANTGLOBALS_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::layout {

/// Returns the global whose value is the result of `op`; null if `op` is null
/// or reads none.
Operation *getLoadedGlobal(Operation *op);

/// Returns the value of a global. If the program may change it, or does not
/// say what it is, returns null and sets `whyNot` to the reason.
ElementsAttr getConstantValue(Operation *global, std::string &whyNot);

/// Whether the result of `op` is the value of a global that is marked
/// `layout.constant`.
bool loadsMarkedGlobal(Operation *op);

/// Checks that no global that is marked `layout.constant` may change: it is
/// constant, or it is private and is only loaded. Emits an error otherwise.
LogicalResult verifyMarkedGlobals(ModuleOp module);

/// Erases `op`, a constant or an op that reads a constant global, unless it is
/// used or frozen. Reading such a global has no effects, although
/// ml_program.global_load and bufferization.to_tensor state some. Returns
/// whether it is erased.
bool eraseUnusedConstant(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_CONSTANTGLOBALS_H
