//===- KernelObstacles.cpp - What keeps a kernel from vectors -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelObstacles.h"
#include "Analysis/AdjacentElements.h"
#include "GroupedProducts.h"
#include "StorageUnits.h"
#include "layout/Analysis/Rewrites.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::mayOverlapOthers(func::FuncOp kernel, Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument &&
         !kernel.getArgAttr(argument.getArgNumber(),
                            LLVM::LLVMDialect::getNoAliasAttrName());
}

/// Whether an operand is indexed by quotients or remainders. Upstream's tiling
/// assumes that a tile accesses a box that begins at the indices of its first
/// iteration. For 16 iterations of `i -> (i floordiv 16, i mod 16)` that begin
/// at i = 8, this is wrong.
static bool usesQuotients(linalg::LinalgOp op) {
  bool found = false;
  for (AffineMap map : op.getIndexingMapsArray())
    map.walkExprs([&](AffineExpr expr) {
      found |=
          llvm::is_contained({AffineExprKind::FloorDiv, AffineExprKind::CeilDiv,
                              AffineExprKind::Mod},
                             expr.getKind());
    });
  return found;
}

/// Whether an op writes only part of a dim of its result, at a constant index,
/// as the first elements of sparse sticks. Upstream's patterns for unit dims
/// take such an index for a loop.
static bool writesAtConstants(linalg::GenericOp op) {
  OpOperand *result = op.getDpsInitOperand(0);
  return llvm::any_of(
      llvm::zip_equal(op.getMatchingIndexingMap(result).getResults(),
                      op.getShape(result)),
      [](auto indexed) {
        auto [index, extent] = indexed;
        return isa<AffineConstantExpr>(index) && extent != 1;
      });
}

/// Whether a body computes with indices, or on more than single elements.
static bool usesMoreThanElements(linalg::LinalgOp op) {
  return op.hasIndexSemantics() ||
         !llvm::all_of(op.getBlock()->without_terminator(), [](Operation &op) {
           return OpTrait::hasElementwiseMappableTraits(&op) ||
                  matchPattern(&op, m_Constant());
         });
}

/// Whether all types that an op accesses or computes have storage units, so
/// that vectors of them can be computed, loaded and stored.
static bool hasVectors(linalg::LinalgOp op) {
  auto hasUnit = [](Type type) {
    return getStorageUnit(getElementTypeOrSelf(type)) != nullptr;
  };
  return llvm::all_of(op->getOperandTypes(), hasUnit) &&
         llvm::all_of(op.getBlock()->without_terminator(),
                      [&](Operation &inner) {
                        return llvm::all_of(inner.getResultTypes(), hasUnit);
                      });
}

bool layout::canComputeVectors(linalg::LinalgOp op) {
  return !usesMoreThanElements(op) && !usesQuotients(op);
}

StringRef layout::findObstacle(func::FuncOp kernel,
                               ArrayRef<linalg::GenericOp> ops) {
  for (linalg::GenericOp op : ops) {
    if (op.getNumDpsInits() != 1)
      return "an op has several results";
    if (onlyMovesElements(op) && !broadcastsElements(op))
      return ShapedType::isDynamicShape(op.getStaticLoopRanges())
                 ? "it moves elements of a dynamic shape"
                 : "it only moves elements";
    if (usesMoreThanElements(op))
      return "an op computes with indices, or on more than single elements";
    if (!hasVectors(op))
      return "there are no vectors of elements of one of its types";
    if (writesAtConstants(op))
      return "a result is written at constant indices";
    if (usesQuotients(op))
      return "an operand is indexed by quotients or remainders";
    if (!getVectorLoop(op) && !getVectorReduction(op) &&
        !getGroupedProducts(op))
      return "elements that are adjacent in a result are not in an operand";
    if (mayOverlapOthers(kernel, op.getDpsInits().front()))
      return "a buffer that it writes may overlap another one";
  }
  return "";
}
