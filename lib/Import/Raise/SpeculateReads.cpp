//===- SpeculateReads.cpp - Gathers without branches ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Raise.h"
#include "layout/Interfaces/GatherInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

/// Whether the branch yields an element that is read where its condition holds,
/// and else a constant.
static bool readsElement(scf::IfOp branch) {
  Attribute constant;
  return branch.getNumResults() == 1 && branch.elseBlock() &&
         llvm::hasSingleElement(branch.elseBlock()->getOperations()) &&
         llvm::all_of(branch.thenBlock()->without_terminator(),
                      [](Operation &op) { return isMemoryEffectFree(&op); }) &&
         branch.thenYield().getOperand(0).getDefiningOp<tensor::ExtractOp>() &&
         matchPattern(branch.elseYield().getOperand(0), m_Constant(&constant));
}

/// Returns the conditions under which `condition` holds: the parts of an `and`.
static void collectConditions(Value condition,
                              SmallVectorImpl<Value> &conditions) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    collectConditions(both.getLhs(), conditions);
    collectConditions(both.getRhs(), conditions);
    return;
  }
  conditions.push_back(condition);
}

/// Replaces a branch around a read by a read that is always in bounds, as
/// gathers have it:
///
///   %r = scf.if %isInside -> f32 {
///     %element = tensor.extract %a[%row] : tensor<6xf32>
///     scf.yield %element : f32
///   } else {
///     scf.yield %zero : f32
///   }
///
/// becomes
///
///   %i = arith.select %isInside, %row, %c0 : index
///   %element = tensor.extract %a[%i] : tensor<6xf32>
///   %r = arith.select %isInside, %element, %zero : f32
static void speculate(RewriterBase &rewriter, scf::IfOp branch) {
  Location loc = branch.getLoc();
  rewriter.setInsertionPoint(branch);
  SmallVector<Value> conditions;
  collectConditions(branch.getCondition(), conditions);
  auto read =
      branch.thenYield().getOperand(0).getDefiningOp<tensor::ExtractOp>();
  Value other = branch.elseYield().getOperand(0);
  rewriter.inlineBlockBefore(branch.thenBlock(), branch);
  Operation *yield = branch->getPrevNode();
  rewriter.eraseOp(yield);
  rewriter.setInsertionPoint(read);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  for (OpOperand &index : read.getIndicesMutable())
    for (Value condition : conditions)
      if (auto compare = condition.getDefiningOp<arith::CmpIOp>();
          compare && compare.getLhs() == index.get()) {
        index.set(arith::SelectOp::create(rewriter, loc, condition, index.get(),
                                          zero));
        break;
      }
  rewriter.setInsertionPoint(branch);
  rewriter.replaceOpWithNewOp<arith::SelectOp>(branch, branch.getCondition(),
                                               read.getResult(), other);
}

linalg::LinalgOp raise::speculateReads(RewriterBase &rewriter,
                                       linalg::LinalgOp op) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto isBranch = [](Value value) {
    auto branch = value.getDefiningOp<scf::IfOp>();
    return branch && branch->hasOneUse() && readsElement(branch);
  };
  if (op->getNumResults() != 1 || !isBranch(yielded) ||
      yielded.getParentBlock() != op.getBlock())
    return op;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  auto copy = cast<linalg::LinalgOp>(rewriter.clone(*op));
  speculate(rewriter, copy.getBlock()
                          ->getTerminator()
                          ->getOperand(0)
                          .getDefiningOp<scf::IfOp>());
  auto candidate = dyn_cast<GatherOpInterface>(copy.getOperation());
  std::optional<Gather> gather =
      candidate ? candidate.getGather() : std::nullopt;
  // Without known steps, an index without a condition may be out of bounds.
  if (!gather || !gather->steps) {
    rewriter.eraseOp(copy);
    return op;
  }
  rewriter.replaceOp(op, copy);
  return copy;
}
