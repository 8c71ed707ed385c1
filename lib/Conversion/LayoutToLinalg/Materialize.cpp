//===- Materialize.cpp - The pass layout-materialize ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Conversion/LayoutToLinalg/LayoutToLinalg.h"
#include "layout/Conversion/Passes.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTMATERIALIZE
#include "layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The op whose mark keeps the pass from touching `op`: one that is left around
/// it, or the function around it if that is frozen; null if there is none.
static Operation *getKeeper(Operation *op) {
  for (; op; op = op->getParentOp())
    if (hasSkipMark(op) || (isa<func::FuncOp>(op) && isMarked(op)))
      return op;
  return nullptr;
}

/// What must hold before the first op is rewritten.
static LogicalResult verifyPrecondition(Operation *op) {
  if (isa_and_nonnull<LayoutDialect>(op->getDialect())) {
    Operation *keeper = getKeeper(op);
    if (!keeper)
      return success();
    InFlightDiagnostic error =
        op->emitOpError() << "requires a place where ops may be changed to be "
                             "materialized, found it in one that is kept";
    error.attachNote(keeper->getLoc()) << "marked here";
    return error;
  }
  // A single entry leaves no choice; whether it holds is for layout-verify.
  auto entries = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  bool undecided =
      entries && (entries.size() > 1 || op->hasAttr(LayoutDialect::kPrefer) ||
                  cast<OpLayoutAttr>(entries[0]).allowsOtherOrders());
  if (!undecided || getKeeper(op))
    return success();
  return op->emitOpError() << "requires its layouts to be chosen before it is "
                              "materialized, found "
                           << entries.size() << " to choose from";
}

/// Erases our attributes but the report and, if they are kept, marks; goes into
/// every op but the functions that are kept.
static WalkResult eraseAttributes(Operation *op, bool keepMarks,
                                  bool &changed) {
  if (isa<func::FuncOp>(op) && getKeeper(op))
    return WalkResult::skip();
  SmallVector<StringAttr> names;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (isa_and_nonnull<LayoutDialect>(attribute.getNameDialect()) &&
        attribute.getName() != LayoutDialect::kReport &&
        !(keepMarks && isMark(attribute.getName())))
      names.push_back(attribute.getName());
  for (StringAttr name : names)
    op->removeDiscardableAttr(name);
  changed |= !names.empty();
  return WalkResult::advance();
}

namespace {
struct LayoutMaterialize
    : layout::impl::LayoutMaterializeBase<LayoutMaterialize> {
  using LayoutMaterializeBase::LayoutMaterializeBase;

  // Layout ops are lowered wherever they stand: there is no other way to a
  // program that upstream tools can read.
  void runOnOperation() override {
    SmallVector<LayoutTransformOp> transforms;
    bool valid = true, changed = false;
    getOperation()->walk([&](Operation *op) {
      valid &= succeeded(verifyPrecondition(op));
      if (auto transform = dyn_cast<LayoutTransformOp>(op))
        transforms.push_back(transform);
      changed |= isa_and_nonnull<LayoutDialect>(op->getDialect());
    });
    if (!valid)
      return signalPassFailure();

    IRRewriter rewriter(&getContext());
    // Packs first: one takes the pad or the crop beside it along.
    if (packs)
      for (LayoutTransformOp transform : transforms)
        materializeAsPack(rewriter, transform);
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<LayoutDialect>(op->getDialect()))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      llvm::TypeSwitch<Operation *>(op).Case<LayoutTransformOp, PadOp, CropOp>(
          [&](auto layoutOp) { materialize(rewriter, layoutOp); });
    getOperation()->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { return eraseAttributes(op, keepMarks, changed); });
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
