//===- Bufferize.cpp - The pass layout-bufferize --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs upstream's one-shot bufferization. Before and after it, programs are
// changed where upstream fails, crashes, or gives values the wrong buffers.
//
//===----------------------------------------------------------------------===//

#include "Bufferize.h"
#include "Analysis/DeadOps.h"
#include "BufferizePreconditions.h"
#include "CarriedBuffers.h"
#include "Dialect/ValueAnnotations.h"
#include "Export/Materialize/LayoutToLinalg.h"
#include "OpModels/ExternalModels.h"
#include "Placement/PitchedOperands.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTBUFFERIZE
#include "layout/Bufferization/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Changes before upstream's bufferization
//===----------------------------------------------------------------------===//

static bool isEmpty(TypedValue<RankedTensorType> tensor) {
  return llvm::is_contained(tensor.getType().getShape(), 0);
}

/// Replaces crops to no elements and pads of none, and drops inputs of
/// concatenations that have none. Their buffers would have views of no
/// elements, which upstream's verifier takes for out of bounds.
///
///   %0 = tensor.pad %x low[2, 0] high[0, 0] { ... }
///        : tensor<0x3xf32> to tensor<2x3xf32>
///   %1 = layout.crop %y offsets [4] sizes [0] : tensor<4xf32> to tensor<0xf32>
///   %2 = tensor.concat dim(0) %y, %1
///        : (tensor<4xf32>, tensor<0xf32>) -> tensor<4xf32>
///
/// becomes
///
///   %0 = tensor.generate { ... } : tensor<2x3xf32>
///   %1 = tensor.empty() : tensor<0xf32>
///
/// and %2 is %y.
static void replaceInvalidViews(RewriterBase &rewriter, ModuleOp module) {
  module.walk(
      [&](tensor::ConcatOp concat) { dropEmptyInputs(rewriter, concat); });
  module.walk([&](CropOp crop) {
    if (hasNoElements(crop))
      materialize(rewriter, crop);
  });
  module.walk([&](PadOp pad) {
    if (isEmpty(pad.getSource()))
      materialize(rewriter, pad);
  });
  module.walk([&](tensor::PadOp pad) {
    rewriter.setInsertionPoint(pad);
    ReifiedRankedShapedTypeDims shapes;
    if (!isEmpty(pad.getSource()) ||
        failed(reifyResultShapes(rewriter, pad, shapes)))
      return;
    // A dim that the type leaves open may have a known size all the same.
    SmallVector<Value> sizes;
    for (auto [dim, size] : llvm::enumerate(shapes.front()))
      if (pad.getResultType().isDynamicDim(dim))
        sizes.push_back(
            getValueOrCreateConstantIndexOp(rewriter, pad.getLoc(), size));
    auto generate = tensor::GenerateOp::create(rewriter, pad.getLoc(),
                                               pad.getResultType(), sizes);
    rewriter.inlineRegionBefore(pad.getRegion(), generate.getBody(),
                                generate.getBody().end());
    rewriter.replaceOp(pad, generate);
  });
}

void layout::replaceConstantLoads(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](ml_program::GlobalLoadConstOp load) {
    rewriter.setInsertionPoint(load);
    rewriter.replaceOpWithNewOp<ml_program::GlobalLoadOp>(load, load.getType(),
                                                          load.getGlobal());
  });
}

/// Broadcasts what a reduction begins with directly in front of it, for each
/// reduction anew: they become one kernel, and no buffer is copied.
///
///   %b = linalg.broadcast ins(%bias) outs(%e) dimensions = [0]
///   %r = layout.layout_transform %x by ...
///   %0 = linalg.matmul ins(%r, %v) outs(%b)
///   %1 = linalg.matmul ins(%r, %w) outs(%b)
///
/// becomes
///
///   %r = layout.layout_transform %x by ...
///   %b = linalg.broadcast ins(%bias) outs(%e) dimensions = [0]
///   %0 = linalg.matmul ins(%r, %v) outs(%b)
///   %c = linalg.broadcast ins(%bias) outs(%e) dimensions = [0]
///   %1 = linalg.matmul ins(%r, %w) outs(%c)
static void separateInitialValues(RewriterBase &rewriter, ModuleOp module) {
  SmallVector<OpOperand *> initial;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isSkipped(op) || (isa<func::FuncOp>(op) && isFrozen(op)))
      return WalkResult::skip();
    auto user = dyn_cast<linalg::LinalgOp>(op);
    if (!user || !user.hasPureTensorSemantics() ||
        user.getNumReductionLoops() == 0)
      return WalkResult::advance();
    for (OpOperand &init : user.getDpsInitsMutable()) {
      auto producer = init.get().getDefiningOp<linalg::LinalgOp>();
      if (producer && producer->getNumResults() == 1 &&
          broadcastsElements(producer))
        initial.push_back(&init);
    }
    return WalkResult::advance();
  });
  for (OpOperand *init : initial) {
    Operation *producer = init->get().getDefiningOp();
    rewriter.setInsertionPoint(init->getOwner());
    Operation *own = rewriter.clone(*producer);
    rewriter.modifyOpInPlace(init->getOwner(),
                             [&] { init->set(own->getResult(0)); });
    if (producer->use_empty())
      rewriter.eraseOp(producer);
  }
}

