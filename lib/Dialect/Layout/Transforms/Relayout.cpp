//===- Relayout.cpp - Rebuilds one structured op in other layouts ---------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Transforms/Relayout.h"
#include "layout/Dialect/Layout/Transforms/NamedOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<DigitLists> layout::getExplicitDigits(const IndexMap &map,
                                                    ArrayRef<int64_t> shape) {
  std::optional<DigitLists> digits = map.getDigits(shape);
  if (!digits)
    return std::nullopt;
  for (auto [list, expr] :
       llvm::zip_equal(*digits, map.getAffineMap().getResults())) {
    if (!list.empty())
      continue;
    // `c floordiv 16` on 16 channels: the outermost digit of c, of extent 1.
    std::optional<unsigned> dim;
    expr.walk([&](AffineExpr sub) {
      if (auto used = dyn_cast<AffineDimExpr>(sub); used && !dim)
        dim = used.getPosition();
    });
    if (dim)
      list.push_back({*dim, shape[*dim], 1});
  }
  return digits;
}

/// Whether nothing in `expr` divides.
static bool isLinear(AffineExpr expr) {
  WalkResult result = expr.walk([](AffineExpr part) {
    bool divides = part.getKind() == AffineExprKind::Mod ||
                   part.getKind() == AffineExprKind::FloorDiv ||
                   part.getKind() == AffineExprKind::CeilDiv;
    return divides ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

namespace {
/// The loops of the rebuilt op in terms of the old ones.
class Loops {
public:
  Loops(const Relayout &relayout, MLIRContext *context)
      : loops(relayout.loops), context(context) {
    for (const Digit &loop : loops)
      extents.push_back(loop.extent);
    for (unsigned old : llvm::seq<unsigned>(0, relayout.extents.size()))
      values.push_back(recombine(old));
  }

  ArrayRef<int64_t> getExtents() const { return extents; }

  /// The old loop's index from the new ones.
  AffineExpr getValue(unsigned old) const { return values[old]; }

  /// An expression over the old loops, over the new ones.
  AffineExpr substitute(AffineExpr expr) const {
    return simplify(expr.replaceDims(values));
  }

  /// (expr floordiv digit.stride) mod digit.extent, for an expression over the
  /// old loops that spells the dim the digit is of, of the given size.
  AffineExpr getDigit(AffineExpr expr, const Digit &digit, int64_t size) const {
    if (digit.extent == 1)
      return getUnitDigit(expr, digit, size);
    AffineExpr value = expr.replaceDims(values);
    if (digit.stride != 1)
      value = value.floorDiv(digit.stride);
    bool outermost = digit.isDynamic() || (!ShapedType::isDynamic(size) &&
                                           digit.stride * digit.extent == size);
    if (!outermost)
      value = value % digit.extent;
    return simplify(value);
  }

private:
  AffineExpr recombine(unsigned old) const {
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (auto [index, loop] : llvm::enumerate(loops))
      if (loop.dim == old && isCounted(loop))
        sum = sum + getAffineDimExpr(index, context) * loop.stride;
    return sum;
  }

  /// A unit loop adds nothing, but one of a unit dim carries its name.
  bool isCounted(const Digit &loop) const {
    return loop.extent != 1 || loop.stride == 1;
  }

  /// The loop that counts this unit digit, or 0.
  AffineExpr getUnitDigit(AffineExpr expr, const Digit &digit,
                          int64_t size) const {
    if (size == 1)
      return substitute(expr);
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      for (auto [index, loop] : llvm::enumerate(loops))
        if (loop.dim == dim.getPosition() && loop.extent == 1 &&
            loop.stride == digit.stride)
          return getAffineDimExpr(index, context);
    return getAffineConstantExpr(0, context);
  }

  AffineExpr simplify(AffineExpr expr) const {
    // A sum of loops is simple, and its digits would lose the unit loops that
    // make the index of a 1x1 window one.
    if (isLinear(expr))
      return expr;
    if (std::optional<DigitList> digits = layout::getDigits(expr, extents)) {
      if (!digits->empty())
        return getAffineExpr(*digits, extents, context);
    }
    return simplifyAffineExpr(expr, extents.size(), 0);
  }

  ArrayRef<Digit> loops;
  MLIRContext *context;
  SmallVector<int64_t> extents;
  SmallVector<AffineExpr> values;
};
} // namespace

/// The accesses of one operand after its dims became `layout`.
static AffineMap getIndexingMap(AffineMap map, ArrayRef<int64_t> shape,
                                ArrayRef<DigitList> layout,
                                const Loops &loops) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> results;
  for (const DigitList &list : layout) {
    AffineExpr sum = getAffineConstantExpr(0, context);
    int64_t weight = 1;
    for (const Digit &digit : llvm::reverse(list)) {
      AffineExpr value =
          loops.getDigit(map.getResult(digit.dim), digit, shape[digit.dim]);
      sum = value * weight + sum;
      if (!digit.isDynamic())
        weight *= digit.extent;
    }
    results.push_back(sum);
  }
  return AffineMap::get(loops.getExtents().size(), 0, results, context);
}

/// `linalg.index` of an old loop is put together from the new ones.
static void rewriteIndices(RewriterBase &rewriter, Region &region,
                           const Loops &loops) {
  SmallVector<linalg::IndexOp> indices;
  region.walk([&](linalg::IndexOp index) {
    // Those of nested structured ops are not ours.
    if (index->getParentRegion() == &region)
      indices.push_back(index);
  });
  OpBuilder::InsertionGuard guard(rewriter);
  for (linalg::IndexOp index : indices) {
    rewriter.setInsertionPoint(index);
    AffineExpr value = loops.getValue(index.getDim());
    SmallVector<OpFoldResult> parts;
    for (unsigned loop : llvm::seq<unsigned>(0, loops.getExtents().size()))
      parts.push_back(
          linalg::IndexOp::create(rewriter, index.getLoc(), loop).getResult());
    Value whole =
        affine::AffineApplyOp::create(
            rewriter, index.getLoc(), AffineMap::get(parts.size(), 0, value),
            llvm::map_to_vector(
                parts, [](OpFoldResult part) { return cast<Value>(part); }))
            .getResult();
    rewriter.replaceOp(index, whole);
  }
}

/// Attributes that mean the same on the rebuilt op; upstream's caches do not.
static SmallVector<NamedAttribute> getCarriedAttributes(Operation *op) {
  SmallVector<NamedAttribute> attributes;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (!attribute.getName().getValue().starts_with("linalg.memoized") &&
        attribute.getName() != LayoutDialect::kOpLayout)
      attributes.push_back(attribute);
  return attributes;
}

FailureOr<linalg::LinalgOp> layout::relayoutOp(RewriterBase &rewriter,
                                               linalg::LinalgOp op,
                                               const Relayout &relayout,
                                               ValueRange operands,
                                               std::string &reason) {
  MLIRContext *context = op.getContext();
  Loops loops(relayout, context);

  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    unsigned number = operand.getOperandNumber();
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type) {
      maps.push_back(AffineMap::get(relayout.loops.size(), 0, context));
      continue;
    }
    // The sizes the digits were cut from: padded where the operand is.
    SmallVector<int64_t> shape(type.getShape());
    for (auto [size, expr] : llvm::zip_equal(shape, map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        size = relayout.extents[dim.getPosition()];
    maps.push_back(
        getIndexingMap(map, shape, relayout.operands[number], loops));
  }

  SmallVector<utils::IteratorType> iterators;
  SmallVector<utils::IteratorType> oldIterators = op.getIteratorTypesArray();
  for (const Digit &loop : relayout.loops)
    iterators.push_back(oldIterators[loop.dim]);

  for (OpOperand &init : op.getDpsInitsMutable())
    if (!maps[init.getOperandNumber()].isProjectedPermutation()) {
      reason = "requires every dim of a result to be one loop";
      return failure();
    }
  // Each loop has to stand alone in some access, else its extent is lost.
  if (!inversePermutation(concatAffineMaps(maps, context))) {
    reason = "requires every loop to index some operand alone";
    return failure();
  }
  if (op.getBlock()->getNumArguments() != op->getNumOperands()) {
    reason = "requires a body with one argument per operand";
    return failure();
  }

  unsigned numInputs = op.getNumDpsInputs();
  ValueRange inputs = operands.take_front(numInputs);
  ValueRange inits = operands.drop_front(numInputs);
  auto generic = linalg::GenericOp::create(
      rewriter, op.getLoc(), TypeRange(inits), inputs, inits, maps, iterators,
      /*bodyBuild=*/nullptr, getCarriedAttributes(op));
  generic.getRegion().getBlocks().clear();
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                             generic.getRegion().end());
  rewriteIndices(rewriter, generic.getRegion(), loops);
  return nameAgain(rewriter, generic, op);
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

namespace {
/// What an entry says of one operand.
struct Edge {
  bool asItStands = true;
  IndexMap map;
  SmallVector<int64_t> pad;    ///< high widths per present dim
  SmallVector<int64_t> padded; ///< present shape + pad
  DigitLists digits;
};
} // namespace

static std::optional<Edge> readEdge(EdgeLayoutAttr attr, Type type,
                                    std::string &reason) {
  Edge edge;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return edge;
  MLIRContext *context = type.getContext();
  edge.asItStands = attr.isAsItStands();
  edge.map = edge.asItStands ? IndexMap::getIdentity(tensor.getRank(), context)
                             : attr.getIndexMap();
  edge.pad.assign(tensor.getRank(), 0);
  if (!attr.getPad().empty())
    edge.pad.assign(attr.getPad().begin(), attr.getPad().end());
  for (auto [size, width] : llvm::zip_equal(tensor.getShape(), edge.pad)) {
    if (width != 0 && ShapedType::isDynamic(size)) {
      reason = "requires a static dim for a padding";
      return std::nullopt;
    }
    edge.padded.push_back(ShapedType::isDynamic(size) ? size : size + width);
  }
  std::optional<DigitLists> digits = getExplicitDigits(edge.map, edge.padded);
  if (!digits || !isProved(edge.map.isBijective(edge.padded))) {
    std::string map;
    llvm::raw_string_ostream(map) << edge.map.getAffineMap();
    reason = llvm::formatv(
                 "requires maps that are bijective digit maps, found "
                 "{0} on {1:$[x]}",
                 map, llvm::make_range(edge.padded.begin(), edge.padded.end()))
                 .str();
    return std::nullopt;
  }
  edge.digits = std::move(*digits);
  return edge;
}

/// The sizes of the loops under padding; all operands have to agree.
static LogicalResult getExtents(linalg::LinalgOp op, ArrayRef<Edge> edges,
                                SmallVectorImpl<int64_t> &extents,
                                std::string &reason) {
  extents.assign(op.getNumLoops(), ShapedType::kDynamic);
  SmallVector<bool> known(op.getNumLoops(), false);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    const Edge &edge = edges[operand.getOperandNumber()];
    for (auto [dim, size] : llvm::enumerate(edge.padded)) {
      auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
      if (!loop) {
        if (edge.pad[dim] == 0)
          continue;
        reason = "requires a padded dim to be indexed by one loop";
        return failure();
      }
      int64_t &extent = extents[loop.getPosition()];
      known[loop.getPosition()] = true;
      if (!ShapedType::isDynamic(extent) && !ShapedType::isDynamic(size) &&
          extent != size) {
        reason = llvm::formatv("requires equal padding on all operands of a "
                               "loop, found extents {0} and {1}",
                               extent, size)
                     .str();
        return failure();
      }
      if (ShapedType::isDynamic(extent))
        extent = size;
    }
  }
  if (llvm::is_contained(known, false)) {
    reason = "requires every loop to index some operand alone";
    return failure();
  }
  return success();
}

/// The cuts all operands ask for, per loop, rising; nothing if they do not
/// nest.
static std::optional<SmallVector<SmallVector<int64_t>>>
getCuts(linalg::LinalgOp op, ArrayRef<Edge> edges, ArrayRef<int64_t> extents) {
  SmallVector<SmallVector<int64_t>> cuts(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (const DigitList &list : edges[operand.getOperandNumber()].digits)
      for (const Digit &digit : list) {
        auto loop = dyn_cast<AffineDimExpr>(map.getResult(digit.dim));
        int64_t extent = loop ? extents[loop.getPosition()] : 0;
        if (loop && digit.stride != 1 &&
            (digit.stride != extent || digit.extent == 1))
          cuts[loop.getPosition()].push_back(digit.stride);
      }
  }
  for (auto [loop, loopCuts] : llvm::enumerate(cuts)) {
    llvm::sort(loopCuts);
    loopCuts.erase(std::unique(loopCuts.begin(), loopCuts.end()),
                   loopCuts.end());
    int64_t previous = 1;
    for (int64_t cut : loopCuts) {
      if (cut % previous != 0 ||
          (!ShapedType::isDynamic(extents[loop]) && extents[loop] % cut != 0))
        return std::nullopt;
      previous = cut;
    }
  }
  return cuts;
}

/// The new loops: the digits of the results in their order, then what is left
/// in the order of the operands.
static DigitList orderLoops(linalg::LinalgOp op, ArrayRef<Edge> edges,
                            ArrayRef<int64_t> extents,
                            ArrayRef<SmallVector<int64_t>> cuts) {
  SmallVector<DigitList> pieces; // Per old loop, major to minor.
  for (auto [loop, loopCuts] : llvm::enumerate(cuts)) {
    DigitList list;
    int64_t low = 1;
    for (int64_t cut : loopCuts) {
      list.push_back({static_cast<unsigned>(loop), low, cut / low});
      low = cut;
    }
    int64_t extent = extents[loop];
    list.push_back({static_cast<unsigned>(loop), low,
                    ShapedType::isDynamic(extent) ? extent : extent / low});
    pieces.push_back(DigitList(llvm::reverse(list)));
  }

  DigitList order;
  auto append = [&](const Digit &digit, unsigned loop) {
    bool top = digit.isDynamic();
    for (const Digit &piece : pieces[loop]) {
      bool inside =
          piece.stride >= digit.stride &&
          (top || piece.stride < digit.stride * digit.extent ||
           (digit.extent == 1 && piece == Digit{loop, digit.stride, 1}));
      if (inside && !llvm::is_contained(order, piece))
        order.push_back(piece);
    }
  };
  auto appendOperand = [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (const DigitList &list : edges[operand.getOperandNumber()].digits)
      for (const Digit &digit : list)
        if (auto loop = dyn_cast<AffineDimExpr>(map.getResult(digit.dim)))
          append(digit, loop.getPosition());
  };
  for (OpOperand &init : op.getDpsInitsMutable())
    appendOperand(init);
  for (OpOperand *input : op.getDpsInputOperands())
    appendOperand(*input);
  for (const DigitList &list : pieces)
    for (const Digit &piece : list)
      if (!llvm::is_contained(order, piece))
        order.push_back(piece);
  return order;
}

/// What pads an operand: zero where a padded loop is summed over, anything
/// where the padded part of the result is cut off again.
static Attribute getPadValue(linalg::LinalgOp op, OpOperand &operand,
                             const Edge &edge) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  Type element = getElementTypeOrSelf(operand.get().getType());
  for (auto [dim, width] : llvm::enumerate(edge.pad)) {
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
    if (width == 0 || !loop ||
        iterators[loop.getPosition()] != utils::IteratorType::reduction)
      continue;
    Builder builder(op.getContext());
    if (auto complex = dyn_cast<ComplexType>(element)) {
      Attribute zero = builder.getZeroAttr(complex.getElementType());
      return builder.getArrayAttr({zero, zero});
    }
    return builder.getZeroAttr(element);
  }
  return ub::PoisonAttr::get(op.getContext());
}

