//===- LoopOrder.cpp - Loops in the order of physical dims ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interchanges the loops of scf.parallel, without changing their bodies, such
// that the innermost one walks the fastest dim of the physical buffer that is
// written. AffineLoopOrder.cpp does the same with affine.for.
// With the layout (n, c, h) -> (h, n, c) of %b,
//
//   scf.parallel (%n, %c, %h) = (%c0, %c0, %c0) to (%c2, %c6, %c3) step ... {
//     memref.store %0, %b[%n, %c, %h] : memref<2x6x3xf32>
//
// becomes
//
//   scf.parallel (%h, %n, %c) = (%c0, %c0, %c0) to (%c3, %c2, %c6) step ... {
//     memref.store %0, %b[%h, %n, %c] : memref<3x2x6xf32>
//
//===----------------------------------------------------------------------===//

#include "BufferRewrite.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#define DEBUG_TYPE "layout-apply-buffer-layouts"
ALWAYS_ENABLED_STATISTIC(numInterchangedLoops, "Parallel loops interchanged");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Finding the order
//===----------------------------------------------------------------------===//

SmallVector<unsigned> layout::getPhysicalLoopOrder(AffineMap access) {
  SmallVector<unsigned> loops = llvm::to_vector(llvm::seq(access.getNumDims()));
  // The last physical dim that the loop moves along.
  auto getLastDim = [&](unsigned loop) {
    unsigned last = access.getNumResults();
    for (auto [number, result] : llvm::enumerate(access.getResults()))
      if (result.isFunctionOfDim(loop))
        last = number;
    return last;
  };
  llvm::sort(loops, [&](unsigned a, unsigned b) {
    return std::pair(getLastDim(a), a) < std::pair(getLastDim(b), b);
  });
  return loops;
}

/// The indices of an access as a map of the given induction variables; null if
/// they depend on other values.
static AffineMap getAccessMap(AffineMap map, ValueRange operands,
                              ValueRange inductionVars) {
  SmallVector<Value> values(operands);
  affine::fullyComposeAffineMapAndOperands(&map, &values);
  SmallVector<AffineExpr> dims, symbols;
  for (auto [number, value] : llvm::enumerate(values)) {
    auto found = llvm::find(inductionVars, value);
    if (found == inductionVars.end())
      return AffineMap();
    (number < map.getNumDims() ? dims : symbols)
        .push_back(
            getAffineDimExpr(found - inductionVars.begin(), map.getContext()));
  }
  return map.replaceDimsAndSymbols(dims, symbols, inductionVars.size(), 0);
}

std::optional<AffineMap>
layout::findWrittenAccess(const RewriteContext &context, Block *body,
                          ArrayRef<Value> inductionVars) {
  std::optional<AffineMap> physical;
  body->walk([&](Operation *op) {
    AffineMap access;
    Value buffer;
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      buffer = store.getMemRef();
      access = getAccessMap(AffineMap::getMultiDimIdentityMap(
                                store.getIndices().size(), op->getContext()),
                            store.getIndices(), inductionVars);
    } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      buffer = store.getMemRef();
      access = getAccessMap(store.getAffineMap(), store.getMapOperands(),
                            inductionVars);
    }
    if (!access || !context.sets.changes(buffer))
      return WalkResult::advance();
    physical = getPhysicalAccessMap(context, buffer, access);
    return physical ? WalkResult::interrupt() : WalkResult::advance();
  });
  return physical;
}

//===----------------------------------------------------------------------===//
// scf.parallel
//===----------------------------------------------------------------------===//

/// Permutes the dims of a parallel loop, whose iterations may run in any order.
static void interchange(RewriterBase &rewriter, scf::ParallelOp op,
                        ArrayRef<unsigned> order) {
  auto permute = [&](MutableOperandRange operands) {
    SmallVector<Value> permuted;
    for (unsigned loop : order)
      permuted.push_back(OperandRange(operands)[loop]);
    operands.assign(permuted);
  };
  permute(op.getLowerBoundMutable());
  permute(op.getUpperBoundMutable());
  permute(op.getStepMutable());
  Block *body = op.getBody();
  SmallVector<BlockArgument> old(body->getArguments());
  SmallVector<Value> permuted;
  for (unsigned loop : order)
    permuted.push_back(
        body->addArgument(old[loop].getType(), old[loop].getLoc()));
  for (auto [loop, value] : llvm::zip_equal(order, permuted))
    rewriter.replaceAllUsesWith(old[loop], value);
  body->eraseArguments(0, old.size());
}

void layout::reorderParallelLoops(RewriteContext &context) {
  context.module.walk([&](scf::ParallelOp op) {
    std::optional<AffineMap> access =
        findWrittenAccess(context, op.getBody(),
                          llvm::to_vector_of<Value>(op.getInductionVars()));
    // The attribute `mapping` refers to loops by position, so an interchange
    // would change its meaning.
    if (!access || op->hasAttr("mapping"))
      return;
    SmallVector<unsigned> order = getPhysicalLoopOrder(*access);
    if (llvm::is_sorted(order))
      return;
    interchange(context.rewriter, op, order);
    ++numInterchangedLoops;
    context.loops.push_back(op);
  });
}
