//===- BufferRewriter.cpp - Buffers in their physical shape ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
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
  // What a view shows may be replaced when it is its turn.
  struct Step {
    Operation *view;
    BufferClass shown, own;
    std::optional<PhysicalBox> box;
    Value kept;
  };
  std::vector<Step> steps;
  for (Operation *view : views) {
    Step step{view, classes.lookup(getViewed(view)),
              classes.lookup(view->getResult(0)), std::nullopt, Value()};
    if (auto subview = dyn_cast<memref::SubViewOp>(view);
        subview && !step.own.isSeenThrough)
      step.box = PhysicalBox::get(subview, step.shown.map);
    if (auto realloc = dyn_cast<memref::ReallocOp>(view))
      step.kept = getKeptSize(realloc);
    steps.push_back(step);
  }
  SmallVector<Operation *> seenThrough;
  for (Step &step : steps) {
    if (step.own.isSeenThrough)
      seenThrough.push_back(step.view);
    else if (auto realloc = dyn_cast<memref::ReallocOp>(step.view))
      rewriteReallocation(realloc, step.kept, step.shown, step.own);
    else
      makePhysicalView(rewriter, step.view, step.box, step.own.physicalType);
  }
  for (Operation *view : llvm::reverse(seenThrough))
    rewriter.eraseOp(view);
}

void BufferRewriter::updateSignatures() {
  module.walk([](func::FuncOp function) {
    if (function.isExternal())
      return;
    SmallVector<Type> results(function.getResultTypes());
    for (auto end : function.getOps<func::ReturnOp>())
      results.assign(end.getOperandTypes().begin(),
                     end.getOperandTypes().end());
    function.setType(FunctionType::get(
        function.getContext(), function.getBody().getArgumentTypes(), results));
  });
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
    if (auto function = dyn_cast<FunctionOpInterface>(op))
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
