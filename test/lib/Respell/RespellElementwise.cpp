//===- RespellElementwise.cpp - Elementwise ops and biases ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Respell.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isStaticOnTensors(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1)
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type && type.hasStaticShape();
}

linalg::LinalgOp layout::getStructuredProducer(Value value) {
  auto producer = value.getDefiningOp<linalg::LinalgOp>();
  return producer && isStaticOnTensors(producer) ? producer : nullptr;
}

bool layout::isIdentityOn(AffineMap map, ArrayRef<int64_t> shape) {
  if (map.getNumResults() != shape.size())
    return false;
  for (auto [dim, index] : llvm::enumerate(map.getResults())) {
    auto constant = dyn_cast<AffineConstantExpr>(index);
    if (index != getAffineDimExpr(dim, map.getContext()) &&
        (shape[dim] != 1 || !constant || constant.getValue() != 0))
      return false;
  }
  return true;
}

static bool isParallel(linalg::LinalgOp op) {
  return isStaticOnTensors(op) && op.getNumLoops() > 0 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getIndexingMapsArray().back().isIdentity() &&
         !op.hasIndexSemantics();
}

/// Returns the dims of the loops that `map` does not index, if it indexes the
/// others in order; nothing for other maps.
static std::optional<SmallVector<int64_t>> getBroadcastDims(AffineMap map) {
  SmallVector<int64_t> dims;
  unsigned next = 0;
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    if (next < map.getNumResults() &&
        map.getResult(next) == getAffineDimExpr(dim, map.getContext()))
      ++next;
    else
      dims.push_back(dim);
  if (next != map.getNumResults())
    return std::nullopt;
  return dims;
}

/// Returns `value`, which `map` indexes, with all dims of `type`; null if it
/// has none of the forms that are supported. If `onlyFinds`, builds nothing and
/// returns any value.
static Value broadcastTo(RewriterBase &rewriter, Location loc, Value value,
                         AffineMap map, RankedTensorType type, bool onlyFinds) {
  auto source = dyn_cast<RankedTensorType>(value.getType());
  if (!source || isIdentityOn(map, source.getShape()))
    return source && source.getShape() != type.getShape() ? Value() : value;
  std::optional<SmallVector<int64_t>> dims = getBroadcastDims(map);
  if (!dims || onlyFinds)
    return dims ? value : Value();
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        source.getElementType());
  return linalg::BroadcastOp::create(rewriter, loc, value, empty, *dims)
      ->getResult(0);
}

/// Whether all inputs can be had with the dims of the result.
static bool hasBroadcastInputs(RewriterBase &rewriter, linalg::LinalgOp op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return bool(broadcastTo(rewriter, op.getLoc(), input->get(),
                            op.getMatchingIndexingMap(input), type,
                            /*onlyFinds=*/true));
  });
}

/// Elementwise ops read operands of their own shape, as StableHLO has them:
///
///   linalg.generic {indexing_maps = [(n, c) -> (n, c), (n, c) -> (c), ...]}
///       ins(%x, %b : tensor<4x8xf32>, tensor<8xf32>)
///
/// reads linalg.broadcast ins(%b) dimensions = [0] for %b.
static bool respellBroadcasts(RewriterBase &rewriter, Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return false;
  auto structured = cast<linalg::LinalgOp>(op);
  if (!isParallel(structured) || structured.getNumDpsInputs() < 2 ||
      !hasBroadcastInputs(rewriter, structured))
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps = structured.getIndexingMapsArray();
  for (auto [number, input] :
       llvm::enumerate(structured.getDpsInputOperands())) {
    inputs.push_back(broadcastTo(rewriter, op->getLoc(), input->get(),
                                 maps[number], type, /*onlyFinds=*/false));
    if (isa<RankedTensorType>(input->get().getType()))
      maps[number] = maps.back();
  }
  if (llvm::equal(inputs, generic.getInputs()))
    return false;
  auto created = linalg::GenericOp::create(
      rewriter, op->getLoc(), op->getResultTypes(), inputs,
      generic.getOutputs(), maps, generic.getIteratorTypesArray());
  rewriter.inlineRegionBefore(generic.getRegion(), created.getRegion(),
                              created.getRegion().begin());
  rewriter.replaceOp(op, created);
  return true;
}

