//===- PadElementwise.cpp - Elementwise ops on what was cropped -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If elementwise ops read crops, and all their results are padded where the
// crops have removed something, the ops can run on the values from before the
// crops:
//
//   %c = layout.crop %x offsets [1] sizes [5] cropped(0.0 : f32)
//          : tensor<8xf32> to tensor<5xf32>
//   %y = linalg.abs ins(%c : tensor<5xf32>) outs(%e : tensor<5xf32>)
//   %p = layout.pad %y low [1] high [2] value(0.0 : f32)
//          : tensor<5xf32> to tensor<8xf32>
//
// becomes
//
//   %p = linalg.abs ins(%x : tensor<8xf32>) outs(%e2 : tensor<8xf32>)
//
// An op that computes something else there than the pad asks for selects that
// by the index. Pads and crops at the high ends of dims are part of layouts,
// and the planner does the same with those (lib/Planning/Model).
//
//===----------------------------------------------------------------------===//

#include "Analysis/PadContents.h"
#include "Fold.h"
#include "Relayout/ElementwiseOps.h"
#include "Relayout/LoopRelayout.h"
#include "Relayout/UniformContent.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Support/Debug.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/MapVector.h"

#define DEBUG_TYPE "layout-fold"
ALWAYS_ENABLED_STATISTIC(numPaddedOps,
                         "Elementwise ops that run on cropped elements");

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Elementwise ops between crops and pads of equal widths.
class PaddedGroup {
public:
  /// Precondition: `pad` is static.
  explicit PaddedGroup(PadOp pad)
      : low(pad.getStaticLow()), high(pad.getStaticHigh()),
        padded(pad.getResult().getType()), context(pad.getContext()) {}

  /// Collects the ops above and beside `pad`. Returns whether all can run on
  /// what was cropped, and move less there.
  bool collect(PadOp pad);
  /// Replaces the pads by results of new ops. Adds what it erases, all pads of
  /// the group among it, to `erased`.
  void rewrite(IRRewriter &rewriter,
               llvm::SmallPtrSetImpl<Operation *> &erased);

private:
  bool addOperands(Operation *op);
  bool addUsers(Operation *op);
  bool fits(CropOp crop) const;
  bool isPaddedDim(unsigned dim) const { return low[dim] + high[dim] != 0; }
  bool indexesPaddedDims(AffineMap map) const;
  void sort();
  bool evaluate();
  PadContent getContent(OpOperand &operand) const;
  bool savesBytes() const;

  Value getOperand(IRRewriter &rewriter, OpOperand &operand,
                   ArrayRef<OpFoldResult> sizes);
  OpOperand *getSized(Operation *op) const;
  SmallVector<OpFoldResult> getSizes(IRRewriter &rewriter, Operation *op) const;
  Value rebuildOp(IRRewriter &rewriter, Operation *op);
  void mask(IRRewriter &rewriter, linalg::GenericOp op, TypedAttr content);

  SmallVector<int64_t> low, high;
  RankedTensorType padded; ///< of the elements of the first pad
  MLIRContext *context;
  llvm::SetVector<Operation *> ops;
  SmallVector<PadOp> pads;
  llvm::SmallSetVector<Operation *, 4> crops;
  /// Per op with pads, the content that they ask for.
  DenseMap<Operation *, Attribute> required;
  /// Per op, what it computes in the padding, and what it has to select there.
  DenseMap<Operation *, PadContent> contents;
  DenseMap<Operation *, TypedAttr> masks;
  DenseMap<Value, Value> replacements; ///< by result of a present op
};
} // namespace

//===----------------------------------------------------------------------===//
// Collection
//===----------------------------------------------------------------------===//

/// Whether the crop removes from `source` as much as the pads add again.
bool PaddedGroup::fits(CropOp crop) const {
  using Bounds = ValueBoundsConstraintSet;
  if (isMarked(crop) || crop.getStaticOffsets() != ArrayRef(low) ||
      crop.getSource().getType().getShape() != padded.getShape())
    return false;
  // A dim of dynamic size is cropped by nothing.
  return llvm::all_of(llvm::enumerate(crop.getMixedSizes()), [&](auto it) {
    auto [dim, size] = it;
    return !padded.isDynamicDim(dim) ||
           (!isPaddedDim(dim) &&
            Bounds::compare(size, Bounds::ComparisonOperator::EQ,
                            {crop.getSource(), static_cast<int64_t>(dim)}));
  });
}

