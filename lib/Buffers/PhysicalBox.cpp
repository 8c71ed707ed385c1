//===- PhysicalBox.cpp - Boxes of a buffer that keep tiles whole ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhysicalBox.h"
#include "WrittenDigit.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Multiples
//===----------------------------------------------------------------------===//

static bool isMultiple(OpFoldResult value, int64_t factor);

/// Whether every dim and symbol that does not bring the factor itself is a
/// multiple of it.
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
  auto isOf = [&](AffineExpr part) {
    return isMultiple(part, operands, numDims, factor);
  };
  if (expr.getKind() == AffineExprKind::Add)
    return isOf(binary.getLHS()) && isOf(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Mul)
    return isOf(binary.getLHS()) || isOf(binary.getRHS());
  return false;
}

static bool isMultiple(Value value, int64_t factor) {
  auto both = [&](Operation *op) {
    return isMultiple(OpFoldResult(op->getOperand(0)), factor) &&
           isMultiple(OpFoldResult(op->getOperand(1)), factor);
  };
  if (Operation *op = value.getDefiningOp()) {
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
      return isMultiple(apply.getMap().getResult(0), apply.getMapOperands(),
                        apply.getMap().getNumDims(), factor);
    if (isa<arith::AddIOp, arith::SubIOp>(op))
      return both(op);
    if (isa<arith::MulIOp>(op))
      return llvm::any_of(op->getOperands(), [&](Value operand) {
        return isMultiple(OpFoldResult(operand), factor);
      });
    return false;
  }
  auto loop =
      dyn_cast<LoopLikeOpInterface>(value.getParentBlock()->getParentOp());
  std::optional<SmallVector<Value>> inductions =
      loop ? loop.getLoopInductionVars() : std::nullopt;
  auto *place = inductions ? llvm::find(*inductions, value) : nullptr;
  if (!inductions || place == inductions->end())
    return false;
  unsigned number = place - inductions->begin();
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
// Boxes
//===----------------------------------------------------------------------===//

std::optional<PhysicalBox::Range>
PhysicalBox::getRange(AffineExpr result, ArrayRef<int64_t> shape) {
  MLIRContext *context = result.getContext();
  SmallVector<OpFoldResult> offsets = view.getMixedOffsets(),
                            sizes = view.getMixedSizes(),
                            strides = view.getMixedStrides();
  unsigned rank = offsets.size();
  auto isConstant = [](OpFoldResult value, int64_t wanted) {
    return getConstantIntValue(value) == wanted;
  };
  SmallVector<unsigned> live;
  bool isWhole = true;
  for (unsigned dim : llvm::seq(rank)) {
    if (!result.isFunctionOfDim(dim))
      continue;
    if (!isConstant(sizes[dim], 1))
      live.push_back(dim);
    isWhole &= !ShapedType::isDynamic(shape[dim]) &&
               isConstant(offsets[dim], 0) && isConstant(strides[dim], 1) &&
               isConstant(sizes[dim], shape[dim]);
  }
  AffineExpr one = getAffineConstantExpr(1, context);
  AffineExpr zero = getAffineConstantExpr(0, context);
  if (live.empty())
    return Range{result, one, one};
  if (isWhole) {
    auto extent =
        IndexMap(AffineMap::get(rank, 0, result)).getPhysicalShape(shape);
    if (!extent || ShapedType::isDynamic(extent->front()))
      return std::nullopt;
    return Range{zero, getAffineConstantExpr(extent->front(), context), one};
  }
  std::optional<Digit> digit = getWrittenDigit(result);
  if (!digit)
    return std::nullopt;
  unsigned dim = digit->dim;
  AffineExpr offset = getAffineDimExpr(dim, context);
  AffineExpr size = getAffineDimExpr(rank + dim, context);
  if (digit->stride == 1 && digit->isDynamic())
    return Range{offset, size, getAffineDimExpr(2 * rank + dim, context)};
  if (!isConstant(strides[dim], 1) ||
      !isMultiple(offsets[dim],
                  digit->stride * (digit->isDynamic() ? 1 : digit->extent)))
    return std::nullopt;
  if (!digit->isDynamic())
    return Range{zero, getAffineConstantExpr(digit->extent, context), one};
  return Range{offset.floorDiv(digit->stride), size.ceilDiv(digit->stride),
               one};
}

std::optional<PhysicalBox> PhysicalBox::get(memref::SubViewOp view,
                                            const IndexMap &map) {
  PhysicalBox box(view);
  AffineMap affine = map.getAffineMap();
  for (AffineExpr result : affine.getResults()) {
    std::optional<Range> range =
        box.getRange(result, view.getSourceType().getShape());
    if (!range)
      return std::nullopt;
    box.ranges.push_back(*range);
  }
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
  box.map = IndexMap(affine.replaceDimsAndSymbols(dims, {}, next, 0),
                     map.getSeparators());
  return box;
}

SmallVector<OpFoldResult> PhysicalBox::getOperands() {
  SmallVector<OpFoldResult> operands = view.getMixedOffsets();
  llvm::append_range(operands, view.getMixedSizes());
  llvm::append_range(operands, view.getMixedStrides());
  Builder builder(view.getContext());
  for (OpFoldResult &operand : operands)
    if (std::optional<int64_t> constant = getConstantIntValue(operand))
      operand = builder.getIndexAttr(*constant);
  return operands;
}

std::optional<MemRefType> PhysicalBox::inferType(MemRefType physicalType) {
  SmallVector<Attribute> operands;
  for (OpFoldResult operand : getOperands())
    operands.push_back(dyn_cast<Attribute>(operand));
  auto getStatic = [&](AffineExpr expr) {
    SmallVector<Attribute> results;
    AffineMap map = AffineMap::get(operands.size(), 0, expr);
    if (succeeded(map.constantFold(operands, results)))
      return cast<IntegerAttr>(results.front()).getInt();
    return ShapedType::kDynamic;
  };
  SmallVector<int64_t> offsets, sizes, strides;
  for (const Range &range : ranges) {
    offsets.push_back(getStatic(range.offset));
    sizes.push_back(getStatic(range.size));
    strides.push_back(getStatic(range.stride));
  }
  return memref::SubViewOp::inferResultType(physicalType, offsets, sizes,
                                            strides);
}

Value PhysicalBox::create(RewriterBase &rewriter, MemRefType type) {
  Location loc = view.getLoc();
  SmallVector<OpFoldResult> operands = getOperands();
  SmallVector<OpFoldResult> offsets, sizes, strides;
  auto get = [&](AffineExpr expr) {
    return affine::makeComposedFoldedAffineApply(
        rewriter, loc, AffineMap::get(operands.size(), 0, expr), operands);
  };
  for (const Range &range : ranges) {
    offsets.push_back(get(range.offset));
    sizes.push_back(get(range.size));
    strides.push_back(get(range.stride));
  }
  return memref::SubViewOp::create(rewriter, loc, type, view.getSource(),
                                   offsets, sizes, strides);
}
