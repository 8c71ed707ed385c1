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

#include "Analysis/AdjacentElements.h"
#include "DotProducts.h"
#include "FastMath.h"
#include "Interfaces/LinalgRule.h"
#include "KernelObstacles.h"
#include "KernelVectors.h"
#include "MoveElements.h"
#include "ParallelTiles.h"
#include "PrefetchPanels.h"
#include "RegisterTiles.h"
#include "TensorForm.h"
#include "TileOrder.h"
#include "VectorMath.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Kernels/Passes.h"
#include "layout/Targets/Machine.h"
#include "layout/Targets/TargetOption.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/Support/Threading.h"

#define DEBUG_TYPE "layout-schedule-kernels"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSCHEDULEKERNELS
#include "layout/Kernels/Passes.h.inc"
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

namespace {
/// How the loops over the tiles of a kernel nest.
struct TileNest {
  /// The iterations of a tile, for each loop.
  SmallVector<int64_t> sizes;
  /// The loops, outermost first.
  SmallVector<int64_t> order;
};
} // namespace

/// For each loop of `user`, the loop of `op` over the same dim of the result of
/// `op`, which `use` reads; nothing for other loops.
static SmallVector<std::optional<unsigned>>
matchLoops(linalg::GenericOp op, linalg::GenericOp user, OpOperand &use) {
  SmallVector<std::optional<unsigned>> matches(user.getNumLoops());
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  AffineMap in = user.getMatchingIndexingMap(&use);
  for (auto [from, to] : llvm::zip_equal(out.getResults(), in.getResults()))
    if (isa<AffineDimExpr>(from) && isa<AffineDimExpr>(to))
      matches[cast<AffineDimExpr>(to).getPosition()] =
          cast<AffineDimExpr>(from).getPosition();
  return matches;
}