bool PaddedGroup::indexesPaddedDims(AffineMap map) const {
  return llvm::any_of(llvm::seq<unsigned>(0, map.getNumDims()),
                      [&](unsigned dim) {
                        return isPaddedDim(dim) && map.isFunctionOfDim(dim);
                      });
}

bool PaddedGroup::addOperands(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    Operation *producer = operand.get().getDefiningOp();
    AffineMap map = getElementwiseMap(operand);
    if (!indexesPaddedDims(map) || isUnread(operand) ||
        isRematerializable(operand.get()))
      continue;
    if (!map.isIdentity() || !producer)
      return false;
    auto crop = dyn_cast<CropOp>(producer);
    if (crop && fits(crop))
      crops.insert(crop);
    else if (isElementwise(producer) && producer->getBlock() == op->getBlock())
      ops.insert(producer);
    else if (!matchPattern(producer, m_Constant()))
      return false;
  }
  return true;
}

bool PaddedGroup::addUsers(Operation *op) {
  return llvm::all_of(op->getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    auto pad = dyn_cast<PadOp>(user);
    if (!pad) {
      ops.insert(user);
      return isElementwise(user) && getElementwiseMap(use).isIdentity() &&
             user->getBlock() == op->getBlock();
    }
    if (isMarked(pad) || !pad.isStatic() ||
        pad.getStaticLow() != ArrayRef(low) ||
        pad.getStaticHigh() != ArrayRef(high))
      return false;
    pads.push_back(pad);
    Attribute &content = required[op];
    if (!content || isa<ub::PoisonAttr>(content))
      content = pad.getValue();
    return pad.isPoison() || content == pad.getValue();
  });
}

bool PaddedGroup::collect(PadOp pad) {
  constexpr size_t limit = 256; // so that time is linear
  ops.insert(pad.getSource().getDefiningOp());
  for (size_t i = 0; i < ops.size(); ++i)
    if (ops.size() > limit || !addOperands(ops[i]) || !addUsers(ops[i]))
      return false;
  sort();
  bool hasSizes =
      padded.hasStaticShape() ||
      llvm::all_of(ops, [&](Operation *op) { return getSized(op) != nullptr; });
  return !crops.empty() && hasSizes && evaluate() && savesBytes();
}

/// Puts the ops in program order.
void PaddedGroup::sort() {
  SmallVector<Operation *> ordered = ops.takeVector();
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  ops.insert(ordered.begin(), ordered.end());
}

//===----------------------------------------------------------------------===//
// Contents of the padding
//===----------------------------------------------------------------------===//

/// The element that the padding of a constant, `value`, holds: that of a splat,
/// so that the padded constant is one too. Null if there is none of its type.
static Attribute getFilling(OpBuilder &builder, Value value) {
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)) && constant.isSplat())
    return constant.getSplatValue<Attribute>();
  return builder.getZeroAttr(getElementTypeOrSelf(value.getType()));
}

/// Returns the contents of the padding of a new op's operand.
PadContent PaddedGroup::getContent(OpOperand &operand) const {
  Operation *producer = operand.get().getDefiningOp();
  if (!indexesPaddedDims(getElementwiseMap(operand)) || !producer)
    return PadContent::getUnknown();
  if (isRematerializable(operand.get()))
    return getUniformContent(operand.get());
  if (auto found = contents.find(producer); found != contents.end())
    return found->second;
  if (auto crop = dyn_cast<CropOp>(producer))
    return crop.getCropped() ? PadContent::get(*crop.getCropped())
                             : PadContent::getUnknown();
  OpBuilder builder(context);
  Attribute filling = getFilling(builder, operand.get());
  return filling ? PadContent::get(filling) : PadContent::getUnknown();
}

