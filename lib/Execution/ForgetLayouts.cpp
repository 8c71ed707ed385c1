//===- ForgetLayouts.cpp - Buffers without physical layouts ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Removes the layouts of this dialect from all types. What a program computes
// does not depend on where elements are stored, so that every buffer may be
// stored in row-major order. No pass of the project takes part: its errors
// would be in both programs of a comparison.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "BufferLayouts/BufferLayouts.h"
#include "Dialect/ValueAnnotations.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::layout::execution {

//===----------------------------------------------------------------------===//
// layout.reindex
//===----------------------------------------------------------------------===//

namespace {
/// Rewrites the users of a layout.reindex such that they access its source.
class ReindexUsers {
public:
  ReindexUsers(IRRewriter &rewriter, ReindexOp op)
      : rewriter(rewriter), op(op),
        map(cast<IndexMapAttr>(op.getResult().getType().getLayout()).getMap()) {
  }

  LogicalResult rewrite() {
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      // A user that accesses the view twice is gone after the first use.
      Operation *user = use.getOwner();
      rewriter.setInsertionPoint(user);
      if (auto load = dyn_cast<memref::LoadOp>(user))
        rewriter.replaceOpWithNewOp<memref::LoadOp>(
            load, op.getSource(), getSourceIndices(load.getIndices()));
      else if (auto store = dyn_cast<memref::StoreOp>(user);
               store && store.getMemref() == op.getResult())
        rewriter.replaceOpWithNewOp<memref::StoreOp>(
            store, store.getValueToStore(), op.getSource(),
            getSourceIndices(store.getIndices()));
      else if (failed(giveCopy(use)))
        return failure();
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  SmallVector<Value> getSourceIndices(ValueRange indices) {
    SmallVector<Value> sourceIndices;
    for (AffineExpr expr : map.getResults())
      sourceIndices.push_back(affine::AffineApplyOp::create(
          rewriter, op.getLoc(), AffineMap::get(map.getNumDims(), 0, expr),
          indices));
    return sourceIndices;
  }

  /// Lets the user access a copy, which exists as long as the user runs:
  ///
  ///   linalg.exp ins(%x) outs(%view)
  ///
  /// becomes
  ///
  ///   %copy = memref.alloc()
  ///   linalg.generic ins(%source) outs(%copy)  // copy[i] = source[map(i)]
  ///   linalg.exp ins(%x) outs(%copy)
  ///   linalg.generic ins(%copy) outs(%source)  // source[map(i)] = copy[i]
  LogicalResult giveCopy(OpOperand &use) {
    Operation *user = use.getOwner();
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    if (!effects || user->hasTrait<OpTrait::IsTerminator>() ||
        llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
      return user->emitError("requires an op that only accesses the result of "
                             "a layout.reindex, found one that passes it on");
    MemRefType type = op.getResult().getType();
    Value copy = memref::AllocOp::create(
        rewriter, op.getLoc(),
        MemRefType::get(type.getShape(), type.getElementType(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace()));
    AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
    move(op.getSource(), map, copy, identity);
    bool writes =
        effects.getEffectOnValue<MemoryEffects::Write>(use.get()).has_value();
    rewriter.modifyOpInPlace(user, [&] { use.set(copy); });
    rewriter.setInsertionPointAfter(user);
    if (writes)
      move(copy, identity, op.getSource(), map);
    return success();
  }

  void move(Value from, AffineMap fromMap, Value to, AffineMap toMap) {
    SmallVector<utils::IteratorType> loops(map.getNumDims(),
                                           utils::IteratorType::parallel);
    linalg::GenericOp::create(
        rewriter, op.getLoc(), from, to, ArrayRef<AffineMap>{fromMap, toMap},
        loops, [](OpBuilder &builder, Location loc, ValueRange elements) {
          linalg::YieldOp::create(builder, loc, elements.front());
        });
  }

  IRRewriter &rewriter;
  ReindexOp op;
  AffineMap map;
};
} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static void forgetLayoutsInTypes(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    if (!getLayoutOf(type))
      return std::nullopt;
    return MemRefType::get(type.getShape(), type.getElementType(),
                           MemRefLayoutAttrInterface(), type.getMemorySpace());
  });
  replacer.addReplacement([](RankedTensorType type) -> std::optional<Type> {
    if (!getLayoutEncoding(type))
      return std::nullopt;
    return type.dropEncoding();
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

/// Removes the layouts that attributes require of values, of ops and of the
/// buffers of arguments, those at the boundary of functions, which types do not
/// follow yet, and marks of rewrites.
static void forgetAnnotations(ModuleOp module) {
  MLIRContext *context = module.getContext();
  auto layout = StringAttr::get(context, LayoutDialect::kTensorLayout);
  auto buffer = StringAttr::get(
      context, bufferization::BufferizationDialect::kBufferLayoutAttrName);
  module.walk([&](func::FuncOp function) {
    eraseValueAnnotations(function);
    for (unsigned index : llvm::seq(function.getNumArguments())) {
      function.removeArgAttr(index, layout);
      function.removeArgAttr(index, buffer);
    }
    for (unsigned index : llvm::seq(function.getNumResults()))
      function.removeResultAttr(index, layout);
  });
  module.walk(eraseTensorAttributes);
}

/// The subviews of buffers with a layout of this dialect, and those of them.
static SmallVector<memref::SubViewOp> getSubviewsOfLayouts(ModuleOp module) {
  SetVector<Operation *> subviews;
  module.walk<WalkOrder::PreOrder>([&](memref::SubViewOp op) {
    if (getLayoutOf(op.getSourceType()) ||
        subviews.contains(op.getSource().getDefiningOp()))
      subviews.insert(op);
  });
  return llvm::map_to_vector(
      subviews, [](Operation *op) { return cast<memref::SubViewOp>(op); });
}

LogicalResult forgetLayouts(ModuleOp module) {
  module.getContext()
      ->loadDialect<affine::AffineDialect, linalg::LinalgDialect,
                    memref::MemRefDialect>();
  IRRewriter rewriter(module.getContext());
  SmallVector<ReindexOp> views;
  module.walk([&](ReindexOp op) { views.push_back(op); });
  for (ReindexOp op : views)
    if (failed(ReindexUsers(rewriter, op).rewrite()))
      return failure();
  SmallVector<memref::SubViewOp> subviews = getSubviewsOfLayouts(module);
  forgetLayoutsInTypes(module);
  forgetAnnotations(module);
  // The sources of these have other strides now.
  for (memref::SubViewOp op : subviews)
    op.getResult().setType(memref::SubViewOp::inferRankReducedResultType(
        op.getType().getShape(), op.getSourceType(), op.getMixedOffsets(),
        op.getMixedSizes(), op.getMixedStrides()));
  updateReshapeTypes(module);
  return verify(module);
}

} // namespace mlir::layout::execution
