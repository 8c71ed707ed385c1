//===- ScheduleKernels.cpp - Vector code for kernels ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the functions that layout-outline-kernels made to loops on vectors,
// with upstream's transformations. A kernel on buffers becomes one on tensors,
// because tiling then fuses all its ops. Each op of a tile is split into ops of
// one vector each, which are vectorized; what the loops over the reductions
// carry then is hoisted into registers.
//
//===----------------------------------------------------------------------===//

#include "RegisterTiles.h"
#include "TensorForm.h"
#include "layout/Analysis/AdjacentElements.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Conversion/Passes.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/Support/Threading.h"

#define DEBUG_TYPE "layout-schedule-kernels"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSCHEDULEKERNELS
#include "layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// The ops of a kernel, in order.
static SmallVector<linalg::GenericOp> getOps(func::FuncOp kernel) {
  SmallVector<linalg::GenericOp> ops;
  kernel.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  return ops;
}

/// The op that decides on the tiles: the one with reductions, or the last.
static linalg::GenericOp getMainOp(ArrayRef<linalg::GenericOp> ops) {
  for (linalg::GenericOp op : ops)
    if (op.getNumReductionLoops() != 0)
      return op;
  return ops.back();
}

/// The tile sizes of the loops of `root`, given those of the loops of `main`,
/// whose result reaches `root` through elementwise ops.
static FailureOr<SmallVector<OpFoldResult>>
getRootTile(linalg::GenericOp main, linalg::GenericOp root,
            ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> tile(sizes);
  linalg::GenericOp op = main;
  while (op != root) {
    AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    Value result = op->getResult(0);
    auto use = llvm::find_if(result.getUses(), [](OpOperand &use) {
      return isa<linalg::GenericOp>(use.getOwner());
    });
    if (use == result.use_end())
      return failure();
    auto user = cast<linalg::GenericOp>(use->getOwner());
    AffineMap in = user.getMatchingIndexingMap(&*use);
    SmallVector<int64_t> next(user.getNumLoops(), 1);
    for (auto [from, to] : llvm::zip_equal(out.getResults(), in.getResults()))
      if (isa<AffineDimExpr>(from) && isa<AffineDimExpr>(to))
        next[cast<AffineDimExpr>(to).getPosition()] =
            tile[cast<AffineDimExpr>(from).getPosition()];
    tile = std::move(next);
    op = user;
  }
  for (auto [size, type] : llvm::zip(tile, root.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      size = 0;
  return getAsIndexOpFoldResult(main.getContext(), tile);
}

/// Computes `root` and all that it needs tile by tile.
static LogicalResult tileAndFuse(IRRewriter &rewriter, linalg::GenericOp root,
                                 ArrayRef<OpFoldResult> sizes) {
  scf::SCFTileAndFuseOptions options;
  options.tilingOptions.setTileSizes(sizes);
  rewriter.setInsertionPoint(root);
  auto tiled = scf::tileConsumerAndFuseProducersUsingSCF(
      rewriter, cast<TilingInterface>(root.getOperation()), options);
  if (failed(tiled))
    return failure();
  for (OpResult result : root->getResults())
    rewriter.replaceAllUsesWith(result, tiled->replacements.lookup(result));
  return success();
}

/// Gives the last iteration of loops whose step does not divide their range a
/// copy of the body, in which all sizes are constant.
static void peelLoops(IRRewriter &rewriter, func::FuncOp kernel) {
  SmallVector<scf::ForOp> loops;
  kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    scf::ForOp rest;
    (void)scf::peelForLoopAndSimplifyBounds(rewriter, loop, rest);
  }
}

/// Adds up one element of the reductions after the other. Returns the op that
/// does so for one of them.
static FailureOr<Operation *> tileReductions(IRRewriter &rewriter,
                                             linalg::GenericOp op,
                                             ArrayRef<int64_t> order) {
  SmallVector<OpFoldResult> sizes(op.getNumLoops(), rewriter.getIndexAttr(0));
  for (int64_t loop : order)
    sizes[loop] = rewriter.getIndexAttr(1);
  SmallVector<int64_t> interchange(order);
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!llvm::is_contained(order, loop))
      interchange.push_back(loop);
  scf::SCFTilingOptions options;
  options.setTileSizes(sizes).setInterchange(interchange);
  rewriter.setInsertionPoint(op);
  auto tiled = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(op.getOperation()), options);
  if (failed(tiled))
    return failure();
  rewriter.replaceOp(op, tiled->replacements);
  return tiled->tiledOps.back();
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