/// Computes what each op makes of the padding, and what it has to select there.
/// Returns whether that is possible.
bool PaddedGroup::evaluate() {
  for (Operation *op : ops) {
    SmallVector<PadContent> operands;
    for (OpOperand &operand : op->getOpOperands())
      operands.push_back(getContent(operand));
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    auto elementwise = dyn_cast<LayoutRuleOpInterface>(op);
    if (!structured && !elementwise)
      return false;
    FailureOr<SmallVector<PadContent>> results =
        structured ? evaluateOnPads(structured, operands)
                   : elementwise.getPadContents(operands);
    if (failed(results))
      return false;
    PadContent content = results->front();
    Attribute wanted = required.lookup(op);
    if (wanted && !content.fits(PadContent::get(wanted))) {
      auto typed = dyn_cast<TypedAttr>(wanted);
      if (!typed ||
          typed.getType() != getElementTypeOrSelf(op->getResult(0).getType()))
        return false;
      masks[op] = typed;
      content = PadContent::get(wanted);
    }
    contents.insert({op, content});
  }
  return true;
}

/// Whether the pads and crops move more than the ops read and write of the
/// padding.
bool PaddedGroup::savesBytes() const {
  int64_t moved = 0, computed = 0;
  auto getBytes = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type ? getByteCount(type).bytes : 0;
  };
  for (PadOp pad : pads)
    moved = addSaturating(moved, addSaturating(getBytes(pad.getSource()),
                                               getBytes(pad.getResult())));
  for (Operation *crop : crops)
    if (llvm::all_of(crop->getUsers(),
                     [&](Operation *user) { return ops.contains(user); }))
      moved = addSaturating(
          moved, multiplySaturating(int64_t(2), getBytes(crop->getResult(0))));
  auto addPadding = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.getRank() != padded.getRank())
      return;
    int64_t larger = getByteCount(type.clone(padded.getShape())).bytes;
    computed = addSaturating(computed, larger - getBytes(value));
  };
  for (Operation *op : ops) {
    for (OpOperand &operand : op->getOpOperands())
      if (!isUnread(operand) && indexesPaddedDims(getElementwiseMap(operand)))
        addPadding(operand.get());
    addPadding(op->getResult(0));
  }
  return computed <= moved;
}

//===----------------------------------------------------------------------===//
// The new ops
//===----------------------------------------------------------------------===//

/// An operand in whose place the new op reads a value of the padded sizes; null
/// if there is none that has them already.
OpOperand *PaddedGroup::getSized(Operation *op) const {
  for (OpOperand &operand : op->getOpOperands())
    if (Operation *producer = operand.get().getDefiningOp();
        indexesPaddedDims(getElementwiseMap(operand)) && !isUnread(operand) &&
        (crops.contains(producer) || ops.contains(producer)))
      return &operand;
  return nullptr;
}

SmallVector<OpFoldResult> PaddedGroup::getSizes(IRRewriter &rewriter,
                                                Operation *op) const {
  if (padded.hasStaticShape())
    return getAsIndexOpFoldResult(context, padded.getShape());
  Value value = getSized(op)->get();
  auto crop = value.getDefiningOp<CropOp>();
  return tensor::getMixedSizes(rewriter, op->getLoc(),
                               crop ? crop.getSource()
                                    : replacements.lookup(value));
}

/// Returns the value that a new op reads in the place of an operand.
Value PaddedGroup::getOperand(IRRewriter &rewriter, OpOperand &operand,
                              ArrayRef<OpFoldResult> sizes) {
  Value value = operand.get();
  if (!indexesPaddedDims(getElementwiseMap(operand)))
    return value;
  if (Value created = replacements.lookup(value))
    return created;
  if (Value created = rematerialize(rewriter, operand, sizes))
    return created;
  if (auto crop = value.getDefiningOp<CropOp>())
    return crop.getSource();
  return PadOp::create(
      rewriter, value.getLoc(), value, getAsIndexOpFoldResult(context, low),
      getAsIndexOpFoldResult(context, high), getFilling(rewriter, value));
}

