//===- TileOrder.cpp - In which order tiles are computed ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileOrder.h"
#include "RegisterTiles.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Estimates what tiles read and write outside of the cache.
class Traffic {
public:
  Traffic(linalg::GenericOp op, ArrayRef<int64_t> sizes, int64_t cacheBytes)
      : ranges(estimateLoopRanges(op)), sizes(sizes), cacheBytes(cacheBytes) {
    for (OpOperand &operand : op->getOpOperands()) {
      Type element = getElementTypeOrSelf(operand.get().getType());
      operands.push_back({op.getMatchingIndexingMap(&operand),
                          double(element.getIntOrFloatBitWidth()) / 8});
    }
    for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray()))
      if (type == utils::IteratorType::reduction)
        this->sizes[loop] = ranges[loop];
  }

  /// The bytes for loops in this order. From the outermost loop on within which
  /// everything fits in the cache, each element is transferred once. Iterations
  /// of the loop around it share what does not depend on that loop.
  double getBytes(ArrayRef<unsigned> order) const {
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
    double bytes = 0;
    for (const Operand &operand : operands) {
      double part = getBytes(operand, inside);
      for (size_t outer = 0; outer < depth; ++outer) {
        unsigned loop = order[outer];
        if (outer + 1 < depth || operand.map.isFunctionOfDim(loop))
          part *= llvm::divideCeil(ranges[loop], sizes[loop]);
      }
      bytes += part;
    }
    return bytes;
  }

  /// Whether there are several tiles along a loop.
  bool isTiled(unsigned loop) const { return sizes[loop] < ranges[loop]; }

private:
  struct Operand {
    AffineMap map;
    double elementBytes;
  };

  /// The bytes of the box of an operand that this many iterations of each loop
  /// access.
  static double getBytes(const Operand &operand, ArrayRef<int64_t> iterations) {
    SmallVector<AffineExpr> last;
    for (int64_t count : iterations)
      last.push_back(
          getAffineConstantExpr(count - 1, operand.map.getContext()));
    double bytes = operand.elementBytes;
    for (AffineExpr result : operand.map.getResults())
      if (auto index = dyn_cast<AffineConstantExpr>(
              simplifyAffineExpr(result.replaceDims(last), 0, 0)))
        bytes *= double(std::abs(index.getValue()) + 1);
    return bytes;
  }

  double getAllBytes(ArrayRef<int64_t> iterations) const {
    double bytes = 0;
    for (const Operand &operand : operands)
      bytes += getBytes(operand, iterations);
    return bytes;
  }

  SmallVector<int64_t> ranges, sizes;
  double cacheBytes;
  SmallVector<Operand> operands;
};
} // namespace

SmallVector<unsigned> layout::chooseTileOrder(linalg::GenericOp op,
                                              ArrayRef<int64_t> sizes,
                                              int64_t cacheBytes) {
  Traffic traffic(op, sizes, cacheBytes);
  SmallVector<unsigned> tiled, others;
  for (unsigned loop : llvm::seq(op.getNumLoops()))
    (traffic.isTiled(loop) ? tiled : others).push_back(loop);
  SmallVector<unsigned> best(tiled);
  // More loops than any convolution has would take long to permute.
  constexpr size_t mostLoops = 7;
  if (tiled.size() <= mostLoops) {
    double fewest = traffic.getBytes(best);
    while (std::next_permutation(tiled.begin(), tiled.end()))
      if (double bytes = traffic.getBytes(tiled); bytes < fewest * (1 - 1e-6)) {
        fewest = bytes;
        best = tiled;
      }
  }
  llvm::append_range(best, others);
  return best;
}
