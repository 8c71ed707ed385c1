//===- PhysicalSubview.cpp - Subviews of buffers with layouts -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhysicalSubview.h"
#include "MapUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Proofs of divisibility
//===----------------------------------------------------------------------===//

/// Whether `value` is known to be a multiple of `factor`.
static bool isMultiple(OpFoldResult value, int64_t factor);

/// Whether the value of an affine expression of `operands`, of which the first
/// `numDims` are dims and the others are symbols, is known to be a multiple of
/// `factor`.
static bool isMultiple(AffineExpr expr, OperandRange operands, unsigned numDims,
                       int64_t factor) {
  if (expr.isMultipleOf(factor))
    return true;
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return isMultiple(OpFoldResult(operands[dim.getPosition()]), factor);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return isMultiple(OpFoldResult(operands[numDims + symbol.getPosition()]),
                      factor);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  auto isMultipleToo = [&](AffineExpr part) {
    return isMultiple(part, operands, numDims, factor);
  };
  if (expr.getKind() == AffineExprKind::Add)
    return isMultipleToo(binary.getLHS()) && isMultipleToo(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Mul)
    return isMultipleToo(binary.getLHS()) || isMultipleToo(binary.getRHS());
  return false;
}

static bool isMultiple(Value value, int64_t factor) {
  auto isMultipleToo = [&](Value operand) {
    return isMultiple(OpFoldResult(operand), factor);
  };
  if (Operation *op = value.getDefiningOp()) {
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
      return isMultiple(apply.getMap().getResult(0), apply.getMapOperands(),
                        apply.getMap().getNumDims(), factor);
    if (isa<arith::AddIOp, arith::SubIOp>(op))
      return llvm::all_of(op->getOperands(), isMultipleToo);
    if (isa<arith::MulIOp>(op))
      return llvm::any_of(op->getOperands(), isMultipleToo);
    return false;
  }
  // An induction variable.
  auto loop =
      dyn_cast<LoopLikeOpInterface>(value.getParentBlock()->getParentOp());
  std::optional<SmallVector<Value>> inductions =
      loop ? loop.getLoopInductionVars() : std::nullopt;
  auto *found = inductions ? llvm::find(*inductions, value) : nullptr;
  if (!inductions || found == inductions->end())
    return false;
  unsigned number = found - inductions->begin();
  std::optional<SmallVector<OpFoldResult>> first = loop.getLoopLowerBounds(),
                                           step = loop.getLoopSteps();
  return first && step && isMultiple((*first)[number], factor) &&
         isMultiple((*step)[number], factor);
}

static bool isMultiple(OpFoldResult value, int64_t factor) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant % factor == 0;
  auto dynamic = dyn_cast<Value>(value);
  return factor == 1 || (dynamic && isMultiple(dynamic, factor));
}

//===----------------------------------------------------------------------===//
// PhysicalSubview
//===----------------------------------------------------------------------===//

