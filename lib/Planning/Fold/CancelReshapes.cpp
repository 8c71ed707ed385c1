//===- CancelReshapes.cpp - Elementwise ops in their neighbours' shapes ---===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts that differ in unit dims, or in how dims are split, are the same
// place in memory: the planner does not tell them apart. The reshapes between
// them move nothing, but upstream's fusion does not see through them.
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Interfaces/LoopRanges.h"
#include "LoopShape.h"
#include "Relayout/LoopRelayout.h"
#include "SplitReaders.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Planning/Passes.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

#define DEBUG_TYPE "layout-cancel-reshapes"
ALWAYS_ENABLED_STATISTIC(numReshaped, "Elementwise ops in other shapes");
ALWAYS_ENABLED_STATISTIC(numSplit, "Ops with windows in other shapes");

using namespace mlir;
using namespace mlir::layout;

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTCANCELRESHAPES
#include "layout/Planning/Passes.h.inc"
} // namespace mlir::layout

/// Whether `value` is indexed by the loops in order, unit dims by any of them.
static bool isWholeAccess(Type type, AffineMap map, ArrayRef<int64_t> ranges) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getShape() != ranges)
    return false;
  return llvm::all_of(llvm::enumerate(map.getResults()), [&](auto result) {
    return result.value() ==
               getAffineDimExpr(result.index(), map.getContext()) ||
           ranges[result.index()] == 1;
  });
}

static bool readsWhole(OpOperand &operand, ArrayRef<int64_t> ranges) {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  return isWholeAccess(operand.get().getType(),
                       op.getMatchingIndexingMap(&operand), ranges);
}

/// The structured elementwise op that writes `value`; null if there is none.
static linalg::LinalgOp getElementwiseOp(Value value) {
  Operation *op = value.getDefiningOp();
  return isElementwise(op) ? dyn_cast<linalg::LinalgOp>(op) : nullptr;
}

/// A reshape of run-time data that may be merged with others; null if `op` is
/// none.
static LayoutTransformOp getReshape(Operation *op) {
  auto transform = dyn_cast_or_null<LayoutTransformOp>(op);
  if (!transform || isMarked(transform) || !transform.isFree() ||
      isConstantData(transform.getSource()))
    return nullptr;
  return transform;
}

static std::optional<IndexMap> getInverse(LayoutTransformOp reshape) {
  return reshape.getIndexMap().inverse(
      reshape.getSource().getType().getShape());
}

namespace {
/// Elementwise ops of one block that read each other's results as they are, and
/// so have the same loops.
class ElementwiseGroup {
public:
  explicit ElementwiseGroup(ArrayRef<Operation *> ops)
      : ops(ops.begin(), ops.end()), context(ops.front()->getContext()),
        ranges(getLoopRanges(cast<linalg::LinalgOp>(ops.front()))) {}

  /// Brings the ops into the shape in which the fewest reshapes are left.
  /// Returns whether that is another one.
  bool reshape(IRRewriter &rewriter);

private:
  /// What an op reads from outside of the group, and how.
  using Input = std::pair<Value, AffineMap>;

  /// How ops of the group read, whatever shape they are to have.
  struct Reads {
    /// The ways in which they read tensors, which another shape must offer too.
    /// That includes constants and destinations, which are reshaped but not
    /// moved.
    llvm::SmallSetVector<std::pair<AffineMap, RankedTensorType>, 8> accesses;
    llvm::SmallSetVector<Input, 8> inputs;
  };

  bool isNextToReshape() const;
  bool isBetweenReshapeAndWindows() const;
  bool isInside(Operation *op) const { return ops.contains(op); }
  bool isLink(OpOperand &operand) const;
  std::optional<Input> getInput(OpOperand &operand) const;
  std::optional<Reads> getReads() const;
  SmallVector<LoopShape> getShapes() const;
  std::optional<unsigned> getPrice(const Reads &reads, const LoopShape *shape,
                                   unsigned limit) const;
  unsigned getInputPrice(const Input &input, const LoopShape *shape) const;
  unsigned getResultPrice(Value result, const LoopShape *shape) const;

  Value createReshaped(IRRewriter &rewriter, Value value,
                       const IndexMap &layout);
  Value createOperand(IRRewriter &rewriter, OpOperand &operand,
                      const IndexMap &layout);
  void rebuildOp(IRRewriter &rewriter, linalg::LinalgOp op,
                 const LoopShape &shape);
  void replaceResult(IRRewriter &rewriter, Value result,
                     const LoopShape &shape);

