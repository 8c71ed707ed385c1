//===- RegisterTiles.cpp - What of a kernel fits in registers -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterTiles.h"
#include "Analysis/AdjacentElements.h"
#include "GroupedProducts.h"
#include "StorageUnits.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<int64_t> layout::estimateLoopRanges(linalg::GenericOp op) {
  // Most tiles divide it, as if what remains at the end took no time.
  constexpr int64_t unknownExtent = 1680;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (int64_t &range : ranges)
    if (ShapedType::isDynamic(range))
      range = unknownExtent;
  return ranges;
}

/// The bytes of the widest storage unit that an iteration accesses.
static unsigned getWidestUnit(linalg::GenericOp op) {
  unsigned widest = 1;
  for (Type type : op->getOperandTypes())
    widest = std::max(widest, *getStorageBytes(getElementTypeOrSelf(type)));
  return widest;
}

namespace {
/// Compares tiles by the time that all of them take together, by the throughput
/// of a core.
class TileSearch {
public:
  TileSearch(linalg::GenericOp op, unsigned vectorLoop, int64_t lanes,
             const Machine &machine)
      : maps(op.getIndexingMapsArray()), vectorLoop(vectorLoop),
        machine(machine), ranges(estimateLoopRanges(op)) {
    numInputs = op.getNumDpsInputs();
    isDynamic = ShapedType::isDynamic(op.getStaticLoopRanges()[vectorLoop]);
    hasPartialVector = ranges[vectorLoop] % lanes != 0;
    ranges[vectorLoop] /= lanes;
    best.assign(ranges.size(), 1);
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel &&
          ranges[loop] > 1)
        loops.push_back(loop);
  }

  /// The best tile: for each loop the number of iterations, or of vectors.
  SmallVector<int64_t> run() {
    SmallVector<int64_t> sizes(ranges.size(), 1);
    bestCycles = getCycles(sizes);
    leastAccessed = countAccessed(sizes);
    visit(sizes, loops.size());
    return best;
  }

  /// The loops, those over the elements of the operand that a tile has most of
  /// first.
  SmallVector<unsigned> getPointOrder() const {
    AffineMap streamed = maps.front();
    for (AffineMap map : ArrayRef(maps).take_front(numInputs))
      if (countElements(map, best) > countElements(streamed, best))
        streamed = map;
    SmallVector<unsigned> order;
    for (bool inStreamed : {true, false})
      for (unsigned loop = 0; loop < ranges.size(); ++loop)
        if (streamed.isFunctionOfDim(loop) == inStreamed)
          order.push_back(loop);
    return order;
  }

private:
  /// Tries all sizes of the loops before number `numFree`, the inner ones
  /// first.
  void visit(SmallVector<int64_t> &sizes, unsigned numFree) {
    double cycles = getCycles(sizes);
    int64_t accessed = countAccessed(sizes);
    if (cycles < bestCycles * (1 - 1e-6) ||
        (cycles < bestCycles * (1 + 1e-6) && accessed < leastAccessed)) {
      bestCycles = std::min(cycles, bestCycles);
      leastAccessed = accessed;
      best = sizes;
    }
    for (unsigned i = numFree; i-- > 0;) {
      unsigned loop = loops[i];
      for (int64_t size = 2; size <= ranges[loop]; ++size) {
        // Upstream forwards vectors of one size only: a tile has no shorter one
        // beside full ones. What remains at the end of a dynamic loop is
        // computed element by element, so that it should be short.
        if (loop == vectorLoop &&
            (isDynamic || (hasPartialVector && ranges[loop] % size != 0)))
          continue;
        sizes[loop] = size;
        if (countRegisters(sizes) > machine.numVectors)
          break;
        visit(sizes, i);
      }
      sizes[loop] = 1;
    }
  }

  static int64_t getVolume(ArrayRef<int64_t> sizes) {
    return llvm::product_of(sizes);
  }

