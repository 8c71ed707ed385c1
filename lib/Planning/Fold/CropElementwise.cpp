//===- CropElementwise.cpp - Elementwise ops on data instead of padding ---===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If all uses of elementwise ops remove the padding that their operands were
// given, the ops can run on the data alone, in the layout from before:
//
//   %p = layout.pad %x low [0] high [3] value(poison)
//          : tensor<13xf32> to tensor<16xf32>
//   %t = layout.layout_transform %p by <(d0) -> (d0 floordiv 8, d0 mod 8)>
//          : tensor<16xf32> to tensor<2x8xf32>
//   %y = linalg.exp ins(%t : tensor<2x8xf32>) outs(%e : tensor<2x8xf32>)
//   %u = layout.layout_transform %y by <(d0, d1) -> (d0 * 8 + d1)>
//          : tensor<2x8xf32> to tensor<16xf32>
//   %c = layout.crop %u offsets [0] sizes [13]
//          : tensor<16xf32> to tensor<13xf32>
//
// becomes
//
//   %c = linalg.exp ins(%x : tensor<13xf32>) outs(%e2 : tensor<13xf32>)
//
// What the padding holds does not matter, because it is never read.
//
// Layouts that the planner cannot compose, because they are no orders of parts
// of dims, end in the same way: the ops run in front of the transform that
// another one undoes.
//
//   %t = layout.layout_transform %x by <(d0, d1) -> ((d0 + d1) mod 4, d1)>
//          : tensor<4x4xf32> to tensor<4x4xf32>
//   %y = math.exp %t : tensor<4x4xf32>
//   %u = layout.layout_transform %y by <(d0, d1) -> ((d0 - d1) mod 4, d1)>
//          : tensor<4x4xf32> to tensor<4x4xf32>
//
// becomes
//
//   %u = math.exp %x : tensor<4x4xf32>
//
//===----------------------------------------------------------------------===//

#include "Algebra/PaddedMap.h"
#include "Fold.h"
#include "Relayout/ElementwiseOps.h"
#include "Relayout/LoopRelayout.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

#define DEBUG_TYPE "layout-fold"
ALWAYS_ENABLED_STATISTIC(numCroppedOps,
                         "Elementwise ops that run without padding");

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Elementwise ops between the values that they read and the *ends*, the crops
/// or the transforms of all their results. The indices of a *core*, the common
/// result of the ends, are the loops of the ops after the rewrite.
class CroppedGroup {
public:
  /// Precondition: `end` is a crop that reads an elementwise op, directly or
  /// through one transform, or a transform that reads one.
  explicit CroppedGroup(Operation *end)
      : context(end->getContext()),
        core(cast<ShapedType>(end->getResult(0).getType()).getShape()),
        offsets(core.size(), 0), hasCrops(isa<CropOp>(end)) {
    if (auto crop = dyn_cast<CropOp>(end))
      offsets.assign(crop.getStaticOffsets().begin(),
                     crop.getStaticOffsets().end());
  }

  /// Collects the ops above and beside `end`. Returns whether all can run on
  /// the core.
  bool collect(Operation *end);
  /// Replaces the ends by results of new ops. Adds what it erases, all ends of
  /// the group among it, to `erased`.
  void rewrite(IRRewriter &rewriter,
               llvm::SmallPtrSetImpl<Operation *> &erased);

private:
  /// An access to a constant: `transform` undoes the layout of the constant,
  /// and a crop at the offsets `low` to the shape `shape` selects the elements
  /// that the loops `loops` index.
  struct ConstantAccess {
    IndexMap transform;
    SmallVector<int64_t> low, shape;
    SmallVector<unsigned> loops;
  };

  bool setLoops(LayoutTransformOp last);
  bool addUsers(Operation *op);
  bool addOperands(Operation *op);
  bool addCrop(Operation *user);
  std::optional<std::pair<Value, AffineMap>> getSource(OpOperand &operand);
  std::optional<ConstantAccess> getConstantAccess(OpOperand &operand);
  Value createCrop(IRRewriter &rewriter, Value constant,
                   const ConstantAccess &access);
  Value rebuildOp(IRRewriter &rewriter, Operation *op);