/// The loops over the tiles of `root`, given those of `main`, whose result
/// reaches `root` through elementwise ops.
static FailureOr<TileNest> getRootLoops(linalg::GenericOp main,
                                        linalg::GenericOp root,
                                        ArrayRef<int64_t> sizes,
                                        ArrayRef<unsigned> order) {
  SmallVector<int64_t> tile(sizes), ranks(sizes.size());
  for (auto [rank, loop] : llvm::enumerate(order))
    ranks[loop] = rank;
  linalg::GenericOp op = main;
  while (op != root) {
    Value result = op->getResult(0);
    auto use = llvm::find_if(result.getUses(), [](OpOperand &use) {
      return isa<linalg::GenericOp>(use.getOwner());
    });
    if (use == result.use_end())
      return failure();
    auto user = cast<linalg::GenericOp>(use->getOwner());
    SmallVector<int64_t> nextTile, nextRanks;
    for (std::optional<unsigned> match : matchLoops(op, user, *use)) {
      nextTile.push_back(match ? tile[*match] : 1);
      nextRanks.push_back(match ? ranks[*match] : int64_t(order.size()));
    }
    tile = std::move(nextTile);
    ranks = std::move(nextRanks);
    op = user;
  }
  TileNest loops{tile, llvm::to_vector(llvm::seq<int64_t>(tile.size()))};
  for (auto [size, type] : llvm::zip(loops.sizes, root.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      size = 0;
  llvm::sort(loops.order, [&](int64_t a, int64_t b) {
    return std::pair(ranks[a], a) < std::pair(ranks[b], b);
  });
  return loops;
}

/// Gives the last iteration of loops, of which inner ones come last, a copy of
/// the body if their step does not divide their range: in all other iterations
/// sizes are constant.
static void peelLoops(IRRewriter &rewriter,
                      ArrayRef<LoopLikeOpInterface> loops) {
  for (LoopLikeOpInterface loop : llvm::reverse(loops)) {
    scf::ForOp rest;
    (void)scf::peelForLoopAndSimplifyBounds(
        rewriter, cast<scf::ForOp>(loop.getOperation()), rest);
  }
}

/// Computes `root` and all that it needs tile by tile.
static LogicalResult tileAndFuse(IRRewriter &rewriter, linalg::GenericOp root,
                                 const TileNest &loops) {
  scf::SCFTileAndFuseOptions options;
  options.tilingOptions
      .setTileSizes(getAsIndexOpFoldResult(root.getContext(), loops.sizes))
      .setInterchange(loops.order);
  rewriter.setInsertionPoint(root);
  auto tiled = scf::tileConsumerAndFuseProducersUsingSCF(
      rewriter, cast<TilingInterface>(root.getOperation()), options);
  if (failed(tiled))
    return failure();
  for (OpResult result : root->getResults())
    rewriter.replaceAllUsesWith(result, tiled->replacements.lookup(result));
  for (LoopLikeOpInterface loop : tiled->loops)
    markTileLoop(loop);
  peelLoops(rewriter, tiled->loops);
  return success();
}

/// The loops over elements of the result of `op` whose extent is dynamic.
static SmallVector<unsigned> getDynamicLoops(linalg::GenericOp op) {
  SmallVector<unsigned> loops;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
    if (ShapedType::isDynamic(range) &&
        op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel)
      loops.push_back(loop);
  return loops;
}

/// Splits what remains at the end of dynamic loops, and has no constant size,
/// into tiles of one iteration.
static LogicalResult tileRests(IRRewriter &rewriter, func::FuncOp kernel) {
  SmallVector<linalg::GenericOp> roots;
  for (linalg::GenericOp op : getOps(kernel))
    if (llvm::none_of(op->getUsers(), llvm::IsaPred<linalg::GenericOp>))
      roots.push_back(op);
  for (linalg::GenericOp root : roots) {
    SmallVector<unsigned> dynamic = getDynamicLoops(root);
    if (dynamic.empty())
      continue;
    TileNest loops;
    loops.sizes.assign(root.getNumLoops(), 0);
    loops.order = llvm::to_vector(llvm::seq<int64_t>(root.getNumLoops()));
    for (unsigned loop : dynamic)
      loops.sizes[loop] = 1;
    if (failed(tileAndFuse(rewriter, root, loops)))
      return failure();
  }
  return success();
}

/// Combines one element of the reductions in `order` after the other, and
/// computes each only then. Returns the op that combines one of them.
static FailureOr<linalg::GenericOp> tileReductions(IRRewriter &rewriter,
                                                   linalg::GenericOp op,
                                                   ArrayRef<int64_t> order) {
  if (order.empty())
    return op;
  SmallVector<OpFoldResult> sizes(op.getNumLoops(), rewriter.getIndexAttr(0));
  for (int64_t loop : order)
    sizes[loop] = rewriter.getIndexAttr(1);
  SmallVector<int64_t> interchange(order);
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!llvm::is_contained(order, loop))
      interchange.push_back(loop);
  scf::SCFTileAndFuseOptions options;
  options.tilingOptions.setTileSizes(sizes).setInterchange(interchange);
  options.setFusionControlFn(
      [](tensor::ExtractSliceOp, OpResult, bool isDestination)
          -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
        // What elements are added to exists once.
        if (isDestination)
          return std::nullopt;
        return scf::SCFTileAndFuseOptions::ControlFnResult();
      });
  rewriter.setInsertionPoint(op);
  auto tiled = scf::tileConsumerAndFuseProducersUsingSCF(
      rewriter, cast<TilingInterface>(op.getOperation()), options);
  if (failed(tiled))
    return failure();
  rewriter.replaceOp(op, tiled->replacements.lookup(op->getResult(0)));
  return cast<linalg::GenericOp>(tiled->tiledAndFusedOps.front());
}

/// The largest multiple of `factor` that is not larger than `size`.
static OpFoldResult getMultipleBelow(IRRewriter &rewriter, Location loc,
                                     OpFoldResult size, int64_t factor) {
  AffineExpr s0 = rewriter.getAffineSymbolExpr(0);
  return affine::makeComposedFoldedAffineApply(
      rewriter, loc, s0.floorDiv(factor) * factor, {size});
}