  /// The elements, or vectors, of an operand that one tile accesses for each
  /// iteration of the reductions.
  int64_t countElements(AffineMap map, ArrayRef<int64_t> sizes) const {
    int64_t count = 1;
    for (unsigned loop : loops)
      if (map.isFunctionOfDim(loop))
        count *= sizes[loop];
    return count;
  }

  /// The cache lines of scalars that one tile loads for each iteration of the
  /// reductions, if the elements of its last dim fit in a line. 0 if a
  /// reduction runs along the last dim, since most iterations stay in a line
  /// then.
  int64_t countNewLines(AffineMap map, ArrayRef<int64_t> sizes) const {
    if (map.getNumResults() == 0)
      return 0;
    int64_t count = 1;
    AffineExpr last = map.getResults().back();
    for (unsigned loop = 0; loop < ranges.size(); ++loop) {
      bool isTiled = llvm::is_contained(loops, loop);
      if (last.isFunctionOfDim(loop) && !isTiled && ranges[loop] > 1)
        return 0;
      if (isTiled && map.isFunctionOfDim(loop) && !last.isFunctionOfDim(loop))
        count *= sizes[loop];
    }
    return count;
  }

  int64_t countRegisters(ArrayRef<int64_t> sizes) const {
    int64_t loaded = 0, most = 0;
    for (AffineMap map : ArrayRef(maps).take_front(numInputs)) {
      int64_t count = countElements(map, sizes);
      loaded += count;
      most = std::max(most, count);
    }
    // One operand is loaded where it is used, the others stay in registers.
    return getVolume(sizes) + loaded - most + 1;
  }

  /// The elements, or vectors, that one tile accesses in all iterations of the
  /// reductions: those of windows overlap.
  int64_t countAccessed(ArrayRef<int64_t> sizes) const {
    SmallVector<AffineExpr> last;
    for (auto [loop, range] : llvm::enumerate(ranges))
      last.push_back(getAffineConstantExpr(
          (llvm::is_contained(loops, loop) ? sizes[loop] : range) - 1,
          maps.front().getContext()));
    int64_t count = 0;
    for (AffineMap map : maps) {
      int64_t box = 1;
      for (AffineExpr result : map.getResults())
        if (auto index = dyn_cast<AffineConstantExpr>(
                simplifyAffineExpr(result.replaceDims(last), 0, 0)))
          box *= std::abs(index.getValue()) + 1;
      count += box;
    }
    return count;
  }

  /// The cycles of one tile for each iteration of the reductions.
  double getTileCycles(ArrayRef<int64_t> sizes) const {
    int64_t loads = 0;
    double price = 0;
    for (AffineMap map : ArrayRef(maps).take_front(numInputs)) {
      int64_t count = countElements(map, sizes);
      loads += count;
      price += map.isFunctionOfDim(vectorLoop)
                   ? machine.lineLoad * count
                   : machine.lineLoad * countNewLines(map, sizes) +
                         machine.scalarLoad * count;
    }
    double work = std::max<double>(getVolume(sizes), loads) /
                  machine.multiplyAddsPerCycle;
    return std::max(machine.multiplyAddCycles, work) + price;
  }

  /// The cycles of all tiles, those at the ends of loops included.
  double getCycles(ArrayRef<int64_t> sizes) const {
    SmallVector<int64_t> tile(sizes);
    return addTiles(sizes, tile, 0, 1);
  }
  double addTiles(ArrayRef<int64_t> sizes, SmallVector<int64_t> &tile,
                  unsigned index, double count) const {
    if (index == loops.size())
      return count * getTileCycles(tile);
    unsigned loop = loops[index];
    int64_t size = sizes[loop], full = ranges[loop] / size;
    tile[loop] = size;
    double cycles = full ? addTiles(sizes, tile, index + 1, count * full) : 0;
    if (int64_t rest = ranges[loop] % size) {
      tile[loop] = rest;
      cycles += addTiles(sizes, tile, index + 1, count);
    }
    tile[loop] = size;
    return cycles;
  }

