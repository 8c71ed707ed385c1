//===- GroupedLoops.cpp - Ops on groups and their members -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedLoops.h"
#include "Interfaces/LinalgRule.h"
#include "Interfaces/LoopRanges.h"
#include "OpModels/ExternalModels.h"
#include "Relayout/LoopRelayout.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Dims of values
//===----------------------------------------------------------------------===//

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Returns the map from a value of shape `shape` to that with joined dims.
static IndexMap getJoinMap(ArrayRef<int64_t> shape, const GroupedDims &dims,
                           MLIRContext *context) {
  SmallVector<AffineExpr> results;
  for (unsigned dim : llvm::seq<unsigned>(shape.size()))
    results.push_back(getAffineDimExpr(dim, context));
  AffineExpr members = results[dims.dim + 1];
  AffineExpr &joined = results[dims.dim];
  joined = joined * dims.size +
           (dims.rest == 1 ? members : members.floorDiv(dims.rest));
  if (dims.rest == 1)
    results.erase(results.begin() + dims.dim + 1);
  else
    results[dims.dim + 1] = members % dims.rest;
  return IndexMap(AffineMap::get(shape.size(), 0, results, context));
}

/// Returns the map from a value with joined dims, of rank `rank`, to that with
/// `dims`.
static IndexMap getSplitMap(unsigned rank, const GroupedDims &dims,
                            MLIRContext *context) {
  SmallVector<AffineExpr> results;
  for (unsigned dim : llvm::seq(rank))
    results.push_back(getAffineDimExpr(dim, context));
  AffineExpr joined = results[dims.dim];
  AffineExpr members = joined % dims.size;
  results[dims.dim] = joined.floorDiv(dims.size);
  if (dims.rest == 1)
    results.insert(results.begin() + dims.dim + 1, members);
  else
    results[dims.dim + 1] = members * dims.rest + results[dims.dim + 1];
  return IndexMap(AffineMap::get(rank, 0, results, context));
}

SmallVector<int64_t> layout::joinDims(ArrayRef<int64_t> shape,
                                      const GroupedDims &dims) {
  SmallVector<int64_t> joined(shape);
  joined[dims.dim] *= dims.size;
  if (dims.rest == 1)
    joined.erase(joined.begin() + dims.dim + 1);
  else
    joined[dims.dim + 1] = dims.rest;
  return joined;
}

Value layout::joinDims(RewriterBase &rewriter, Value value,
                       const GroupedDims &dims) {
  if (!isRematerializable(value))
    return LayoutTransformOp::create(
        rewriter, value.getLoc(), value,
        getJoinMap(getType(value).getShape(), dims, rewriter.getContext()));
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, value.getLoc(), value);
  sizes[dims.dim] =
      rewriter.getIndexAttr(getType(value).getDimSize(dims.dim) * dims.size);
  if (dims.rest == 1)
    sizes.erase(sizes.begin() + dims.dim + 1);
  else
    sizes[dims.dim + 1] = rewriter.getIndexAttr(dims.rest);
  return rematerialize(rewriter, value, sizes);
}

Value layout::splitDims(RewriterBase &rewriter, Value value,
                        const GroupedDims &dims) {
  return LayoutTransformOp::create(
      rewriter, value.getLoc(), value,
      getSplitMap(getType(value).getRank(), dims, rewriter.getContext()));
}

/// Repeats the groups along dim `dim` of `value` for each of their members, in
/// one joined dim.
static Value broadcastToMembers(RewriterBase &rewriter, Value value,
                                const GroupedDims &dims) {
  Location loc = value.getLoc();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, value);
  sizes.insert(sizes.begin() + dims.dim + 1, rewriter.getIndexAttr(dims.size));
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes,
                                        getType(value).getElementType());
  AffineMap all = rewriter.getMultiDimIdentityMap(sizes.size());
  SmallVector<utils::IteratorType> types(sizes.size(),
                                         utils::IteratorType::parallel);
  auto build = [](OpBuilder &builder, Location loc, ValueRange arguments) {
    linalg::YieldOp::create(builder, loc, arguments.front());
  };
  Value broadcast = linalg::GenericOp::create(
                        rewriter, loc, empty.getType(), value, empty,
                        {all.dropResult(dims.dim + 1), all}, types, build)
                        .getResult(0);
  return joinDims(rewriter, broadcast, {dims.dim, dims.size, /*rest=*/1});
}

//===----------------------------------------------------------------------===//
// Loops of ops
//===----------------------------------------------------------------------===//

