//===- RespellDynamic.cpp - Batches of a size known at run time -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Respell.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Gives the values of a function that depend on its batch a dynamic extent.
class DynamicBatch {
public:
  DynamicBatch(RewriterBase &rewriter, func::FuncOp function)
      : rewriter(rewriter), function(function) {}

  /// Fails if an op is not known; the function is then half rewritten.
  LogicalResult run();

private:
  LogicalResult convert(Operation &op);
  LogicalResult convertStructured(linalg::LinalgOp op);
  Value createEmpty(Location loc, RankedTensorType type);
  Value makeInit(Value init, RankedTensorType type);
  SmallVector<OpFoldResult> getSizes(RankedTensorType type);

  RewriterBase &rewriter;
  func::FuncOp function;
  Value size; ///< of the batch
};
} // namespace

static RankedTensorType getTensorType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

static bool isDynamic(Value value) {
  RankedTensorType type = getTensorType(value);
  return type && !type.hasStaticShape();
}

/// Returns `type` with a dynamic extent in dim `dim`.
static RankedTensorType makeDynamic(RankedTensorType type, unsigned dim) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = ShapedType::kDynamic;
  return type.clone(shape);
}

SmallVector<OpFoldResult> DynamicBatch::getSizes(RankedTensorType type) {
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(rewriter.getContext(), type.getShape());
  for (auto [dim, extent] : llvm::enumerate(sizes))
    if (type.isDynamicDim(dim))
      extent = size;
  return sizes;
}

Value DynamicBatch::createEmpty(Location loc, RankedTensorType type) {
  return tensor::EmptyOp::create(rewriter, loc, getSizes(type),
                                 type.getElementType());
}

/// Returns a destination of type `type` that holds what `init` holds, which
/// differs in the extent of the batch; null if that is not known.
Value DynamicBatch::makeInit(Value init, RankedTensorType type) {
  if (init.getType() == type)
    return init;
  Location loc = init.getLoc();
  DenseElementsAttr constant;
  if (matchPattern(init, m_Constant(&constant)) && constant.isSplat()) {
    Value scalar = arith::ConstantOp::create(
        rewriter, loc, cast<TypedAttr>(constant.getSplatValue<Attribute>()));
    return linalg::FillOp::create(rewriter, loc, scalar, createEmpty(loc, type))
        .getResult(0);
  }
  if (init.getDefiningOp<tensor::EmptyOp>())
    return createEmpty(loc, type);
  auto producer = init.getDefiningOp<linalg::LinalgOp>();
  if (!producer || producer->getNumResults() != 1 ||
      producer.getNumReductionLoops() != 0 ||
      !producer.getIndexingMapsArray().back().isIdentity())
    return nullptr;
  for (OpOperand *input : producer.getDpsInputOperands())
    for (auto [dim, extent] : llvm::enumerate(type.getShape()))
      if (ShapedType::isDynamic(extent) &&
          producer.getMatchingIndexingMap(input).isFunctionOfDim(dim))
        return nullptr;
  Value destination = makeInit(producer.getDpsInits()[0], type);
  if (!destination)
    return nullptr;
  Operation *clone = rewriter.clone(*producer);
  cast<linalg::LinalgOp>(clone).getDpsInitsMutable()[0].set(destination);
  clone->getResult(0).setType(type);
  return clone->getResult(0);
}