  SmallVector<AffineMap> maps;
  unsigned vectorLoop, numInputs;
  const Machine &machine;
  /// The number of iterations of each loop, or of full vectors.
  SmallVector<int64_t> ranges;
  /// Whether the extent of the vector loop is only known at run time, and
  /// whether it ends with a shorter vector.
  bool isDynamic, hasPartialVector;
  /// The parallel loops of several iterations.
  SmallVector<unsigned> loops;
  SmallVector<int64_t> best;
  double bestCycles;
  int64_t leastAccessed;
};
} // namespace

/// Whether the result does not depend on the order in which it is combined from
/// elements, but for rounding: it is a sum, a product, a maximum or the like,
/// not `out * 0.5 + in`.
static bool isCommutative(linalg::GenericOp op) {
  SmallVector<Operation *> combiners;
  return matchReduction(op.getRegionOutputArgs(), 0, combiners) &&
         combiners.size() == 1 &&
         combiners.front()->hasTrait<OpTrait::IsCommutative>();
}

/// Whether the elements of a reduction may be combined in lanes, which begin
/// with what changes nothing: upstream crashes where that is the least index.
static bool hasLanes(linalg::GenericOp op) {
  return isCommutative(op) &&
         !getElementTypeOrSelf(op.getDpsInits().front()).isIndex();
}

/// The reductions but `except`, outermost first: by the distance of what
/// adjacent iterations read in the first operand if their order does not
/// matter.
static SmallVector<int64_t> orderReductions(linalg::GenericOp op,
                                            std::optional<unsigned> except) {
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  SmallVector<int64_t> order;
  for (unsigned loop : loops)
    if (loop != except)
      order.push_back(loop);
  if (!isCommutative(op))
    return order;
  AffineMap map = op.getIndexingMapsArray().front();
  auto getLastDim = [&](unsigned loop) {
    int64_t last = -1;
    for (auto [dim, result] : llvm::enumerate(map.getResults()))
      if (result.isFunctionOfDim(loop))
        last = dim;
    return last;
  };
  llvm::sort(order, [&](int64_t a, int64_t b) {
    return std::pair(getLastDim(a), a) < std::pair(getLastDim(b), b);
  });
  return order;
}

/// A tile of one element of the result, which several vectors are combined to.
static RegisterTile getReductionTile(linalg::GenericOp op, unsigned loop,
                                     int64_t numLanes, int64_t mostVectors) {
  RegisterTile tile;
  int64_t extent = estimateLoopRanges(op)[loop];
  tile.vectorReduction = loop;
  tile.lanes = numLanes;
  tile.sizes.assign(op.getNumLoops(), 1);
  tile.sizes[loop] = numLanes * std::min(extent / numLanes, mostVectors);
  tile.pointOrder = llvm::to_vector(llvm::seq(op.getNumLoops()));
  tile.reductionOrder = orderReductions(op, loop);
  return tile;
}

FailureOr<RegisterTile> layout::chooseRegisterTile(linalg::GenericOp op,
                                                   const Machine &machine,
                                                   StringRef &reason) {
  int64_t numLanes = machine.vectorBytes / getWidestUnit(op);
  std::optional<GroupedProducts> products = getGroupedProducts(op);
  std::optional<unsigned> loop =
      products ? products->vectorLoop : getVectorLoop(op);
  if (!loop) {
    std::optional<unsigned> reduction = getVectorReduction(op);
    if (reduction && hasLanes(op) &&
        estimateLoopRanges(op)[*reduction] >= numLanes)
      return getReductionTile(op, *reduction, numLanes, machine.sumVectors);
    reason = "elements that are adjacent in the result are not in an operand";
    return failure();
  }
  RegisterTile tile;
  int64_t extent = estimateLoopRanges(op)[*loop];
  tile.lanes = std::min(numLanes, extent);
  TileSearch search(op, *loop, tile.lanes, machine);
  tile.sizes = search.run();
  tile.pointOrder = search.getPointOrder();
  tile.sizes[*loop] = std::min(tile.sizes[*loop] * tile.lanes, extent);
  // The elements of a group are combined at once.
  tile.reductionOrder = orderReductions(
      op, products ? std::optional(products->groupLoop) : std::nullopt);
  return tile;
}