/// The position of the only index that is the loop by itself; nothing if the
/// loop is in no index.
static std::optional<unsigned> findIndex(AffineMap map, unsigned loop) {
  return map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
}

std::optional<GroupedDims> layout::getGroupedDims(OpOperand &operand,
                                                  const GroupedLoops &loops) {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  std::optional<unsigned> groups = findIndex(map, loops.groups),
                          members = findIndex(map, loops.members);
  if (!groups || !members)
    return std::nullopt;
  return GroupedDims{*groups, loops.size, loops.rest};
}

/// Whether the loops are in indices of `map` by themselves, at most once each,
/// those of groups in front of members, which are not alone.
static bool isJoinable(AffineMap map, const GroupedLoops &loops) {
  auto isUsedWell = [&](unsigned loop) {
    auto uses = llvm::count_if(map.getResults(), [&](AffineExpr index) {
      return index.isFunctionOfDim(loop);
    });
    return uses == 0 || (uses == 1 && findIndex(map, loop));
  };
  if (!isUsedWell(loops.groups) || !isUsedWell(loops.members))
    return false;
  std::optional<unsigned> groups = findIndex(map, loops.groups),
                          members = findIndex(map, loops.members);
  return !members || (groups && *members == *groups + 1);
}

/// Whether an input that is indexed by groups only is smaller than what the op
/// computes on when it is repeated for each member.
static bool isSmallInput(linalg::LinalgOp op, AffineMap map,
                         const GroupedLoops &loops) {
  if (!findIndex(map, loops.groups) || findIndex(map, loops.members) ||
      loops.rest != 1)
    return true;
  return llvm::any_of(llvm::enumerate(getLoopRanges(op)), [&](auto loop) {
    return loop.index() != loops.members && loop.value() != 1 &&
           !findIndex(map, loop.index());
  });
}

static bool isParallel(linalg::LinalgOp op, unsigned loop) {
  return op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel;
}

/// Whether the op sums over members, but not over groups.
static bool sumsOverMembers(linalg::LinalgOp op, const GroupedLoops &loops) {
  return isParallel(op, loops.groups) && !isParallel(op, loops.members);
}

/// Whether the loops of an op whose maps are joinable can be joined.
static bool haveJoinableTypes(linalg::LinalgOp op, const GroupedLoops &loops) {
  if (!isParallel(op, loops.groups))
    return !isParallel(op, loops.members);
  bool keepsMembers = isParallel(op, loops.members);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (!findIndex(map, loops.groups) ||
        (keepsMembers && !findIndex(map, loops.members)))
      return false;
  }
  if (keepsMembers)
    return true;
  // Otherwise it is the sum over members that this makes.
  bool sumsOthers =
      loops.rest != 1 ||
      llvm::any_of(llvm::seq<unsigned>(op.getNumLoops()), [&](unsigned loop) {
        return loop != loops.members && !isParallel(op, loop);
      });
  return sumsOthers && reducesInAnyOrder(op);
}

std::optional<GroupedLoops> layout::getGroupedLoops(linalg::LinalgOp op,
                                                    OpOperand &operand,
                                                    const GroupedDims &dims) {
  if (!op.hasPureTensorSemantics() || op.hasIndexSemantics())
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  auto groups = dyn_cast<AffineDimExpr>(map.getResult(dims.dim));
  auto members = dyn_cast<AffineDimExpr>(map.getResult(dims.dim + 1));
  if (!groups || !members)
    return std::nullopt;
  GroupedLoops loops = {groups.getPosition(), members.getPosition(), dims.size,
                        dims.rest};
  bool isJoined = llvm::all_of(op->getOpOperands(), [&](OpOperand &other) {
    AffineMap map = op.getMatchingIndexingMap(&other);
    return isJoinable(map, loops) &&
           (op.isDpsInit(&other) || isSmallInput(op, map, loops));
  });
  if (!isJoined || !haveJoinableTypes(op, loops))
    return std::nullopt;
  return loops;
}

//===----------------------------------------------------------------------===//
// Joined loops
//===----------------------------------------------------------------------===//

/// Returns `map` with joined loops.
static AffineMap joinLoops(AffineMap map, const GroupedLoops &loops) {
  MLIRContext *context = map.getContext();
  bool dropsMembers = loops.rest == 1;
  SmallVector<AffineExpr> renumbered;
  for (unsigned loop : llvm::seq(map.getNumDims()))
    renumbered.push_back(getAffineDimExpr(
        loop - (dropsMembers && loop > loops.members), context));
  SmallVector<AffineExpr> results;
  for (AffineExpr index : map.getResults())
    if (!dropsMembers || index != getAffineDimExpr(loops.members, context))
      results.push_back(index.replaceDims(renumbered));
  return AffineMap::get(map.getNumDims() - dropsMembers, 0, results, context);
}

