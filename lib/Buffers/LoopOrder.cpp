//===- LoopOrder.cpp - Loops in the order of physical dims ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interchanges existing loops, without changing their bodies, such that the
// innermost loop walks the fastest dim of the physical buffer that is written.
// With the layout (n, c, h) -> (h, n, c) of %b,
//
//   affine.for %n = 0 to 2 {
//     affine.for %c = 0 to 6 {
//       affine.for %h = 0 to 3 {
//         affine.store %0, %b[%n, %c, %h] : memref<2x6x3xf32>
//
// becomes
//
//   affine.for %h = 0 to 3 {
//     affine.for %n = 0 to 2 {
//       affine.for %c = 0 to 6 {
//         affine.store %0, %b[%h, %n, %c] : memref<3x2x6xf32>
//
//===----------------------------------------------------------------------===//

#include "BufferRewrite.h"
#include "Views.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#define DEBUG_TYPE "layout-apply-buffer-layouts"
ALWAYS_ENABLED_STATISTIC(numInterchangedNests, "Loop nests interchanged");

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

/// The order that suits the first store to a changing buffer in `body`; nothing
/// if there is no such store, or if its indices are not affine in the loop
/// variables.
static std::optional<SmallVector<unsigned>>
findOrder(const RewriteContext &context, Block *body,
          ArrayRef<Value> inductionVars) {
  std::optional<SmallVector<unsigned>> order;
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
    std::optional<AffineMap> physical =
        getPhysicalAccessMap(context, buffer, access);
    if (!physical)
      return WalkResult::advance();
    order = getPhysicalLoopOrder(*physical);
    return WalkResult::interrupt();
  });
  return order;
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

//===----------------------------------------------------------------------===//
// affine.for
//===----------------------------------------------------------------------===//

/// Whether `root` is an argument of a function. The arguments of its other
/// blocks stand for whatever the branches to them pass.
static bool isFunctionArgument(Value root) {
  auto argument = dyn_cast<BlockArgument>(root);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// Whether two buffers are known to share no memory.
static bool areDisjoint(Value a, Value b) {
  Value rootA = getViewedBuffer(a), rootB = getViewedBuffer(b);
  auto isNewMemory = [](Value root, Value other) {
    return isAllocation(root.getDefiningOp()) &&
           (isAllocation(other.getDefiningOp()) ||
            isa_and_nonnull<memref::GetGlobalOp>(other.getDefiningOp()) ||
            isFunctionArgument(other));
  };
  return rootA != rootB &&
         (isNewMemory(rootA, rootB) || isNewMemory(rootB, rootA));
}

/// Whether upstream's dependence analysis sees all dependences of a nest. It
/// assumes that bounds are invariant, that all accesses are affine, and that
/// different memref values do not alias.
static bool isAnalyzable(ArrayRef<affine::AffineForOp> nest) {
  affine::AffineForOp outermost = nest.front(), innermost = nest.back();
  for (affine::AffineForOp loop : nest) {
    auto isInvariant = [&](Value operand) {
      return !outermost->isAncestor(operand.getParentBlock()->getParentOp());
    };
    if (!llvm::all_of(loop.getLowerBoundOperands(), isInvariant) ||
        !llvm::all_of(loop.getUpperBoundOperands(), isInvariant))
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
                        [&](Value b) { return a == b || areDisjoint(a, b); });
  });
}

/// Interchanges a perfect nest if its dependences allow it. Returns whether it
/// has done so.
static bool interchange(MutableArrayRef<affine::AffineForOp> nest,
                        ArrayRef<unsigned> order) {
  if (!isAnalyzable(nest))
    return false;
  // `order` lists the loops from the outermost to the innermost; upstream takes
  // the new depth of each loop, which is the inverse permutation.
  SmallVector<unsigned> depths(order.size());
  for (auto [depth, loop] : llvm::enumerate(order))
    depths[loop] = depth;
  if (!affine::isValidLoopInterchangePermutation(nest, depths))
    return false;
  affine::permuteLoops(nest, depths);
  return true;
}

void layout::reorderLoops(RewriteContext &context) {
  context.module.walk([&](scf::ParallelOp op) {
    auto order = findOrder(context, op.getBody(),
                           llvm::to_vector_of<Value>(op.getInductionVars()));
    // The attribute `mapping` refers to loops by position, so an interchange
    // would change its meaning.
    if (!order || llvm::is_sorted(*order) || op->hasAttr("mapping"))
      return;
    interchange(context.rewriter, op, *order);
    ++numInterchangedNests;
    context.loops.push_back(op);
  });
  SmallVector<affine::AffineForOp> outermost;
  context.module.walk([&](affine::AffineForOp op) {
    if (!isa<affine::AffineForOp>(op->getParentOp()))
      outermost.push_back(op);
  });
  for (affine::AffineForOp op : outermost) {
    SmallVector<affine::AffineForOp> nest;
    affine::getPerfectlyNestedLoops(nest, op);
    SmallVector<Value> inductionVars;
    for (affine::AffineForOp loop : nest)
      inductionVars.push_back(loop.getInductionVar());
    auto order = findOrder(context, nest.back().getBody(), inductionVars);
    if (!order || llvm::is_sorted(*order))
      continue;
    if (!interchange(nest, *order)) {
      LAYOUT_DEBUG(llvm::dbgs()
                   << "keep the order of the loops at " << op.getLoc() << "\n");
      continue;
    }
    ++numInterchangedNests;
    for (unsigned loop : *order)
      context.loops.push_back(nest[loop]);
  }
}
