//===- UnitDims.cpp - Dims of size 1 that can be padded -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitDims.h"
#include "Relayout/ConstantData.h"
#include "Relayout/LoopRelayout.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Dialect/Layout.h"
#include "layout/Targets/PositionalLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Values with a dim of size 1 behind the others
//===----------------------------------------------------------------------===//

static AffineMap appendZero(AffineMap map) {
  return map.insertResult(getAffineConstantExpr(0, map.getContext()),
                          map.getNumResults());
}

/// Returns `value` with a dim of size 1 behind the others. What has equal
/// elements, and a constant, is created with that dim, so that it can be padded
/// as well.
static Value addUnitDim(RewriterBase &rewriter, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfterValue(value);
  if (isRematerializable(value)) {
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, value.getLoc(), value);
    sizes.push_back(rewriter.getIndexAttr(1));
    return rematerialize(rewriter, value, sizes);
  }
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(1);
  ElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return arith::ConstantOp::create(
        rewriter, value.getLoc(),
        cast<TypedAttr>(reshapeConstant(constant, type.clone(shape))));
  AffineMap identity =
      rewriter.getMultiDimIdentityMap(static_cast<unsigned>(type.getRank()));
  return LayoutTransformOp::create(rewriter, value.getLoc(), value,
                                   IndexMap(appendZero(identity)));
}

/// Returns `value` without its last dim, of size 1.
static Value dropUnitDim(RewriterBase &rewriter, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  AffineMap map =
      rewriter.getMultiDimIdentityMap(static_cast<unsigned>(type.getRank()));
  return LayoutTransformOp::create(
      rewriter, value.getLoc(), value,
      IndexMap(map.dropResult(type.getRank() - 1)));
}

Value layout::getWithUnitDim(Value value) {
  auto transform = value.getDefiningOp<LayoutTransformOp>();
  if (!transform || transform.getSource().getType().getRank() == 0)
    return {};
  RankedTensorType type = transform.getSource().getType();
  AffineMap map =
      AffineMap::getMultiDimIdentityMap(type.getRank(), type.getContext());
  bool drops =
      type.getShape().back() == 1 &&
      transform.getMap().getAffineMap() == map.dropResult(type.getRank() - 1);
  return drops ? transform.getSource() : Value();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

std::optional<unsigned> layout::getUnitDimOfResults(linalg::LinalgOp op) {
  std::optional<unsigned> common;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    std::optional<unsigned> last;
    for (auto [dim, index, size] : llvm::enumerate(
             op.getMatchingIndexingMap(&init).getResults(), op.getShape(&init)))
      if (index == 0 && size == 1)
        last = dim;
    if (!last || (common && common != last))
      return std::nullopt;
    common = last;
  }
  return common;
}

/// Replaces `op` by one whose operands that `isExtended` names have a dim of
/// size 1 behind the others, and so do all results if the destinations have.
///
///   %r = linalg.generic ... // indices (i, j) -> (i)
///       ins(%x : tensor<20x64xf32>) outs(%o : tensor<20xf32>) {...}
///
/// becomes
///
///   %k = linalg.generic ... // indices (i, j) -> (i, 0)
///       ins(%x : tensor<20x64xf32>) outs(%ok : tensor<20x1xf32>) {...}
///   %r = layout.layout_transform %k by <(d0, d1) -> (d0)>
///       : tensor<20x1xf32> to tensor<20xf32>
///
/// Returns the replacements of the results.
static SmallVector<Value>
extend(RewriterBase &rewriter, linalg::LinalgOp op,
       llvm::function_ref<bool(OpOperand &)> isExtended) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  LoopRelayout relayout;
  relayout.iterators = op.getIteratorTypesArray();
  for (unsigned loop : llvm::seq<unsigned>(0, op.getNumLoops()))
    relayout.oldLoops.push_back(rewriter.getAffineDimExpr(loop));
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    Value value = operand.get();
    if (isExtended(operand)) {
      map = appendZero(map);
      Value known = getWithUnitDim(value);
      value = known ? known : addUnitDim(rewriter, value);
    }
    relayout.maps.push_back(map);
    operands.push_back(value);
  }
  linalg::GenericOp generic =
      rebuildAsGeneric(rewriter, op, relayout, operands);
  SmallVector<Value> results;
  for (auto [before, after] :
       llvm::zip_equal(op->getResults(), generic->getResults()))
    results.push_back(before.getType() == after.getType()
                          ? Value(after)
                          : dropUnitDim(rewriter, after));
  rewriter.replaceOp(op, results);
  return results;
}

