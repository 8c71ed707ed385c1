//===- Passes.h - The whole pipeline ----------------------------*- C++ -*-===//
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

#ifndef LAYOUT_PIPELINES_PASSES_H
#define LAYOUT_PIPELINES_PASSES_H

#include "layout/Buffers/Passes.h"
#include "layout/Conversion/Passes.h"
#include "layout/Dialect/Layout/Transforms/Passes.h"
#include "layout/Planning/Passes.h"
#include "layout/Report/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Pipelines/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_PIPELINES_PASSES_H