/// Gives each bufferization.materialize_in_destination an empty tensor of its
/// own, which upstream writes in place and cannot if another op writes to it:
///
///   %e = tensor.empty() : tensor<8xf32>
///   %0 = linalg.fill ins(%cst : f32) outs(%e : tensor<8xf32>)
///   %1 = bufferization.materialize_in_destination %x in %e
///
/// becomes
///
///   %e = tensor.empty() : tensor<8xf32>
///   %0 = linalg.fill ins(%cst : f32) outs(%e : tensor<8xf32>)
///   %f = tensor.empty() : tensor<8xf32>
///   %1 = bufferization.materialize_in_destination %x in %f
static void separateDestinations(RewriterBase &rewriter, ModuleOp module) {
  module.walk([&](bufferization::MaterializeInDestinationOp store) {
    auto empty = store.getDest().getDefiningOp<tensor::EmptyOp>();
    if (!empty || empty->hasOneUse())
      return;
    rewriter.setInsertionPoint(store);
    Operation *own = rewriter.clone(*empty);
    rewriter.modifyOpInPlace(
        store, [&] { store.getDestMutable().assign(own->getResult(0)); });
  });
}

/// Removes empty tensors as upstream does, but not those that would become the
/// memref that a bufferization.materialize_in_destination writes: upstream's
/// analysis does not see accesses of that memref, nor that later reads of the
/// tensor would find what is written there.
static LogicalResult
removeEmptyTensors(RewriterBase &rewriter, ModuleOp module,
                   const OneShotBufferizationOptions &options) {
  auto extract = [](RewriterBase &rewriter, SubsetInsertionOpInterface op,
                    tensor::EmptyOp empty, Operation *user) -> Value {
    if (auto store = dyn_cast<bufferization::MaterializeInDestinationOp>(*op);
        store && isa<BaseMemRefType>(store.getDest().getType()))
      return Value();
    // Upstream takes results of an op for known inside of the op.
    bool isUnknown = llvm::any_of(
        op.getValuesNeededToBuildSubsetExtraction(), [&](Value value) {
          Operation *producer = value.getDefiningOp();
          return producer && producer->isProperAncestor(user);
        });
    if (isUnknown)
      return Value();
    return bufferization::buildSubsetExtraction(rewriter, op, empty, user);
  };
  OneShotAnalysisState analysis(module, options);
  return success(
      succeeded(bufferization::analyzeModuleOp(module, analysis)) &&
      succeeded(eliminateEmptyTensors(rewriter, module, analysis, extract)));
}