static Value layOut(RewriterBase &rewriter, linalg::LinalgOp op,
                    OpOperand &operand, const Edge &edge) {
  Value value = operand.get();
  if (edge.asItStands)
    return value;
  if (llvm::any_of(edge.pad, [](int64_t width) { return width != 0; })) {
    SmallVector<OpFoldResult> low(edge.pad.size(), rewriter.getIndexAttr(0));
    value = PadOp::create(rewriter, op.getLoc(), value, low,
                          getAsIndexOpFoldResult(op.getContext(), edge.pad),
                          getPadValue(op, operand, edge));
  }
  if (isProved(edge.map.isIdentity(edge.padded)))
    return value;
  return LayoutTransformOp::create(rewriter, op.getLoc(), value, edge.map);
}

/// Back to where the rest of the program expects the result.
static Value restore(RewriterBase &rewriter, Location loc, Value value,
                     RankedTensorType type, const Edge &edge) {
  if (!isProved(edge.map.isIdentity(edge.padded)))
    value = LayoutTransformOp::create(rewriter, loc, value,
                                      *edge.map.inverse(edge.padded));
  if (value.getType() == type)
    return value;
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  return CropOp::create(
      rewriter, loc, value, offsets,
      getAsIndexOpFoldResult(rewriter.getContext(), type.getShape()),
      Attribute());
}

