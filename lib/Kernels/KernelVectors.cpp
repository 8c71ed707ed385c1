//===- KernelVectors.cpp - Ops on tiles as ops on vectors -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelVectors.h"
#include "DotProducts.h"
#include "VectorMath.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static FrozenRewritePatternSet
getPatterns(MLIRContext *context,
            function_ref<void(RewritePatternSet &)> populate = {}) {
  RewritePatternSet patterns(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName name : context->getRegisteredOperations())
    name.getCanonicalizationPatterns(patterns, context);
  if (populate)
    populate(patterns);
  return std::move(patterns);
}

/// The unit loops that may be dropped. An operand may have elements that no
/// iteration reads. Without a unit loop, its extent would be that of another:
///
///   // d0 in [0, 1), d1 in [0, 3): with d1 alone, d1 in [0, 4)
///   (d0, d1) -> (d0 * 2 + d1) on tensor<4xf32>
static SmallVector<unsigned> getDroppableLoops(Operation *op) {
  linalg::ControlDropUnitDims defaults;
  SmallVector<unsigned> loops = defaults.controlFn(op);
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return loops;
  SmallVector<AffineExpr> last;
  for (auto [loop, range] : llvm::enumerate(generic.getStaticLoopRanges()))
    last.push_back(ShapedType::isDynamic(range)
                       ? getAffineDimExpr(loop, op->getContext())
                       : getAffineConstantExpr(range - 1, op->getContext()));
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = generic.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      if (isa<AffineDimExpr, AffineConstantExpr>(expr))
        continue;
      auto end = dyn_cast<AffineConstantExpr>(expr.replaceDims(last));
      if (end && end.getValue() + 1 == generic.getShape(&operand)[dim])
        continue;
      llvm::erase_if(loops, [expr = expr](unsigned loop) {
        return expr.isFunctionOfDim(loop);
      });
    }
  }
  return loops;
}

static FrozenRewritePatternSet getTransferPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  tensor::populateMergeConsecutiveInsertExtractSlicePatterns(patterns);
  tensor::populateFoldTensorSubsetIntoVectorTransferPatterns(patterns);
  return std::move(patterns);
}

KernelPatterns KernelPatterns::create(MLIRContext *context) {
  return {
      getPatterns(context),
      getPatterns(context,
                  [](RewritePatternSet &patterns) {
                    linalg::ControlDropUnitDims control;
                    control.controlFn = getDroppableLoops;
                    linalg::populateFoldUnitExtentDimsPatterns(patterns,
                                                               control);
                  }),
      getPatterns(context,
                  tensor::populateMergeConsecutiveInsertExtractSlicePatterns),
      getPatterns(context,
                  [](RewritePatternSet &patterns) {
                    vector::populateCastAwayVectorLeadingOneDimPatterns(
                        patterns);
                    tensor::populateFoldTensorSubsetIntoVectorTransferPatterns(
                        patterns);
                    populateMathF32ExpansionPatterns(
                        patterns, [](StringRef) { return true; });
                    populateClassTestPatterns(patterns);
                  }),
      getTransferPatterns(context)};
}

static void mergeEqualOps(func::FuncOp kernel) {
  IRRewriter rewriter(kernel.getContext());
  DominanceInfo dominance(kernel);
  eliminateCommonSubExpressions(rewriter, dominance, kernel);
}

void layout::simplifyKernel(func::FuncOp kernel,
                            const FrozenRewritePatternSet &patterns) {
  mergeEqualOps(kernel);
  (void)applyPatternsGreedily(kernel, patterns);
  mergeEqualOps(kernel);
}