  llvm::SetVector<Operation *> ops; ///< in program order
  MLIRContext *context;
  SmallVector<int64_t> ranges;
  DenseMap<Value, Value> reshapedResults;
  /// What the group reads, by value and layout.
  DenseMap<std::pair<Value, AffineMap>, Value> reshapedValues;
};
} // namespace

/// Whether there may be reshapes around the group. Most groups have none.
bool ElementwiseGroup::isNextToReshape() const {
  return llvm::any_of(ops, [](Operation *op) {
    auto isMade = [](Value value) {
      return value.getDefiningOp<LayoutTransformOp>() != nullptr;
    };
    return llvm::any_of(op->getOperands(), isMade) ||
           llvm::any_of(op->getUsers(), llvm::IsaPred<LayoutTransformOp>);
  });
}

/// Whether the operand is the result of an op of the group, read as it is.
bool ElementwiseGroup::isLink(OpOperand &operand) const {
  Operation *producer = operand.get().getDefiningOp();
  return producer && isInside(producer);
}

/// Returns nothing for results of the group, constants and scalars, and values
/// that are created or rewritten in each shape for nothing.
std::optional<ElementwiseGroup::Input>
ElementwiseGroup::getInput(OpOperand &operand) const {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  Value value = operand.get();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  bool isUnread =
      op.isDpsInit(&operand) && !op.payloadUsesValueFromOperand(&operand);
  if (!type || type.getRank() == 0 || isLink(operand) || isUnread ||
      isRematerializable(value) || isConstantData(value))
    return std::nullopt;
  return Input{value, op.getMatchingIndexingMap(&operand)};
}

/// Returns nothing if the group cannot have another shape.
std::optional<ElementwiseGroup::Reads> ElementwiseGroup::getReads() const {
  Reads reads;
  for (Operation *op : ops)
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.get().getType());
      bool isPinned = type && type.getEncoding();
      if (isPinned || (isLink(operand) && !readsWhole(operand, ranges)))
        return std::nullopt;
      if (type && type.getRank() != 0)
        reads.accesses.insert(
            {cast<linalg::LinalgOp>(op).getMatchingIndexingMap(&operand),
             type});
      if (std::optional<Input> input = getInput(operand))
        reads.inputs.insert(*input);
    }
  return reads;
}

/// The shapes in which some reshape around the group cancels, at most eight.
SmallVector<LoopShape> ElementwiseGroup::getShapes() const {
  constexpr size_t limit = 8;
  SmallVector<LoopShape> shapes;
  llvm::SmallDenseSet<AffineMap> seen, seenBehind;
  llvm::SmallDenseSet<std::pair<AffineMap, Type>> seenInFront;
  auto add = [&](std::optional<IndexMap> fromLoops) {
    // A rewrite that changes nothing cancels in the present shape.
    if (!fromLoops || shapes.size() == limit ||
        isProved(fromLoops->isIdentity(ranges)) ||
        !seen.insert(fromLoops->canonicalize(ranges).getAffineMap()).second)
      return;
    if (auto shape = LoopShape::get(*fromLoops, ranges))
      shapes.push_back(*shape);
  };
  for (Operation *op : ops) {
    for (OpOperand &operand : op->getOpOperands())
      if (LayoutTransformOp reshape = getReshape(operand.get().getDefiningOp());
          reshape && readsWhole(operand, ranges) &&
          seenInFront
              .insert({reshape.getIndexMap().getAffineMap(),
                       reshape.getSource().getType()})
              .second)
        add(getInverse(reshape));
    for (Operation *user : op->getUsers())
      if (LayoutTransformOp reshape = getReshape(user);
          reshape &&
          seenBehind.insert(reshape.getIndexMap().getAffineMap()).second)
        add(reshape.getIndexMap());
  }
  return shapes;
}

/// A reshape between an elementwise op and a structured op that reads it keeps
/// upstream from fusing them, which counts before the number of reshapes.
static constexpr unsigned kPrice = 1, kPriceBetweenOps = 1 << 16;

/// The price of the reshape, behind an elementwise op, of a value that `uses`
/// read. Some readers can take the other shape, which is `split` of the value.
static unsigned
getPriceBehindElementwise(ArrayRef<OpOperand *> uses,
                          const std::optional<IndexMap> &split) {
  return llvm::any_of(uses,
                      [&](OpOperand *use) {
                        return isa<linalg::LinalgOp>(use->getOwner()) &&
                               !(split && canReadSplit(*use, *split));
                      })
             ? kPriceBetweenOps
             : kPrice;
}

