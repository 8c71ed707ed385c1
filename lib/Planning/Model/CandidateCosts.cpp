//===- CandidateCosts.cpp - Costs of candidates ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CandidateCosts.h"
#include "Interfaces/LinalgRule.h"
#include "Relayout/ElementwiseOps.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether an op is planned as part of a net, or as a pad or crop.
static bool isPlannedMovement(Operation *op) {
  return isa<LayoutTransformOp, PadOp, CropOp>(op);
}

/// Returns the rewrite that `op` ends, or is by itself if the ops next to it
/// are planned. Returns nothing for an op that becomes part of a net.
static std::optional<Rewrite> getOwnRewrite(Operation *op) {
  std::optional<Rewrite> rewrite = getRewriteEndingAt(op);
  if (rewrite && llvm::none_of(rewrite->ops, isPlannedMovement))
    return rewrite;
  if (!rewrite && llvm::none_of(op->getUsers(), isPlannedMovement))
    return std::nullopt;
  return getRewriteBy(op);
}

Cost layout::getOwnRewriteCost(Operation *op, const CallSites &calls) {
  if (!op)
    return 0;
  if (isa<PadOp, CropOp>(op))
    return isConstantData(op->getOperand(0))
               ? 0
               : getBytesMoved(cast<DataMovementOpInterface>(op), calls).bytes;
  std::optional<Rewrite> rewrite = getOwnRewrite(op);
  if (!rewrite || isFree(*rewrite) || isConstantData(rewrite->source))
    return 0;
  return getBytesMoved(*rewrite, calls).bytes;
}

Cost layout::getOwnRewriteCost(LayoutTransformOp op,
                               ArrayRef<MixedRadixMap> ports,
                               const CallSites &calls) {
  if (isConstantData(op.getSource()))
    return 0;
  IndexMap map = op.getIndexMapBetween(ports.front(), ports.back());
  if (isProved(map.isRowMajorReshape(getListExtents(ports.front()))))
    return 0;
  return getBytesMoved(*getRewriteBy(op), calls).bytes;
}

Cost layout::getLocalRewriteCost(linalg::LinalgOp op,
                                 ArrayRef<OperandLayout> layouts) {
  Cost cost = 0;
  for (auto [operand, layout] : llvm::zip_equal(op->getOpOperands(), layouts)) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type ||
        (concat(layout.digits) == concat(getIdentityDigits(type.getShape())) &&
         layout.shape == type.getShape()))
      continue;
    bool isFree = matchPattern(operand.get(), m_Constant()) ||
                  isRematerializable(operand.get());
    Cost bytes =
        addSaturating(getByteCount(type).bytes,
                      getByteCount(getPhysicalType(type, layout.digits)).bytes);
    // The destination is rewritten in front of the op, the result after it.
    cost = addSaturating(cost, isFree ? 0 : bytes);
    cost = addSaturating(cost, op.isDpsInit(&operand) ? bytes : 0);
  }
  return cost;
}

Cost layout::getLocalRewriteCost(Operation *op, ArrayRef<MixedRadixMap> ports) {
  Cost cost = 0;
  for (auto [number, layout] : llvm::enumerate(ports)) {
    Value value = number < op->getNumOperands()
                      ? op->getOperand(number)
                      : Value(op->getResult(number - op->getNumOperands()));
    auto type = dyn_cast<RankedTensorType>(value.getType());
    bool isFree =
        !type || concat(layout) == concat(getIdentityDigits(type.getShape())) ||
        matchPattern(value, m_Constant()) || isRematerializable(value);
    if (!isFree)
      cost =
          addSaturating(cost, multiplySaturating(2, getByteCount(type).bytes));
  }
  return cost;
}

/// The types that an op reads and writes if it only moves elements.
static SmallVector<ShapedType> getMovedTypes(Operation *op) {
  auto movement = dyn_cast_or_null<DataMovementOpInterface>(op);
  return movement ? movement.getMovedTypes() : SmallVector<ShapedType>();
}

/// Whether a port is a destination of which the op reads nothing.
static bool isOnlyWritten(const ModelVariable &variable,
                          const ModelPort &port) {
  auto op = dyn_cast_or_null<linalg::LinalgOp>(variable.op);
  if (!op || port.number >= op->getNumOperands())
    return false;
  OpOperand &operand = op->getOpOperand(port.number);
  return op.isDpsInit(&operand) && !op.payloadUsesValueFromOperand(&operand);
}

/// Whether a port is an operand whose elements are all one, which an op that
/// computes with it has in a register.
static bool isReadOfSplat(const ModelVariable &variable,
                          const ModelPort &port) {
  auto op = dyn_cast_or_null<linalg::LinalgOp>(variable.op);
  unsigned numInputs = 0;
  if (op)
    numInputs = op.getNumDpsInputs();
  else if (variable.op && isElementwiseOnTensors(variable.op))
    numInputs = variable.op->getNumOperands();
  if (port.number >= numInputs)
    return false;
  auto producer = port.value.getDefiningOp<linalg::LinalgOp>();
  SplatElementsAttr splat;
  return matchPattern(port.value, m_Constant(&splat)) ||
         (producer && producesSplat(producer));
}

/// The part of a layout in which a port is accessed: without the dims of which
/// a structured op accesses the first place only, and their padding.
static MixedRadix getAccessedPart(const ModelVariable &variable,
                                  const ModelPort &port, MixedRadix layout) {
  auto op = dyn_cast_or_null<linalg::LinalgOp>(variable.op);
  if (!op)
    return layout;
  AffineMap map = op.getMatchingIndexingMap(
      &op->getOpOperand(getTiedOperandNumber(op, port.number)));
  llvm::erase_if(layout, [&](const Digit &digit) {
    return map.getResult(digit.dim) == 0;
  });
  return layout;
}

