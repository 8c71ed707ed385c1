//===- FactorOrder.cpp - The order of factors of contractions -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorOrder.h"
#include "RespelledOps.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/IR/Marks.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/ExternalModels/SpecializeToNamedOp.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether the dims of the result that the second operand has come in front of
/// those that the first one has.
static bool hasColumnsFirst(linalg::LinalgOp op, const CriticalOp &critical) {
  bool hasColumns = false, hasRows = false;
  for (AffineExpr index : op.getIndexingMapsArray().back().getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop)
      return false;
    LoopRole role = critical.roles[loop.getPosition()];
    if (role == LoopRole::N && hasRows)
      return false;
    hasColumns |= role == LoopRole::N;
    hasRows |= role == LoopRole::M;
  }
  return hasColumns && hasRows;
}

/// Whether the second factor has each dim that it gives the result in front of
/// each contracted dim, as the first factor of linalg.matmul has. Otherwise the
/// exchanged op would be no more usual than the present one, such as a product
/// that a plan stores by columns.
static bool hasRowsSecond(linalg::LinalgOp op, const CriticalOp &critical) {
  bool hasContracted = false;
  for (AffineExpr index : op.getIndexingMapsArray()[1].getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop)
      return false;
    LoopRole role = critical.roles[loop.getPosition()];
    if (role == LoopRole::N && hasContracted)
      return false;
    hasContracted |= role == LoopRole::K;
  }
  return true;
}

/// Whether the second factor is a kernel: the one that is constant.
static bool hasKernelSecond(linalg::LinalgOp op) {
  return isConstantData(op->getOperand(1)) &&
         !isConstantData(op->getOperand(0));
}

/// Lets the body read the factors in the other order, and name them in the
/// order in which it multiplied them.
static void exchangeArguments(Block &body) {
  BlockArgument second = body.getArgument(1);
  BlockArgument moved =
      body.insertArgument(0u, second.getType(), second.getLoc());
  second.replaceAllUsesWith(moved);
  body.eraseArgument(2);
  for (Operation &scalar : body.without_terminator())
    if (scalar.hasTrait<OpTrait::IsCommutative>() &&
        scalar.getNumOperands() == 2 &&
        scalar.getOperand(0) == body.getArgument(1) &&
        scalar.getOperand(1) == body.getArgument(0))
      scalar.setOperands({body.getArgument(0), body.getArgument(1)});
}

static void exchangeFactors(RewriterBase &rewriter, linalg::LinalgOp op) {
  SmallVector<NamedAttribute> attributes =
      getCarriedAttributes(op, CarriedMarks::None);
  linalg::GenericOp generic = generalize(rewriter, op);
  if (!generic)
    return;
  rewriter.modifyOpInPlace(generic, [&] {
    SmallVector<Value> inputs = llvm::to_vector(generic.getInputs());
    std::swap(inputs[0], inputs[1]);
    generic.getInputsMutable().assign(inputs);
    SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
    std::swap(maps[0], maps[1]);
    generic.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    exchangeArguments(*generic.getBlock());
    for (NamedAttribute attribute : attributes)
      generic->setDiscardableAttr(attribute.getName(), attribute.getValue());
  });
  rewriter.setInsertionPoint(generic);
  specializeToNamedOp(rewriter, generic,
                      cast<linalg::LinalgOp>(generic.getOperation()));
}

void layout::orderFactors(func::FuncOp function, RewriterBase &rewriter) {
  CriticalOpAnalysis analysis(function.getOperation());
  SmallVector<linalg::LinalgOp> found;
  function.getBody().walk([&](linalg::LinalgOp op) {
    const CriticalOp *critical = analysis.lookupOnTensors(op);
    if (critical && !critical->isConvolution() && op.getNumDpsInputs() == 2 &&
        !isFrozen(op) && !isAnnotated(op) && hasColumnsFirst(op, *critical) &&
        hasRowsSecond(op, *critical) && !hasKernelSecond(op))
      found.push_back(op);
  });
  for (linalg::LinalgOp op : found)
    exchangeFactors(rewriter, op);
}
