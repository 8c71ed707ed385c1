//===- PrefetchPanels.cpp - Operands fetched ahead of time ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrefetchPanels.h"
#include "StorageUnits.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A loop from a constant on to a constant.
struct StaticLoop {
  scf::ForOp op;
  int64_t start, step, count;
};

/// The part of an operand that the iterations of a loop read.
struct Panel {
  TypedValue<MemRefType> operand;
  /// Each iteration reads the next part.
  StaticLoop outer;
  /// The loops within it, outermost first, which read all of the part.
  SmallVector<StaticLoop> inner;
  /// The elements of the part.
  int64_t size;

  /// The iterations of all inner loops together.
  int64_t getNumIterations() const {
    int64_t count = 1;
    for (const StaticLoop &loop : inner)
      count *= loop.count;
    return count;
  }
};
} // namespace

static std::optional<StaticLoop> getStaticLoop(scf::ForOp loop) {
  std::optional<int64_t> start = getConstantIntValue(loop.getLowerBound()),
                         end = getConstantIntValue(loop.getUpperBound()),
                         step = getConstantIntValue(loop.getStep());
  if (!start || !end || !step || *step <= 0 || *end <= *start)
    return std::nullopt;
  return StaticLoop{loop, *start, *step,
                    llvm::divideCeilSigned(*end - *start, *step)};
}

namespace {
/// A load of adjacent elements.
struct Load {
  TypedValue<MemRefType> operand;
  SmallVector<Value> indices;
  int64_t numElements;
};
} // namespace

static std::optional<Load> getLoad(Operation &op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return Load{load.getMemref(), load.getIndices(), 1};
  auto read = dyn_cast<vector::TransferReadOp>(op);
  if (!read || read.getMask() || !isa<MemRefType>(read.getBase().getType()))
    return std::nullopt;
  return Load{cast<TypedValue<MemRefType>>(read.getBase()), read.getIndices(),
              read.getVectorType().getNumElements()};
}

/// The loop whose induction variable, plus a constant, is `index`.
static scf::ForOp getIndexingLoop(Value index) {
  if (auto apply = index.getDefiningOp<affine::AffineApplyOp>()) {
    AffineMap map = apply.getAffineMap();
    if (map.getNumInputs() != 1)
      return nullptr;
    AffineExpr input = map.getNumDims() == 1
                           ? getAffineDimExpr(0, map.getContext())
                           : getAffineSymbolExpr(0, map.getContext());
    if (!isa<AffineConstantExpr>(simplifyAffineExpr(
            map.getResult(0) - input, map.getNumDims(), map.getNumSymbols())))
      return nullptr;
    index = apply.getMapOperands().front();
  }
  return scf::getForInductionVarOwner(index);
}

/// The loops around `innermost` within `outer`, outermost first, if all are
/// static.
static std::optional<SmallVector<StaticLoop>>
getLoopsWithin(scf::ForOp outer, scf::ForOp innermost) {
  SmallVector<StaticLoop> loops;
  Operation *op = innermost;
  for (; op != outer; op = op->getParentOp()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<StaticLoop> found = loop ? getStaticLoop(loop) : std::nullopt;
    if (!found)
      return std::nullopt;
    loops.push_back(*found);
  }
  std::reverse(loops.begin(), loops.end());
  return loops;
}

/// Whether `loops` run over all elements of the part of an operand that the
/// first index selects, and read each of them once in those that add up: the
/// others have no results.
static bool readsAll(MutableArrayRef<StaticLoop> loops, int64_t numElements,
                     int64_t size) {
  for (StaticLoop &loop : loops)
    if (loop.op.getNumResults() != 0)
      numElements *= loop.count;
  return numElements == size;
}

/// Whether several tiles within `loops` read the same part. If only one does,
/// the memory is not idle in between.
static bool isShared(MutableArrayRef<StaticLoop> loops) {
  return llvm::any_of(loops, [](StaticLoop &loop) {
    return loop.op.getNumResults() == 0 && loop.count > 1;
  });
}

