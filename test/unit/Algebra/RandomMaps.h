//===- RandomMaps.h - Random index maps, for tests --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
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

  /// Returns a box of rank 1 to 4 with at most 4096 points, some of whose
  /// extents are 1.
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

  /// Returns a box of rank 1 to 4 whose extents have up to 12 bits. Most such
  /// boxes are too large for enumeration.
  mlir::SmallVector<int64_t> anyBox() {
    mlir::SmallVector<int64_t> shape;
    for (int64_t rank = pick(1, 4); rank > 0; --rank)
      shape.push_back(pick(1, int64_t(1) << pick(0, 12)));
    return shape;
  }

  /// Returns a map that distributes the digits of all dims at random. One map
  /// in four drops a digit (not injective) or repeats one (not surjective).
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
      // A less significant digit scales the digits before it.
      mlir::AffineExpr &result = results[pick(0, results.size() - 1)];
      result = result * piece.extent + spell(piece, shape[piece.dim]);
    }
    return {mlir::SmallVector<int64_t>(shape),
            mlir::AffineMap::get(shape.size(), 0, results, context)};
  }

  /// Returns a skew, a reversal, an offset, a map with radices without common
  /// refinement, overlapping digits or constants, or a random expression.
  Sample otherMap() { return otherMap(box()); }

  Sample otherMap(mlir::ArrayRef<int64_t> shape) {
    Sample sample = digitMap(shape);
    mlir::SmallVector<mlir::AffineExpr> results(sample.map.getResults());
    auto any = [&]() -> mlir::AffineExpr & {
      return results[pick(0, results.size() - 1)];
    };
    unsigned d = pick(0, shape.size() - 1), e = pick(0, shape.size() - 1);
    int64_t size = shape[d];
    switch (pick(0, 9)) {
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
    case 8:
      results = reshapes(shape);
      break;
    default:
      for (mlir::AffineExpr &result : results)
        result = expression(3, shape.size());
    }
    sample.map = mlir::AffineMap::get(shape.size(), 0, results, context);
    return sample;
  }

  /// Returns an equal map in which a dim is written as quotient and remainder.
  mlir::AffineMap respell(mlir::AffineMap map) {
    unsigned d = pick(0, map.getNumDims() - 1);
    int64_t tile = pick(2, 8);
    mlir::AffineExpr spelled = dim(d).floorDiv(tile) * tile + dim(d) % tile;
    auto results =
        llvm::map_to_vector(map.getResults(), [&](mlir::AffineExpr expr) {
          return expr.replace(dim(d), spelled);
        });
    return mlir::AffineMap::get(map.getNumDims(), 0, results, context);
  }

  /// Returns the map with a small change in one result.
  Sample change(const Sample &sample) {
    mlir::SmallVector<mlir::AffineExpr> results(sample.map.getResults());
    mlir::AffineExpr &result = results[pick(0, results.size() - 1)];
    unsigned d = pick(0, sample.shape.size() - 1);
    // The change affects the last index of a dim only, or every other tile.
    if (pick(0, 1) == 0)
      result = result + (dim(d) + 1).floorDiv(sample.shape[d]);
    else
      result = result + dim(d).floorDiv(pick(2, 5)) % 2;
    return {sample.shape,
            mlir::AffineMap::get(sample.shape.size(), 0, results, context)};
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

  /// Returns a random mixed radix system for a dim.
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

  /// Returns one of several ways to write a digit.
  mlir::AffineExpr spell(const Piece &piece, int64_t size) {
    mlir::AffineExpr expr = dim(piece.dim);
    bool outermost = piece.stride * piece.extent == size;
    if (outermost && pick(0, 3) != 0)
      return expr.floorDiv(piece.stride);
    if (pick(0, 1) == 0)
      return expr.floorDiv(piece.stride) % piece.extent;
    return (expr % (piece.stride * piece.extent)).floorDiv(piece.stride);
  }

  /// Returns a chain of transposes and reshapes to matrices.
  mlir::SmallVector<mlir::AffineExpr> reshapes(mlir::ArrayRef<int64_t> shape) {
    mlir::SmallVector<unsigned> order;
    int64_t total = 1;
    for (auto [d, size] : llvm::enumerate(shape)) {
      order.push_back(d);
      total *= size;
    }
    std::shuffle(order.begin(), order.end(), random);
    mlir::AffineExpr position = constant(0);
    for (unsigned d : order)
      position = position * shape[d] + dim(d);
    for (int64_t rounds = pick(0, 2); rounds > 0; --rounds) {
      int64_t width = divisorOf(total);
      position = position % width * (total / width) + position.floorDiv(width);
    }
    int64_t width = divisorOf(total);
    return {position.floorDiv(width), position % width};
  }

  int64_t divisorOf(int64_t number) {
    int64_t divisor = 1;
    for (int64_t factor = 2; factor <= number; ++factor)
      for (; number % factor == 0; number /= factor)
        divisor *= pick(0, 1) ? factor : 1;
    return divisor;
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