  MLIRContext *context;
  SmallVector<int64_t> core;
  SmallVector<int64_t> offsets;
  bool hasCrops; ///< whether the ends are crops
  /// The transform between the ops and each crop, or that of each end; null if
  /// there is none.
  IndexMapAttr transform;
  /// The index of each loop of the present ops as an expression of an index of
  /// the core.
  AffineMap loops;
  llvm::SetVector<Operation *> ops;
  SmallVector<Operation *> ends;
  /// The operands that the new ops read, and the indexing maps of these.
  DenseMap<OpOperand *, std::pair<Value, AffineMap>> sources;
  DenseMap<Value, Value> replacements; ///< by result of a present op
};
} // namespace

/// Whether `op` is elementwise and its sizes are known.
static bool isStaticElementwise(Operation *op) {
  return isElementwise(op) &&
         llvm::all_of(op->getOperandTypes(), [](Type type) {
           auto shaped = dyn_cast<ShapedType>(type);
           return !shaped || shaped.hasStaticShape();
         });
}

/// The elementwise op that an end reads, and the transform between the op and
/// the result of the end, if there is one.
static std::pair<Operation *, LayoutTransformOp> getCroppedOp(Operation *end) {
  Operation *source =
      isa<CropOp>(end) ? end->getOperand(0).getDefiningOp() : end;
  auto transform = dyn_cast_or_null<LayoutTransformOp>(source);
  if (transform && !isMarked(transform))
    source = transform.getSource().getDefiningOp();
  if (!isStaticElementwise(source))
    return {};
  return {source, transform};
}

bool CroppedGroup::setLoops(LayoutTransformOp last) {
  SmallVector<AffineExpr> shifted;
  for (auto [dim, offset] : llvm::enumerate(offsets))
    shifted.push_back(getAffineDimExpr(dim, context) + offset);
  AffineMap inPadded = AffineMap::get(core.size(), 0, shifted, context);
  if (!last) {
    loops = inPadded;
    return true;
  }
  transform = last.getMap();
  std::optional<AffineMap> index = getSourceIndex(last);
  if (!index)
    return false;
  loops = index->compose(inPadded);
  return true;
}

/// The value of an operand and those that it is computed from by pads and
/// transforms, nearest first, each with the map from indices of the operand to
/// its own.
static SmallVector<std::pair<Value, AffineMap>> getSources(Value value) {
  MLIRContext *context = value.getContext();
  auto type = cast<RankedTensorType>(value.getType());
  AffineMap map = AffineMap::getMultiDimIdentityMap(type.getRank(), context);
  SmallVector<std::pair<Value, AffineMap>> sources = {{value, map}};
  while (Operation *op = value.getDefiningOp()) {
    bool isSkipped = isa<LayoutTransformOp, PadOp>(op) && !isMarked(op);
    std::optional<AffineMap> step =
        isSkipped ? getSourceIndex(op) : std::nullopt;
    if (!step)
      break;
    map = step->compose(map);
    value = op->getOperand(0);
    sources.emplace_back(value, map);
  }
  return sources;
}

/// Returns `map`, an access to a value of shape `shape` in loops with the
/// extents `ranges`, if each dim of the value is indexed by one loop of the
/// same extent, or is a unit dim.
static std::optional<AffineMap> getWholeAccess(AffineMap map,
                                               ArrayRef<int64_t> ranges,
                                               ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> results;
  for (auto [dim, result, size] : llvm::enumerate(map.getResults(), shape)) {
    auto loop = dyn_cast<AffineDimExpr>(result);
    if (loop ? ranges[loop.getPosition()] != size : size != 1)
      return std::nullopt;
    // The normal form of an index of a unit dim is 0.
    bool hasUnitLoop = !loop && dim < ranges.size() && ranges[dim] == 1;
    results.push_back(hasUnitLoop ? getAffineDimExpr(dim, map.getContext())
                                  : result);
  }
  AffineMap access =
      AffineMap::get(map.getNumDims(), 0, results, map.getContext());
  if (!access.isProjectedPermutation(/*allowZeroInResults=*/true))
    return std::nullopt;
  return access;
}

/// Whether the dims of an access are indexed by loops from outer to inner ones.
static bool isInLoopOrder(AffineMap access) {
  SmallVector<unsigned> positions;
  for (AffineExpr result : access.getResults())
    if (auto loop = dyn_cast<AffineDimExpr>(result))
      positions.push_back(loop.getPosition());
  return llvm::is_sorted(positions);
}

