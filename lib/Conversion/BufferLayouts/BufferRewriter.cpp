//===- BufferRewriter.cpp - Buffers in their physical shape ---------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferRewriter.h"
#include "Views.h"
#include "layout/Dialect/Layout/IR/BufferAnnotations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::layout;

void BufferRewriter::rewriteViews() {
  SmallVector<Operation *> views;
  module.walk([&](Operation *op) {
    if (getViewed(op) && classes.lookup(op->getResult(0)).follows)
      views.push_back(op);
  });
  // Their results are gone once they are replaced.
  for (BufferClass &buffer : classes.getClasses())
    llvm::erase_if(buffer.values, [&](Value value) {
      Operation *maker = value.getDefiningOp();
      return maker && buffer.follows && getViewed(maker);
    });
  // What a view shows may be a view that is replaced by then.
  std::vector<std::pair<BufferClass, BufferClass>> layouts;
  for (Operation *view : views)
    layouts.push_back(
        {classes.lookup(getViewed(view)), classes.lookup(view->getResult(0))});
  SmallVector<Operation *> seenThrough;
  for (auto [view, layout] : llvm::zip_equal(views, layouts)) {
    auto &[shown, own] = layout;
    if (own.isSeenThrough)
      seenThrough.push_back(view);
    else if (auto realloc = dyn_cast<memref::ReallocOp>(view))
      rewriteReallocation(realloc);
    else
      makePhysicalView(rewriter, view, shown.map, own.physicalType);
  }
  for (Operation *view : llvm::reverse(seenThrough))
    rewriter.eraseOp(view);
}

void BufferRewriter::updateSignatures() {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    SmallVector<Type> results(function.getResultTypes());
    for (auto end : function.getOps<func::ReturnOp>())
      results.assign(end.getOperandTypes().begin(),
                     end.getOperandTypes().end());
    function.setType(FunctionType::get(
        function.getContext(), function.getBody().getArgumentTypes(), results));
  }
  module.walk([](gpu::GPUFuncOp kernel) {
    if (kernel.isExternal())
      return;
    // Behind the arguments stand its private and shared buffers.
    SmallVector<Type> inputs(kernel.getBody().getArgumentTypes());
    inputs.resize(kernel.getNumArguments());
    kernel.setType(FunctionType::get(kernel.getContext(), inputs,
                                     kernel.getResultTypes()));
  });
}

void BufferRewriter::dropAnnotations() {
  StringRef names[] = {LayoutDialect::kBufferTransforms,
                       LayoutDialect::kAxisSeparators,
                       LayoutDialect::kPadValue};
  module.walk([&](Operation *op) {
    for (StringRef name : names)
      op->removeDiscardableAttr(name);
    if (auto function = dyn_cast<func::FuncOp>(op))
      for (unsigned argument : llvm::seq(function.getNumArguments()))
        for (StringRef name : names)
          function.removeArgAttr(argument, name);
  });
}

LogicalResult BufferRewriter::rewrite() {
  SmallVector<Operation *> users;
  auto collect = [&] {
    users.clear();
    module.walk([&](Operation *op) {
      if (touchesChanged(op) && !done.contains(op))
        users.push_back(op);
    });
  };
  if (order == LoopOrder::Physical)
    reorderLoops();
  collect();
  for (Operation *op : users)
    if (failed(expand(op)))
      return failure();
  collect();
  for (Operation *op : users)
    rewriteUser(op);

  SmallVector<std::pair<Operation *, const BufferClass *>> allocations;
  rewriteViews();
  for (BufferClass &buffer : classes.getClasses()) {
    if (!buffer.isLaidOut())
      continue;
    for (Value value : buffer.values)
      if (isAllocation(value.getDefiningOp()))
        allocations.push_back({value.getDefiningOp(), &buffer});
      else
        value.setType(buffer.physicalType);
    for (memref::GlobalOp global : buffer.globals)
      rewriteGlobal(global, buffer);
  }
  for (auto [op, buffer] : allocations)
    rewriteAllocation(op, *buffer);
  updateSignatures();
  dropAnnotations();
  return success();
}

FailureOr<SmallVector<Operation *>>
layout::rewriteBuffers(ModuleOp module, BufferClasses &classes,
                       LoopOrder order) {
  BufferRewriter rewriter(module, classes, order);
  if (failed(rewriter.check()) || failed(rewriter.rewrite()))
    return failure();
  return llvm::to_vector(rewriter.getLoops());
}
