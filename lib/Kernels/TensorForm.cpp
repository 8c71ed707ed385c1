//===- TensorForm.cpp - Kernels on buffers as kernels on tensors ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorForm.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class TensorForm {
public:
  explicit TensorForm(func::FuncOp kernel)
      : kernel(kernel), rewriter(kernel.getContext()) {}

  void run() {
    Operation *terminator = kernel.front().getTerminator();
    for (Operation &op : llvm::make_early_inc_range(kernel.front())) {
      rewriter.setInsertionPoint(&op);
      if (auto generic = dyn_cast<linalg::GenericOp>(op))
        rewrite(generic);
    }
    rewriter.setInsertionPoint(terminator);
    for (Value buffer : written)
      if (isa<BlockArgument>(buffer))
        bufferization::MaterializeInDestinationOp::create(
            rewriter, kernel.getLoc(), TypeRange(), contents.lookup(buffer),
            buffer, /*restrict=*/true, /*writable=*/true);
    SmallVector<Operation *> allocations;
    for (Operation &op : llvm::make_early_inc_range(kernel.front()))
      if (isa<memref::DeallocOp>(op))
        rewriter.eraseOp(&op);
      else if (isa<memref::AllocOp>(op))
        allocations.push_back(&op);
    for (Operation *op : allocations)
      rewriter.eraseOp(op);
  }

private:
  /// A tensor of the shape of `buffer`, which is an argument or allocated in
  /// the kernel.
  Value createEmpty(Value buffer) {
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<Value> sizes;
    if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
      sizes = alloc.getDynamicSizes();
    else
      for (int64_t dim : llvm::seq(type.getRank()))
        if (type.isDynamicDim(dim))
          sizes.push_back(
              memref::DimOp::create(rewriter, kernel.getLoc(), buffer, dim));
    return tensor::EmptyOp::create(rewriter, kernel.getLoc(), type.getShape(),
                                   type.getElementType(), sizes);
  }

  /// What a buffer holds in front of the kernel, or anything if it is allocated
  /// there. Results that are written to a buffer go there, too.
  Value getStorage(Value buffer) {
    Value &tensor = storage[buffer];
    auto type = cast<MemRefType>(buffer.getType());
    if (tensor)
      return tensor;
    if (!isa<BlockArgument>(buffer))
      return tensor = createEmpty(buffer);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&kernel.front());
    return tensor = bufferization::ToTensorOp::create(
               rewriter, kernel.getLoc(),
               memref::getTensorTypeFromMemRefType(type), buffer,
               /*restrict=*/true, /*writable=*/true);
  }

  Value getContents(Value value) {
    if (!isa<MemRefType>(value.getType()))
      return value;
    Value tensor = contents.lookup(value);
    return tensor ? tensor : getStorage(value);
  }

  static bool readsDestination(linalg::GenericOp op) {
    return op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
  }

  /// The tensor that `op` overwrites. If a later op overwrites the same buffer,
  /// that of `op` is only passed on, and needs no place in the buffer.
  Value getDestination(linalg::GenericOp op) {
    Value buffer = op.getDpsInits().front();
    if (readsDestination(op))
      return getContents(buffer);
    for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
      if (auto other = dyn_cast<linalg::GenericOp>(next);
          other && other.getDpsInits().front() == buffer &&
          !readsDestination(other))
        return createEmpty(buffer);
    return getStorage(buffer);
  }

  /// Reads what an op overwrites as its destination only:
  ///
  ///   linalg.generic ins(%t) outs(%t) { ^bb0(%a, %b): ... %a ... %b ... }
  ///
  /// becomes
  ///
  ///   linalg.generic outs(%t) { ^bb0(%b): ... %b ... %b ... }
  linalg::GenericOp mergeOperands(linalg::GenericOp op) {
    OpOperand *init = op.getDpsInitOperand(0);
    AffineMap out = op.getMatchingIndexingMap(init);
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    SmallVector<BlockArgument> replaced;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      if (input->get() == init->get() && map == out) {
        replaced.push_back(op.getMatchingBlockArgument(input));
        continue;
      }
      inputs.push_back(input->get());
      maps.push_back(map);
    }
    if (replaced.empty())
      return op;
    maps.push_back(out);
    auto merged = linalg::GenericOp::create(rewriter, op.getLoc(), TypeRange(),
                                            inputs, op.getDpsInits(), maps,
                                            op.getIteratorTypesArray());
    BlockArgument destination = op.getMatchingBlockArgument(init);
    for (BlockArgument argument : replaced)
      argument.replaceAllUsesWith(destination);
    Block *body = op.getBody();
    for (BlockArgument argument : llvm::reverse(replaced))
      body->eraseArgument(argument.getArgNumber());
    merged.getRegion().takeBody(op.getRegion());
    rewriter.eraseOp(op);
    return merged;
  }

  void rewrite(linalg::GenericOp op) {
    Value buffer = op.getDpsInits().front();
    // Tiles of a buffer that the kernel updates are updated in place.
    bool updates = isa<BlockArgument>(buffer) && storage.contains(buffer);
    if (!written.contains(buffer) || readsDestination(op) || updates)
      op = mergeOperands(op);
    SmallVector<Value> operands;
    for (OpOperand *input : op.getDpsInputOperands())
      operands.push_back(getContents(input->get()));
    operands.push_back(getDestination(op));
    Operation *onTensors =
        mlir::clone(rewriter, op, operands.back().getType(), operands);
    contents[buffer] = onTensors->getResult(0);
    written.insert(buffer);
    rewriter.eraseOp(op);
  }

  func::FuncOp kernel;
  IRRewriter rewriter;
  DenseMap<Value, Value> storage, contents;
  SetVector<Value> written;
};
} // namespace

void layout::rewriteOnTensors(func::FuncOp kernel) { TensorForm(kernel).run(); }