/// Writes an elementwise op on tensors, such as `math.exp`, as a structured op.
static linalg::LinalgOp toStructured(RewriterBase &rewriter, Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  unsigned rank = type.getRank();
  SmallVector<AffineMap> maps;
  for (Value operand : op->getOperands())
    maps.push_back(isa<RankedTensorType>(operand.getType())
                       ? rewriter.getMultiDimIdentityMap(rank)
                       : AffineMap::get(rank, 0, rewriter.getContext()));
  SmallVector<OpFoldResult> sizes;
  auto shaped = llvm::find_if(op->getOperands(), [](Value operand) {
    return isa<RankedTensorType>(operand.getType());
  });
  sizes = tensor::getMixedSizes(rewriter, loc, *shaped);
  SmallVector<Value> inits;
  SmallVector<Type> elements;
  for (Type result : op->getResultTypes()) {
    elements.push_back(getElementTypeOrSelf(result));
    inits.push_back(
        tensor::EmptyOp::create(rewriter, loc, sizes, elements.back()));
    maps.push_back(rewriter.getMultiDimIdentityMap(rank));
  }
  auto generic = linalg::GenericOp::create(
      rewriter, loc, op->getResultTypes(), op->getOperands(), inits, maps,
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        OperationState state(loc, op->getName(),
                             arguments.take_front(op->getNumOperands()),
                             elements, op->getAttrs());
        linalg::YieldOp::create(builder, loc,
                                builder.create(state)->getResults());
      });
  rewriter.replaceOp(op, generic->getResults());
  return cast<linalg::LinalgOp>(generic.getOperation());
}

SmallVector<Value> layout::addUnitDimToResults(RewriterBase &rewriter,
                                               linalg::LinalgOp op) {
  return extend(rewriter, op,
                [&](OpOperand &operand) { return op.isDpsInit(&operand); });
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

/// Whether an elementwise op may get operands of other types.
static bool canFollow(Operation *op) {
  if (isFrozen(op) || op->hasAttr(LayoutDialect::kOpLayout) ||
      op->hasAttr(LayoutDialect::kRule) ||
      getPositionalKindsOf(op).back() != "elementwise")
    return false;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.hasPureTensorSemantics();
  return OpTrait::hasElementwiseMappableTraits(op) &&
         llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// Replaces the loop of one iteration that indexes dim `dim` of the results of
/// an elementwise op by index 0, so that the dim can be padded without a loop
/// over the padding. Returns the op, or the one that replaces it.
static linalg::LinalgOp dropUnitLoop(RewriterBase &rewriter,
                                     linalg::LinalgOp op, unsigned dim) {
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (dim >= result.getNumResults())
    return op;
  auto dropped = dyn_cast<AffineDimExpr>(result.getResult(dim));
  if (!dropped || op.getStaticLoopRanges()[dropped.getPosition()] != 1)
    return op;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  LoopRelayout relayout;
  for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray())) {
    bool isDropped = loop == dropped.getPosition();
    relayout.oldLoops.push_back(
        isDropped ? rewriter.getAffineConstantExpr(0)
                  : rewriter.getAffineDimExpr(relayout.iterators.size()));
    if (!isDropped)
      relayout.iterators.push_back(type);
  }
  for (AffineMap map : op.getIndexingMapsArray())
    relayout.maps.push_back(map.replaceDimsAndSymbols(
        relayout.oldLoops, {}, relayout.iterators.size(), 0));
  linalg::GenericOp generic =
      rebuildAsGeneric(rewriter, op, relayout, op->getOperands());
  rewriter.replaceOp(op, generic->getResults());
  return cast<linalg::LinalgOp>(generic.getOperation());
}

/// Gives an elementwise op, which reads a result of `dropUnitDim`, the dim of
/// size 1: to the operand if the op broadcasts it, and to all operands of that
/// shape and the results if it does not.
static SmallVector<ValueWithUnitDim> extendUser(RewriterBase &rewriter,
                                                linalg::LinalgOp op) {
  auto isWhole = [&](OpOperand &operand) {
    return op.getMatchingIndexingMap(&operand).isPermutation();
  };
  bool keepsDim = llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return getWithUnitDim(operand.get()) && isWhole(operand);
  });
  SmallVector<Value> results = extend(rewriter, op, [&](OpOperand &operand) {
    return keepsDim && isWhole(operand)
               ? isa<RankedTensorType>(operand.get().getType())
               : !op.isDpsInit(&operand) &&
                     static_cast<bool>(getWithUnitDim(operand.get()));
  });
  SmallVector<ValueWithUnitDim> sparse;
  for (Value result : results)
    if (getWithUnitDim(result))
      sparse.push_back({result, std::nullopt});
  return sparse;
}

void layout::accessUnitDims(RewriterBase &rewriter,
                            SmallVector<ValueWithUnitDim> values,
                            llvm::function_ref<bool(Operation *)> mayChange) {
  while (!values.empty()) {
    ValueWithUnitDim read = values.pop_back_val();
    llvm::SmallSetVector<Operation *, 4> users(read.value.getUsers().begin(),
                                               read.value.getUsers().end());
    for (Operation *user : users) {
      if (!canFollow(user) || !mayChange(user))
        continue;
      linalg::LinalgOp op = toStructured(rewriter, user);
      if (!read.dim) {
        llvm::append_range(values, extendUser(rewriter, op));
        continue;
      }
      linalg::LinalgOp changed = dropUnitLoop(rewriter, op, *read.dim);
      if (changed != op)
        for (Value result : changed->getResults())
          values.push_back({result, read.dim});
    }
  }
}