Cost layout::getBytesOfPadding(const ModelVariable &variable,
                               ArrayRef<MixedRadix> layouts) {
  SmallVector<ShapedType> moved = getMovedTypes(variable.op);
  bool isMove = !moved.empty();
  Cost sum = 0;
  for (auto [port, layout] : llvm::zip_equal(variable.ports, layouts)) {
    auto type = cast<RankedTensorType>(port.value.getType());
    MixedRadix unpadded = concat(getIdentityDigits(type.getShape()));
    Cost bytes = getBytesIn(type, getAccessedPart(variable, port, layout)) -
                 getBytesIn(type, getAccessedPart(variable, port, unpadded));
    // A move may read less than its operand, as much as it writes.
    Cost times = isMove ? llvm::count(moved, type)
                        : !isOnlyWritten(variable, port) &&
                              !isReadOfSplat(variable, port);
    sum = addSaturating(sum, multiplySaturating(times, bytes));
    llvm::erase(moved, type);
  }
  return sum;
}

bool layout::isMovement(Operation *op) { return !getMovedTypes(op).empty(); }

static bool isSlice(Operation *op) {
  return isa_and_nonnull<OffsetSizeAndStrideOpInterface>(op) &&
         !isa<DestinationStyleOpInterface>(op);
}

static bool isInsertion(Operation *op) {
  return isa_and_nonnull<OffsetSizeAndStrideOpInterface>(op) &&
         isa<DestinationStyleOpInterface>(op) && op->getNumResults() == 1;
}

static Value getDestination(Operation *insertion) {
  return cast<DestinationStyleOpInterface>(insertion).getDpsInits().front();
}

/// Returns the only user of the result of `op`, which is its only result, if
/// that uses it once.
static Operation *getOnlyUser(Operation *op) {
  return op->hasOneUse() ? *op->user_begin() : nullptr;
}

/// If `op` is a slice of a value that is put back to where it is taken from,
/// with an insertion into it, returns the insertion that puts it back.
static Operation *getPutBack(Operation *op) {
  Operation *inner = isSlice(op) ? getOnlyUser(op) : nullptr;
  if (!isInsertion(inner) || getDestination(inner) != op->getResult(0))
    return nullptr;
  Operation *outer = getOnlyUser(inner);
  if (!isInsertion(outer) || outer->getOperand(0) != inner->getResult(0) ||
      getDestination(outer) != op->getOperand(0))
    return nullptr;
  auto slice = cast<OffsetSizeAndStrideOpInterface>(op);
  bool isSame = slice.isSameAs(cast<OffsetSizeAndStrideOpInterface>(outer),
                               isEqualConstantIntOrValue);
  return isSame ? outer : nullptr;
}

/// Whether the result of `op`, a pad, is padded again with the same constant.
static bool isPaddedAgain(DataMovementOpInterface op, Operation *again) {
  auto next = dyn_cast_or_null<DataMovementOpInterface>(again);
  return op && next && op->getName() == next->getName() && op.getBorder() &&
         op.getBorder() == next.getBorder() &&
         next->getOperand(0) == op->getResult(0);
}

std::optional<JoinableMove> layout::getJoinableMove(Operation *op) {
  if (!isa_and_nonnull<DataMovementOpInterface>(op) || op->getNumResults() != 1)
    return std::nullopt;
  Operation *next = getOnlyUser(op);
  if (isSlice(op) && next && next->getName() == op->getName() &&
      next->getOperand(0) == op->getResult(0))
    return JoinableMove{op->getResult(0), next};
  if (getPutBack(op))
    return JoinableMove{op->getResult(0), next};
  Operation *inner =
      op->getNumOperands() == 0 ? nullptr : op->getOperand(0).getDefiningOp();
  if (!inner || !inner->hasOneUse())
    return std::nullopt;
  bool isPutBack = isInsertion(op) && isInsertion(inner) &&
                   getDestination(inner).getDefiningOp() &&
                   getPutBack(getDestination(inner).getDefiningOp()) == op;
  if (isPutBack || isPaddedAgain(dyn_cast<DataMovementOpInterface>(inner), op))
    return JoinableMove{inner->getResult(0), inner};
  return std::nullopt;
}

Cost layout::getSeparateMoveBytes(const ModelVariable &variable,
                                  ArrayRef<MixedRadix> layouts) {
  std::optional<JoinableMove> move = getJoinableMove(variable.op);
  if (!move)
    return 0;
  auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(move->other);
  ArrayRef<int64_t> sizes = slice ? slice.getStaticSizes()
                                  : getShape(move->other->getOperand(0)),
                    extents = getShape(move->between);
  auto isCut = [&](const MixedRadix &layout) {
    return llvm::any_of(
        llvm::seq<unsigned>(0, extents.size()), [&](unsigned dim) {
          return sizes[dim] != extents[dim] &&
                 llvm::count_if(layout, [&](const Digit &digit) {
                   return digit.dim == dim;
                 }) > 1;
        });
  };
  for (auto [port, layout] : llvm::zip_equal(variable.ports, layouts))
    if (port.value == move->between && isCut(layout))
      return multiplySaturating(
          2, getBytesIn(cast<RankedTensorType>(port.value.getType()), layout));
  return 0;
}

Cost layout::getRunCount(const ModelVariable &variable,
                         const CallSites &calls) {
  return std::max<Cost>(calls.getRuns(variable.op).times, 1);
}
