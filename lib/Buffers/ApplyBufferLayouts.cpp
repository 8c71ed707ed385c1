//===- ApplyBufferLayouts.cpp - The pass of that name ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferClasses.h"
#include "layout/Buffers/BufferLayouts.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTAPPLYBUFFERLAYOUTS
#include "layout/Buffers/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

FailureOr<SmallVector<Operation *>>
layout::applyBufferLayouts(ModuleOp module, BufferFunctions functions,
                           LoopOrder order) {
  FailureOr<BufferClasses> classes = BufferClasses::get(module, functions);
  if (failed(classes) || failed(classes->layOut()))
    return failure();
  return rewriteBuffers(module, *classes, order);
}

namespace {
struct LayoutApplyBufferLayouts
    : layout::impl::LayoutApplyBufferLayoutsBase<LayoutApplyBufferLayouts> {
  using LayoutApplyBufferLayoutsBase::LayoutApplyBufferLayoutsBase;

  void runOnOperation() override {
    if (failed(applyBufferLayouts(getOperation(), functions, loopOrder)))
      signalPassFailure();
  }
};
} // namespace