void layout::expandPowers(func::FuncOp kernel) {
  SmallVector<Operation *> powers;
  kernel.walk([&](Operation *op) {
    if (isa<math::FPowIOp>(op))
      powers.push_back(op);
    auto power = dyn_cast<math::PowFOp>(op);
    // Upstream also takes roots of 0.5, which differ from powers of -inf.
    FloatAttr exponent;
    if (power && matchPattern(power.getRhs(), m_Constant(&exponent)) &&
        exponent.getValue().isInteger())
      powers.push_back(op);
  });
  if (powers.empty())
    return;
  RewritePatternSet patterns(kernel.getContext());
  populateMathAlgebraicSimplificationPatterns(patterns);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  (void)applyOpPatternsGreedily(powers, std::move(patterns), config);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// Moves `point` to the next one if there is one; loops that come later in
/// `order` advance first.
static bool advance(MutableArrayRef<int64_t> point, ArrayRef<int64_t> ranges,
                    ArrayRef<int64_t> steps, ArrayRef<unsigned> order) {
  for (unsigned loop : llvm::reverse(order)) {
    if ((point[loop] += steps[loop]) < ranges[loop])
      return true;
    point[loop] = 0;
  }
  return false;
}

linalg::GenericOp layout::dropUnitLoops(RewriterBase &rewriter,
                                        linalg::GenericOp op) {
  linalg::ControlDropUnitDims control;
  control.rankReductionStrategy =
      linalg::ControlDropUnitDims::RankReductionStrategy::ExtractInsertSlice;
  control.controlFn = getDroppableLoops;
  rewriter.setInsertionPoint(op);
  auto dropped = linalg::dropUnitDims(rewriter, op, control);
  if (failed(dropped))
    return op;
  rewriter.replaceOp(op, dropped->replacements);
  return cast<linalg::GenericOp>(dropped->resultOp.getOperation());
}

/// Replaces an op on a tile of static shape by ops on vectors.
static LogicalResult vectorizeTile(RewriterBase &rewriter,
                                   linalg::GenericOp op) {
  linalg::GenericOp reduced = dropUnitLoops(rewriter, op);
  if (auto products = getGroupedProducts(reduced))
    return vectorizeProducts(rewriter, reduced, *products);
  rewriter.setInsertionPoint(reduced);
  auto vectors = linalg::vectorize(rewriter, reduced);
  if (failed(vectors))
    return failure();
  rewriter.replaceOp(reduced, vectors->replacements);
  return success();
}

/// The part of an op on a tile that begins at `offsets`.
static FailureOr<linalg::GenericOp>
takePart(RewriterBase &rewriter, linalg::GenericOp op, Value &destination,
         ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes) {
  auto whole = cast<linalg::GenericOp>(rewriter.clone(*op));
  whole.getDpsInitsMutable()[0].set(destination);
  auto tileable = cast<TilingInterface>(whole.getOperation());
  auto tiled = tileable.getTiledImplementation(rewriter, offsets, sizes);
  SmallVector<OpFoldResult> resultOffsets, resultSizes;
  if (failed(tiled) ||
      failed(tileable.getResultTilePosition(rewriter, 0, offsets, sizes,
                                            resultOffsets, resultSizes)))
    return failure();
  SmallVector<OpFoldResult> strides(resultOffsets.size(),
                                    rewriter.getIndexAttr(1));
  destination = tensor::InsertSliceOp::create(
      rewriter, op.getLoc(), tiled->tiledValues.front(), destination,
      resultOffsets, resultSizes, strides);
  rewriter.eraseOp(whole);
  return cast<linalg::GenericOp>(tiled->tiledOps.front());
}

LogicalResult layout::splitIntoVectors(RewriterBase &rewriter,
                                       linalg::GenericOp op, int64_t lanes,
                                       ArrayRef<unsigned> order) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (ShapedType::isDynamicShape(ranges))
    return failure();
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<int64_t> steps(ranges.size(), 1);
  for (auto [step, range, type] :
       llvm::zip_equal(steps, ranges, op.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      step = std::min(lanes, range);
  // The result may end in unit dims.
  for (AffineExpr index : llvm::reverse(out.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (loop && ranges[loop.getPosition()] == 1)
      continue;
    if (loop)
      steps[loop.getPosition()] = std::min(lanes, ranges[loop.getPosition()]);
    break;
  }

  SmallVector<linalg::GenericOp> parts;
  Value current = op.getDpsInits().front();
  SmallVector<int64_t> point(ranges.size(), 0);
  rewriter.setInsertionPoint(op);
  do {
    SmallVector<OpFoldResult> sizes;
    for (auto [range, step, begin] : llvm::zip_equal(ranges, steps, point))
      sizes.push_back(rewriter.getIndexAttr(std::min(step, range - begin)));
    auto part = takePart(rewriter, op, current,
                         getAsIndexOpFoldResult(op.getContext(), point), sizes);
    if (failed(part))
      return failure();
    parts.push_back(*part);
  } while (advance(point, ranges, steps, order));
  rewriter.replaceOp(op, current);
  return success(llvm::all_of(parts, [&](linalg::GenericOp part) {
    return succeeded(vectorizeTile(rewriter, part));
  }));
}

/// Makes slices part of the transfers of vectors that are only copied, before
/// upstream folds a copy of a whole tensor to its source, which leaves no
/// vector for the reads behind it:
///
///   %0 = vector.transfer_read %bias[0] : tensor<16xf32>, vector<16xf32>
///   %1 = vector.transfer_write %0, %slice[0] : vector<16xf32>, tensor<16xf32>
///   %2 = tensor.insert_slice %1 into %tile[3, 0] [1, 16] [1, 1]
///
/// becomes
///
///   %2 = vector.transfer_write %0, %tile[3, 0]
///        : vector<16xf32>, tensor<13x16xf32>
static void placeCopies(func::FuncOp kernel, const KernelPatterns &patterns) {
  bool hasCopies = false;
  kernel.walk([&](vector::TransferWriteOp write) {
    auto read = write.getVector().getDefiningOp<vector::TransferReadOp>();
    if (!read)
      return;
    hasCopies = true;
    // A vector is a whole tile of static shape.
    Builder builder(kernel.getContext());
    for (VectorTransferOpInterface transfer :
         {cast<VectorTransferOpInterface>(write.getOperation()),
          cast<VectorTransferOpInterface>(read.getOperation())}) {
      SmallVector<bool> all(transfer.getTransferRank(), true);
      transfer->setAttr(transfer.getInBoundsAttrName(),
                        builder.getBoolArrayAttr(all));
    }
  });
  if (hasCopies)
    (void)applyPatternsGreedily(
        kernel, patterns.placeTransfers,
        GreedyRewriteConfig().enableFolding(false).enableConstantCSE(false));
}

void layout::hoistVectors(RewriterBase &rewriter, func::FuncOp kernel,
                          const KernelPatterns &patterns) {
  placeCopies(kernel, patterns);
  simplifyKernel(kernel, patterns.mergeSlices);
  simplifyKernel(kernel, patterns.foldIntoTransfers);
  SmallVector<LoopLikeOpInterface> loops;
  kernel.walk([&](LoopLikeOpInterface loop) { loops.push_back(loop); });
  for (LoopLikeOpInterface loop : loops)
    (void)hoistLoopInvariantSubsets(rewriter, loop);
  simplifyKernel(kernel, patterns.simplify);
}

/// Replaces reads of one element into all lanes, which upstream does not lower
/// if elements of the last dim are not adjacent in memory:
///
///   %0 = vector.transfer_read %x[%i], %p {permutation_map = (d0) -> (0)}
///        : memref<8xf32, strided<[9]>>, vector<16xf32>
///
/// becomes
///
///   %1 = memref.load %x[%i] : memref<8xf32, strided<[9]>>
///   %0 = vector.broadcast %1 : f32 to vector<16xf32>
static void loadScalars(RewriterBase &rewriter, func::FuncOp kernel) {
  kernel.walk([&](vector::TransferReadOp read) {
    bool isScalar =
        llvm::all_of(read.getPermutationMap().getResults(),
                     [](AffineExpr e) { return isa<AffineConstantExpr>(e); });
    if (!isScalar || read.getMask() || read.hasOutOfBoundsDim())
      return;
    rewriter.setInsertionPoint(read);
    Value element = memref::LoadOp::create(rewriter, read.getLoc(),
                                           read.getBase(), read.getIndices());
    rewriter.replaceOpWithNewOp<vector::BroadcastOp>(read, read.getVectorType(),
                                                     element);
  });
}

/// Replaces writes of one element, for the same reason:
///
///   vector.transfer_write %v, %x[%i] : vector<f32>, memref<8xf32,
///   strided<[9]>>
///
/// becomes
///
///   %0 = vector.extract %v[] : f32 from vector<f32>
///   memref.store %0, %x[%i] : memref<8xf32, strided<[9]>>
static void storeScalars(RewriterBase &rewriter, func::FuncOp kernel) {
  kernel.walk([&](vector::TransferWriteOp write) {
    if (write.getVectorType().getRank() != 0 || write.getMask())
      return;
    rewriter.setInsertionPoint(write);
    Value element = vector::ExtractOp::create(
        rewriter, write.getLoc(), write.getVector(), ArrayRef<int64_t>());
    rewriter.replaceOpWithNewOp<memref::StoreOp>(
        write, element, write.getBase(), write.getIndices());
  });
}

/// Combines the lanes of vectors. LLVM would add them up one after the other if
/// that order had to be kept:
///
///   %0 = vector.multi_reduction <add>, %x, %a [0] : vector<64xf32> to f32
///
/// becomes
///
///   %0 = vector.reduction <add>, %x, %a fastmath<reassoc>
///        : vector<64xf32> into f32
static void reduceLanes(func::FuncOp kernel) {
  RewritePatternSet patterns(kernel.getContext());
  vector::populateVectorMultiReductionLoweringPatterns(
      patterns, vector::VectorMultiReductionLowering::InnerReduction);
  (void)applyPatternsGreedily(kernel, std::move(patterns));
  kernel.walk([](vector::ReductionOp op) {
    op.setFastmath(op.getFastmath() | arith::FastMathFlags::reassoc);
  });
}

/// Makes transfers of vectors of two dims transfers of their rows:
///
///   %0 = vector.transfer_read %x[%i, %j] : memref<64x64xf32>, vector<2x16xf32>
///
/// becomes two reads of vector<16xf32>.
static void splitTransfers(func::FuncOp kernel) {
  RewritePatternSet patterns(kernel.getContext());
  populateVectorToSCFConversionPatterns(
      patterns, VectorTransferToSCFOptions().enableFullUnroll());
  (void)applyPatternsGreedily(kernel, std::move(patterns));
}

LogicalResult layout::computeInF32(Operation *root, ArrayRef<Type> types) {
  MLIRContext *context = root->getContext();
  TypeConverter converter;
  arith::populateEmulateUnsupportedFloatsConversions(converter, types,
                                                     Float32Type::get(context));
  RewritePatternSet patterns(context);
  arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
  ConversionTarget target(*context);
  arith::populateEmulateUnsupportedFloatsLegality(target, converter);
  return applyPartialConversion(root, target, std::move(patterns));
}

/// Computes in f32 what half precision types compute, and converts bf16 by
/// integer arithmetic: LLVM would narrow sums of converted values, but has no
/// arithmetic of bf16 on vectors such as <9 x bfloat>.
///
///   %0 = arith.addf %x, %y : vector<9xbf16>
///
/// becomes an addition in vector<9xf32> between shifts of vector<9xi32>.
static LogicalResult expandHalfPrecision(func::FuncOp kernel) {
  MLIRContext *context = kernel.getContext();
  if (failed(computeInF32(
          kernel, {Float16Type::get(context), BFloat16Type::get(context)})))
    return failure();
  RewritePatternSet expand(context);
  arith::populateExpandBFloat16Patterns(expand);
  return applyPatternsGreedily(kernel, std::move(expand));
}

/// Lets ops that only choose or move elements of bf16 take their bits as
/// integers: LLVM has no such ops on vectors such as <17 x bfloat> if the
/// processor has instructions for others.
///
///   %0 = arith.select %c, %x, %y : vector<17xi1>, vector<17xbf16>
///
/// becomes a selection of vector<17xi16> between bitcasts.
static void moveBits(RewriterBase &rewriter, func::FuncOp kernel) {
  Type integer = rewriter.getI16Type();
  auto isHalf = [](Value value) {
    return getElementTypeOrSelf(value.getType()).isBF16();
  };
  auto cast = [&](Value value, Type element) -> Value {
    Type type = element;
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      type = vector.clone(element);
    return arith::BitcastOp::create(rewriter, value.getLoc(), type, value);
  };
  kernel.walk([&](Operation *op) {
    if (!isa<arith::SelectOp, vector::ExtractOp, vector::ExtractStridedSliceOp,
             vector::InsertOp, vector::InsertStridedSliceOp, vector::ShuffleOp>(
            op) ||
        !isHalf(op->getResult(0)))
      return;
    rewriter.setInsertionPoint(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isHalf(operand.get()))
        operand.set(cast(operand.get(), integer));
    Value result = op->getResult(0);
    Type element = getElementTypeOrSelf(result.getType());
    Type type = integer;
    if (auto vector = dyn_cast<VectorType>(result.getType()))
      type = vector.clone(integer);
    result.setType(type);
    rewriter.setInsertionPointAfter(op);
    Value half = cast(result, element);
    rewriter.replaceAllUsesExcept(result, half, half.getDefiningOp());
  });
}

LogicalResult layout::lowerVectors(RewriterBase &rewriter,
                                   func::FuncOp kernel) {
  loadScalars(rewriter, kernel);
  storeScalars(rewriter, kernel);
  reduceLanes(kernel);
  splitTransfers(kernel);
  if (failed(expandHalfPrecision(kernel)))
    return failure();
  moveBits(rewriter, kernel);
  return success();
}
