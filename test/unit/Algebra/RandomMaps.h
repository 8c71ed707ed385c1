//===- RandomMaps.h - Random index maps, for tests --------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_UNIT_ALGEBRA_RANDOMMAPS_H
#define LAYOUT_TEST_UNIT_ALGEBRA_RANDOMMAPS_H

#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/SmallVector.h"
#include <random>
#include <vector>

namespace randommaps {

struct Sample {
  mlir::SmallVector<int64_t> shape;
  mlir::AffineMap map;
};

class Generator {
public:
  Generator(mlir::MLIRContext *context, unsigned seed)
      : context(context), random(seed) {}

  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }

  /// A box of rank 1 to 4 with at most 4096 points, unit dims among them.
  mlir::SmallVector<int64_t> box() {
    mlir::SmallVector<int64_t> shape;
    int64_t left = pick(1, 12) == 1 ? 4096 : 512;
    for (int64_t rank = pick(1, 4); rank > 0; --rank) {
      static constexpr int64_t sizes[] = {1, 2,  3,  4,  5,  6,  8,
                                          9, 12, 16, 18, 24, 32, 48};
      int64_t size;
      do
        size = sizes[pick(0, std::size(sizes) - 1)];
      while (size > left);
      shape.push_back(size);
      left /= size;
    }
    return shape;
  }

  /// The digits of all dims, dealt out at random. One map in four loses a digit
  /// (not injective) or repeats one (not onto).
  Sample digitMap() { return digitMap(box()); }

  Sample digitMap(mlir::ArrayRef<int64_t> shape) {
    std::vector<Piece> pieces;
    for (auto [dim, size] : llvm::enumerate(shape))
      cut(dim, size, pieces);
    std::shuffle(pieces.begin(), pieces.end(), random);
    if (int64_t fault = pick(1, 8); !pieces.empty() && fault == 1)
      pieces.pop_back();
    else if (!pieces.empty() && fault == 2)
      pieces.push_back(pieces[pick(0, pieces.size() - 1)]);

    mlir::SmallVector<mlir::AffineExpr> results(pick(1, 6), constant(0));
    for (const Piece &piece : pieces) {
      // Appending a minor digit shifts what is there.
      mlir::AffineExpr &result = results[pick(0, results.size() - 1)];
      result = result * piece.extent + spell(piece, shape[piece.dim]);
    }
    return {mlir::SmallVector<int64_t>(shape),
            mlir::AffineMap::get(shape.size(), 0, results, context)};
  }

  /// Skews, reversals, offsets, clashing radices, overlapping digits, constants
  /// and whatever else a small grammar yields.
  Sample otherMap() { return otherMap(box()); }

  Sample otherMap(mlir::ArrayRef<int64_t> shape) {
    Sample sample = digitMap(shape);
    mlir::SmallVector<mlir::AffineExpr> results(sample.map.getResults());
    auto any = [&]() -> mlir::AffineExpr & {
      return results[pick(0, results.size() - 1)];
    };
    unsigned d = pick(0, shape.size() - 1), e = pick(0, shape.size() - 1);
    int64_t size = shape[d];
    switch (pick(0, 8)) {
    case 0: // reversal
      any() = size - 1 - dim(d);
      break;
    case 1: // offset
      any() = any() + pick(-1, 3);
      break;
    case 2: // skew, of the dim's own period or of another
      any() = (dim(d) + dim(e) * pick(1, 3)) % (size + pick(0, 1));
      break;
    case 3: // clashing radices
      results = {dim(d).floorDiv(pick(2, 3)), dim(d) % pick(2, 3)};
      break;
    case 4: // overlapping digits, as in the Chinese remainder theorem
      results = {dim(d) % pick(2, 5), dim(d) % pick(2, 7)};
      break;
    case 5:
      any() = constant(pick(0, 2));
      break;
    case 6: // a rotation within tiles
      any() = (dim(d) + pick(1, 5)) % size;
      break;
    case 7: // multiplication by a number prime to the period, or not
      any() = (dim(d) * pick(2, 5)) % std::max<int64_t>(size, 2);
      break;
    default:
      for (mlir::AffineExpr &result : results)
        result = expression(3, shape.size());
    }
    sample.map = mlir::AffineMap::get(shape.size(), 0, results, context);
    return sample;
  }

private:
  struct Piece {
    unsigned dim;
    int64_t stride, extent;
  };

  mlir::AffineExpr dim(unsigned i) { return getAffineDimExpr(i, context); }
  mlir::AffineExpr constant(int64_t x) {
    return getAffineConstantExpr(x, context);
  }

  /// A random mixed-radix system for a dim.
  void cut(unsigned dim, int64_t size, std::vector<Piece> &pieces) {
    for (int64_t stride = 1; stride < size;) {
      mlir::SmallVector<int64_t> radices;
      for (int64_t radix = 2; radix <= size / stride; ++radix)
        if (size / stride % radix == 0)
          radices.push_back(radix);
      int64_t extent = radices[pick(0, radices.size() - 1)];
      pieces.push_back({dim, stride, extent});
      stride *= extent;
    }
  }

  /// One of the ways to write a digit.
  mlir::AffineExpr spell(const Piece &piece, int64_t size) {
    mlir::AffineExpr expr = dim(piece.dim);
    bool outermost = piece.stride * piece.extent == size;
    if (outermost && pick(0, 3) != 0)
      return expr.floorDiv(piece.stride);
    if (pick(0, 1) == 0)
      return expr.floorDiv(piece.stride) % piece.extent;
    return (expr % (piece.stride * piece.extent)).floorDiv(piece.stride);
  }

  mlir::AffineExpr expression(unsigned depth, unsigned rank) {
    if (depth == 0 || pick(0, 3) == 0)
      return dim(pick(0, rank - 1));
    mlir::AffineExpr lhs = expression(depth - 1, rank);
    switch (pick(0, 4)) {
    case 0:
      return lhs + expression(depth - 1, rank);
    case 1:
      return lhs * pick(-2, 4);
    case 2:
      return lhs.floorDiv(pick(2, 4));
    case 3:
      return lhs.ceilDiv(pick(2, 4));
    default:
      return lhs % pick(2, 4);
    }
  }

  mlir::MLIRContext *context;
  std::mt19937 random;
};

} // namespace randommaps

#endif // LAYOUT_TEST_UNIT_ALGEBRA_RANDOMMAPS_H