/// The range of one physical dim, whose index is `result`, in a buffer of the
/// given logical shape. Returns nothing if the range is not contiguous.
std::optional<PhysicalSubview::Range>
PhysicalSubview::getRange(AffineExpr result, ArrayRef<int64_t> shape) {
  MLIRContext *context = result.getContext();
  SmallVector<OpFoldResult> offsets = view.getMixedOffsets(),
                            sizes = view.getMixedSizes(),
                            strides = view.getMixedStrides();
  unsigned rank = offsets.size();
  auto isConstant = [](OpFoldResult value, int64_t wanted) {
    return getConstantIntValue(value) == wanted;
  };
  bool isSingle = true, isWhole = true;
  for (unsigned dim : llvm::seq(rank)) {
    if (!result.isFunctionOfDim(dim))
      continue;
    isSingle &= isConstant(sizes[dim], 1);
    isWhole &= !ShapedType::isDynamic(shape[dim]) &&
               isConstant(offsets[dim], 0) && isConstant(strides[dim], 1) &&
               isConstant(sizes[dim], shape[dim]);
  }
  AffineExpr one = getAffineConstantExpr(1, context);
  AffineExpr zero = getAffineConstantExpr(0, context);
  // One index: that of the offsets. In the view it is 0, even if the map has an
  // offset, as (i) -> (2 - i) has.
  if (isSingle)
    return Range{result, one, one, zero};
  // All logical dims that the physical dim depends on, as a whole.
  if (isWhole) {
    auto extent =
        IndexMap(AffineMap::get(rank, 0, result)).getPhysicalShape(shape);
    if (!extent || ShapedType::isDynamic(extent->front()))
      return std::nullopt;
    return Range{zero, getAffineConstantExpr(extent->front(), context), one,
                 result};
  }
  std::optional<Digit> digit = matchDigit(result);
  if (!digit)
    return std::nullopt;
  unsigned dim = digit->dim;
  AffineExpr offset = getAffineDimExpr(dim, context);
  AffineExpr size = getAffineDimExpr(rank + dim, context);
  // A logical dim that is not split.
  if (digit->stride == 1 && digit->isDynamic())
    return Range{offset, size, getAffineDimExpr(2 * rank + dim, context),
                 result};
  // A tile, or an index into a tile: the range has to start at a boundary.
  std::optional<int64_t> tile =
      llvm::checkedMul(digit->stride, digit->isDynamic() ? 1 : digit->extent);
  if (!isConstant(strides[dim], 1) || !tile || !isMultiple(offsets[dim], *tile))
    return std::nullopt;
  if (!digit->isDynamic())
    return Range{zero, getAffineConstantExpr(digit->extent, context), one,
                 result};
  return Range{offset.floorDiv(digit->stride), size.ceilDiv(digit->stride), one,
               result};
}

/// The range of a physical dim whose index is a sum of multiples of such that
/// have ranges, from the first to the last element of the view. The view
///
///   %v = memref.subview %b[%i, 2] [3, 4] [1, 1] : memref<8x16xf32> to
///       memref<3x4xf32, strided<[16, 1], offset: ?>>
///
/// of a buffer with the layout `(i, j) -> (i * 16 + j)` becomes
///
///   %v = memref.subview %b[%i * 16 + 2] [36] [1] : memref<128xf32> to
///       memref<36xf32, strided<[1], offset: ?>>
///
/// and keeps that layout. Returns nothing if a size is dynamic: it may be 0.
std::optional<PhysicalSubview::Range>
PhysicalSubview::getSpan(AffineExpr result, ArrayRef<int64_t> shape) {
  AffineExpr one = getAffineConstantExpr(1, result.getContext());
  auto binary = dyn_cast<AffineBinaryOpExpr>(result);
  if (binary && result.getKind() == AffineExprKind::Add) {
    std::optional<Range> a = getSpan(binary.getLHS(), shape);
    std::optional<Range> b = getSpan(binary.getRHS(), shape);
    if (!a || !b)
      return std::nullopt;
    return Range{a->offset + b->offset, a->size + b->size - 1, one,
                 a->index + b->index};
  }
  if (binary && result.getKind() == AffineExprKind::Mul) {
    auto weight = dyn_cast<AffineConstantExpr>(binary.getRHS());
    std::optional<Range> range = weight && weight.getValue() > 0
                                     ? getSpan(binary.getLHS(), shape)
                                     : std::nullopt;
    if (!range)
      return std::nullopt;
    int64_t factor = weight.getValue();
    return Range{range->offset * factor, (range->size - 1) * factor + 1, one,
                 range->index * factor};
  }
  std::optional<Range> range = getRange(result, shape);
  if (!range)
    return std::nullopt;
  int64_t size = getStatic(range->size), stride = getStatic(range->stride);
  if (ShapedType::isDynamic(size) || ShapedType::isDynamic(stride) ||
      size < 1 || stride < 1)
    return std::nullopt;
  return Range{range->offset, one * ((size - 1) * stride + 1), one,
               range->index * stride};
}

