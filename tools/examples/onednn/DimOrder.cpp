//===- DimOrder.cpp - The logical dims of a tensor in memory --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimOrder.h"
#include "layout/Notation/OneDnnTag.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::layout;
using namespace onednn;

SmallVector<int64_t> DimOrder::getSizes() const {
  SmallVector<int64_t> sizes(rank, 1);
  for (auto [dim, extent] : llvm::zip_equal(dims, extents))
    sizes[dim] *= extent;
  return sizes;
}

DimOrder DimOrder::merge() const {
  DimOrder merged;
  merged.rank = rank;
  for (auto [dim, extent] : llvm::zip_equal(dims, extents)) {
    if (!merged.dims.empty() && merged.dims.back() == dim) {
      merged.extents.back() *= extent;
      continue;
    }
    merged.dims.push_back(dim);
    merged.extents.push_back(extent);
  }
  return merged;
}

bool DimOrder::isBlocked() const {
  SmallVector<unsigned> distinct = merge().dims;
  llvm::sort(distinct);
  return std::adjacent_find(distinct.begin(), distinct.end()) != distinct.end();
}

std::optional<std::string> DimOrder::getTag() const {
  DimOrder merged = merge();
  SmallVector<unsigned> order;
  SmallVector<OneDnnTag::Block> blocks;
  for (auto [dim, extent] : llvm::zip_equal(merged.dims, merged.extents)) {
    if (llvm::is_contained(order, dim)) {
      blocks.push_back({dim, extent});
      continue;
    }
    if (!blocks.empty())
      return std::nullopt;
    order.push_back(dim);
  }
  // A dim of one element may be anywhere.
  for (unsigned dim : llvm::seq(rank))
    if (!llvm::is_contained(order, dim))
      order.insert(llvm::find_if(order, [&](unsigned o) { return o > dim; }),
                   dim);
  return OneDnnTag(order, blocks).str();
}

std::string DimOrder::getFormat() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(getSizes(), os, "x");
  os << ':' << *getTag();
  return text;
}

/// Example: from an image (0, 1, 2, 3) with 64 channels to (0, 1, 2, 3, 1), the
/// map is
///
///   (d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)
std::pair<IndexMap, DimOrder> DimOrder::split(ArrayRef<unsigned> target,
                                              int64_t block,
                                              MLIRContext *context) const {
  DimOrder result;
  result.rank = rank;
  SmallVector<AffineExpr> exprs;
  for (unsigned dim : target) {
    const auto *found = llvm::find(dims, dim);
    if (found == dims.end())
      continue;
    unsigned position = found - dims.begin();
    AffineExpr expr = getAffineDimExpr(position, context);
    int64_t extent = extents[position];
    if (llvm::count(target, dim) == 2) {
      bool isInner = llvm::is_contained(result.dims, dim);
      expr = isInner ? expr % block : expr.floorDiv(block);
      extent = isInner ? block : extent / block;
    }
    exprs.push_back(expr);
    result.dims.push_back(dim);
    result.extents.push_back(extent);
  }
  return {IndexMap(AffineMap::get(dims.size(), 0, exprs, context)), result};
}

FailureOr<std::pair<IndexMap, DimOrder>>
DimOrder::getMapTo(ArrayRef<unsigned> target, int64_t block,
                   MLIRContext *context) const {
  if (!isBlocked())
    return split(target, block, context);
  DimOrder whole;
  whole.rank = rank;
  for (auto [dim, size] : llvm::enumerate(getSizes()))
    if (llvm::is_contained(dims, dim)) {
      whole.dims.push_back(dim);
      whole.extents.push_back(size);
    }
  auto [toHere, here] = whole.split(dims, block, context);
  std::optional<IndexMap> fromHere = toHere.inverse(whole.extents);
  if (here.dims != dims || here.extents != extents || !fromHere)
    return failure();
  auto [toTarget, result] = whole.split(target, block, context);
  return std::pair(toTarget.compose(*fromHere, extents), result);
}
