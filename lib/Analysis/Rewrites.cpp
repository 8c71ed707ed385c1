//===- Rewrites.cpp - Ops that only move elements -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/Rewrites.h"
#include "ConstantArguments.h"
#include "ConstantGlobals.h"
#include "Interfaces/LoopRanges.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/GatherInterface.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static std::optional<int64_t> getElementBytes(Type type) {
  if (type.isIntOrFloat())
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  if (type.isIndex())
    return 8;
  auto multiply = [](Type element, int64_t count) -> std::optional<int64_t> {
    std::optional<int64_t> bytes = getElementBytes(element);
    return bytes ? std::optional(*bytes * count) : std::nullopt;
  };
  if (auto complex = dyn_cast<ComplexType>(type))
    return multiply(complex.getElementType(), 2);
  if (auto vector = dyn_cast<VectorType>(type))
    return multiply(vector.getElementType(), vector.getNumElements());
  return std::nullopt;
}

ByteCount layout::getByteCount(ShapedType type) {
  std::optional<int64_t> element = getElementBytes(type.getElementType());
  ByteCount count{element.value_or(0), !element || !type.hasRank()};
  if (!type.hasRank())
    return count;
  for (int64_t size : type.getShape()) {
    if (ShapedType::isDynamic(size))
      count.dynamic = true;
    else
      count.bytes = multiplySaturating(count.bytes, size);
  }
  return count;
}