/// Combines `lanes` elements of a reduction, which divide it, in lanes of a
/// tensor, and these only at the end.
static LogicalResult tileReduction(IRRewriter &rewriter, TilingInterface op,
                                   unsigned loop, int64_t lanes) {
  SmallVector<OpFoldResult> sizes(op.getLoopIteratorTypes().size(),
                                  rewriter.getIndexAttr(0));
  sizes[loop] = rewriter.getIndexAttr(lanes);
  scf::SCFTilingOptions options;
  options.setTileSizes(sizes).setReductionDims(loop).setReductionTilingStrategy(
      ReductionTilingStrategy::PartialReductionOuterReduction);
  rewriter.setInsertionPoint(op);
  auto tiled = scf::tileUsingSCF(rewriter, op, options);
  if (failed(tiled))
    return failure();
  rewriter.replaceOp(op, tiled->replacements);
  // Dynamic loops seem to have a last iteration of fewer elements.
  auto tiles = cast<scf::ForOp>(tiled->loops.front().getOperation());
  scf::ForOp rest;
  if (succeeded(scf::peelForLoopAndSimplifyBounds(rewriter, tiles, rest)))
    rewriter.replaceOp(rest, rest.getInits());
  return success();
}

/// Combines the elements of a reduction in `lanes` lanes first:
///
///   %sum = linalg.generic {add} ins(%x : tensor<128xf32>) outs(%s :
///   tensor<f32>)
///
/// becomes
///
///   %lanes = scf.for ... iter_args(%l = %zero : tensor<64xf32>) {
///     %part = tensor.extract_slice %x[...] [64]
///     linalg.generic {add} ins(%part) outs(%l : tensor<64xf32>)
///   }
///   %sum = linalg.generic {add} ins(%lanes) outs(%s : tensor<f32>)
///
/// What remains if `lanes` does not divide the loop is an op of its own, which
/// combines one element after the other if its size is dynamic.
static LogicalResult reduceInLanes(IRRewriter &rewriter, linalg::GenericOp op,
                                   int64_t lanes) {
  op = dropUnitLoops(rewriter, op);
  std::optional<unsigned> reduction = getVectorReduction(op);
  if (!reduction)
    return failure();
  unsigned loop = *reduction;
  int64_t range = op.getStaticLoopRanges()[loop];
  bool isDynamic = ShapedType::isDynamic(range);
  rewriter.setInsertionPoint(op);
  auto tileable = cast<TilingInterface>(op.getOperation());
  TilingInterface rest;
  if (isDynamic || range % lanes != 0)
    std::tie(tileable, rest) = linalg::splitOp(
        rewriter, tileable, loop,
        getMultipleBelow(rewriter, op.getLoc(),
                         tileable.getIterationDomain(rewriter)[loop].size,
                         lanes));
  if (!tileable)
    return failure();
  if (isDynamic &&
      failed(tileReductions(rewriter, cast<linalg::GenericOp>(rest), {loop})))
    return failure();
  if (!isDynamic && range < 2 * lanes)
    return success();
  // The lanes begin with the neutral element.
  if (!reducesInAnyOrder(cast<linalg::LinalgOp>(tileable.getOperation())))
    return failure();
  return tileReduction(rewriter, tileable, loop, lanes);
}

/// Replaces named ops by linalg.generic.
static LogicalResult generalizeNamedOps(IRRewriter &rewriter,
                                        func::FuncOp kernel) {
  SmallVector<linalg::LinalgOp> named;
  kernel.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp>(op))
      named.push_back(op);
  });
  return success(llvm::all_of(named, [&](linalg::LinalgOp op) {
    rewriter.setInsertionPoint(op);
    return succeeded(linalg::generalizeNamedOp(rewriter, op));
  }));
}

/// Whether an op on a tile is more vectors than code should be made of.
static bool hasTooManyVectors(linalg::GenericOp op, int64_t lanes) {
  constexpr int64_t mostVectors = 1024;
  return llvm::product_of(op.getStaticLoopRanges()) > mostVectors * lanes;
}