/// Returns a tensor of `shape` whose elements are all `scalar`.
static Value splat(RewriterBase &rewriter, Location loc, Value scalar,
                   ArrayRef<int64_t> shape) {
  Attribute constant;
  auto type = RankedTensorType::get(shape, scalar.getType());
  if (matchPattern(scalar, m_Constant(&constant)))
    return arith::ConstantOp::create(rewriter, loc,
                                     DenseElementsAttr::get(type, constant));
  return tensor::SplatOp::create(rewriter, loc, scalar, type);
}

/// Whether each op of the body is defined on tensors, too.
static bool hasElementwiseBody(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  bool reads = false;
  for (Operation &scalar : body.without_terminator()) {
    bool isConstant = scalar.hasTrait<OpTrait::ConstantLike>();
    if (!isConstant && !OpTrait::hasElementwiseMappableTraits(&scalar))
      return false;
    reads |= !isConstant;
    for (Type type : scalar.getResultTypes())
      if (!type.isIntOrFloat())
        return false;
    for (Type type : scalar.getOperandTypes())
      if (!type.isIntOrFloat())
        return false;
  }
  Value yielded = body.getTerminator()->getOperand(0);
  return reads && yielded.getDefiningOp() &&
         yielded.getDefiningOp()->getBlock() == &body &&
         !yielded.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
}

/// Elementwise ops become arith and math ops on tensors:
///
///   linalg.max ins(%x, %z : ...) outs(%e : ...)
///
/// becomes
///
///   arith.maximumf %x, %z : tensor<4x8xf32>
static bool respellOnTensors(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !isParallel(structured) ||
      !hasElementwiseBody(structured) ||
      !hasBroadcastInputs(rewriter, structured))
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (type.getEncoding())
    return false;
  ArrayRef<int64_t> shape = type.getShape();
  IRMapping tensors;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = broadcastTo(rewriter, op->getLoc(), operand.get(),
                              structured.getMatchingIndexingMap(&operand), type,
                              /*onlyFinds=*/false);
    if (!isa<RankedTensorType>(value.getType()))
      value = splat(rewriter, op->getLoc(), value, shape);
    tensors.map(structured.getMatchingBlockArgument(&operand), value);
  }
  for (Operation &scalar : structured.getBlock()->without_terminator()) {
    if (scalar.hasTrait<OpTrait::ConstantLike>())
      continue;
    for (Value operand : scalar.getOperands())
      if (!tensors.contains(operand))
        tensors.map(operand, splat(rewriter, op->getLoc(), operand, shape));
    Operation *clone = rewriter.clone(scalar, tensors);
    for (OpResult result : clone->getResults())
      result.setType(RankedTensorType::get(shape, result.getType()));
  }
  Value yielded = structured.getBlock()->getTerminator()->getOperand(0);
  rewriter.replaceOp(op, tensors.lookup(yielded));
  return true;
}

/// Elementwise ops compute on one more dim, of extent 1.
static bool respellUnitDim(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !isParallel(structured) ||
      structured.getNumDpsInputs() == 0)
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get().getType() != type ||
        !structured.getMatchingIndexingMap(&operand).isIdentity())
      return false;
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin(), 1);
  SmallVector<ReassociationIndices> groups = {{0, 1}};
  for (int64_t dim = 2; dim <= type.getRank(); ++dim)
    groups.push_back({dim});
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(tensor::ExpandShapeOp::create(
        rewriter, op->getLoc(), type.clone(shape), operand, groups));
  unsigned rank = shape.size();
  SmallVector<AffineMap> maps(operands.size(),
                              rewriter.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, op->getLoc(), type.clone(shape), ArrayRef(operands).drop_back(),
      operands.back(), maps, loops);
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                             generic.getRegion().begin());
  rewriter.replaceOp(
      op, tensor::CollapseShapeOp::create(rewriter, op->getLoc(), type,
                                          generic->getResult(0), groups));
  return true;
}

/// Whether `op` adds products of floating-point numbers into its output.
static bool isFloatContraction(linalg::LinalgOp op) {
  return isStaticOnTensors(op) && op.getNumDpsInputs() == 2 &&
         op.getNumReductionLoops() > 0 &&
         linalg::detail::isContractionBody(
             *op.getBlock(), [](Operation *product, Operation *sum) {
               return isa<arith::MulFOp>(product) && isa<arith::AddFOp>(sum);
             });
}