/// The value that the new op reads in the place of an operand, and its indexing
/// map. Returns nothing if the core needs elements that no value has without
/// padding.
std::optional<std::pair<Value, AffineMap>>
CroppedGroup::getSource(OpOperand &operand) {
  Value value = operand.get();
  AffineMap map = getElementwiseMap(operand);
  bool isStructured = isa<linalg::LinalgOp>(operand.getOwner());
  AffineMap identity = AffineMap::getMultiDimIdentityMap(core.size(), context);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() == 0)
    return std::pair(value, AffineMap::get(core.size(), 0, context));
  if (isRematerializable(value) || isUnread(operand))
    return std::pair(Value(), identity);
  // The nearest one, and none in another order than before, so that no rewrite
  // is hidden in an access.
  for (auto [candidate, rewrites] : getSources(value)) {
    AffineMap access = IndexMap(rewrites.compose(map).compose(loops))
                           .canonicalize(core)
                           .getAffineMap();
    auto candidateType = cast<RankedTensorType>(candidate.getType());
    auto whole = getWholeAccess(access, core, candidateType.getShape());
    if (whole && (whole->isIdentity() || isStructured) &&
        (isInLoopOrder(*whole) || !isInLoopOrder(map)))
      return std::pair(candidate, *whole);
    // The normal form does not tell that a skew has been undone.
    if (!hasCrops && candidateType.getShape() == ArrayRef(core) &&
        isProved(IndexMap(access).isIdentity(core)))
      return std::pair(candidate, identity);
  }
  return std::nullopt;
}

/// The access of the new op to a constant operand, which has no value without
/// padding that the op could read instead. Returns nothing if the operand is no
/// constant, or its elements cannot be selected by a transform and a crop.
std::optional<CroppedGroup::ConstantAccess>
CroppedGroup::getConstantAccess(OpOperand &operand) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type || !matchPattern(operand.get(), m_Constant()))
    return std::nullopt;
  AffineMap map = getElementwiseMap(operand).compose(loops);
  ConstantAccess access;
  SmallVector<AffineExpr> newDims(core.size());
  for (auto [dim, size] : llvm::enumerate(core))
    if (map.isFunctionOfDim(dim)) {
      newDims[dim] = getAffineDimExpr(access.loops.size(), context);
      access.loops.push_back(dim);
      access.shape.push_back(size);
    }
  for (AffineExpr &dim : newDims)
    if (!dim)
      dim = getAffineConstantExpr(0, context);
  map = map.replaceDimsAndSymbols(newDims, {}, access.loops.size(), 0);
  std::optional<PaddedMap> padded = getPaddedMap(IndexMap(map), access.shape);
  if (!padded || padded->map.getPhysicalShape(padded->shape) !=
                     llvm::to_vector(type.getShape()))
    return std::nullopt;
  std::optional<IndexMap> inverse = padded->map.inverse(padded->shape);
  if (!inverse)
    return std::nullopt;
  access.transform = *inverse;
  access.low = padded->low;
  return access;
}

bool CroppedGroup::addOperands(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    Operation *producer = operand.get().getDefiningOp();
    bool isInside = isStaticElementwise(producer) &&
                    producer->getBlock() == op->getBlock() &&
                    getElementwiseMap(operand).isIdentity();
    if (auto source = getSource(operand))
      sources[&operand] = *source;
    else if (isInside)
      ops.insert(producer);
    else if (!getConstantAccess(operand))
      return false;
  }
  return true;
}

/// Adds `user` if it is one of the crops.
bool CroppedGroup::addCrop(Operation *user) {
  auto crop = dyn_cast<CropOp>(user);
  if (!crop || !crop.isStatic() || isMarked(crop) ||
      crop.getStaticOffsets() != ArrayRef(offsets) ||
      crop.getResult().getType().getShape() != ArrayRef(core))
    return false;
  ends.push_back(crop);
  return true;
}

