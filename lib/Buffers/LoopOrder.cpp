//===- LoopOrder.cpp - Loops along physical axes --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nests of loops that are ops already. Their bodies stay as they are; only the
// order of the loops changes, so that the fastest axis of the buffer that is
// written is walked innermost.
//
//===----------------------------------------------------------------------===//

#include "BufferRewriter.h"
#include "Views.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<unsigned> layout::getPhysicalOrder(AffineMap access) {
  SmallVector<unsigned> loops = llvm::to_vector(llvm::seq(access.getNumDims()));
  auto getLocationText = [&](unsigned loop) {
    unsigned place = access.getNumResults();
    for (auto [number, result] : llvm::enumerate(access.getResults()))
      if (result.isFunctionOfDim(loop))
        place = number;
    return place;
  };
  llvm::sort(loops, [&](unsigned a, unsigned b) {
    return std::pair(getLocationText(a), a) < std::pair(getLocationText(b), b);
  });
  return loops;
}

/// The indices of an access in terms of the loops around it; null if they are
/// made of anything else.
static AffineMap getAccess(AffineMap map, ValueRange operands,
                           ValueRange inductions) {
  SmallVector<Value> values(operands);
  affine::fullyComposeAffineMapAndOperands(&map, &values);
  SmallVector<AffineExpr> dims, symbols;
  for (auto [number, value] : llvm::enumerate(values)) {
    auto place = llvm::find(inductions, value);
    if (place == inductions.end())
      return AffineMap();
    (number < map.getNumDims() ? dims : symbols)
        .push_back(
            getAffineDimExpr(place - inductions.begin(), map.getContext()));
  }
  return map.replaceDimsAndSymbols(dims, symbols, inductions.size(), 0);
}

/// The order in which the first store to a changed buffer would have the loops
/// with these variables; nothing if no store says.
template <typename WalkTy>
static std::optional<SmallVector<unsigned>>
findOrder(Block *body, ArrayRef<Value> inductions,
          WalkTy getPhysicalAccessMap) {
  std::optional<SmallVector<unsigned>> order;
  body->walk([&](Operation *op) {
    AffineMap access;
    Value buffer;
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      buffer = store.getMemRef();
      access = getAccess(AffineMap::getMultiDimIdentityMap(
                             store.getIndices().size(), op->getContext()),
                         store.getIndices(), inductions);
    } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      buffer = store.getMemRef();
      access =
          getAccess(store.getAffineMap(), store.getMapOperands(), inductions);
    }
    std::optional<AffineMap> physical =
        access ? getPhysicalAccessMap(buffer, access) : std::nullopt;
    if (!physical)
      return WalkResult::advance();
    order = getPhysicalOrder(*physical);
    return WalkResult::interrupt();
  });
  return order;
}

/// The buffer behind all views.
static Value getRoot(Value buffer) {
  while (Operation *maker = buffer.getDefiningOp()) {
    Value viewed = getViewed(maker);
    if (!viewed)
      break;
    buffer = viewed;
  }
  return buffer;
}

/// Whether two names are certainly of buffers that share no element.
static bool areApart(Value a, Value b) {
  Value rootA = getRoot(a), rootB = getRoot(b);
  auto isOwn = [](Value root, Value other) {
    return isAllocation(root.getDefiningOp()) &&
           (isAllocation(other.getDefiningOp()) ||
            isa<FunctionOpInterface>(other.getParentBlock()->getParentOp()));
  };
  return rootA != rootB && (isOwn(rootA, rootB) || isOwn(rootB, rootA));
}

/// Whether upstream's check sees all there is: affine accesses of buffers that
/// are one value or apart, and bounds that are known in front of the nest.
static bool isUnderstood(ArrayRef<affine::AffineForOp> nest) {
  affine::AffineForOp outermost = nest.front(), innermost = nest.back();
  for (affine::AffineForOp loop : nest) {
    auto isOutside = [&](Value operand) {
      return !outermost->isAncestor(operand.getParentBlock()->getParentOp());
    };
    if (!llvm::all_of(loop.getLowerBoundOperands(), isOutside) ||
        !llvm::all_of(loop.getUpperBoundOperands(), isOutside))
      return false;
  }
  SmallVector<Value> accessed, written;
  for (Operation &op : innermost.getBody()->without_terminator()) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      accessed.push_back(load.getMemRef());
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      written.push_back(store.getMemRef());
    else if (!isMemoryEffectFree(&op))
      return false;
  }
  llvm::append_range(accessed, written);
  return llvm::all_of(written, [&](Value a) {
    return llvm::all_of(accessed,
                        [&](Value b) { return a == b || areApart(a, b); });
  });
}

static bool isSorted(ArrayRef<unsigned> order) {
  return llvm::is_sorted(order);
}

/// Iterations of a parallel loop come in any order.
static void reorder(RewriterBase &rewriter, scf::ParallelOp op,
                    ArrayRef<unsigned> order) {
  auto sort = [&](ValueRange values) {
    SmallVector<Value> sorted;
    for (unsigned loop : order)
      sorted.push_back(values[loop]);
    return sorted;
  };
  SmallVector<Value> lower = sort(op.getLowerBound()),
                     upper = sort(op.getUpperBound()),
                     step = sort(op.getStep());
  op.getLowerBoundMutable().assign(lower);
  op.getUpperBoundMutable().assign(upper);
  op.getStepMutable().assign(step);
  // The body sees the same variables at other places.
  Block *body = op.getBody();
  SmallVector<BlockArgument> old(body->getArguments());
  SmallVector<Value> made;
  for (unsigned loop : order)
    made.push_back(body->addArgument(old[loop].getType(), old[loop].getLoc()));
  for (auto [loop, value] : llvm::zip_equal(order, made))
    rewriter.replaceAllUsesWith(old[loop], value);
  body->eraseArguments(0, old.size());
}

void BufferRewriter::reorderLoops() {
  auto getPhysical = [&](Value buffer,
                         AffineMap access) -> std::optional<AffineMap> {
    if (!classes.changes(buffer))
      return std::nullopt;
    return getPhysicalMap(buffer, access);
  };
  module.walk([&](scf::ParallelOp op) {
    auto order = findOrder(op.getBody(),
                           llvm::to_vector_of<Value>(op.getInductionVars()),
                           getPhysical);
    // What says which processor runs which loop is not ours to turn round.
    if (!order || isSorted(*order) || op->hasAttr("mapping"))
      return;
    reorder(rewriter, op, *order);
    loops.push_back(op);
  });
  SmallVector<affine::AffineForOp> outermost;
  module.walk([&](affine::AffineForOp op) {
    if (!isa<affine::AffineForOp>(op->getParentOp()))
      outermost.push_back(op);
  });
  for (affine::AffineForOp op : outermost) {
    SmallVector<affine::AffineForOp> nest;
    affine::getPerfectlyNestedLoops(nest, op);
    SmallVector<Value> inductions;
    for (affine::AffineForOp loop : nest)
      inductions.push_back(loop.getInductionVar());
    auto order = findOrder(nest.back().getBody(), inductions, getPhysical);
    if (!order || isSorted(*order) || !isUnderstood(nest))
      continue;
    // Upstream asks where each loop goes.
    SmallVector<unsigned> places(order->size());
    for (auto [place, loop] : llvm::enumerate(*order))
      places[loop] = place;
    if (!affine::isValidLoopInterchangePermutation(nest, places))
      continue;
    affine::permuteLoops(nest, places);
    for (unsigned loop : *order)
      loops.push_back(nest[loop]);
  }
}
