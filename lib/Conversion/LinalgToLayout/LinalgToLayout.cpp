//===- LinalgToLayout.cpp - Upstream rewrites as layout ops ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Conversion/LinalgToLayout/LinalgToLayout.h"
#include "Raise.h"
#include "layout/Conversion/Passes.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/CarryAttributes.h"
#include "layout/Dialect/Layout/Utils/PassRemarks.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTRAISE
#include "layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Common steps
//===----------------------------------------------------------------------===//

LogicalResult raise::leave(Operation *op, StringRef why) {
  remark::missed(op->getLoc(), getRemark("raise", "layout-raise", op))
      << remark::add("{0} stays as it is", op->getName().getStringRef())
      << remark::reason("{0}", why);
  return failure();
}

bool raise::isPlain(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() &&
         !llvm::is_contained(tensor.getShape(), 0);
}

Value raise::castTo(RewriterBase &rewriter, Value value,
                    RankedTensorType type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(rewriter, value.getLoc(), type, value);
}

LogicalResult raise::replace(RewriterBase &rewriter, Operation *op,
                             Operation *last) {
  remark::passed(op->getLoc(), getRemark("raise", "layout-raise", op))
      << remark::add("{0} became {1}", op->getName().getStringRef(),
                     last->getName().getStringRef());
  carryAttributes(op, last);
  SmallVector<Operation *> destinations;
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    for (Value init : style.getDpsInits())
      if (auto empty = init.getDefiningOp<tensor::EmptyOp>())
        destinations.push_back(empty);
  Value made = last->getResult(0);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  // Sizes that are known by now need not be said by a cast.
  for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
    if (isa<tensor::CastOp>(user) && made.getType() != type &&
        user->getResult(0).getType() == made.getType())
      rewriter.replaceOp(user, made);
  if (op->use_empty())
    rewriter.eraseOp(op);
  else
    rewriter.replaceOp(op, castTo(rewriter, made, type));
  for (Operation *empty : destinations)
    if (isOpTriviallyDead(empty))
      rewriter.eraseOp(empty);
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LogicalResult layout::raiseRewrite(RewriterBase &rewriter, Operation *op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case(
          [&](linalg::PackOp pack) { return raise::raisePack(rewriter, pack); })
      .Case([&](linalg::UnPackOp unpack) {
        return raise::raiseUnpack(rewriter, unpack);
      })
      .Case([&](linalg::LinalgOp linalg) {
        return raise::raiseCopy(rewriter, linalg);
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ReshapeOp>(
          [&](auto reshape) { return raise::raiseReshape(rewriter, reshape); })
      .Default([](Operation *) { return failure(); });
}

/// What belongs to a rewrite beside it, once that is raised.
static LogicalResult raiseWindow(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](tensor::PadOp pad) { return raise::raisePad(rewriter, pad); })
      .Case([&](tensor::ExtractSliceOp slice) {
        return raise::raiseSlice(rewriter, slice);
      })
      .Default([](Operation *) { return failure(); });
}

namespace {
struct LayoutRaise : layout::impl::LayoutRaiseBase<LayoutRaise> {
  void runOnOperation() override {
    SmallVector<Operation *> candidates, windows;
    for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
      function.walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isFrozen(op))
          return WalkResult::skip();
        if (isa<tensor::PadOp, tensor::ExtractSliceOp>(op))
          windows.push_back(op);
        else if (isa<linalg::LinalgOp, linalg::PackOp, linalg::UnPackOp,
                     tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                     tensor::ReshapeOp>(op) &&
                 !op->hasAttr(LayoutDialect::kOpLayout))
          candidates.push_back(op);
        // A body computes elements; no tensor is made there.
        return isa<linalg::LinalgOp>(op) ? WalkResult::skip()
                                         : WalkResult::advance();
      });

    IRRewriter rewriter(&getContext());
    bool changed = false;
    for (Operation *op : candidates)
      changed |= succeeded(raiseRewrite(rewriter, op));
    for (Operation *op : windows)
      changed |= succeeded(raiseWindow(rewriter, op));
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