bool CroppedGroup::addUsers(Operation *op) {
  return llvm::all_of(op->getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto last = dyn_cast<LayoutTransformOp>(user)) {
      if (last.getMap() != transform || isMarked(last))
        return false;
      if (!hasCrops)
        ends.push_back(last);
      return !hasCrops || llvm::all_of(last->getUsers(), [&](Operation *next) {
        return addCrop(next);
      });
    }
    if (!isStaticElementwise(user))
      return !transform && addCrop(user);
    // The user may read the value of the core only.
    if (!getElementwiseMap(use).isIdentity() ||
        user->getBlock() != op->getBlock())
      return false;
    ops.insert(user);
    return true;
  });
}

bool CroppedGroup::collect(Operation *end) {
  auto [op, last] = getCroppedOp(end);
  if (!setLoops(last))
    return false;
  constexpr size_t limit = 256; // so that time is linear
  ops.insert(op);
  for (size_t i = 0; i < ops.size(); ++i)
    if (ops.size() > limit || !addOperands(ops[i]) || !addUsers(ops[i]))
      return false;
  return true;
}

/// Transforms and crops a constant, so that it can be folded.
Value CroppedGroup::createCrop(IRRewriter &rewriter, Value constant,
                               const ConstantAccess &access) {
  Location loc = constant.getLoc();
  Value value =
      LayoutTransformOp::create(rewriter, loc, constant, access.transform);
  return CropOp::create(
      rewriter, loc, value, getAsIndexOpFoldResult(context, access.low),
      getAsIndexOpFoldResult(context, access.shape), Attribute());
}

Value CroppedGroup::rebuildOp(IRRewriter &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  LoopRelayout relayout;
  relayout.iterators.assign(core.size(), utils::IteratorType::parallel);
  relayout.oldLoops = llvm::to_vector(loops.getResults());
  SmallVector<Value> operands;
  SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(context, core);
  for (OpOperand &operand : op->getOpOperands()) {
    auto source = sources.find(&operand);
    AffineMap map = AffineMap::getMultiDimIdentityMap(core.size(), context);
    Value value;
    if (source != sources.end())
      std::tie(value, map) = source->second;
    else if (auto access = getConstantAccess(operand)) {
      value = createCrop(rewriter, operand.get(), *access);
      map = AffineMap::getMultiDimMapWithTargets(core.size(), access->loops,
                                                 context);
    } else
      value = replacements.lookup(operand.get());
    if (!value)
      value = rematerialize(rewriter, operand, sizes);
    operands.push_back(value);
    relayout.maps.push_back(map);
  }
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return rebuild(rewriter, structured, relayout, operands)->getResult(0);
  return rebuildWithShape(rewriter, op, core, operands);
}

void CroppedGroup::rewrite(IRRewriter &rewriter,
                           llvm::SmallPtrSetImpl<Operation *> &erased) {
  SmallVector<Operation *> ordered(ops.getArrayRef());
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : ordered) {
    ++numCroppedOps;
    remark::passed(op->getLoc(), getFoldRemark("cropped", op)) << remark::add(
        hasCrops ? "{0} runs on the data without padding"
                 : "{0} runs in front of a rewrite that is undone behind it",
        op->getName().getStringRef());
    replacements[op->getResult(0)] = rebuildOp(rewriter, op);
  }
  for (Operation *end : ends) {
    Operation *op = getCroppedOp(end).first;
    rewriter.replaceAllUsesWith(end->getResult(0),
                                replacements.lookup(op->getResult(0)));
  }
  // Users are erased first: the ends, then the ops.
  for (Operation *end : ends)
    eraseIfUnused(end, erased);
  for (Operation *op : llvm::reverse(ordered))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
}

/// Whether `op` may end a group: a crop, or a transform that is no order of
/// parts of dims.
static bool isEnd(Operation *op) {
  if (isMarked(op) || op->use_empty())
    return false;
  if (auto transform = dyn_cast<LayoutTransformOp>(op)) {
    ArrayRef<int64_t> shape = transform.getSource().getType().getShape();
    return !ShapedType::isDynamicShape(shape) &&
           !transform.getIndexMap().getDigits(shape) && getCroppedOp(op).first;
  }
  auto crop = dyn_cast<CropOp>(op);
  return crop && crop.isStatic() && getCroppedOp(op).first;
}

bool layout::cropElementwiseOps(func::FuncOp function) {
  SmallVector<Operation *> ends;
  function.walk([&](Operation *op) {
    if (isEnd(op))
      ends.push_back(op);
  });
  return rewriteGroups<CroppedGroup, Operation *>(function, ends);
}