bool layout::holdsMoreThanHalf(linalg::LinalgOp op, OpOperand &input) {
  auto part = dyn_cast<ShapedType>(input.get().getType());
  auto whole = dyn_cast<ShapedType>(
      op->getOperand(op->getNumOperands() - getNumInits(op)).getType());
  if (!part || !whole ||
      getByteCount(part).bytes <= getByteCount(whole).bytes / 2)
    return false;
  if (whole.hasStaticShape())
    return true;
  AffineMap read = op.getMatchingIndexingMap(&input);
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return llvm::none_of(llvm::enumerate(getLoopRanges(op)), [&](auto loop) {
    return ShapedType::isDynamic(loop.value()) &&
           written.isFunctionOfDim(loop.index()) &&
           !read.isFunctionOfDim(loop.index());
  });
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

/// Returns the input that is all the body of `op` yields; null if there is
/// none.
static OpOperand *getYieldedInput(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  if (!llvm::hasSingleElement(*body) || getNumInits(op) != 1)
    return nullptr;
  auto argument = dyn_cast<BlockArgument>(body->getTerminator()->getOperand(0));
  if (!argument || argument.getOwner() != body ||
      argument.getArgNumber() + 1 >= op->getNumOperands())
    return nullptr;
  return op.getDpsInputOperand(argument.getArgNumber());
}

bool layout::onlyMovesElements(linalg::LinalgOp op) {
  OpOperand *input = getYieldedInput(op);
  return input && isa<ShapedType>(input->get().getType());
}

bool layout::broadcastsElements(linalg::LinalgOp op) {
  if (!onlyMovesElements(op))
    return false;
  AffineMap read = op.getMatchingIndexingMap(getYieldedInput(op));
  return llvm::any_of(llvm::enumerate(getLoopRanges(op)), [&](auto loop) {
    return loop.value() != 1 && !read.isFunctionOfDim(loop.index());
  });
}

/// Returns the result of `op`; its destination if that is a buffer.
static Value getWritten(Operation *op) {
  return op->getNumResults() != 0
             ? Value(op->getResult(0))
             : cast<DestinationStyleOpInterface>(op).getDpsInits()[0];
}

static std::optional<Gather> getGather(Operation *op) {
  auto gather = dyn_cast<GatherOpInterface>(op);
  return gather ? gather.getGather() : std::nullopt;
}

static std::optional<Rewrite> getLinalgRewrite(linalg::LinalgOp op) {
  OpOperand *input = getYieldedInput(op);
  if (!input) {
    std::optional<Gather> gather = getGather(op);
    return gather ? std::optional(Rewrite{{op}, gather->source, getWritten(op)})
                  : std::nullopt;
  }
  if (!holdsMoreThanHalf(op, *input))
    return std::nullopt;
  return Rewrite{{op}, input->get(), getWritten(op)};
}

/// Whether `op` may move elements. Most ops stand in bodies and read scalars,
/// which is cheaper to see than which interfaces they have.
static bool readsElements(Operation *op) {
  return llvm::any_of(op->getOperandTypes(),
                      llvm::IsaPred<TensorType, BaseMemRefType, VectorType>);
}

std::optional<Rewrite> layout::getRewriteBy(Operation *op) {
  if (!readsElements(op))
    return std::nullopt;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return getLinalgRewrite(linalgOp);
  // Its maps, which it always has, need not be computed.
  if (auto transform = dyn_cast<LayoutTransformOp>(op))
    return Rewrite{{op}, transform.getSource(), transform.getResult()};
  auto movement = dyn_cast<DataMovementOpInterface>(op);
  if (!movement || !movement.getRewriteMaps())
    return std::nullopt;
  return Rewrite{{op}, op->getOperand(0), getWritten(op)};
}

static bool isResize(Operation *op) {
  auto movement = dyn_cast_or_null<DataMovementOpInterface>(op);
  return movement && movement.isResize();
}

static bool isReshape(Operation *op) {
  if (auto transform = dyn_cast_or_null<LayoutTransformOp>(op))
    return transform.isFree();
  return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

/// Returns the op that computes `value`, before any reshapes.
static Operation *getProducer(Value value) {
  while (isReshape(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value.getDefiningOp();
}

/// Whether the only result of `op` has users, and `accepts` holds for each of
/// them, after any reshapes. Users that read only a size do not matter.
static bool allUsers(Operation *op,
                     llvm::function_ref<bool(Operation *)> accepts) {
  return op->getNumResults() == 1 && !op->use_empty() &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           if (isReshape(user))
             return allUsers(user, accepts);
           return isa<ShapedDimOpInterface>(user) || accepts(user);
         });
}

/// Returns the rewrite by one op, unless it is free.
static std::optional<Rewrite> getSingleMove(Operation *op) {
  if (!op || isReshape(op))
    return std::nullopt;
  std::optional<Rewrite> rewrite = getRewriteBy(op);
  return rewrite && !isFree(*rewrite) ? rewrite : std::nullopt;
}

/// Whether `op` is a pad of a plan, which asks for it. A pad of the computation
/// is a move in any case.
static bool isPlannedPad(Operation *op) {
  return isResize(op) && !isa<CropOp>(op) &&
         cast<DataMovementOpInterface>(op).isAskedFor();
}

/// Whether `op` is a crop of a plan. A slice of the computation is a move in
/// any case.
static bool isCrop(Operation *op) { return isResize(op) && isa<CropOp>(op); }

/// Whether only crops use the result of a rewrite.
static bool isCropped(Operation *op) { return allUsers(op, isCrop); }

/// Adds the pad in front of a rewrite.
static std::optional<Rewrite> addPad(std::optional<Rewrite> rewrite) {
  Operation *producer = rewrite ? getProducer(rewrite->source) : nullptr;
  if (producer && isPlannedPad(producer)) {
    rewrite->ops.insert(rewrite->ops.begin(), producer);
    rewrite->source = producer->getOperand(0);
  }
  return rewrite;
}

/// Returns the rewrite in front of the crop `op`, together with the crop.
static std::optional<Rewrite> addCrop(Operation *op) {
  Operation *producer = getProducer(op->getOperand(0));
  if (!producer || !isCropped(producer))
    return std::nullopt;
  std::optional<Rewrite> rewrite =
      isCrop(producer) ? addCrop(producer) : addPad(getSingleMove(producer));
  if (!rewrite && isPlannedPad(producer))
    rewrite = {{producer}, producer->getOperand(0), producer->getResult(0)};
  if (rewrite) {
    rewrite->ops.push_back(op);
    rewrite->result = op->getResult(0);
  }
  return rewrite;
}

bool layout::isPartOfRewrite(Operation *op) {
  if (isCrop(op))
    return isCropped(op) && addCrop(op);
  auto isMove = [](Operation *user) { return getSingleMove(user).has_value(); };
  return isPlannedPad(op) && (allUsers(op, isMove) || isCropped(op));
}

std::optional<Rewrite> layout::getRewriteEndingAt(Operation *op) {
  if (!readsElements(op))
    return std::nullopt;
  if (isResize(op)) {
    if (isCrop(op))
      return isCropped(op) ? std::nullopt : addCrop(op);
    if (isPlannedPad(op) && !isPartOfRewrite(op))
      return Rewrite{{op}, op->getOperand(0), op->getResult(0)};
  }
  std::optional<Rewrite> rewrite = getRewriteBy(op);
  // A transform is free if and only if it is a reshape.
  if (!rewrite || isReshape(op) ||
      (!isa<LayoutTransformOp>(op) && isFree(*rewrite)))
    return rewrite;
  return isCropped(op) ? std::nullopt : addPad(rewrite);
}

bool layout::isCheaperWithCrops(Operation *op) {
  return isCropped(op) && llvm::any_of(op->getUsers(), [](Operation *crop) {
           std::optional<Rewrite> rewrite = getRewriteEndingAt(crop);
           return rewrite && getByteCount(rewrite->getResultType()).bytes >
                                 getByteCount(rewrite->getSourceType()).bytes;
         });
}

//===----------------------------------------------------------------------===//
// Maps and row-major order
//===----------------------------------------------------------------------===//

/// Whether `map`, from indices of `from` to indices of `to`, keeps row-major
/// order.
static bool keepsOrder(AffineMap map, ShapedType from, ShapedType to) {
  bool sameCount = from.hasStaticShape() && to.hasStaticShape()
                       ? from.getNumElements() == to.getNumElements()
                       : from.getNumDynamicDims() == to.getNumDynamicDims();
  return sameCount && map.getNumSymbols() == 0 &&
         isProved(IndexMap(map).isRowMajorReshape(from.getShape()));
}

static bool isFreeLinalg(linalg::LinalgOp op) {
  OpOperand *init = op.getDpsInitOperand(0);
  OpOperand *input = getYieldedInput(op);
  if (!input) {
    Gather gather = *getGather(op);
    return !gather.element &&
           keepsOrder(gather.read.map, cast<ShapedType>(init->get().getType()),
                      cast<ShapedType>(gather.source.getType()));
  }
  AffineMap read = op.getMatchingIndexingMap(input);
  AffineMap write = op.getMatchingIndexingMap(init);
  auto source = cast<ShapedType>(input->get().getType());
  auto result = cast<ShapedType>(init->get().getType());
  if (write.isPermutation())
    return keepsOrder(read.compose(inversePermutation(write)), result, source);
  if (read.isPermutation())
    return keepsOrder(write.compose(inversePermutation(read)), source, result);
  return false;
}

/// Whether source and result have the same row-major order. One of the maps is
/// the identity.
static bool isFreeMovement(const RewriteMaps &maps, ShapedType source,
                           ShapedType result) {
  if (!maps.from || !maps.to)
    return false;
  return source.hasStaticShape() && result.hasStaticShape() &&
         (maps.from.isIdentity() ? keepsOrder(maps.to, source, result)
                                 : keepsOrder(maps.from, result, source));
}

bool layout::isFree(const Rewrite &rewrite) {
  if (rewrite.ops.size() > 1)
    return false;
  Operation *op = rewrite.ops.front();
  auto movement = dyn_cast<DataMovementOpInterface>(op);
  if (movement && movement.isAskedFor())
    return false;
  if (auto transform = dyn_cast<LayoutTransformOp>(op))
    return transform.isFree();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return isFreeLinalg(structured);
  return movement &&
         isFreeMovement(*movement.getRewriteMaps(), rewrite.getSourceType(),
                        rewrite.getResultType());
}

static RewriteMaps getLinalgMaps(linalg::LinalgOp op) {
  OpOperand *input = getYieldedInput(op);
  if (!input) {
    AffineMap read = getGather(op)->read.map;
    return {read, AffineMap::getMultiDimIdentityMap(read.getNumDims(),
                                                    op.getContext())};
  }
  AffineMap read = op.getMatchingIndexingMap(input);
  AffineMap write = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!read.isPermutation())
    return {read, write};
  AffineMap loops = inversePermutation(read);
  return {read.compose(loops), write.compose(loops)};
}

RewriteMaps layout::getMaps(const Rewrite &rewrite) {
  for (Operation *op : rewrite.ops) {
    if (isResize(op))
      continue;
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      return getLinalgMaps(structured);
    if (auto movement = dyn_cast<DataMovementOpInterface>(op))
      if (std::optional<RewriteMaps> maps = movement.getRewriteMaps())
        return *maps;
  }
  // Pads and crops alone.
  AffineMap identity = AffineMap::getMultiDimIdentityMap(
      rewrite.getResultType().getRank(), rewrite.source.getContext());
  return {identity, identity};
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Returns the operand of a reshape, view or cast; null for other ops.
static Value getViewed(Operation *op) {
  auto movement = dyn_cast<DataMovementOpInterface>(op);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) ||
      (movement && movement.isView()) ||
      (isa<CastOpInterface>(op) && op->getNumOperands() == 1))
    return op->getOperand(0);
  return nullptr;
}

ElementsAttr layout::getConstantElements(Operation *op) {
  ElementsAttr value;
  std::string whyNot;
  if (Operation *global = getLoadedGlobal(op)) {
    value = getConstantValue(global, whyNot);
  } else if (op) {
    matchPattern(op, m_Constant(&value));
  }
  bool isWhole = value && value.getShapedType() == op->getResult(0).getType();
  return isWhole ? value : ElementsAttr();
}

bool layout::isConstantData(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (matchPattern(op, m_Constant()) || getConstantElements(op))
      return true;
    if (Value viewed = getViewed(op)) {
      value = viewed;
      continue;
    }
    std::optional<Rewrite> rewrite = getRewriteEndingAt(op);
    if (!rewrite && !isResize(op))
      break;
    value = rewrite ? rewrite->source : op->getOperand(0);
  }
  return dependsOnConstantArgumentsAlone(value);
}

bool layout::isWithinLimit(ShapedType type, ElementsAttr value,
                           uint64_t limit) {
  return (value && value.isSplat()) ||
         static_cast<uint64_t>(getByteCount(type).bytes) <= limit;
}
