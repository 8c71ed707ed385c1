//===- Passes.h - Passes behind the plan ------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes.td states precondition and effect of each pass.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXPORT_PASSES_H
#define LAYOUT_EXPORT_PASSES_H

#include "layout/Interfaces/LayoutPass.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

/// The attributes that `layout-materialize` leaves on ops, besides those that
/// later passes read.
enum class KeptAttributes { None, Marks, All };

} // namespace mlir::layout

LAYOUT_CHOICE_PARSER(mlir::layout::KeptAttributes)

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Export/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_EXPORT_PASSES_H
