//===- ElementwiseOps.cpp - Elementwise ops on tensors --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseOps.h"
#include "Analysis/CarriedAttributes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isElementwiseOnTensors(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) &&
         llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>);
}

linalg::GenericOp layout::createStructured(OpBuilder &builder, Operation *op,
                                           ValueRange inputs, Value init) {
  auto type = cast<RankedTensorType>(init.getType());
  MLIRContext *context = op->getContext();
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<AffineMap> maps;
  for (Value input : inputs)
    maps.push_back(isa<RankedTensorType>(input.getType())
                       ? identity
                       : AffineMap::get(type.getRank(), 0, context));
  maps.push_back(identity);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  Type element = type.getElementType();
  return linalg::GenericOp::create(
      builder, op->getLoc(), type, inputs, init, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        Operation *onElements =
            clone(nested, op, element, arguments.drop_back());
        // Attributes that describe tensors do not hold for one element.
        onElements->setDiscardableAttrs(ArrayRef<NamedAttribute>());
        linalg::YieldOp::create(nested, loc, onElements->getResults());
      },
      getCarriedAttributes(op, CarriedMarks::Fulfilled));
}

FailureOr<SmallVector<Value>>
layout::rebuildElementwise(RewriterBase &rewriter, Operation *op,
                           ArrayRef<MixedRadixMap> layouts, ValueRange operands,
                           const Masks &masks, std::string &reason) {
  // The result stands for a destination, of which only the type counts.
  linalg::GenericOp structured =
      createStructured(rewriter, op, op->getOperands(), op->getResult(0));
  FailureOr<LoopRelayout> relayout = getLoopRelayout(
      structured, getOperandLayouts(structured, layouts), reason);
  if (failed(relayout)) {
    rewriter.eraseOp(structured);
    return failure();
  }
  Value shaped = *llvm::find_if(operands, [](Value operand) {
    return isa<RankedTensorType>(operand.getType());
  });
  SmallVector<Value> rebuilt = llvm::to_vector(operands);
  rebuilt.push_back(tensor::EmptyOp::create(
      rewriter, op->getLoc(),
      tensor::getMixedSizes(rewriter, op->getLoc(), shaped),
      getElementTypeOrSelf(op->getResult(0).getType())));
  SmallVector<Value> results =
      rebuild(rewriter, structured, *relayout, rebuilt, masks)->getResults();
  rewriter.eraseOp(structured);
  return results;
}
