//===- CopyLoop.cpp - Loop nests that only move elements ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyLoop.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Index arithmetic in a body
//===----------------------------------------------------------------------===//

/// Whether `expr` is never below 0 on indices; "false" means not known.
static bool isNonNegative(AffineExpr expr) {
  if (isa<AffineDimExpr>(expr) || expr.getKind() == AffineExprKind::Mod)
    return true;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() >= 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return binary && isNonNegative(binary.getLHS()) &&
         isNonNegative(binary.getRHS());
}

static AffineExpr getAffineIndex(Value index);

/// The quotient or remainder that `combine` makes of non-negative operands,
/// for which the signed, unsigned and floor forms agree.
static AffineExpr
getDivision(Value lhs, Value rhs,
            llvm::function_ref<AffineExpr(AffineExpr, int64_t)> combine) {
  APInt divisor;
  AffineExpr dividend = getAffineIndex(lhs);
  if (!dividend || !isNonNegative(dividend) ||
      !matchPattern(rhs, m_ConstantInt(&divisor)) ||
      !divisor.isStrictlyPositive())
    return {};
  return combine(dividend, divisor.getSExtValue());
}

static AffineExpr getAppliedMap(affine::AffineApplyOp apply) {
  SmallVector<AffineExpr> operands =
      llvm::map_to_vector(apply.getMapOperands(), getAffineIndex);
  if (!llvm::all_of(operands, [](AffineExpr expr) -> bool { return !!expr; }))
    return {};
  ArrayRef<AffineExpr> all = operands;
  unsigned numDims = apply.getAffineMap().getNumDims();
  return apply.getAffineMap().getResult(0).replaceDimsAndSymbols(
      all.take_front(numDims), all.drop_front(numDims));
}

/// `index` as an expression in the loops of the linalg op around it; null if
/// it is not affine in them.
static AffineExpr getAffineIndex(Value index) {
  MLIRContext *context = index.getContext();
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  Operation *op = index.getDefiningOp();
  if (!op)
    return {};

  auto floorDiv = [](AffineExpr a, int64_t b) { return a.floorDiv(b); };
  auto mod = [](AffineExpr a, int64_t b) { return a % b; };
  return llvm::TypeSwitch<Operation *, AffineExpr>(op)
      .Case([&](linalg::IndexOp loop) {
        return getAffineDimExpr(loop.getDim(), context);
      })
      .Case([&](affine::AffineApplyOp apply) { return getAppliedMap(apply); })
      .Case([&](arith::AddIOp add) -> AffineExpr {
        AffineExpr lhs = getAffineIndex(add.getLhs());
        AffineExpr rhs = getAffineIndex(add.getRhs());
        return lhs && rhs ? lhs + rhs : AffineExpr();
      })
      .Case([&](arith::MulIOp mul) -> AffineExpr {
        AffineExpr lhs = getAffineIndex(mul.getLhs());
        AffineExpr rhs = getAffineIndex(mul.getRhs());
        if (!lhs || !rhs || !(lhs * rhs).isPureAffine())
          return {};
        return lhs * rhs;
      })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp>([&](auto div) {
        return getDivision(div.getLhs(), div.getRhs(), floorDiv);
      })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto rem) {
        return getDivision(rem.getLhs(), rem.getRhs(), mod);
      })
      .Default([](Operation *) { return AffineExpr(); });
}

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// Sets source and read map from the element that the body yields.
static LogicalResult matchRead(linalg::LinalgOp op, Value element,
                               CopyLoop &loop) {
  if (auto argument = dyn_cast<BlockArgument>(element)) {
    if (argument.getOwner() != op.getBlock())
      return failure();
    OpOperand *operand = op.getMatchingOpOperand(argument);
    if (!op.isDpsInput(operand))
      return failure();
    loop.source = dyn_cast<TypedValue<RankedTensorType>>(operand->get());
    loop.read = op.getMatchingIndexingMap(operand);
    return success(loop.source != nullptr);
  }
  auto extract = element.getDefiningOp<tensor::ExtractOp>();
  if (!extract || extract->getBlock() != op.getBlock() ||
      op->isAncestor(extract.getTensor().getParentRegion()->getParentOp()))
    return failure();
  SmallVector<AffineExpr> indices =
      llvm::map_to_vector(extract.getIndices(), getAffineIndex);
  if (!llvm::all_of(indices, [](AffineExpr expr) -> bool { return !!expr; }))
    return failure();
  loop.source = dyn_cast<TypedValue<RankedTensorType>>(extract.getTensor());
  loop.read = AffineMap::get(op.getNumLoops(), 0, indices, op->getContext());
  // Unlike those of an operand, its `?` dims may exceed the loops.
  return success(loop.source && loop.source.getType().hasStaticShape());
}

