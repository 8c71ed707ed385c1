//===- Flatten.cpp - The pass layout-flatten ------------------------------===//
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
#define GEN_PASS_DEF_LAYOUTFLATTEN
#include "layout/Buffers/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

LogicalResult layout::flattenBuffers(ModuleOp module, BufferFunctions functions,
                                     std::optional<unsigned> maxRank) {
  FailureOr<BufferClasses> classes = BufferClasses::get(module, functions);
  if (failed(classes) || failed(classes->flatten(maxRank)))
    return failure();
  return rewriteBuffers(module, *classes);
}

namespace {
struct LayoutFlatten : layout::impl::LayoutFlattenBase<LayoutFlatten> {
  using LayoutFlattenBase::LayoutFlattenBase;

  void runOnOperation() override {
    std::optional<unsigned> limit;
    if (maxRank != 0)
      limit = maxRank;
    if (failed(flattenBuffers(getOperation(), functions, limit)))
      signalPassFailure();
  }
};
} // namespace