static SmallVector<OpOperand *> getUses(Value value) {
  return llvm::map_to_vector(value.getUses(),
                             [](OpOperand &use) { return &use; });
}

/// Whether `reshape` and then `next` have no effect on a value of the shape.
static bool cancels(const IndexMap &reshape, const IndexMap &next,
                    ArrayRef<int64_t> shape) {
  return isProved(next.compose(reshape, shape).isIdentity(shape));
}

/// The price of the reshapes in front of an input, which the shape can read
/// (Reads::accesses). A null shape is the present one.
unsigned ElementwiseGroup::getInputPrice(const Input &input,
                                         const LoopShape *shape) const {
  auto [value, map] = input;
  LayoutTransformOp reshape = getReshape(value.getDefiningOp());
  unsigned price = reshape && getElementwiseOp(reshape.getSource())
                       ? kPriceBetweenOps
                       : kPrice;
  if (!shape)
    return reshape ? price : 0;
  auto type = cast<RankedTensorType>(value.getType());
  const LoopShape::Access &access = *shape->getAccess(map, type);
  bool isGone = reshape ? cancels(reshape.getIndexMap(), access.layout,
                                  reshape.getSource().getType().getShape())
                        : isProved(access.layout.isIdentity(type.getShape()));
  return isGone ? 0 : price;
}

/// The price of the reshapes behind a result, for its users outside.
unsigned ElementwiseGroup::getResultPrice(Value result,
                                          const LoopShape *shape) const {
  unsigned price = 0;
  SmallVector<OpOperand *> readers;
  llvm::SmallSetVector<LayoutTransformOp, 4> reshapes;
  for (OpOperand &use : result.getUses())
    if (LayoutTransformOp reshape = getReshape(use.getOwner()))
      reshapes.insert(reshape);
    else if (!isInside(use.getOwner()))
      readers.push_back(&use);
  for (LayoutTransformOp reshape : reshapes) {
    if (shape &&
        isProved(reshape.getIndexMap().isEqual(shape->getFromLoops(), ranges)))
      continue;
    price += getPriceBehindElementwise(getUses(reshape), getInverse(reshape));
  }
  if (shape && !readers.empty())
    price += getPriceBehindElementwise(readers, shape->getFromLoops());
  return price;
}

/// The price of all reshapes around the group; nothing if it cannot have the
/// shape, or if the price is at least `limit`.
std::optional<unsigned> ElementwiseGroup::getPrice(const Reads &reads,
                                                   const LoopShape *shape,
                                                   unsigned limit) const {
  if (shape && !llvm::all_of(reads.accesses, [&](const auto &access) {
        return shape->getAccess(access.first, access.second).has_value();
      }))
    return std::nullopt;
  unsigned price = 0;
  for (const Input &input : reads.inputs)
    price += getInputPrice(input, shape);
  for (Operation *op : ops) {
    if (price >= limit)
      return std::nullopt;
    price += getResultPrice(op->getResult(0), shape);
  }
  if (price >= limit)
    return std::nullopt;
  return price;
}

/// Returns what the new op reads, without a reshape if there is one that is
/// cancelled.
Value ElementwiseGroup::createReshaped(IRRewriter &rewriter, Value value,
                                       const IndexMap &layout) {
  Value &reshaped = reshapedValues[{value, layout.getAffineMap()}];
  auto type = cast<RankedTensorType>(value.getType());
  if (reshaped)
    return reshaped;
  if (isProved(layout.isIdentity(type.getShape())))
    return reshaped = value;
  if (LayoutTransformOp last = getReshape(value.getDefiningOp());
      last && cancels(last.getIndexMap(), layout,
                      last.getSource().getType().getShape()))
    return reshaped = last.getSource();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfterValue(value);
  return reshaped =
             LayoutTransformOp::create(rewriter, value.getLoc(), value, layout);
}

Value ElementwiseGroup::createOperand(IRRewriter &rewriter, OpOperand &operand,
                                      const IndexMap &layout) {
  Value value = operand.get();
  if (isLink(operand))
    return reshapedResults.lookup(value);
  auto type = LayoutTransformOp::inferType(
      cast<RankedTensorType>(value.getType()), layout);
  if (type && type.hasStaticShape())
    if (Value made =
            rematerialize(rewriter, operand,
                          getAsIndexOpFoldResult(context, type.getShape())))
      return made;
  return createReshaped(rewriter, value, layout);
}

