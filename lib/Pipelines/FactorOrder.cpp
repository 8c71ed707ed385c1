//===- FactorOrder.cpp - The order of factors of contractions -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorOrder.h"
#include "Analysis/CarriedAttributes.h"
#include "RespelledOps.h"
#include "layout/Analysis/Rewrites.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether the op indexes dims by loops alone with `map`, among them loops of
/// both roles, and each of the role `first` in front of each of `second`.
static bool hasInFront(AffineMap map, const CriticalOp &critical,
                       LoopRole first, LoopRole second) {
  bool hasFirst = false, hasSecond = false;
  for (AffineExpr index : map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop)
      return false;
    LoopRole role = critical.roles[loop.getPosition()];
    if (role == first && hasSecond)
      return false;
    hasFirst |= role == first;
    hasSecond |= role == second;
  }
  return hasFirst && hasSecond;
}

/// Whether the result has the columns, dims of the second factor, in front of
/// the rows, and the second factor has them in front of the contracted dims, as
/// the first factor of linalg.matmul has its own. Otherwise the exchanged op
/// would be no more usual than the present one, such as a product that a plan
/// stores by columns.
static bool isTransposedProduct(linalg::LinalgOp op,
                                const CriticalOp &critical) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return hasInFront(maps.back(), critical, LoopRole::N, LoopRole::M) &&
         hasInFront(maps[1], critical, LoopRole::N, LoopRole::K);
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
  });
  specializeRespelled(rewriter, generic, attributes);
}

void layout::orderFactors(func::FuncOp function, RewriterBase &rewriter) {
  for (auto &[op, critical] : getRespellableOps(function))
    if (!critical.isConvolution() && op.getNumDpsInputs() == 2 &&
        isTransposedProduct(op, critical) && !hasKernelSecond(op))
      exchangeFactors(rewriter, op);
}