/// Returns an operand as the op with joined loops reads it.
static Value joinOperand(RewriterBase &rewriter, OpOperand &operand,
                         const GroupedLoops &loops) {
  if (std::optional<GroupedDims> dims = getGroupedDims(operand, loops))
    return joinDims(rewriter, operand.get(), *dims);
  AffineMap map = cast<linalg::LinalgOp>(operand.getOwner())
                      .getMatchingIndexingMap(&operand);
  std::optional<unsigned> groups = findIndex(map, loops.groups);
  if (!groups)
    return operand.get();
  return broadcastToMembers(rewriter, operand.get(),
                            {*groups, loops.size, loops.rest});
}

/// The op that combines what a sum over members yields as result `index`.
static Operation *getCombiner(linalg::LinalgOp op, unsigned index) {
  SmallVector<Operation *> combiners;
  matchReduction(op.getRegionOutputArgs(), index, combiners);
  return combiners.front();
}

/// Returns a destination of the sums of each member: the neutral element.
static Value createNeutral(RewriterBase &rewriter, linalg::LinalgOp op,
                           unsigned index, const GroupedDims &dims) {
  Location loc = op.getLoc();
  Value init = op.getDpsInits()[index];
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init);
  sizes[dims.dim] =
      rewriter.getIndexAttr(getType(init).getDimSize(dims.dim) * dims.size);
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes,
                                        getType(init).getElementType());
  TypedAttr neutral = *arith::getNeutralElement(getCombiner(op, index));
  return createFill(rewriter, loc, neutral, empty);
}

/// Combines the sums of members in the joined dim of `value` to result `index`
/// of `op`.
static Value combineMembers(RewriterBase &rewriter, linalg::LinalgOp op,
                            unsigned index, Value value,
                            const GroupedDims &dims) {
  Value split = splitDims(rewriter, value, {dims.dim, dims.size, /*rest=*/1});
  unsigned rank = getType(split).getRank();
  SmallVector<utils::IteratorType> types(rank, utils::IteratorType::parallel);
  types[dims.dim + 1] = utils::IteratorType::reduction;
  AffineMap all = rewriter.getMultiDimIdentityMap(rank);
  Operation *combiner = getCombiner(op, index);
  auto build = [&](OpBuilder &builder, Location, ValueRange arguments) {
    Operation *combined = builder.clone(*combiner);
    combined->setOperands({arguments[1], arguments[0]});
    linalg::YieldOp::create(builder, combiner->getLoc(),
                            combined->getResults());
  };
  Value init = op.getDpsInits()[index];
  return linalg::GenericOp::create(rewriter, op.getLoc(), init.getType(), split,
                                   init, {all, all.dropResult(dims.dim + 1)},
                                   types, build)
      .getResult(0);
}

SmallVector<Value> layout::joinGroupedLoops(RewriterBase &rewriter,
                                            linalg::LinalgOp op,
                                            const GroupedLoops &loops) {
  bool splitsSum = sumsOverMembers(op, loops);
  auto getGroups = [&](OpOperand &init) -> GroupedDims {
    AffineMap map = op.getMatchingIndexingMap(&init);
    return {*findIndex(map, loops.groups), loops.size, loops.rest};
  };
  SmallVector<Value> inputs, inits;
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(joinOperand(rewriter, *input, loops));
  for (auto [index, init] : llvm::enumerate(op.getDpsInitsMutable()))
    inits.push_back(splitsSum
                        ? createNeutral(rewriter, op, index, getGroups(init))
                        : joinOperand(rewriter, init, loops));
  SmallVector<AffineMap> maps =
      llvm::map_to_vector(op.getIndexingMapsArray(),
                          [&](AffineMap map) { return joinLoops(map, loops); });
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  if (splitsSum)
    types[loops.groups] = utils::IteratorType::parallel;
  if (loops.rest == 1)
    types.erase(types.begin() + loops.members);
  auto joined = linalg::GenericOp::create(rewriter, op.getLoc(),
                                          TypeRange(ValueRange(inits)), inputs,
                                          inits, maps, types);
  rewriter.cloneRegionBefore(op->getRegion(0), joined.getRegion(),
                             joined.getRegion().begin());
  SmallVector<Value> results(joined.getResults());
  if (splitsSum)
    for (auto [index, init] : llvm::enumerate(op.getDpsInitsMutable()))
      results[index] =
          combineMembers(rewriter, op, index, results[index], getGroups(init));
  return results;
}
