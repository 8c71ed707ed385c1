//===- HostFunction.h - Functions for callers -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout-host` adds functions for callers of a function that takes or returns
// tensors in other layouts: they pack an argument, or unpack a result. They are
// no part of what the program does, and are neither planned nor counted.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_HOSTFUNCTION_H
#define LAYOUT_LIB_DIALECT_HOSTFUNCTION_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// The mark of such a function, a unit attribute.
inline constexpr llvm::StringLiteral kPacks = "layout.packs";

/// Whether `op` is a function with that mark.
bool isHostFunction(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_HOSTFUNCTION_H
