//===- Passes.h - Passes on the layout dialect ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each pass requires and leaves behind is said in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES_H
#define LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

/// Where a blocked extent does not divide: leave that side without the block,
/// or pad it to a multiple.
enum class Indivisible { Plain, Pad };

/// Whether critical ops may read operands as only a transpose in disguise
/// would: not at all, or for their bytes.
enum class Absorb { Never, Priced };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Dialect/Layout/Transforms/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_TRANSFORMS_PASSES_H