static LogicalResult bufferize(func::FuncOp kernel) {
  bufferization::OneShotBufferizationOptions options;
  bufferization::BufferizationState state;
  return bufferization::runOneShotBufferize(kernel, options, state);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

template <typename Op>
static bool contains(func::FuncOp kernel) {
  return kernel.walk([](Op) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {
struct LayoutScheduleKernels
    : mlir::layout::impl::LayoutScheduleKernelsBase<LayoutScheduleKernels> {
  using LayoutScheduleKernelsBase::LayoutScheduleKernelsBase;

  LogicalResult initialize(MLIRContext *context) override {
    FailureOr<Processor> found = getProcessor(context, cpu);
    if (failed(found))
      return failure();
    known = *found;
    patterns = KernelPatterns::create(context);
    return success(target.empty() ||
                   succeeded(readMachine(context, target, known)));
  }

  void runOnProgram() override {
    func::FuncOp kernel = getOperation();
    SmallVector<linalg::GenericOp> ops = getOps(kernel);
    if (!kernel->hasAttr(LayoutDialect::kKernel) || ops.empty())
      return;
    ModuleOp module = kernel->getParentOfType<ModuleOp>();
    processor = known;
    if (target.empty() && module && failed(readMachine(module, processor)))
      return signalPassFailure();
    // Options count before targets, and targets before what is known about the
    // processor.
    if (cacheBytes != 0)
      processor.level2Bytes = cacheBytes;
    if (scheduleMove(kernel, ops))
      return;
    StringRef reason = findObstacle(kernel, ops);
    if (reason.empty()) {
      // What a transformation rejects stays as it was.
      OwningOpRef<func::FuncOp> scheduled = kernel.clone();
      ScopedDiagnosticHandler handler(
          &getContext(), [thread = llvm::get_threadid()](Diagnostic &) {
            // Other threads report on other kernels.
            return success(llvm::get_threadid() == thread);
          });
      if (succeeded(schedule(*scheduled, reason))) {
        kernel.getBody().takeBody(scheduled->getBody());
        preferVectors(kernel);
        return;
      }
    }
    linalg::GenericOp main = getMainOp(ops);
    remark::missed(main.getLoc(), getRemark("kernel", DEBUG_TYPE, main))
        << remark::add("kernel stays a loop nest: {0}", reason);
  }

private:
  /// Schedules a kernel that moves elements. Copies of long rows stay loops,
  /// which LLVM makes calls of memcpy.
  bool scheduleMove(func::FuncOp kernel, ArrayRef<linalg::GenericOp> ops) {
    linalg::GenericOp op = ops.front();
    std::optional<ElementMove> move;
    if (ops.size() == 1 && processor.vectorBytes != 0 &&
        !mayOverlapOthers(kernel, op.getDpsInits().front()))
      move = getElementMove(op);
    if (!move || move->getGroupBytes() >= processor.memcpyBytes)
      return false;
    bool isParallel = isWorthThreads(op, processor, threads);
    IRRewriter rewriter(kernel.getContext());
    moveElements(rewriter, op, *move, planMove(*move, processor, isParallel),
                 processor, isParallel);
    simplifyKernel(kernel, patterns.simplify);
    assignTileLoops(rewriter, kernel, isParallel);
    preferVectors(kernel);
    return true;
  }

  /// Leaves the loops over tiles to one thread or to several.
  void assignTileLoops(IRRewriter &rewriter, func::FuncOp kernel,
                       bool isParallel) {
    if (isParallel)
      parallelizeTileLoops(rewriter, kernel);
    else
      forgetTileLoops(kernel);
  }

  LogicalResult schedule(func::FuncOp kernel, StringRef &reason) {
    rewriteOnTensors(kernel);
    expandPowers(kernel);
    if (contains<math::FPowIOp>(kernel)) {
      reason = "LLVM raises vectors only to floating-point powers";
      return failure();
    }
    simplifyKernel(kernel, patterns.dropUnitDims);
    reason = "upstream's transformations do not support it";
    SmallVector<linalg::GenericOp> ops = getOps(kernel);
    // Nothing reads what the kernel computes.
    if (ops.empty())
      return bufferize(kernel);
    IRRewriter rewriter(kernel.getContext());
    FailureOr<RegisterTile> tile =
        chooseRegisterTile(getMainOp(ops), processor, reason);
    if (failed(tile))
      return failure();
    return schedule(rewriter, kernel, *tile, reason);
  }

  LogicalResult schedule(IRRewriter &rewriter, func::FuncOp kernel,
                         const RegisterTile &tile, StringRef &reason) {
    bool isParallel =
        isWorthThreads(getMainOp(getOps(kernel)), processor, threads);
    if (contract)
      kernel.walk(allowContraction);
    kernel.walk(ignoreSignsOfZeros);
    if (failed(splitIntoTiles(rewriter, kernel, tile)) ||
        failed(vectorize(rewriter, kernel, tile, reason)) ||
        failed(bufferize(kernel)) ||
        failed(lowerProducts(rewriter, kernel, processor)) ||
        failed(lowerVectors(rewriter, kernel)))
      return failure();
    simplifyKernel(kernel, patterns.simplify);
    prefetchPanels(rewriter, kernel, processor);
    if (expandVectorMath(kernel))
      simplifyKernel(kernel, patterns.simplify);
    assignTileLoops(rewriter, kernel, isParallel);
    // Every tile is in registers or in its place.
    return failure(contains<memref::AllocOp>(kernel));
  }

  LogicalResult splitIntoTiles(IRRewriter &rewriter, func::FuncOp kernel,
                               const RegisterTile &tile) {
    SmallVector<linalg::GenericOp> ops = getOps(kernel);
    linalg::GenericOp main = getMainOp(ops), root = ops.back();
    SmallVector<unsigned> order = chooseTileOrder(main, tile.sizes, processor);
    FailureOr<TileNest> loops = getRootLoops(main, root, tile.sizes, order);
    if (failed(loops) || failed(tileAndFuse(rewriter, root, *loops)))
      return failure();
    simplifyKernel(kernel, patterns.simplify);
    bool isStatic = llvm::all_of(getOps(kernel), [](linalg::GenericOp op) {
      return getDynamicLoops(op).empty();
    });
    if (isStatic)
      return success();
    if (failed(tileRests(rewriter, kernel)))
      return failure();
    simplifyKernel(kernel, patterns.simplify);
    return success();
  }

  LogicalResult vectorize(IRRewriter &rewriter, func::FuncOp kernel,
                          const RegisterTile &tile, StringRef &reason) {
    DenseSet<Operation *> mains;
    for (linalg::GenericOp op : getOps(kernel))
      if (op.getNumReductionLoops() != 0) {
        auto tiled = tileReductions(rewriter, op, tile.reductionOrder);
        if (failed(tiled))
          return failure();
        if (!tile.vectorReduction)
          mains.insert(*tiled);
        else if (failed(reduceInLanes(rewriter, *tiled,
                                      tile.sizes[*tile.vectorReduction])))
          return failure();
      }
    if (tile.vectorReduction)
      simplifyKernel(kernel, patterns.simplify);
    if (failed(generalizeNamedOps(rewriter, kernel)))
      return failure();
    for (linalg::GenericOp op : getOps(kernel)) {
      if (hasTooManyVectors(op, tile.lanes)) {
        reason = "a tile of it would be thousands of instructions";
        return failure();
      }
      SmallVector<unsigned> order =
          mains.contains(op) ? tile.pointOrder
                             : llvm::to_vector(llvm::seq(op.getNumLoops()));
      if (failed(splitIntoVectors(rewriter, op, tile.lanes, order)))
        return failure();
    }
    hoistVectors(rewriter, kernel, patterns);
    return success();
  }

  /// Permits LLVM to use vectors of full length for the kernel.
  void preferVectors(func::FuncOp kernel) {
    Builder builder(kernel.getContext());
    SmallVector<Attribute> attributes;
    if (auto others = kernel->getAttrOfType<ArrayAttr>("passthrough"))
      llvm::append_range(attributes, others);
    attributes.push_back(builder.getStrArrayAttr(
        {"prefer-vector-width", std::to_string(processor.vectorBytes * 8)}));
    kernel->setAttr("passthrough", builder.getArrayAttr(attributes));
  }

  /// The processor without and with what the module states.
  Processor known, processor;
  KernelPatterns patterns;
};
} // namespace
