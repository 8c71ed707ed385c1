//===- SimplifyLinalg.cpp - Linalg ops for fast compiled code -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/AdjacentElements.h"
#include "CollapseReductions.h"
#include "Export/Materialize/LayoutToLinalg.h"
#include "OpModels/ExternalModels.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "layout/Kernels/Passes.h"
#include "layout/Targets/Machine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSIMPLIFYLINALG
#include "layout/Kernels/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Expands a pack or unpack on tensors by an upstream function.
template <typename Op, auto lower>
struct Lower : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    return success(op.hasPureTensorSemantics() &&
                   succeeded(lower(rewriter, op, /*slices=*/true)));
  }
};

/// Expands a pack as lowerPack does, which has no value for the padding of
/// complex numbers where there is none. Nothing reads it.
static FailureOr<linalg::LowerPackResult>
lowerAnyPack(RewriterBase &rewriter, linalg::PackOp op, bool slices) {
  Type element = op.getSourceType().getElementType();
  if (!op.getPaddingValue() && isa<ComplexType>(element)) {
    Value nothing = ub::PoisonOp::create(rewriter, op.getLoc(), element);
    rewriter.modifyOpInPlace(
        op, [&] { op.getPaddingValueMutable().assign(nothing); });
  }
  return linalg::lowerPack(rewriter, op, slices);
}

/// Decomposes ops such as linalg.softmax, which are no LinalgOps.
struct Decompose : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!canDecompose(op))
      return failure();
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }
};

/// Lowers a transform that keeps the row-major order to reshapes, behind which
/// other patterns find the op that computes the elements.
struct LowerReshape : OpRewritePattern<LayoutTransformOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LayoutTransformOp op,
                                PatternRewriter &rewriter) const override {
    if (op->hasAttr(LayoutDialect::kView) ||
        !isProved(op.getIndexMap().isRowMajorReshape(
            op.getSource().getType().getShape())))
      return failure();
    materialize(rewriter, op);
    return success();
  }
};

/// Whether consecutive iterations of `loop` access adjacent elements of the
/// operand with this map, or always the same element.
bool isContiguousIn(AffineMap map, unsigned loop) {
  return llvm::none_of(map.getResults().drop_back(map.getNumResults() ? 1 : 0),
                       [&](AffineExpr e) { return e.isFunctionOfDim(loop); });
}

/// Interchanges the loops of a reduction, such that the loop over the last dim
/// of the result is innermost. LLVM then vectorizes across independent sums; it
/// must not vectorize along one. Convolutions run several times faster. The
/// order in which each sum is added up does not change.
///
///   iterator_types = ["parallel", "parallel", "reduction"]
///   // (i, j, k): result at (i, j)
///
/// becomes
///
///   iterator_types = ["parallel", "reduction", "parallel"]
///   // (i, k, j): result at (i, j)
struct ParallelLoopInnermost : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumDpsInits() != 1 || op.getNumLoops() == 0 ||
        op.getIteratorTypesArray().back() != utils::IteratorType::reduction)
      return failure();
    AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    if (out.getNumResults() == 0)
      return failure();
    auto dim = dyn_cast<AffineDimExpr>(out.getResults().back());
    if (!dim)
      return failure();
    unsigned loop = dim.getPosition();
    int64_t trips = op.getStaticLoopRanges()[loop];
    if ((ShapedType::isStatic(trips) && trips < Machine::kVectorIterations) ||
        !llvm::all_of(op.getIndexingMapsArray(),
                      [&](AffineMap map) { return isContiguousIn(map, loop); }))
      return failure();

    SmallVector<unsigned> order;
    for (unsigned other = 0; other < op.getNumLoops(); ++other)
      if (other != loop)
        order.push_back(other);
    order.push_back(loop);
    return linalg::interchangeGenericOp(rewriter, op, order);
  }
};

/// Replaces indices of 0 by the loops that index the same dims of the result if
/// these have one iteration, so that operands of equal shape are indexed alike:
///
///   (n, c) -> (0, c)
///
/// becomes `(n, c) -> (n, c)` if n is 0 only. Upstream's fusions require such
/// maps.
struct IndexByUnitLoops : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<AffineMap> replaced =
        llvm::map_to_vector(op->getOpOperands(), [&](OpOperand &operand) {
          return replaceZeros(op, operand, maps.back());
        });
    if (replaced == maps)
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(replaced));
    });
    return success();
  }

