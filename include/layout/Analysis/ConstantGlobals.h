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
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CONSTANTGLOBALS_H
#define LAYOUT_ANALYSIS_CONSTANTGLOBALS_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::layout {

/// Returns the global whose value is the result of `op`; null if `op` is null
/// or reads none.
Operation *getLoadedGlobal(Operation *op);

/// Returns the value of a global. If the program may change it, or does not
/// say what it is, returns null and sets `whyNot` to the reason.
ElementsAttr getConstantValue(Operation *global, std::string &whyNot);

/// Erases `op`, a constant or an op that reads a constant global, unless it is
/// used or frozen. Reading such a global has no effects, although
/// ml_program.global_load and bufferization.to_tensor state some. Returns
/// whether it is erased.
bool eraseUnusedConstant(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CONSTANTGLOBALS_H
