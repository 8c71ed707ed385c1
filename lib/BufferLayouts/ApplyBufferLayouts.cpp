//===- ApplyBufferLayouts.cpp - The pass layout-apply-buffer-layouts ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assigns to every alias set the layout that its type or its annotations
// request, and rewrites the module accordingly (BufferRewrite.h).
//
//===----------------------------------------------------------------------===//

#include "BufferLayouts.h"
#include "BufferRewrite.h"
#include "Dialect/BufferAnnotations.h"
#include "Views.h"
#include "layout/Analysis/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTAPPLYBUFFERLAYOUTS
#include "layout/BufferLayouts/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Remarks that a buffer keeps a layout which says nothing we know.
static void remarkForeign(const AliasSet &set) {
  Attribute foreign = getForeignLayout(set.type);
  if (!foreign)
    return;
  Operation *op = set.getDiagnosticOp();
  std::string text;
  llvm::raw_string_ostream(text) << foreign;
  remark::missed(op->getLoc(),
                 getRemark("foreign", "layout-apply-buffer-layouts", op))
      << remark::add("{0} stays in the type: it is no layout that implements "
                     "TensorLayoutAttrInterface",
                     text);
}

/// Assigns the requested layouts, and those of the views of such buffers. A
/// type with a layout is a request unless the type is fixed.
static LogicalResult assignRequestedLayouts(AliasSets &sets) {
  for (AliasSet &set : sets.getSets()) {
    remarkForeign(set);
    TensorLayoutAttrInterface layout = getLayoutOf(set.type);
    if (!set.request && (!layout || set.pin || containsView(sets, set)))
      continue;
    std::optional<IndexMap> stated = getLayoutMap(set.type);
    if (!set.request && !stated)
      return set.getDiagnosticOp()->emitOpError()
             << "requires a layout that its type can have, found " << set.type;
    IndexMap map = set.request ? set.layoutMap : *stated;
    if (failed(set.setLayout(map)))
      return set.getDiagnosticOp()->emitOpError()
             << "requires an index map with a known physical shape, found "
             << IndexMapAttr::get(map);
  }
  return assignViewLayouts(sets);
}

FailureOr<SmallVector<Operation *>>
layout::applyBufferLayouts(ModuleOp module, BufferFunctions functions,
                           LoopOrder order) {
  FailureOr<AliasSets> sets = AliasSets::get(module, functions);
  if (failed(sets) || failed(assignRequestedLayouts(*sets)))
    return failure();
  auto loops = rewriteBuffers(module, *sets, order, NewViews::Allowed);
  if (succeeded(loops))
    removeAnnotations(module);
  return loops;
}

namespace {
struct LayoutApplyBufferLayouts
    : layout::impl::LayoutApplyBufferLayoutsBase<LayoutApplyBufferLayouts> {
  using LayoutApplyBufferLayoutsBase::LayoutApplyBufferLayoutsBase;

  void runOnProgram() override {
    if (failed(applyBufferLayouts(getOperation(), functions, loopOrder)))
      signalPassFailure();
  }
};
} // namespace