/// Splits an op on a tile into one for each vector of its result, and returns
/// them.
static FailureOr<SmallVector<linalg::GenericOp>>
splitIntoVectors(IRRewriter &rewriter, linalg::GenericOp op, int64_t lanes,
                 ArrayRef<unsigned> order) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (ShapedType::isDynamicShape(ranges))
    return failure();
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<int64_t> steps(ranges.size(), 1);
  if (auto last = dyn_cast<AffineDimExpr>(out.getResults().back()))
    steps[last.getPosition()] = std::min(lanes, ranges[last.getPosition()]);

  SmallVector<linalg::GenericOp> vectors;
  Value current = op.getDpsInits().front();
  SmallVector<int64_t> point(ranges.size(), 0);
  rewriter.setInsertionPoint(op);
  while (true) {
    auto whole = cast<linalg::GenericOp>(rewriter.clone(*op));
    whole.getDpsInitsMutable()[0].set(current);
    auto tileable = cast<TilingInterface>(whole.getOperation());
    SmallVector<OpFoldResult> offsets =
        getAsIndexOpFoldResult(op.getContext(), point);
    SmallVector<OpFoldResult> sizes;
    for (auto [range, step, begin] : llvm::zip_equal(ranges, steps, point))
      sizes.push_back(rewriter.getIndexAttr(std::min(step, range - begin)));
    auto tiled = tileable.getTiledImplementation(rewriter, offsets, sizes);
    SmallVector<OpFoldResult> resultOffsets, resultSizes;
    if (failed(tiled) ||
        failed(tileable.getResultTilePosition(rewriter, 0, offsets, sizes,
                                              resultOffsets, resultSizes)))
      return failure();
    vectors.push_back(cast<linalg::GenericOp>(tiled->tiledOps.front()));
    SmallVector<OpFoldResult> strides(resultOffsets.size(),
                                      rewriter.getIndexAttr(1));
    current = tensor::InsertSliceOp::create(
        rewriter, op.getLoc(), tiled->tiledValues.front(), current,
        resultOffsets, resultSizes, strides);
    rewriter.eraseOp(whole);
    if (!advance(point, ranges, steps, order))
      break;
  }
  rewriter.replaceOp(op, current);
  return vectors;
}

/// Replaces an op that computes one vector by ops on vectors.
static LogicalResult vectorize(IRRewriter &rewriter, linalg::GenericOp op) {
  linalg::ControlDropUnitDims control;
  control.rankReductionStrategy =
      linalg::ControlDropUnitDims::RankReductionStrategy::ExtractInsertSlice;
  rewriter.setInsertionPoint(op);
  auto dropped = linalg::dropUnitDims(rewriter, op, control);
  Operation *reduced = op;
  if (succeeded(dropped)) {
    rewriter.replaceOp(op, dropped->replacements);
    reduced = dropped->resultOp;
  }
  rewriter.setInsertionPoint(reduced);
  auto vectors = linalg::vectorize(rewriter, reduced);
  if (failed(vectors))
    return failure();
  rewriter.replaceOp(reduced, vectors->replacements);
  return success();
}

static void mergeEqualOps(func::FuncOp kernel) {
  IRRewriter rewriter(kernel.getContext());
  DominanceInfo dominance(kernel);
  eliminateCommonSubExpressions(rewriter, dominance, kernel);
}

static void
canonicalize(func::FuncOp kernel,
             function_ref<void(RewritePatternSet &)> populate = {}) {
  MLIRContext *context = kernel.getContext();
  RewritePatternSet patterns(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName name : context->getRegisteredOperations())
    name.getCanonicalizationPatterns(patterns, context);
  if (populate)
    populate(patterns);
  mergeEqualOps(kernel);
  (void)applyPatternsGreedily(kernel, std::move(patterns));
  mergeEqualOps(kernel);
}