/// Gives each tensor that a called function returns a buffer of its own.
/// Upstream's analysis takes the results of a call for distinct buffers, and
/// might write to one of them in place while another is still read.
///
///   return %0, %0 : tensor<8xf32>, tensor<8xf32>
///
/// becomes
///
///   %1 = bufferization.alloc_tensor() copy(%0) : tensor<8xf32>
///   return %0, %1 : tensor<8xf32>, tensor<8xf32>
static LogicalResult
separateResults(RewriterBase &rewriter, ModuleOp module,
                const OneShotBufferizationOptions &options) {
  SetVector<func::FuncOp> callees;
  SymbolTableCollection symbols;
  module.walk([&](func::CallOp call) {
    auto callee =
        dyn_cast_or_null<func::FuncOp>(call.resolveCallableInTable(&symbols));
    if (callee && !callee.isDeclaration() &&
        llvm::count_if(call.getResultTypes(), llvm::IsaPred<TensorType>) > 1)
      callees.insert(callee);
  });
  if (callees.empty())
    return success();
  OneShotAnalysisState analysis(module, options);
  if (failed(bufferization::analyzeModuleOp(module, analysis)))
    return failure();
  for (func::FuncOp callee : callees) {
    Operation *end = callee.getBody().back().getTerminator();
    MutableArrayRef<OpOperand> returned = end->getOpOperands();
    // The analysis does not know copies: find all before creating one.
    SmallVector<OpOperand *> shared;
    for (OpOperand &later : returned)
      if (isa<RankedTensorType>(later.get().getType()) &&
          llvm::any_of(returned.take_front(later.getOperandNumber()),
                       [&](OpOperand &earlier) {
                         return isa<TensorType>(earlier.get().getType()) &&
                                analysis.areAliasingBufferizedValues(
                                    earlier.get(), later.get());
                       }))
        shared.push_back(&later);
    rewriter.setInsertionPoint(end);
    for (OpOperand *operand : shared) {
      Value copy = bufferization::AllocTensorOp::create(
          rewriter, end->getLoc(),
          cast<RankedTensorType>(operand->get().getType()),
          /*dynamicSizes=*/ValueRange(), operand->get());
      rewriter.modifyOpInPlace(end, [&] { operand->set(copy); });
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Bufferization
//===----------------------------------------------------------------------===//

static LogicalResult bufferize(RewriterBase &rewriter, ModuleOp module,
                               const OneShotBufferizationOptions &options) {
  BufferizationState state;
  separateDestinations(rewriter, module);
  return success(succeeded(removeEmptyTensors(rewriter, module, options)) &&
                 succeeded(separateResults(rewriter, module, options)) &&
                 succeeded(runOneShotModuleBufferize(module, options, state)));
}

//===----------------------------------------------------------------------===//
// Changes after it
//===----------------------------------------------------------------------===//

/// Removes the values of globals that are defined elsewhere, which upstream
/// keeps. A memref.global without a value is a declaration.
///
///   memref.global "private" constant @w : memref<4xf32>
///       = #ml_program.extern : tensor<4xf32>
///
/// becomes
///
///   memref.global "private" @w : memref<4xf32>
static void declareExternalGlobals(ModuleOp module) {
  for (auto global : module.getOps<memref::GlobalOp>()) {
    if (!isa_and_nonnull<ml_program::ExternAttr>(global.getInitialValueAttr()))
      continue;
    global.removeInitialValueAttr();
    global.setConstant(false);
  }
}

/// Removes what is stated of tensors, which are gone, and the marks of frozen
/// ops outside of skipped ops and frozen functions.
static void eraseRequirements(ModuleOp module) {
  module->walk(eraseTensorAttributes);
  module->walk<WalkOrder::PreOrder>([](Operation *op) {
    if (isSkipped(op) || (isa<func::FuncOp>(op) && isFrozen(op)))
      return WalkResult::skip();
    op->removeDiscardableAttr(LayoutDialect::kFrozen);
    return WalkResult::advance();
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LogicalResult layout::bufferizeModule(ModuleOp module, BufferForm form) {
  if (failed(verifyHasBuffers(module)) || failed(verifyViews(module)))
    return failure();
  if (form == BufferForm::Logical)
    markViews(module);
  IRRewriter rewriter(module.getContext());
  // Layouts that are stated of tensors do not hold for buffers.
  module.walk([](FunctionOpInterface op) { eraseValueAnnotations(op); });
  module.walk([&](ConstraintOp op) { rewriter.replaceOp(op, op.getSource()); });
  if (failed(liftBranches(module)))
    return failure();
  // A dead op would write a buffer, which is an effect.
  eraseDeadOps(module);
  replaceInvalidViews(rewriter, module);
  replaceConstantLoads(module);
  separateInitialValues(rewriter, module);
  separateYieldedValues(rewriter, module);
  OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.allowReturnAllocsFromLoops = true;
  options.setFunctionBoundaryTypeConversion(LayoutMapOption::IdentityLayoutMap);
  if (failed(bufferize(rewriter, module, options)))
    return failure();
  handOverArguments(rewriter, module);
  declareExternalGlobals(module);
  eraseRequirements(module);
  copyPitchedOperands(rewriter, module);
  return success();
}

namespace {
struct LayoutBufferize : layout::impl::LayoutBufferizeBase<LayoutBufferize> {
  using LayoutBufferizeBase::LayoutBufferizeBase;

  void runOnProgram() override {
    if (failed(bufferizeModule(getOperation(), to)))
      signalPassFailure();
  }
};
} // namespace