/// Whether `map` or the op that computes `value` broadcasts a smaller tensor.
static bool isBroadcast(Value value, AffineMap map) {
  auto producer = value.getDefiningOp<linalg::LinalgOp>();
  return map.getNumResults() < map.getNumDims() ||
         (producer && isa<linalg::BroadcastOp>(producer.getOperation()));
}

/// A bias is added behind the sums, which then begin with 0:
///
///   %b = linalg.broadcast ins(%bias : ...) outs(%e : ...) dimensions = [0]
///   linalg.matmul ins(%x, %w : ...) outs(%b : ...)
///
/// becomes a linalg.add of %b and of a linalg.matmul with outs(%zero).
static bool respellBiasBehind(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !isFloatContraction(structured))
    return false;
  Value bias = structured.getDpsInits()[0];
  auto producer = bias.getDefiningOp<linalg::LinalgOp>();
  if (!producer || producer.getNumReductionLoops() != 0 ||
      producer.getNumDpsInputs() != 1 ||
      producer.getIndexingMapsArray().front().getNumResults() == 0 ||
      !isBroadcast(bias, producer.getIndexingMapsArray().front()))
    return false;
  auto type = cast<RankedTensorType>(bias.getType());
  Location loc = op->getLoc();
  Value zero = arith::ConstantOp::create(
      rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  Value zeros = linalg::FillOp::create(rewriter, loc, zero, empty).result();
  IRMapping mapping;
  mapping.map(bias, zeros);
  Operation *sums = rewriter.clone(*op, mapping);
  auto add = linalg::AddOp::create(rewriter, loc, type,
                                   ValueRange{sums->getResult(0), bias}, empty);
  rewriter.replaceOp(op, add);
  return true;
}

/// Whether `value` is a tensor of zeros.
static bool isZeros(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return matchPattern(fill.value(), m_AnyZeroFloat());
  return matchPattern(value, m_AnyZeroFloat());
}

/// Whether the body of `op` adds its two inputs and does nothing else.
static bool isSumOfInputs(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  auto sum = dyn_cast<arith::AddFOp>(body.front());
  return op.getNumDpsInputs() == 2 && sum &&
         sum->getNextNode() == &body.back() &&
         body.back().getOperand(0) == sum.getResult() &&
         sum.getLhs() == body.getArgument(0) &&
         sum.getRhs() == body.getArgument(1);
}

/// The sums begin with a bias that was added behind them, as torch-mlir writes
/// it: undoes what respellBiasBehind does. A value with all dims is no bias.
static bool respellBiasFirst(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !isParallel(structured) || !isSumOfInputs(structured))
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (unsigned number : {0, 1}) {
    OpOperand *sums = structured.getDpsInputOperand(number);
    OpOperand *bias = structured.getDpsInputOperand(1 - number);
    linalg::LinalgOp producer = getStructuredProducer(sums->get());
    if (!producer || !isFloatContraction(producer) ||
        !isBroadcast(bias->get(), structured.getMatchingIndexingMap(bias)) ||
        !sums->get().hasOneUse() || sums->get().getType() != type ||
        producer->getBlock() != op->getBlock() ||
        !isIdentityOn(structured.getMatchingIndexingMap(sums),
                      type.getShape()) ||
        !isZeros(producer.getDpsInits()[0]))
      continue;
    Value start = broadcastTo(rewriter, op->getLoc(), bias->get(),
                              structured.getMatchingIndexingMap(bias), type,
                              /*onlyFinds=*/true);
    if (!start)
      continue;
    start = broadcastTo(rewriter, op->getLoc(), bias->get(),
                        structured.getMatchingIndexingMap(bias), type,
                        /*onlyFinds=*/false);
    rewriter.moveOpBefore(producer, op);
    rewriter.modifyOpInPlace(
        producer, [&] { producer.getDpsInitsMutable()[0].set(start); });
    rewriter.replaceOp(op, producer);
    return true;
  }
  return false;
}

ArrayRef<Spelling> layout::getElementwiseSpellings() {
  static constexpr Spelling spellings[] = {
      {"broadcasts", respellBroadcasts}, {"tensors", respellOnTensors},
      {"unit-dim", respellUnitDim},      {"bias-behind", respellBiasBehind},
      {"bias-first", respellBiasFirst},
  };
  return spellings;
}