/// The part of `operand` that the loads in `innermost` read.
static std::optional<Panel> getPanel(scf::ForOp innermost,
                                     TypedValue<MemRefType> operand,
                                     ArrayRef<Load> loads) {
  MemRefType type = operand.getType();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getRank() < 2)
    return std::nullopt;
  scf::ForOp outer = getIndexingLoop(loads.front().indices.front());
  if (!outer || outer == innermost || !outer->isProperAncestor(innermost) ||
      !outer.isDefinedOutsideOfLoop(operand))
    return std::nullopt;
  std::optional<StaticLoop> parts = getStaticLoop(outer);
  auto inner = getLoopsWithin(outer, innermost);
  if (!parts || !inner || parts->count < 2)
    return std::nullopt;
  int64_t numElements = 0;
  for (const Load &load : loads) {
    if (getIndexingLoop(load.indices.front()) != outer)
      return std::nullopt;
    numElements += load.numElements;
  }
  int64_t size = parts->step * llvm::product_of(type.getShape().drop_front());
  if (!isShared(*inner) || !readsAll(*inner, numElements, size))
    return std::nullopt;
  return Panel{operand, *parts, *inner, size};
}

/// Inserts what fetches `perIteration` elements of the next part.
static void prefetch(RewriterBase &rewriter, Panel &panel,
                     int64_t perIteration) {
  MemRefType type = panel.operand.getType();
  scf::ForOp innermost = panel.inner.back().op;
  Location loc = innermost.getLoc();
  rewriter.setInsertionPointAfterValue(panel.operand);
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  Value flat = memref::CollapseShapeOp::create(
      rewriter, loc, panel.operand, ArrayRef<ReassociationIndices>(all));
  // The number of the iteration, as an expression of the loops within.
  AffineExpr number = rewriter.getAffineConstantExpr(0);
  SmallVector<OpFoldResult> indices;
  for (StaticLoop &loop : panel.inner) {
    AffineExpr index = rewriter.getAffineDimExpr(indices.size());
    number = number * loop.count + (index - loop.start).floorDiv(loop.step);
    indices.push_back(loop.op.getInductionVar());
  }
  int64_t rowSize = panel.size / panel.outer.step,
          last =
              type.getNumElements() - perIteration * panel.getNumIterations();
  rewriter.setInsertionPoint(innermost);
  AffineExpr outer = rewriter.getAffineDimExpr(0);
  Value begin = affine::AffineMinOp::create(
      rewriter, loc,
      AffineMap::get(
          1, 0,
          {outer * rowSize + panel.size, rewriter.getAffineConstantExpr(last)},
          rewriter.getContext()),
      ValueRange{panel.outer.op.getInductionVar()});
  rewriter.setInsertionPointToStart(innermost.getBody());
  AffineExpr position =
      rewriter.getAffineDimExpr(indices.size()) + number * perIteration;
  indices.push_back(begin);
  Value at = getValueOrCreateConstantIndexOp(
      rewriter, loc,
      affine::makeComposedFoldedAffineApply(rewriter, loc, position, indices));
  constexpr unsigned secondLevel = 2;
  memref::PrefetchOp::create(rewriter, loc, flat, at, /*isWrite=*/false,
                             secondLevel, /*isDataCache=*/true);
}

void layout::prefetchPanels(RewriterBase &rewriter, func::FuncOp kernel,
                            const Machine &machine) {
  SmallVector<Panel> panels;
  kernel.walk([&](scf::ForOp loop) {
    llvm::MapVector<Value, SmallVector<Load>> loads;
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (isa<scf::ForOp>(op))
        return;
      if (std::optional<Load> load = getLoad(op);
          load && !load->indices.empty())
        loads[load->operand].push_back(std::move(*load));
    }
    for (auto &[operand, loadsOfOperand] : loads)
      if (std::optional<Panel> panel = getPanel(
              loop, cast<TypedValue<MemRefType>>(operand), loadsOfOperand))
        panels.push_back(std::move(*panel));
  });
  for (Panel &panel : panels) {
    int64_t iterations = panel.getNumIterations(),
            perIteration = llvm::divideCeil(panel.size, iterations);
    MemRefType type = panel.operand.getType();
    int64_t elementBytes = *getStorageBytes(type.getElementType());
    if (perIteration * elementBytes <= machine.lineBytes &&
        perIteration * iterations <= type.getNumElements() &&
        2 * panel.size * elementBytes <= machine.level2Bytes)
      prefetch(rewriter, panel, perIteration);
  }
}
