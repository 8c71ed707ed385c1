//===- LinalgToLayout.cpp - Upstream rewrites as layout ops ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgToLayout.h"
#include "Analysis/CarriedAttributes.h"
#include "Analysis/HeldLayouts.h"
#include "MoveLoops.h"
#include "Raise.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "layout/Import/Passes.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTRAISE
#include "layout/Import/Passes.h.inc"
} // namespace mlir::layout

#define DEBUG_TYPE "layout-raise"
ALWAYS_ENABLED_STATISTIC(numRaised, "Upstream ops raised to layout ops");
ALWAYS_ENABLED_STATISTIC(numSkipped, "Rewrites that could not be raised");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Common steps
//===----------------------------------------------------------------------===//

LogicalResult raise::skip(Operation *op, StringRef why) {
  ++numSkipped;
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

void raise::noteRaised(Operation *op, Operation *last) {
  ++numRaised;
  LAYOUT_DEBUG(llvm::dbgs() << op->getName() << " becomes " << *last << "\n");
  remark::passed(op->getLoc(), getRemark("raise", "layout-raise", op))
      << remark::add("{0} became {1}", op->getName().getStringRef(),
                     last->getName().getStringRef());
}

LogicalResult raise::replace(RewriterBase &rewriter, Operation *op,
                             Operation *last) {
  noteRaised(op, last);
  carryAttributes(op, last);
  SmallVector<Operation *> destinations;
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    for (Value init : style.getDpsInits())
      if (auto empty = init.getDefiningOp<tensor::EmptyOp>())
        destinations.push_back(empty);
  Value result = last->getResult(0);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  // A cast of `op` to the more static type of the result is not needed.
  for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
    if (isa<tensor::CastOp>(user) && result.getType() != type &&
        user->getResult(0).getType() == result.getType())
      rewriter.replaceOp(user, result);
  if (op->use_empty())
    rewriter.eraseOp(op);
  else
    rewriter.replaceOp(op, castTo(rewriter, result, type));
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
        return success(succeeded(raise::raiseGather(rewriter, linalg)) ||
                       succeeded(raise::raiseScatter(rewriter, linalg)) ||
                       succeeded(raise::raiseRepetition(rewriter, linalg)) ||
                       succeeded(raise::raiseCopy(rewriter, linalg)));
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ReshapeOp>(
          [&](auto reshape) { return raise::raiseReshape(rewriter, reshape); })
      .Case([&](tensor::ConcatOp concat) {
        return raise::raiseConcat(rewriter, concat);
      })
      .Default([](Operation *) { return failure(); });
}

/// Raises a pad or slice next to transforms, which must be raised already.
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
  void runOnProgram() override {
    IRRewriter rewriter(&getContext());
    for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
      holdStatedValues(function);
    FailureOr<bool> changed = raiseMarkedAndLoops(rewriter);
    if (failed(changed))
      return signalPassFailure();
    if (!raiseRewrites(rewriter) && !*changed)
      markAllAnalysesPreserved();
  }

private:
  /// Visits the ops that may become others, outer ones first. `visit` returns
  /// whether to look into an op.
  void walk(llvm::function_ref<bool(Operation *)> visit) {
    for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
      function.walk<WalkOrder::PreOrder>([&](Operation *op) {
        // An op that says which buffers it accepts must not become another.
        if (isFrozen(op) || op->hasAttr(LayoutDialect::kPitched) || !visit(op))
          return WalkResult::skip();
        // The body of a structured op computes scalars.
        return isa<linalg::LinalgOp>(op) ? WalkResult::skip()
                                         : WalkResult::advance();
      });
  }

  /// Loops become structured ops, which `raiseRewrites` finds. Returns whether
  /// anything has changed.
  FailureOr<bool> raiseMarkedAndLoops(RewriterBase &rewriter) {
    SmallVector<Operation *> marked;
    SmallVector<raise::MoveLoops, 0> loops;
    walk([&](Operation *op) {
      if (op->hasAttr(LayoutDialect::kRewrite)) {
        marked.push_back(op);
        return false;
      }
      std::string reason;
      if (auto nest = raise::matchLoops(op, reason); succeeded(nest))
        loops.push_back(std::move(*nest));
      else if (!reason.empty())
        (void)raise::skip(op, reason);
      else
        return true;
      return false;
    });
    bool changed = !marked.empty();
    for (Operation *op : marked)
      if (failed(raise::raiseMarked(rewriter, op)))
        return failure();
    for (const raise::MoveLoops &nest : loops)
      changed |= succeeded(raise::raiseLoops(rewriter, nest));
    return changed;
  }

  bool raiseRewrites(RewriterBase &rewriter) {
    SmallVector<Operation *> candidates, windows;
    walk([&](Operation *op) {
      if (op->hasAttr(LayoutDialect::kRewrite))
        return true;
      if (isa<tensor::PadOp, tensor::ExtractSliceOp>(op))
        windows.push_back(op);
      else if (isa<linalg::LinalgOp, linalg::PackOp, linalg::UnPackOp,
                   tensor::ConcatOp, tensor::ExpandShapeOp,
                   tensor::CollapseShapeOp, tensor::ReshapeOp>(op) &&
               !op->hasAttr(LayoutDialect::kOpLayout))
        candidates.push_back(op);
      return true;
    });
    bool changed = false;
    for (Operation *op : candidates) {
      Operation *candidate = op;
      if (auto structured = dyn_cast<linalg::LinalgOp>(op))
        candidate = raise::speculateReads(rewriter, structured);
      changed |= candidate != op;
      if (succeeded(raiseRewrite(rewriter, candidate)))
        changed = true;
      else if (auto structured = dyn_cast<linalg::LinalgOp>(candidate))
        changed |= succeeded(raise::orderLoops(rewriter, structured));
    }
    // Slices that a transform has taken the place of move nothing; users come
    // behind what they read.
    for (Operation *&op : llvm::reverse(windows))
      if (isOpTriviallyDead(op) && !isMarked(op)) {
        rewriter.eraseOp(std::exchange(op, nullptr));
        changed = true;
      }
    for (Operation *op : windows)
      changed |= op && succeeded(raiseWindow(rewriter, op));
    return changed;
  }
};
} // namespace
