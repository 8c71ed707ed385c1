//===- Passes.h - The passes of the oneDNN backend --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXAMPLES_ONEDNN_PASSES_H
#define LAYOUT_EXAMPLES_ONEDNN_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace onednn {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "OneDNNPasses.h.inc"

/// Registers `onednn-plan`, which is layout-pipeline with onednn-partition as a
/// stage, and `onednn-to-calls`, which turns its result into buffers and calls.
void registerPipelines();
/// Registers the target "onednn", which says what oneDNN takes.
void registerTarget();

} // namespace onednn

#endif // LAYOUT_EXAMPLES_ONEDNN_PASSES_H