FailureOr<linalg::LinalgOp> layout::applyOpLayout(RewriterBase &rewriter,
                                                  linalg::LinalgOp op,
                                                  OpLayoutAttr entry,
                                                  std::string &reason) {
  if (!op.hasPureTensorSemantics()) {
    reason = "requires an op on tensors";
    return failure();
  }
  SmallVector<Edge, 0> edges;
  for (auto [attr, type] :
       llvm::zip_equal(entry.getOperands(), op->getOperandTypes())) {
    std::optional<Edge> edge = readEdge(attr, type, reason);
    if (!edge)
      return failure();
    edges.push_back(std::move(*edge));
  }
  for (auto [index, attr] : llvm::enumerate(entry.getResults())) {
    unsigned init = op.getDpsInitOperand(index)->getOperandNumber();
    std::optional<Edge> edge =
        readEdge(attr, op->getResult(index).getType(), reason);
    if (!edge)
      return failure();
    if (edge->digits != edges[init].digits || edge->pad != edges[init].pad) {
      reason = llvm::formatv("requires result {0} and its destination to lie "
                             "alike",
                             index)
                   .str();
      return failure();
    }
  }

  Relayout relayout;
  if (failed(getExtents(op, edges, relayout.extents, reason)))
    return failure();
  auto cuts = getCuts(op, edges, relayout.extents);
  if (!cuts) {
    reason =
        "requires the splits of a loop to divide each other and its extent";
    return failure();
  }
  relayout.loops = orderLoops(op, edges, relayout.extents, *cuts);
  for (Edge &edge : edges)
    relayout.operands.push_back(edge.digits);

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(
        layOut(rewriter, op, operand, edges[operand.getOperandNumber()]));
  FailureOr<linalg::LinalgOp> rebuilt =
      relayoutOp(rewriter, op, relayout, operands, reason);
  if (failed(rebuilt)) {
    for (auto [operand, original] :
         llvm::zip_equal(operands, op->getOperands()))
      for (Value value = operand; value != original;) {
        Operation *rewrite = value.getDefiningOp();
        value = rewrite->getOperand(0);
        rewriter.eraseOp(rewrite);
      }
    return failure();
  }
  SmallVector<Value> results;
  for (auto [index, result] : llvm::enumerate((*rebuilt)->getResults()))
    results.push_back(
        restore(rewriter, op.getLoc(), result,
                cast<RankedTensorType>(op->getResult(index).getType()),
                edges[op.getDpsInitOperand(index)->getOperandNumber()]));
  rewriter.replaceOp(op, results);
  return rebuilt;
}
