//===- BufferizePreconditions.cpp - Which programs get buffers ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizePreconditions.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Dialect/Layout.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

/// Checks that each `bufferization.buffer_layout` fits its argument, which
/// upstream's bufferization takes for granted.
static LogicalResult verifyBufferLayouts(func::FuncOp function) {
  for (unsigned index : llvm::seq(function.getNumArguments())) {
    auto layout = function.getArgAttrOfType<MemRefLayoutAttrInterface>(
        index, bufferization::BufferizationDialect::kBufferLayoutAttrName);
    auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[index]);
    if (layout && type && failed(layout.verifyLayout(type.getShape(), [&] {
          return function.emitOpError()
                 << "argument " << index << ", 'bufferization.buffer_layout': ";
        })))
      return failure();
  }
  return success();
}

/// Emits an error if an argument or result has a layout at the boundary that
/// its type does not show: the buffer would not have it.
static LogicalResult rejectBoundaryLayouts(func::FuncOp function) {
  StringRef name = LayoutDialect::kTensorLayout;
  auto hasArgument = [&](unsigned number) {
    return function.getArgAttr(number, name) != nullptr;
  };
  auto hasResult = [&](unsigned number) {
    return function.getResultAttr(number, name) != nullptr;
  };
  if (llvm::any_of(llvm::seq(function.getNumArguments()), hasArgument) ||
      llvm::any_of(llvm::seq(function.getNumResults()), hasResult))
    return function.emitOpError()
           << "requires 'layout-legalize' in front, which gives tensors with '"
           << name << "' their physical type";
  return success();
}

/// Emits an error if the op has a tensor with an encoding: a buffer would not
/// have the layout, or whatever else the encoding requires.
static LogicalResult rejectEncodings(Operation *op) {
  auto reject = [&](Type type) -> LogicalResult {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.getEncoding())
      return success();
    return op->emitOpError() << "requires tensors without an encoding, which "
                                "buffers do not have, "
                                "found "
                             << type;
  };
  auto all = [&](TypeRange types) {
    return success(llvm::all_of(
        types, [&](Type type) { return succeeded(reject(type)); }));
  };
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return success(succeeded(all(function.getArgumentTypes())) &&
                   succeeded(all(function.getResultTypes())));
  return success(succeeded(all(op->getOperandTypes())) &&
                 succeeded(all(op->getResultTypes())));
}

/// Emits an error for a negative width of a pad, and for widths that, with the
/// source, do not fit into its result.
static LogicalResult rejectWidths(Operation *pad, ArrayRef<OpFoldResult> low,
                                  ArrayRef<OpFoldResult> high) {
  auto type = cast<RankedTensorType>(pad->getResultTypes().front());
  auto source = cast<RankedTensorType>(pad->getOperand(0).getType());
  for (auto [before, after, inner, size] :
       llvm::zip_equal(low, high, source.getShape(), type.getShape())) {
    int64_t sum = ShapedType::isDynamic(inner) ? 0 : inner;
    for (OpFoldResult width : {before, after}) {
      int64_t number = getConstantIntValue(width).value_or(0);
      if (number < 0)
        return pad->emitOpError()
               << "requires padding of 0 or more elements, found " << number;
      sum = addSaturating(sum, number);
    }
    if (!ShapedType::isDynamic(size) && sum > size)
      return pad->emitOpError() << "requires a result of at least " << sum
                                << " elements along each dim with as much "
                                   "padding, found "
                                << type;
  }
  return success();
}

/// Emits an error for an op that upstream's verifiers accept on tensors but not
/// on buffers.
static LogicalResult rejectUnsoundShapes(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.hasStaticShape() && !getNumPoints(tensor.getShape()))
      return op->emitOpError()
             << "requires tensors of less than 2^63 elements, found " << tensor;
  Type stored;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    stored = constant.getType();
  else if (auto global = dyn_cast<ml_program::GlobalOp>(op))
    stored = global.getType();
  if (auto type = dyn_cast_or_null<TensorType>(stored);
      type && !type.hasStaticShape())
    return op->emitOpError() << "requires a static shape to become a buffer, "
                                "found "
                             << type;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
      expand && expand.getStaticOutputShape() != expand.getType().getShape())
    return op->emitOpError()
           << "requires an output shape like its result, " << expand.getType()
           << ", found [" << expand.getStaticOutputShape() << "]";
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return rejectWidths(op, pad.getMixedLowPad(), pad.getMixedHighPad());
  if (auto pad = dyn_cast<PadOp>(op))
    return rejectWidths(op, pad.getMixedLow(), pad.getMixedHigh());
  if (auto global = dyn_cast<ml_program::GlobalOp>(op))
    if (auto value = dyn_cast_or_null<TypedAttr>(global.getValueAttr());
        value && value.getType() != global.getType())
      return op->emitOpError()
             << "requires a value of its type, " << global.getType()
             << ", found " << value.getType();
  return success();
}

LogicalResult layout::verifyHasBuffers(ModuleOp module) {
  return success(
      !module
           .walk<WalkOrder::PreOrder>([](Operation *op) {
             auto function = dyn_cast<func::FuncOp>(op);
             if (failed(rejectEncodings(op)) ||
                 failed(rejectUnsoundShapes(op)) ||
                 (function && (failed(verifyBufferLayouts(function)) ||
                               failed(rejectBoundaryLayouts(function)))))
               return WalkResult::interrupt();
             return WalkResult::advance();
           })
           .wasInterrupted());
}