/// Keeps what a loop updates in each iteration in registers.
static void hoistVectors(IRRewriter &rewriter, func::FuncOp kernel) {
  canonicalize(kernel,
               tensor::populateMergeConsecutiveInsertExtractSlicePatterns);
  canonicalize(kernel, [](RewritePatternSet &patterns) {
    vector::populateCastAwayVectorLeadingOneDimPatterns(patterns);
    tensor::populateFoldTensorSubsetIntoVectorTransferPatterns(patterns);
  });
  SmallVector<LoopLikeOpInterface> loops;
  kernel.walk([&](LoopLikeOpInterface loop) { loops.push_back(loop); });
  for (LoopLikeOpInterface loop : loops)
    (void)hoistLoopInvariantSubsets(rewriter, loop);
  canonicalize(kernel);
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
static void loadScalars(IRRewriter &rewriter, func::FuncOp kernel) {
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

static LogicalResult bufferize(func::FuncOp kernel) {
  bufferization::OneShotBufferizationOptions options;
  bufferization::BufferizationState state;
  return bufferization::runOneShotBufferize(kernel, options, state);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Permits to fuse products and sums, which rounds once instead of twice.
static void allowContraction(linalg::GenericOp op) {
  op.walk([&](arith::ArithFastMathInterface math) {
    if (isa<arith::MulFOp, arith::AddFOp>(math))
      math->setAttr(
          math.getFastMathAttrName(),
          arith::FastMathFlagsAttr::get(
              op.getContext(),
              arith::bitEnumSet(math.getFastMathFlagsAttr().getValue(),
                                arith::FastMathFlags::contract)));
  });
}

/// The reason why a kernel cannot become vector code; empty if there is none.
static StringRef findObstacle(func::FuncOp kernel,
                              ArrayRef<linalg::GenericOp> ops) {
  for (linalg::GenericOp op : ops) {
    if (op.getNumDpsInits() != 1)
      return "an op has several results";
    if (ShapedType::isDynamicShape(op.getStaticLoopRanges()))
      return "its shape is dynamic";
    if (onlyMovesElements(op))
      return "it only moves elements";
    if (op.hasIndexSemantics() ||
        !llvm::all_of(op.getBody()->without_terminator(), [](Operation &op) {
          return OpTrait::hasElementwiseMappableTraits(&op) ||
                 matchPattern(&op, m_Constant());
        }))
      return "an op computes with indices, or on more than single elements";
    if (!getVectorLoop(op))
      return "elements that are adjacent in a result are not in an operand";
    auto argument = dyn_cast<BlockArgument>(op.getDpsInits().front());
    if (argument && !kernel.getArgAttr(argument.getArgNumber(),
                                       LLVM::LLVMDialect::getNoAliasAttrName()))
      return "a buffer that it writes may overlap another one";
  }
  return "";
}

namespace {
struct LayoutScheduleKernels
    : mlir::layout::impl::LayoutScheduleKernelsBase<LayoutScheduleKernels> {
  using LayoutScheduleKernelsBase::LayoutScheduleKernelsBase;

  LogicalResult initialize(MLIRContext *context) override {
    llvm::Expected<VectorRegisters> found = getVectorRegisters(cpu);
    if (!found)
      return emitError(UnknownLoc::get(context))
             << llvm::toString(found.takeError());
    registers = *found;
    return success();
  }

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    SmallVector<linalg::GenericOp> ops = getOps(kernel);
    if (!kernel->hasAttr(LayoutDialect::kKernel) || ops.empty())
      return;
    linalg::GenericOp main = getMainOp(ops);
    StringRef reason = findObstacle(kernel, ops);
    FailureOr<RegisterTile> tile = failure();
    if (reason.empty())
      tile = chooseRegisterTile(main, registers, reason);
    if (succeeded(tile)) {
      // What a transformation rejects stays as it was.
      OwningOpRef<func::FuncOp> scheduled = kernel.clone();
      ScopedDiagnosticHandler handler(
          &getContext(), [thread = llvm::get_threadid()](Diagnostic &) {
            // Other threads report on other kernels.
            return success(llvm::get_threadid() == thread);
          });
      if (succeeded(schedule(*scheduled, *tile))) {
        kernel.getBody().takeBody(scheduled->getBody());
        preferVectors(kernel);
        return;
      }
      reason = "upstream's transformations do not support it";
    }
    remark::missed(main.getLoc(), getRemark("kernel", DEBUG_TYPE, main))
        << remark::add("kernel stays a loop nest: {0}", reason);
  }

private:
  LogicalResult schedule(func::FuncOp kernel, const RegisterTile &tile) {
    rewriteOnTensors(kernel);
    IRRewriter rewriter(kernel.getContext());
    SmallVector<linalg::GenericOp> ops = getOps(kernel);
    linalg::GenericOp main = getMainOp(ops);
    bool hasReductions = main.getNumReductionLoops() != 0;
    for (linalg::GenericOp op : ops)
      if (contract)
        allowContraction(op);
    auto rootTile = getRootTile(main, ops.back(), tile.sizes);
    if (failed(rootTile) ||
        failed(tileAndFuse(rewriter, ops.back(), *rootTile)))
      return failure();
    peelLoops(rewriter, kernel);
    canonicalize(kernel);
    DenseSet<Operation *> mains;
    if (hasReductions)
      for (linalg::GenericOp op : getOps(kernel))
        if (op.getNumReductionLoops() != 0) {
          auto tiled = tileReductions(rewriter, op, tile.reductionOrder);
          if (failed(tiled))
            return failure();
          mains.insert(*tiled);
        }
    for (linalg::GenericOp op : getOps(kernel)) {
      SmallVector<unsigned> order =
          mains.contains(op) ? tile.pointOrder
                             : llvm::to_vector(llvm::seq(op.getNumLoops()));
      auto vectors = splitIntoVectors(rewriter, op, tile.lanes, order);
      if (failed(vectors))
        return failure();
      for (linalg::GenericOp vector : *vectors)
        if (failed(vectorize(rewriter, vector)))
          return failure();
    }
    hoistVectors(rewriter, kernel);
    if (failed(bufferize(kernel)))
      return failure();
    loadScalars(rewriter, kernel);
    canonicalize(kernel);
    // Every tile is in registers or in its place.
    bool needsBuffers =
        kernel.walk([](memref::AllocOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    return failure(needsBuffers);
  }

  /// Permits LLVM to use vectors of full length for the kernel.
  void preferVectors(func::FuncOp kernel) {
    Builder builder(kernel.getContext());
    SmallVector<Attribute> attributes;
    if (auto others = kernel->getAttrOfType<ArrayAttr>("passthrough"))
      llvm::append_range(attributes, others);
    attributes.push_back(builder.getStrArrayAttr(
        {"prefer-vector-width", std::to_string(registers.bytes * 8)}));
    kernel->setAttr("passthrough", builder.getArrayAttr(attributes));
  }

  VectorRegisters registers;
};
} // namespace