std::optional<PhysicalSubview>
PhysicalSubview::get(memref::SubViewOp view, const IndexMap &map, Span span) {
  PhysicalSubview subview(view);
  AffineMap affine = map.getAffineMap();
  SmallVector<AffineExpr> indices;
  for (AffineExpr result : affine.getResults()) {
    std::optional<Range> range =
        subview.getRange(result, view.getSourceType().getShape());
    if (!range && span == Span::Gaps)
      range = subview.getSpan(result, view.getSourceType().getShape());
    if (!range)
      return std::nullopt;
    subview.ranges.push_back(*range);
    indices.push_back(range->index);
  }
  // Dims of size 1 have index 0; some of them are dropped from the view.
  MLIRContext *context = map.getContext();
  llvm::SmallBitVector dropped = view.getDroppedDims();
  SmallVector<AffineExpr> dims;
  unsigned next = 0;
  for (auto [dim, size] : llvm::enumerate(view.getMixedSizes())) {
    bool isOne = getConstantIntValue(size) == 1;
    dims.push_back(isOne ? getAffineConstantExpr(0, context)
                         : getAffineDimExpr(next, context));
    next += !dropped.test(dim);
  }
  subview.map =
      IndexMap(AffineMap::get(affine.getNumDims(), 0, indices, context)
                   .replaceDimsAndSymbols(dims, {}, next, 0),
               map.getSeparators());
  return subview;
}

SmallVector<OpFoldResult> PhysicalSubview::getOperands() {
  SmallVector<OpFoldResult> operands = view.getMixedOffsets();
  llvm::append_range(operands, view.getMixedSizes());
  llvm::append_range(operands, view.getMixedStrides());
  Builder builder(view.getContext());
  for (OpFoldResult &operand : operands)
    if (std::optional<int64_t> constant = getConstantIntValue(operand))
      operand = builder.getIndexAttr(*constant);
  return operands;
}

int64_t PhysicalSubview::getStatic(AffineExpr expr) {
  SmallVector<Attribute> operands, results;
  for (OpFoldResult operand : getOperands())
    operands.push_back(dyn_cast<Attribute>(operand));
  AffineMap map = AffineMap::get(operands.size(), 0, expr);
  if (succeeded(map.constantFold(operands, results)))
    return cast<IntegerAttr>(results.front()).getInt();
  return ShapedType::kDynamic;
}

std::optional<MemRefType> PhysicalSubview::inferType(MemRefType physicalType) {
  SmallVector<int64_t> offsets, sizes, strides;
  for (const Range &range : ranges) {
    offsets.push_back(getStatic(range.offset));
    sizes.push_back(getStatic(range.size));
    strides.push_back(getStatic(range.stride));
  }
  return memref::SubViewOp::inferResultType(physicalType, offsets, sizes,
                                            strides);
}

Value PhysicalSubview::create(RewriterBase &rewriter, MemRefType type) {
  Location loc = view.getLoc();
  SmallVector<OpFoldResult> operands = getOperands();
  SmallVector<OpFoldResult> offsets, sizes, strides;
  auto get = [&](AffineExpr expr) -> OpFoldResult {
    OpFoldResult entry = affine::makeComposedFoldedAffineApply(
        rewriter, loc, AffineMap::get(operands.size(), 0, expr), operands);
    // Composing may find a constant that the type does not state.
    if (ShapedType::isDynamic(getStatic(expr)))
      return getValueOrCreateConstantIndexOp(rewriter, loc, entry);
    return entry;
  };
  for (const Range &range : ranges) {
    offsets.push_back(get(range.offset));
    sizes.push_back(get(range.size));
    strides.push_back(get(range.stride));
  }
  return memref::SubViewOp::create(rewriter, loc, type, view.getSource(),
                                   offsets, sizes, strides);
}
