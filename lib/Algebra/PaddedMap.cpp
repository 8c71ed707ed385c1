//===- PaddedMap.cpp - Injective maps as a pad and a bijection ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The map g is f without its constants. The pad in front is the index under g
// of the position of f's first element. The padded extents are multiples of the
// tile sizes of g.
//
//===----------------------------------------------------------------------===//

#include "PaddedMap.h"
#include "Inversion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

/// Returns the expression without the constants that are added in it.
static AffineExpr dropOffsets(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr lhs = dropOffsets(binary.getLHS());
  if (binary.getKind() == AffineExprKind::Add &&
      isa<AffineConstantExpr>(binary.getRHS()))
    return lhs;
  return getAffineBinaryOpExpr(binary.getKind(), lhs,
                               dropOffsets(binary.getRHS()));
}

namespace {
/// weight * (dim floordiv stride)
struct Summand {
  unsigned dim;
  int64_t weight, stride;
};

/// The numbers of which the extents must be multiples for all tiles to be full.
class TileMultiples {
public:
  explicit TileMultiples(unsigned rank) : multiples(rank, 1) {}

  /// Adds the tiles of `expr`. Returns false if a tile boundary falls within a
  /// summand.
  bool add(AffineExpr expr) { return walk(expr).has_value(); }
  int64_t get(unsigned dim) const { return multiples[dim]; }

private:
  std::optional<SmallVector<Summand>> walk(AffineExpr expr);
  bool divide(Summand &part, int64_t divisor, bool isRemainder);
  bool require(unsigned dim, int64_t multiple);

  SmallVector<int64_t> multiples;
};
} // namespace

bool TileMultiples::require(unsigned dim, int64_t multiple) {
  int64_t &known = multiples[dim];
  std::optional<int64_t> common =
      llvm::checkedMul(known / std::gcd(known, multiple), multiple);
  if (common)
    known = *common;
  return common.has_value();
}

/// Replaces `part` by `part floordiv divisor` or `part mod divisor`. The weight
/// 0 marks a remainder that vanishes.
bool TileMultiples::divide(Summand &part, int64_t divisor, bool isRemainder) {
  if (part.weight % divisor == 0) {
    part.weight = isRemainder ? 0 : part.weight / divisor;
    return true;
  }
  if (divisor % part.weight != 0)
    return false;
  std::optional<int64_t> stride =
      llvm::checkedMul(part.stride, divisor / part.weight);
  if (!stride || !require(part.dim, *stride))
    return false;
  if (!isRemainder)
    part = {part.dim, 1, *stride};
  return true;
}

std::optional<SmallVector<Summand>> TileMultiples::walk(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return SmallVector<Summand>{{dim.getPosition(), 1, 1}};
  if (isa<AffineConstantExpr>(expr))
    return SmallVector<Summand>();
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<SmallVector<Summand>> parts = walk(binary.getLHS());
  if (!parts)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add) {
    std::optional<SmallVector<Summand>> others = walk(binary.getRHS());
    if (!others)
      return std::nullopt;
    llvm::append_range(*parts, *others);
    return parts;
  }
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant || constant.getValue() < 1)
    return std::nullopt;
  int64_t value = constant.getValue();
  for (Summand &part : *parts) {
    if (binary.getKind() == AffineExprKind::Mul) {
      std::optional<int64_t> weight = llvm::checkedMul(part.weight, value);
      if (!weight)
        return std::nullopt;
      part.weight = *weight;
    } else if (binary.getKind() == AffineExprKind::CeilDiv ||
               !divide(part, value, binary.getKind() == AffineExprKind::Mod)) {
      return std::nullopt;
    }
  }
  llvm::erase_if(*parts, [](const Summand &part) { return part.weight == 0; });
  return parts;
}

std::optional<SmallVector<int64_t>>
layout::getFullTileShape(AffineMap map, ArrayRef<int64_t> shape) {
  TileMultiples multiples(shape.size());
  if (!llvm::all_of(map.getResults(),
                    [&](AffineExpr result) { return multiples.add(result); }))
    return std::nullopt;
  SmallVector<int64_t> full;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (ShapedType::isDynamic(size) || size > INT64_MAX - multiples.get(dim))
      return std::nullopt;
    full.push_back(llvm::alignTo(size, multiples.get(dim)));
  }
  return full;
}

/// Returns the index under g of the position of f's first element. The extents
/// of g are not known yet, so an upper estimate is used.
static std::optional<SmallVector<int64_t>>
findOrigin(AffineMap g, ArrayRef<int64_t> first, ArrayRef<int64_t> shape,
           const TileMultiples &multiples) {
  if (llvm::all_of(first, [](int64_t i) { return i == 0; }))
    return SmallVector<int64_t>(shape.size(), 0);
  // One more tile than the elements need allows for any offset within a tile.
  SmallVector<int64_t> estimate;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    std::optional<int64_t> sum =
        llvm::checkedMulAdd<int64_t>(multiples.get(dim), 2, size);
    if (!sum)
      return std::nullopt;
    estimate.push_back(*sum / multiples.get(dim) * multiples.get(dim));
  }
  std::optional<AffineMap> back = solveForIndex(g, estimate);
  if (!back)
    return std::nullopt;
  return llvm::map_to_vector(back->getResults(), [&](AffineExpr expr) {
    return evaluate(expr, first);
  });
}

std::optional<PaddedMap> layout::getPaddedMap(const IndexMap &map,
                                              ArrayRef<int64_t> shape) {
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return std::nullopt;
  SmallVector<int64_t> zeros(shape.size(), 0);
  if (isProved(map.isBijective(shape)))
    return PaddedMap{zeros, zeros, llvm::to_vector(shape), map};

  AffineMap f = map.getAffineMap();
  auto bare = llvm::map_to_vector(f.getResults(), dropOffsets);
  IndexMap g(AffineMap::get(shape.size(), 0, bare, map.getContext()),
             map.getSeparators());
  TileMultiples multiples(shape.size());
  if (!llvm::all_of(bare, [&](AffineExpr e) { return multiples.add(e); }))
    return std::nullopt;
  std::optional<SmallVector<int64_t>> low =
      findOrigin(g.getAffineMap(), map.forward(zeros), shape, multiples);
  if (!low)
    return std::nullopt;

  PaddedMap result{*low, {}, {}, g};
  SmallVector<AffineExpr> shifted;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    int64_t first = (*low)[dim];
    std::optional<int64_t> end = llvm::checkedAdd(first, size);
    if (first < 0 || !end || *end > INT64_MAX - multiples.get(dim))
      return std::nullopt;
    int64_t padded = llvm::alignTo(*end, multiples.get(dim));
    result.shape.push_back(padded);
    result.high.push_back(padded - *end);
    shifted.push_back(getAffineDimExpr(dim, map.getContext()) + first);
  }
  // The steps were derived from the structure of f; prove that they equal f.
  IndexMap shift(AffineMap::get(shape.size(), 0, shifted, map.getContext()));
  AffineMap steps = g.compose(shift).getAffineMap();
  if (!isProved(g.isBijective(result.shape)) ||
      !isProved(proveEqual(f, steps, shape)) ||
      map.getPhysicalShape(shape) != g.getPhysicalShape(result.shape))
    return std::nullopt;
  return result;
}