private:
  /// A dim of which only the first of several places is read keeps its index.
  static AffineMap replaceZeros(linalg::GenericOp op, OpOperand &operand,
                                AffineMap result) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    ArrayRef<int64_t> shape = op.getShape(&operand);
    SmallVector<int64_t> ranges = op.getStaticLoopRanges();
    SmallVector<AffineExpr> indices(map.getResults());
    for (auto [dim, index] : llvm::enumerate(indices)) {
      if (index != getAffineConstantExpr(0, op.getContext()) ||
          dim >= result.getNumResults() || shape[dim] != 1)
        continue;
      auto loop = dyn_cast<AffineDimExpr>(result.getResult(dim));
      if (loop && ranges[loop.getPosition()] == 1 &&
          !map.isFunctionOfDim(loop.getPosition()))
        index = loop;
    }
    return AffineMap::get(map.getNumDims(), 0, indices, op.getContext());
  }
};

} // namespace

/// Whether computing an element of `op` again gives the same: a body that reads
/// the element which it overwrites, or has effects, runs once.
static bool mayRunTwice(linalg::LinalgOp op) {
  return isMemoryEffectFree(op) &&
         llvm::none_of(op.getDpsInitsMutable(), [&](OpOperand &out) {
           return op.payloadUsesValueFromOperand(&out);
         });
}

/// Whether an op brings elements together that are not adjacent in what it
/// reads. It moves whole vectors of them, but could not compute them in
/// vectors.
static bool isTransposition(linalg::LinalgOp op) {
  return onlyMovesElements(op) && !getVectorLoop(op);
}

/// Whether to fuse a producer into its consumer, which may compute an element
/// of it several times. A reduction would do so in each iteration.
static bool isWorthFusing(OpOperand *operand) {
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  return consumer && consumer.getNumReductionLoops() == 0 &&
         !isTransposition(consumer) && producer && producer->hasOneUse() &&
         mayRunTwice(producer);
}

/// Whether to move a reshape of what an op computes behind the elementwise op
/// that alone reads it, so that both have the same loops:
///
///   %0 = linalg.generic {convolution} ... -> tensor<1x8x8x6x16xf32>
///   %1 = tensor.collapse_shape %0 ... into tensor<1x8x8x96xf32>
///   %2 = linalg.generic {relu} ins(%1 : tensor<1x8x8x96xf32>)
///
/// becomes
///
///   %1 = linalg.generic {relu} ins(%0 : tensor<1x8x8x6x16xf32>)
///   %2 = tensor.collapse_shape %1 ... into tensor<1x8x8x96xf32>
static bool isWorthReshapingLater(OpOperand *operand) {
  auto collapse = operand->get().getDefiningOp<tensor::CollapseShapeOp>();
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  return collapse && collapse->hasOneUse() && collapse.getSrc().hasOneUse() &&
         collapse.getSrc().getDefiningOp<linalg::LinalgOp>() && consumer &&
         consumer.getNumReductionLoops() == 0;
}

static LogicalResult
applyToModule(ModuleOp module,
              function_ref<void(RewritePatternSet &)> populate) {
  RewritePatternSet patterns(module.getContext());
  populate(patterns);
  if (succeeded(applyPatternsGreedily(module, std::move(patterns))))
    return success();
  return module.emitError("simplifying linalg ops did not come to an end");
}

namespace {
struct LayoutSimplifyLinalg
    : layout::impl::LayoutSimplifyLinalgBase<LayoutSimplifyLinalg> {
  using LayoutSimplifyLinalgBase::LayoutSimplifyLinalgBase;

  void runOnProgram() override {
    ModuleOp module = getOperation();
    if (failed(applyToModule(module, decompose)) ||
        failed(applyToModule(module, [&](RewritePatternSet &patterns) {
          if (fuse) {
            linalg::populateElementwiseOpsFusionPatterns(patterns,
                                                         isWorthFusing);
            linalg::populateFoldReshapeOpsByExpansionPatterns(
                patterns, isWorthReshapingLater);
          }
          patterns.add<IndexByUnitLoops, ParallelLoopInnermost>(
              patterns.getContext());
        })))
      signalPassFailure();
  }

private:
  static void decompose(RewritePatternSet &patterns) {
    patterns.add<Lower<linalg::PackOp, lowerAnyPack>,
                 Lower<linalg::UnPackOp, linalg::lowerUnPack>, Decompose,
                 LowerReshape>(patterns.getContext());
    populateCollapseReductionsPattern(patterns);
    linalg::populateDecomposeWinogradOpsPatterns(patterns);
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    linalg::populateLinalgNamedOpsGeneralizationPatterns(patterns);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  }
};
} // namespace