void ElementwiseGroup::rebuildOp(IRRewriter &rewriter, linalg::LinalgOp op,
                                 const LoopShape &shape) {
  rewriter.setInsertionPoint(op);
  LoopRelayout relayout;
  relayout.iterators.assign(shape.getNumLoops(), utils::IteratorType::parallel);
  relayout.oldLoops =
      llvm::to_vector(shape.getToLoops().getAffineMap().getResults());
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || type.getRank() == 0) {
      operands.push_back(operand.get());
      relayout.maps.push_back(AffineMap::get(shape.getNumLoops(), 0, context));
      continue;
    }
    LoopShape::Access access =
        *shape.getAccess(op.getMatchingIndexingMap(&operand), type);
    operands.push_back(createOperand(rewriter, operand, access.layout));
    relayout.maps.push_back(access.map);
  }
  reshapedResults[op->getResult(0)] =
      rebuild(rewriter, op, relayout, operands)->getResult(0);
  ++numReshaped;
}

/// Lets the users of a result outside of the group read the new one.
void ElementwiseGroup::replaceResult(IRRewriter &rewriter, Value result,
                                     const LoopShape &shape) {
  Value reshaped = reshapedResults.lookup(result);
  for (Operation *user : llvm::SmallSetVector<Operation *, 4>(
           result.user_begin(), result.user_end())) {
    LayoutTransformOp reshape = getReshape(user);
    if (reshape &&
        isProved(reshape.getIndexMap().isEqual(shape.getFromLoops(), ranges)))
      rewriter.replaceOp(reshape, reshaped);
  }
  if (llvm::all_of(result.getUsers(),
                   [&](Operation *user) { return isInside(user); }))
    return;
  rewriter.setInsertionPointAfterValue(reshaped);
  Value asBefore = LayoutTransformOp::create(rewriter, result.getLoc(),
                                             reshaped, shape.getToLoops());
  rewriter.replaceUsesWithIf(result, asBefore, [&](OpOperand &use) {
    return !isInside(use.getOwner());
  });
}

/// Whether upstream's fusion would move a reshape in front of the group to an
/// op with windows behind it, which can read the shape in front of the reshape.
bool ElementwiseGroup::isBetweenReshapeAndWindows() const {
  SmallVector<OpOperand *> outside;
  for (Operation *op : ops)
    for (OpOperand &use : op->getUses())
      if (!isInside(use.getOwner()) && mayReadSplit(use.getOwner()))
        outside.push_back(&use);
  if (outside.empty())
    return false;
  llvm::SmallDenseSet<std::pair<AffineMap, Type>> seen;
  for (Operation *op : ops)
    for (OpOperand &operand : op->getOpOperands()) {
      LayoutTransformOp reshape = getReshape(operand.get().getDefiningOp());
      if (!reshape || !readsWhole(operand, ranges) ||
          !seen.insert({reshape.getIndexMap().getAffineMap(),
                        reshape.getSource().getType()})
               .second)
        continue;
      std::optional<IndexMap> split = getInverse(reshape);
      if (split && llvm::any_of(outside, [&](OpOperand *use) {
            return canReadSplit(*use, *split);
          }))
        return true;
    }
  return false;
}

bool ElementwiseGroup::reshape(IRRewriter &rewriter) {
  if (!isNextToReshape())
    return false;
  SmallVector<LoopShape> shapes = getShapes();
  if (shapes.empty())
    return false;
  std::optional<Reads> reads = getReads();
  if (!reads)
    return false;
  std::optional<unsigned> least =
      getPrice(*reads, nullptr, std::numeric_limits<unsigned>::max());
  if (!least || *least == 0)
    return false;
  if (isBetweenReshapeAndWindows())
    *least += kPriceBetweenOps;
  unsigned before = *least;
  std::optional<LoopShape> best;
  for (const LoopShape &shape : shapes)
    if (std::optional<unsigned> price = getPrice(*reads, &shape, *least)) {
      least = price;
      best = shape;
    }
  if (!best)
    return false;
  remark::passed(ops.front()->getLoc(),
                 getRemark("reshaped", DEBUG_TYPE, ops.front()))
      << remark::add(
             "{0} elementwise ops take the shape of their neighbours; "
             "reshapes that keep ops apart: {1} instead of {2}, others: "
             "{3} instead of {4}",
             ops.size(), *least / kPriceBetweenOps, before / kPriceBetweenOps,
             *least % kPriceBetweenOps, before % kPriceBetweenOps);
  for (Operation *op : ops)
    rebuildOp(rewriter, cast<linalg::LinalgOp>(op), *best);
  for (Operation *op : ops)
    replaceResult(rewriter, op->getResult(0), *best);
  for (Operation *op : llvm::reverse(ops))
    rewriter.eraseOp(op);
  return true;
}

