//===- TileOrder.cpp - In which order tiles are computed ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileOrder.h"
#include "RegisterTiles.h"
#include "StorageUnits.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Estimates the time of what tiles read and write outside of the caches.
class Traffic {
public:
  Traffic(linalg::GenericOp op, ArrayRef<int64_t> sizes, const Machine &machine)
      : ranges(estimateLoopRanges(op)), sizes(sizes), machine(machine) {
    for (OpOperand &operand : op->getOpOperands()) {
      Type element = getElementTypeOrSelf(operand.get().getType());
      operands.push_back({op.getMatchingIndexingMap(&operand),
                          double(*getStorageBytes(element)),
                          op.isDpsInput(&operand)});
    }
    for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray()))
      if (type == utils::IteratorType::reduction)
        this->sizes[loop] = ranges[loop];
  }

  /// The time for loops in this order, in that of a byte between the caches.
  double getTime(ArrayRef<unsigned> order) const {
    return getBytes(order, machine.level1Bytes, 0) +
           machine.outerByte * getBytes(order,
                                        machine.usedShare * machine.level2Bytes,
                                        machine.runBytes) +
           machine.lateByte * getLateBytes(order);
  }

  /// Whether there are several tiles along a loop.
  bool isTiled(unsigned loop) const { return sizes[loop] < ranges[loop]; }

private:
  struct Operand {
    AffineMap map;
    double elementBytes;
    bool isRead;
  };

  /// The bytes outside of a cache, with `bytesOfRun` for each run of bytes that
  /// follow each other, in memory and in the tiles of the innermost loop. From
  /// the outermost loop on within which everything fits in the cache, each
  /// element is transferred once. Iterations of the loop around it share what
  /// does not depend on that loop if it fits.
  double getBytes(ArrayRef<unsigned> order, double cacheBytes,
                  double bytesOfRun) const {
    SmallVector<int64_t> inside(sizes);
    size_t depth = order.size();
    while (depth > 0) {
      SmallVector<int64_t> larger(inside);
      larger[order[depth - 1]] = ranges[order[depth - 1]];
      if (getAllBytes(larger) > cacheBytes)
        break;
      inside = std::move(larger);
      --depth;
    }
    // What fits as a whole may be there already.
    if (depth == 0)
      bytesOfRun = 0;
    SmallVector<int64_t> successive(sizes);
    if (!order.empty())
      successive[order.back()] = ranges[order.back()];
    double bytes = 0;
    for (const Operand &operand : operands) {
      double size = getSize(operand, getBox(operand, inside));
      double run = getRun(operand, successive);
      double part = size * (1 + bytesOfRun / run);
      for (size_t outer = 0; outer < depth; ++outer) {
        unsigned loop = order[outer];
        bool isShared = outer + 1 == depth && size <= cacheBytes &&
                        !operand.map.isFunctionOfDim(loop);
        if (!isShared)
          part *= llvm::divideCeil(ranges[loop], sizes[loop]);
      }
      bytes += part;
    }
    return bytes;
  }

  /// The bytes of operands that come from memory once, unless PrefetchPanels
  /// fetches the next part of them while tiles share one.
  double getLateBytes(ArrayRef<unsigned> order) const {
    double bytes = 0;
    for (const Operand &operand : operands)
      if (operand.isRead && !isFetchedAhead(operand, order))
        bytes += getSize(operand, getBox(operand, ranges));
    return bytes;
  }

  /// Whether a loop selects parts of an operand, which a loop within it shares.
  static bool isFetchedAhead(const Operand &operand, ArrayRef<unsigned> order) {
    if (operand.map.getNumResults() == 0)
      return true;
    auto part = dyn_cast<AffineDimExpr>(operand.map.getResult(0));
    const unsigned *loop =
        part ? llvm::find(order, part.getPosition()) : order.end();
    return loop != order.end() &&
           llvm::any_of(llvm::make_range(loop + 1, order.end()),
                        [&](unsigned inner) {
                          return !operand.map.isFunctionOfDim(inner);
                        });
  }

  /// The extents of the box of an operand that this many iterations of each
  /// loop access.
  static SmallVector<int64_t> getBox(const Operand &operand,
                                     ArrayRef<int64_t> iterations) {
    SmallVector<AffineExpr> last;
    for (int64_t count : iterations)
      last.push_back(
          getAffineConstantExpr(count - 1, operand.map.getContext()));
    SmallVector<int64_t> box;
    for (AffineExpr result : operand.map.getResults()) {
      auto index = dyn_cast<AffineConstantExpr>(
          simplifyAffineExpr(result.replaceDims(last), 0, 0));
      box.push_back(index ? std::abs(index.getValue()) + 1 : 1);
    }
    return box;
  }

  static double getSize(const Operand &operand, ArrayRef<int64_t> box) {
    double bytes = operand.elementBytes;
    for (int64_t extent : box)
      bytes *= double(extent);
    return bytes;
  }

  /// The bytes that follow each other in memory of what so many iterations
  /// access.
  double getRun(const Operand &operand, ArrayRef<int64_t> iterations) const {
    SmallVector<int64_t> box = getBox(operand, iterations);
    SmallVector<int64_t> all = getBox(operand, ranges);
    double bytes = operand.elementBytes;
    for (auto [extent, size] :
         llvm::zip_equal(llvm::reverse(box), llvm::reverse(all))) {
      bytes *= double(extent);
      if (extent != size)
        break;
    }
    return bytes;
  }

  double getAllBytes(ArrayRef<int64_t> iterations) const {
    double bytes = 0;
    for (const Operand &operand : operands)
      bytes += getSize(operand, getBox(operand, iterations));
    return bytes;
  }

  SmallVector<int64_t> ranges, sizes;
  const Machine &machine;
  SmallVector<Operand> operands;
};
} // namespace

SmallVector<unsigned> layout::chooseTileOrder(linalg::GenericOp op,
                                              ArrayRef<int64_t> sizes,
                                              const Machine &machine) {
  Traffic traffic(op, sizes, machine);
  SmallVector<unsigned> tiled, others;
  for (unsigned loop : llvm::seq(op.getNumLoops()))
    (traffic.isTiled(loop) ? tiled : others).push_back(loop);
  SmallVector<unsigned> best(tiled);
  // More loops than any convolution has would take long to permute.
  constexpr size_t mostLoops = 7;
  if (tiled.size() <= mostLoops) {
    double shortest = traffic.getTime(best);
    while (std::next_permutation(tiled.begin(), tiled.end()))
      if (double time = traffic.getTime(tiled); time < shortest * (1 - 1e-6)) {
        shortest = time;
        best = tiled;
      }
  }
  llvm::append_range(best, others);
  return best;
}
