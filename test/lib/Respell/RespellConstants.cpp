//===- RespellConstants.cpp - Fills, splats, weights ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Respell.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

/// A constant of equal elements becomes a linalg.fill.
static bool respellAsFill(RewriterBase &rewriter, Operation *op) {
  DenseElementsAttr value;
  if (!isa<arith::ConstantOp>(op) || !matchPattern(op, m_Constant(&value)) ||
      !value.isSplat() || !isa<RankedTensorType>(value.getType()) ||
      !value.getElementType().isIntOrFloat())
    return false;
  Value scalar = arith::ConstantOp::create(
      rewriter, op->getLoc(),
      cast<TypedAttr>(value.getSplatValue<Attribute>()));
  Value empty = tensor::EmptyOp::create(rewriter, op->getLoc(),
                                        value.getType().getShape(),
                                        value.getElementType());
  rewriter.replaceOpWithNewOp<linalg::FillOp>(op, scalar, empty);
  return true;
}

/// A linalg.fill with a constant becomes a constant.
static bool respellAsSplat(RewriterBase &rewriter, Operation *op) {
  auto fill = dyn_cast<linalg::FillOp>(op);
  Attribute value;
  if (!fill || !isStaticOnTensors(fill) ||
      !matchPattern(fill.value(), m_Constant(&value)))
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(
      op, DenseElementsAttr::get(type, value));
  return true;
}

/// Returns the elements of a constant tensor as they are stored, if they are
/// whole bytes and not all equal; nothing for other ops.
static ArrayRef<char> getWeights(Operation *op) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  auto type = constant ? dyn_cast<RankedTensorType>(constant.getType())
                       : RankedTensorType();
  if (!type || !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() % 8 != 0)
    return {};
  if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue()))
    return dense.isSplat() ? ArrayRef<char>() : dense.getRawData();
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant.getValue());
  return resource ? resource.getData() : ArrayRef<char>();
}

/// Weights are arguments of the function that are the same in each call:
///
///   func.func @main(%x: tensor<4x8xf32>) {
///     %w = arith.constant dense<...> : tensor<8x8xf32>
///
/// becomes
///
///   func.func @main(%x: tensor<4x8xf32>,
///                   %w: tensor<8x8xf32> {layout.constant}) {
static bool respellAsArgument(RewriterBase &rewriter, Operation *op) {
  auto function = dyn_cast<func::FuncOp>(op->getParentOp());
  if (getWeights(op).empty() || !function || !function.isPublic() ||
      !SymbolTable::symbolKnownUseEmpty(function, function->getParentOp()))
    return false;
  unsigned number = function.getNumArguments();
  NamedAttribute mark(LayoutDialect::kConstant, rewriter.getUnitAttr());
  if (failed(function.insertArgument(number, op->getResult(0).getType(),
                                     rewriter.getDictionaryAttr(mark),
                                     op->getLoc())))
    return false;
  rewriter.replaceOp(op, function.getArgument(number));
  return true;
}

/// Returns matrices of `rows` by `columns` elements of `bytes` each with their
/// dims exchanged.
static SmallVector<char> transposeAll(ArrayRef<char> stored, int64_t bytes,
                                      int64_t rows, int64_t columns) {
  SmallVector<char> moved(stored.size());
  for (int64_t index : llvm::seq<int64_t>(0, stored.size() / bytes)) {
    int64_t matrix = index / (rows * columns);
    int64_t row = index / columns % rows, column = index % columns;
    int64_t place = (matrix * columns + column) * rows + row;
    llvm::copy(stored.slice(index * bytes, bytes),
               moved.begin() + place * bytes);
  }
  return moved;
}

/// Weights are stored with their last two dims exchanged, as PyTorch stores
/// those of a linear layer, and transposed in front of what reads them.
static bool respellTransposedWeights(RewriterBase &rewriter, Operation *op) {
  ArrayRef<char> weights = getWeights(op);
  if (weights.empty())
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (type.getRank() < 2 || type.getEncoding())
    return false;
  SmallVector<int64_t> shape(type.getShape()),
      permutation(llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
  SmallVector<char> moved =
      transposeAll(weights, type.getElementTypeBitWidth() / 8,
                   *std::next(shape.rbegin()), shape.back());
  std::swap(*std::next(shape.rbegin()), shape.back());
  std::swap(*std::next(permutation.rbegin()), permutation.back());
  Value stored = arith::ConstantOp::create(
      rewriter, op->getLoc(),
      DenseElementsAttr::getFromRawBuffer(type.clone(shape), moved));
  Value empty = tensor::EmptyOp::create(rewriter, op->getLoc(), type.getShape(),
                                        type.getElementType());
  rewriter.replaceOpWithNewOp<linalg::TransposeOp>(op, stored, empty,
                                                   permutation);
  return true;
}

ArrayRef<Spelling> layout::getConstantSpellings() {
  static constexpr Spelling spellings[] = {
      {"fills", respellAsFill},
      {"splats", respellAsSplat},
      {"arguments", respellAsArgument},
      {"transposed-weights", respellTransposedWeights},
  };
  return spellings;
}