LogicalResult DynamicBatch::convertStructured(linalg::LinalgOp op) {
  llvm::SmallBitVector loops(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands())
    if (RankedTensorType type = getTensorType(operand.get()))
      for (auto [dim, index] :
           llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (type.isDynamicDim(dim)) {
          auto loop = dyn_cast<AffineDimExpr>(index);
          if (!loop)
            return failure();
          loops.set(loop.getPosition());
        }
  for (OpOperand &operand : op->getOpOperands()) {
    RankedTensorType type = getTensorType(operand.get());
    if (!type)
      continue;
    for (auto [dim, index] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
      for (unsigned loop : loops.set_bits())
        if (index.isFunctionOfDim(loop))
          type = makeDynamic(type, dim);
    Value value =
        op.isDpsInit(&operand) ? makeInit(operand.get(), type) : operand.get();
    if (!value || value.getType() != type)
      return failure();
    operand.set(value);
  }
  for (auto [result, init] :
       llvm::zip_equal(op->getResults(), op.getDpsInits()))
    result.setType(init.getType());
  return success();
}

LogicalResult DynamicBatch::convert(Operation &op) {
  rewriter.setInsertionPoint(&op);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return convertStructured(structured);
  if (llvm::none_of(op.getOperands(), isDynamic))
    return success();
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    SmallVector<int64_t> shape(pad.getResultType().getShape());
    for (auto [dim, extent] : llvm::enumerate(shape))
      if (pad.getSourceType().isDynamicDim(dim))
        extent = ShapedType::kDynamic;
    pad.getResult().setType(pad.getResultType().clone(shape));
    return success();
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    collapse.getResult().setType(tensor::CollapseShapeOp::inferCollapsedType(
        collapse.getSrcType(), collapse.getReassociationIndices()));
    return success();
  }
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
    RankedTensorType type = expand.getResultType();
    for (auto [dim, group] : llvm::enumerate(groups))
      if (expand.getSrcType().isDynamicDim(dim)) {
        if (group.size() != 1)
          return failure();
        type = makeDynamic(type, group.front());
      }
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
        expand, type, expand.getSrc(), groups, getSizes(type));
    return success();
  }
  if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    concat.getResult().setType(tensor::ConcatOp::inferResultType(
        concat.getDim(), op.getOperandTypes()));
    return success();
  }
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op)) {
    Value init = makeInit(softmax.getOutput(),
                          cast<RankedTensorType>(softmax.getInput().getType()));
    if (!init)
      return failure();
    softmax.getOutputMutable().set(init);
    op.getResult(0).setType(init.getType());
    return success();
  }
  return success(isa<func::ReturnOp, tensor::DimOp>(op));
}

LogicalResult DynamicBatch::run() {
  Block &body = function.getBody().front();
  rewriter.setInsertionPointToStart(&body);
  for (BlockArgument argument : body.getArguments()) {
    RankedTensorType type = getTensorType(argument);
    if (!type || type.getEncoding() || type.getRank() < 2 ||
        type.getDimSize(0) != 1)
      continue;
    argument.setType(makeDynamic(type, 0));
    if (!size)
      size = tensor::DimOp::create(rewriter, function.getLoc(), argument, 0);
  }
  if (!size)
    return failure();
  for (Operation &op : llvm::make_early_inc_range(body))
    if (failed(convert(op)))
      return failure();
  function.setType(rewriter.getFunctionType(
      body.getArgumentTypes(), body.getTerminator()->getOperandTypes()));
  return success();
}

/// A batch of one image or sentence becomes one of a size that is known at run
/// time only:
///
///   func.func @main(%x: tensor<1x3x8x8xf32>)
///
/// becomes
///
///   func.func @main(%x: tensor<?x3x8x8xf32>)
///
/// with tensor.dim of %x for each destination.
static bool respellDynamicBatch(RewriterBase &rewriter, Operation *op) {
  auto function = isa<func::ReturnOp>(op)
                      ? dyn_cast<func::FuncOp>(op->getParentOp())
                      : func::FuncOp();
  if (!function || !function.isPublic() || !function.getBody().hasOneBlock() ||
      !SymbolTable::symbolKnownUseEmpty(function, function->getParentOp()))
    return false;
  rewriter.setInsertionPoint(function);
  auto clone = cast<func::FuncOp>(rewriter.clone(*function));
  if (failed(DynamicBatch(rewriter, clone).run())) {
    rewriter.eraseOp(clone);
    return false;
  }
  rewriter.eraseOp(function);
  return true;
}

ArrayRef<Spelling> layout::getDynamicSpellings() {
  static constexpr Spelling spellings[] = {
      {"dynamic-batch", respellDynamicBatch},
  };
  return spellings;
}