/// Selects `content` where the op computes padding:
///
///   %r = math.exp %in : f32
///   linalg.yield %r : f32
///
/// becomes, for padding of 1 in front of 5 elements and of 2 behind them,
///
///   %r = math.exp %in : f32
///   %i = linalg.index 0 : index
///   %a = arith.cmpi slt, %c0, %i : index
///   %b = arith.cmpi slt, %i, %c6 : index
///   %c = arith.andi %a, %b : i1
///   %s = arith.select %c, %r, %zero : f32
///   linalg.yield %s : f32
void PaddedGroup::mask(IRRewriter &rewriter, linalg::GenericOp op,
                       TypedAttr content) {
  OpBuilder::InsertionGuard guard(rewriter);
  Operation *yield = op.getBlock()->getTerminator();
  rewriter.setInsertionPoint(yield);
  ArithBuilder arith(rewriter, op.getLoc());
  auto getIndex = [&](int64_t value) {
    return getValueOrCreateConstantIndexOp(rewriter, op.getLoc(),
                                           rewriter.getIndexAttr(value));
  };
  Value inside;
  auto add = [&](Value condition) {
    inside = inside ? arith._and(inside, condition) : condition;
  };
  for (unsigned dim : llvm::seq<unsigned>(0, low.size())) {
    if (!isPaddedDim(dim))
      continue;
    Value index = linalg::IndexOp::create(rewriter, op.getLoc(), dim);
    if (low[dim] != 0)
      add(arith.slt(getIndex(low[dim] - 1), index));
    if (high[dim] != 0)
      add(arith.slt(index, getIndex(padded.getDimSize(dim) - high[dim])));
  }
  Value selected =
      arith.select(inside, yield->getOperand(0),
                   arith::ConstantOp::create(rewriter, op.getLoc(), content));
  yield->setOperand(0, selected);
}

Value PaddedGroup::rebuildOp(IRRewriter &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  SmallVector<OpFoldResult> sizes = getSizes(rewriter, op);
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(getOperand(rewriter, operand, sizes));
  TypedAttr content = masks.lookup(op);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured && !content)
    return rebuildWithShape(rewriter, op, padded.getShape(), operands);
  if (!structured) {
    Value init = tensor::EmptyOp::create(
        rewriter, op->getLoc(), sizes,
        getElementTypeOrSelf(op->getResult(0).getType()));
    linalg::GenericOp created = createStructured(rewriter, op, operands, init);
    mask(rewriter, created, content);
    return created.getResult(0);
  }
  LoopRelayout relayout;
  relayout.iterators = structured.getIteratorTypesArray();
  relayout.maps = structured.getIndexingMapsArray();
  for (auto [dim, width] : llvm::enumerate(low))
    relayout.oldLoops.push_back(rewriter.getAffineDimExpr(dim) - width);
  if (!content)
    return rebuild(rewriter, structured, relayout, operands)->getResult(0);
  linalg::GenericOp created =
      rebuildAsGeneric(rewriter, structured, relayout, operands);
  mask(rewriter, created, content);
  return created.getResult(0);
}

void PaddedGroup::rewrite(IRRewriter &rewriter,
                          llvm::SmallPtrSetImpl<Operation *> &erased) {
  for (Operation *op : ops) {
    ++numPaddedOps;
    remark::passed(op->getLoc(), getFoldRemark("padded", op))
        << remark::add("{0} runs on what crops in front of it remove",
                       op->getName().getStringRef());
    replacements[op->getResult(0)] = rebuildOp(rewriter, op);
  }
  for (PadOp pad : pads)
    rewriter.replaceAllUsesWith(pad.getResult(),
                                replacements.lookup(pad.getSource()));
  // Users are erased first: the pads, then the ops, then the crops.
  for (PadOp pad : pads)
    eraseIfUnused(pad, erased);
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
  for (Operation *crop : crops)
    eraseIfUnused(crop, erased);
}

bool layout::padElementwiseOps(func::FuncOp function) {
  SmallVector<PadOp> pads;
  function.walk([&](PadOp pad) {
    bool isAtLowEnd = llvm::any_of(pad.getStaticLow(),
                                   [](int64_t width) { return width != 0; });
    if (pad.isStatic() && isAtLowEnd && !isMarked(pad) &&
        isElementwise(pad.getSource().getDefiningOp()))
      pads.push_back(pad);
  });
  return rewriteGroups<PaddedGroup, PadOp>(function, pads);
}