/// Extents of the loops, as static as any operand says.
static SmallVector<int64_t> getExtents(linalg::LinalgOp op) {
  SmallVector<int64_t> extents(op.getNumLoops(), ShapedType::kDynamic);
  for (OpOperand &operand : op->getOpOperands())
    for (auto [expr, size] :
         llvm::zip_equal(op.getMatchingIndexingMap(&operand).getResults(),
                         op.getShape(&operand)))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        if (!ShapedType::isDynamic(size))
          extents[dim.getPosition()] = size;
  return extents;
}

std::optional<CopyLoop> layout::matchCopyLoop(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 ||
      op->getNumResults() != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return std::nullopt;
  for (Operation &inner : op.getBlock()->without_terminator())
    if (!isMemoryEffectFree(&inner))
      return std::nullopt;

  CopyLoop loop;
  Value element = op.getBlock()->getTerminator()->getOperand(0);
  if (failed(matchRead(op, element, loop)))
    return std::nullopt;
  loop.resultType = cast<RankedTensorType>(op->getResult(0).getType());
  loop.write = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  loop.extents = getExtents(op);
  return loop;
}

//===----------------------------------------------------------------------===//
// The bijection
//===----------------------------------------------------------------------===//

/// The shape of `type` refined by the loops, provided that `map` runs over all
/// of it. An operand's dim has the extent of its loop where the map names that
/// loop alone; of other `?` dims linalg says nothing.
static std::optional<SmallVector<int64_t>>
getCoveredShape(AffineMap map, RankedTensorType type,
                ArrayRef<int64_t> extents) {
  std::optional<SmallVector<int64_t>> shape =
      IndexMap(map).getPhysicalShape(extents);
  if (!shape)
    return std::nullopt;
  for (auto [expr, covered, size] :
       llvm::zip_equal(map.getResults(), *shape, type.getShape())) {
    bool follows = isa<AffineDimExpr>(expr) && ShapedType::isDynamic(size);
    if (!follows && (covered != size || ShapedType::isDynamic(size)))
      return std::nullopt;
  }
  return shape;
}

std::variant<CopyRewrite, StringRef> layout::getRewrite(const CopyLoop &loop) {
  IndexMap read(loop.read), write(loop.write);
  auto sourceShape =
      getCoveredShape(loop.read, loop.source.getType(), loop.extents);
  if (!sourceShape)
    return "requires loops that are known to run over the whole source";
  if (!getCoveredShape(loop.write, loop.resultType, loop.extents))
    return "requires loops that are known to run over the whole result";
  if (!isProved(read.isBijective(loop.extents)))
    return "requires every element of the source to be read exactly once";
  if (!isProved(write.isBijective(loop.extents)))
    return "requires every element of the result to be written exactly once";
  std::optional<IndexMap> inverse = read.inverse(loop.extents);
  if (!inverse)
    return "requires a read map whose inverse is known";
  return CopyRewrite{
      *sourceShape,
      write.compose(*inverse, *sourceShape).canonicalize(*sourceShape)};
}
