//===- Passes.h - Passes that read programs of others -----------*- C++ -*-===//
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

#ifndef LAYOUT_IMPORT_PASSES_H
#define LAYOUT_IMPORT_PASSES_H

#include "layout/Interfaces/LayoutPass.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Import/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_IMPORT_PASSES_H
