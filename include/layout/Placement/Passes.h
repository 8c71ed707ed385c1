//===- Passes.h - Passes that place buffers ---------------------*- C++ -*-===//
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

#ifndef LAYOUT_PLACEMENT_PASSES_H
#define LAYOUT_PLACEMENT_PASSES_H

#include "layout/Interfaces/LayoutPass.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Placement/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_PLACEMENT_PASSES_H
