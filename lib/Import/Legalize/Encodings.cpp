//===- Encodings.cpp - Layouts as encodings of tensors --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encodings.h"
#include "Dialect/ValueAnnotations.h"
#include "Relayout/ConstantData.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

/// The type without the encoding that it has.
static RankedTensorType strip(RankedTensorType type) {
  return RankedTensorType::get(type.getShape(), type.getElementType());
}

static SmallVector<Type> stripAll(TypeRange types) {
  return llvm::map_to_vector(types, [](Type type) -> Type {
    return getLayoutEncoding(type) ? strip(cast<RankedTensorType>(type)) : type;
  });
}

/// The annotation that says the same as the encoding of `type`; null if it has
/// none.
static Attribute getAnnotation(Type type) { return getLayoutEncoding(type); }

/// Moves the encodings of arguments and results into their attributes.
static LogicalResult replaceInSignature(func::FuncOp function) {
  StringRef name = LayoutDialect::kTensorLayout;
  auto reject = [&]() -> LogicalResult {
    return function.emitOpError()
           << "requires an encoding or '" << name << "', found both";
  };
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes()))
    if (Attribute annotation = getAnnotation(type)) {
      if (function.getArgAttr(number, name))
        return reject();
      function.setArgAttr(number, name, annotation);
    }
  for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
    if (Attribute annotation = getAnnotation(type)) {
      if (function.getResultAttr(number, name))
        return reject();
      function.setResultAttr(
          number, StringAttr::get(function.getContext(), name), annotation);
    }
  function.setType(FunctionType::get(function.getContext(),
                                     stripAll(function.getArgumentTypes()),
                                     stripAll(function.getResultTypes())));
  return success();
}

/// Emits an error if the layout of an empty tensor, which holds nothing that
/// lies anywhere, gets lost in a cast before an op writes to the tensor.
static LogicalResult verifyKept(tensor::EmptyOp op) {
  for (Operation *user : op->getUsers()) {
    if (!isa<tensor::CastOp>(user) ||
        getLayoutEncoding(user->getResult(0).getType()))
      continue;
    InFlightDiagnostic error =
        op.emitOpError("requires an op that writes to it in the layout of its "
                       "encoding, found a cast without it");
    error.attachNote(user->getLoc()) << "the cast is here";
    return error;
  }
  return success();
}

/// Moves the encodings of an op's results into an attribute. The callee of a
/// call has them, and what writes to a tensor.empty has those of that.
static LogicalResult replaceInResults(Operation *op) {
  if (auto empty = dyn_cast<tensor::EmptyOp>(op);
      empty && failed(verifyKept(empty)))
    return failure();
  SmallVector<Attribute> annotations;
  for (Type type : op->getResultTypes()) {
    Attribute annotation = getAnnotation(type);
    annotations.push_back(annotation ? annotation
                                     : StringAttr::get(op->getContext(), "_"));
  }
  if (!isa<func::CallOp, tensor::EmptyOp>(op)) {
    if (op->hasAttr(LayoutDialect::kRequire))
      return op->emitOpError() << "requires an encoding or '"
                               << LayoutDialect::kRequire << "', found both";
    op->setAttr(LayoutDialect::kRequire,
                ArrayAttr::get(op->getContext(), annotations));
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    constant.setValueAttr(cast<TypedAttr>(
        reshapeConstant(cast<ElementsAttr>(constant.getValue()),
                        strip(cast<RankedTensorType>(constant.getType())))));
  for (Value result : op->getResults())
    result.setType(stripAll(result.getType()).front());
  return success();
}

static LogicalResult replaceIn(Operation *op) {
  auto hasOne = [](Type type) { return getLayoutEncoding(type) != nullptr; };
  auto function = dyn_cast<func::FuncOp>(op);
  bool isChanged = llvm::any_of(op->getResultTypes(), hasOne);
  if (function)
    isChanged = llvm::any_of(function.getArgumentTypes(), hasOne) ||
                llvm::any_of(function.getResultTypes(), hasOne);
  if (isChanged && isFrozen(op))
    return op->emitOpError("requires types without a layout as encoding where "
                           "layouts may not change");
  if (isChanged &&
      failed(function ? replaceInSignature(function) : replaceInResults(op)))
    return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        argument.setType(stripAll(argument.getType()).front());
  return success();
}

LogicalResult layout::replaceEncodings(ModuleOp module) {
  auto result = module.walk<WalkOrder::PreOrder>([](Operation *op) {
    return failed(replaceIn(op)) ? WalkResult::interrupt()
                                 : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