/// Groups of elementwise ops that read each other's results as they are, in
/// program order.
static SmallVector<SmallVector<Operation *>>
collectGroups(func::FuncOp function) {
  SmallVector<Operation *> ops;
  llvm::EquivalenceClasses<Operation *> classes;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isMarked(op) && op != function)
      return WalkResult::skip();
    if (!isa<linalg::LinalgOp>(op) || !isElementwise(op))
      return WalkResult::advance();
    ops.push_back(op);
    classes.insert(op);
    auto ranges = getLoopRanges(cast<linalg::LinalgOp>(op));
    for (OpOperand &operand : op->getOpOperands())
      if (Operation *producer = operand.get().getDefiningOp();
          producer && classes.contains(producer) &&
          producer->getBlock() == op->getBlock() && readsWhole(operand, ranges))
        classes.unionSets(producer, op);
    return WalkResult::skip();
  });
  llvm::MapVector<Operation *, SmallVector<Operation *>> groups;
  for (Operation *op : ops)
    groups[classes.getLeaderValue(op)].push_back(op);
  return llvm::map_to_vector(groups, [](auto &group) { return group.second; });
}

/// Erases reshapes that nothing reads, with what they alone have read.
static void eraseUnusedReshapes(func::FuncOp function) {
  SmallVector<Operation *> unused;
  function.walk([&](LayoutTransformOp reshape) {
    if (reshape.use_empty() && !isMarked(reshape))
      unused.push_back(reshape);
  });
  llvm::SmallPtrSet<Operation *, 8> erased;
  for (Operation *reshape : unused)
    eraseIfUnused(reshape, erased);
}

/// Moves reshapes between elementwise ops and ops with windows behind the
/// latter (SplitReaders.h). Returns whether there were any.
static bool moveBehindWindows(IRRewriter &rewriter, func::FuncOp function) {
  SmallVector<LayoutTransformOp> reshapes;
  function.walk([&](LayoutTransformOp op) {
    if (getReshape(op) && getElementwiseOp(op.getSource()))
      reshapes.push_back(op);
  });
  bool isChanged = false;
  for (LayoutTransformOp reshape : reshapes) {
    std::optional<IndexMap> split = getInverse(reshape);
    if (!split)
      continue;
    for (Operation *user : llvm::SmallSetVector<Operation *, 4>(
             reshape->user_begin(), reshape->user_end())) {
      auto *operand = llvm::find_if(user->getOpOperands(), [&](OpOperand &use) {
        return use.get() == reshape.getResult() && canReadSplit(use, *split);
      });
      if (operand == user->getOpOperands().end())
        continue;
      remark::passed(user->getLoc(), getRemark("reshaped", DEBUG_TYPE, user))
          << "reads windows in the shape of the elementwise op in front of it";
      readSplit(rewriter, *operand, reshape.getSource(), *split);
      ++numSplit;
      isChanged = true;
    }
  }
  return isChanged;
}

static void cancelReshapes(func::FuncOp function) {
  // Ops that have changed may have become neighbours. Each change leaves fewer
  // reshapes between ops that could be fused, those included that upstream
  // would move there, or as many and fewer others. So this ends; the limit
  // keeps the time linear.
  constexpr unsigned mostRounds = 8;
  IRRewriter rewriter(function.getContext());
  bool isChanged = true;
  for (unsigned round = 0; isChanged && round < mostRounds; ++round) {
    isChanged = false;
    for (ArrayRef<Operation *> ops : collectGroups(function))
      isChanged |= ElementwiseGroup(ops).reshape(rewriter);
    isChanged |= moveBehindWindows(rewriter, function);
    if (isChanged)
      eraseUnusedReshapes(function);
  }
}

namespace {
struct LayoutCancelReshapes
    : layout::impl::LayoutCancelReshapesBase<LayoutCancelReshapes> {
  void runOnProgram() override {
    for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
      cancelReshapes(function);
  }
};
} // namespace
