//===- Relations.cpp - Split, fuse, reorder -------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/Relations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::operator==(const Split &lhs, const Split &rhs) {
  return lhs.dim == rhs.dim && lhs.factor == rhs.factor;
}

bool layout::operator==(const Fuse &lhs, const Fuse &rhs) {
  return lhs.dim == rhs.dim && lhs.count == rhs.count;
}

bool layout::operator==(const Reorder &lhs, const Reorder &rhs) {
  return lhs.permutation == rhs.permutation;
}

//===----------------------------------------------------------------------===//
// From steps to expressions
//===----------------------------------------------------------------------===//

namespace {
struct Axis {
  AffineExpr index;
  int64_t extent;
};
using Axes = SmallVector<Axis>;
} // namespace

static llvm::Error apply(const Split &split, Axes &axes) {
  if (split.dim >= axes.size())
    return llvm::createStringError(
        "split requires one of %zu dims, found dim %u", axes.size(), split.dim);
  if (split.factor < 1)
    return llvm::createStringError(
        "split requires a factor of at least 1, found %lld",
        static_cast<long long>(split.factor));
  auto [index, extent] = axes[split.dim];
  int64_t outer = ShapedType::isDynamic(extent)
                      ? extent
                      : llvm::divideCeilSigned(extent, split.factor);
  axes[split.dim] = {index.floorDiv(split.factor), outer};
  axes.insert(axes.begin() + split.dim + 1,
              {index % split.factor, split.factor});
  return llvm::Error::success();
}

static llvm::Error apply(const Fuse &fuse, Axes &axes) {
  if (fuse.count < 1 || fuse.dim >= axes.size() ||
      fuse.count > axes.size() - fuse.dim)
    return llvm::createStringError(
        "fuse requires dims among %zu, found %u from dim %u on", axes.size(),
        fuse.count, fuse.dim);
  Axis fused = axes[fuse.dim];
  for (const Axis &axis : ArrayRef(axes).slice(fuse.dim + 1, fuse.count - 1)) {
    if (ShapedType::isDynamic(axis.extent))
      return llvm::createStringError(
          "fuse requires static extents behind its first dim, found a dynamic "
          "one");
    if (!ShapedType::isDynamic(fused.extent)) {
      std::optional<int64_t> product =
          llvm::checkedMul(fused.extent, axis.extent);
      if (!product)
        return llvm::createStringError(
            "fuse requires extents whose product fits 63 bits");
      fused.extent = *product;
    }
    fused.index = fused.index * axis.extent + axis.index;
  }
  axes.erase(axes.begin() + fuse.dim + 1, axes.begin() + fuse.dim + fuse.count);
  axes[fuse.dim] = fused;
  return llvm::Error::success();
}

static llvm::Error apply(const Reorder &reorder, Axes &axes) {
  SmallVector<unsigned> sorted(reorder.permutation);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<unsigned>(0, axes.size())))
    return llvm::createStringError("reorder requires a permutation of %zu dims",
                                   axes.size());
  axes = llvm::map_to_vector(reorder.permutation,
                             [&](unsigned dim) { return axes[dim]; });
  return llvm::Error::success();
}

llvm::Expected<IndexMap> layout::getIndexMap(ArrayRef<Relation> steps,
                                             ArrayRef<int64_t> shape,
                                             MLIRContext *context) {
  Axes axes;
  for (auto [dim, extent] : llvm::enumerate(shape))
    axes.push_back({getAffineDimExpr(dim, context), extent});
  for (const Relation &step : steps)
    if (llvm::Error error =
            std::visit([&](const auto &s) { return apply(s, axes); }, step))
      return error;
  auto results =
      llvm::map_to_vector(axes, [](const Axis &axis) { return axis.index; });
  return IndexMap(AffineMap::get(shape.size(), 0, results, context));
}

//===----------------------------------------------------------------------===//
// From expressions to steps
//===----------------------------------------------------------------------===//

namespace {
/// A list of pieces, one per digit, that splits cut and fuses put together.
class Pieces {
public:
  Pieces(const MixedRadixMap &digits, ArrayRef<int64_t> shape);

  /// The piece that is this digit.
  unsigned find(const Digit &digit) const {
    return llvm::find(pieces, digit) - pieces.begin();
  }
  /// A piece of extent 1 that is not used yet, cut off another if need be.
  std::optional<unsigned> takeUnit();
  size_t size() const { return pieces.size(); }

  SmallVector<Relation> splits;

private:
  SmallVector<Digit> pieces;
  SmallVector<unsigned> units;
};
} // namespace

Pieces::Pieces(const MixedRadixMap &digits, ArrayRef<int64_t> shape) {
  for (auto [dim, size] : llvm::enumerate(shape)) {
    SmallVector<int64_t> strides;
    for (const MixedRadix &list : digits)
      for (const Digit &digit : list)
        if (digit.dim == dim)
          strides.push_back(digit.stride);
    llvm::sort(strides, std::greater<int64_t>());
    if (strides.empty()) {
      units.push_back(pieces.size());
      strides.push_back(1);
    }
    int64_t above = size;
    for (int64_t stride : strides) {
      if (stride != 1)
        splits.push_back(Split{static_cast<unsigned>(pieces.size()), stride});
      pieces.push_back({static_cast<unsigned>(dim), stride, above / stride});
      above = stride;
    }
  }
}

std::optional<unsigned> Pieces::takeUnit() {
  if (!units.empty()) {
    unsigned unit = units.front();
    units.erase(units.begin());
    return unit;
  }
  if (pieces.empty())
    return std::nullopt;
  // The last piece split by its extent is a unit and itself; if it is a unit
  // already, it may be taken.
  unsigned unit = pieces.size() - 1;
  Digit last = pieces.back();
  splits.push_back(Split{unit, last.extent});
  pieces.back() = {last.dim, last.stride * last.extent, 1};
  pieces.push_back(last);
  return last.extent == 1 ? unit + 1 : unit;
}

std::optional<SmallVector<Relation>>
layout::getRelations(const IndexMap &map, ArrayRef<int64_t> shape) {
  std::optional<MixedRadixMap> digits = map.getDigits(shape);
  if (!digits || digits->empty() || !getNumPoints(shape) ||
      getNumPoints(shape) == 0 || !isExactCover(*digits, shape))
    return std::nullopt;
  Pieces pieces(*digits, shape);
  SmallVector<SmallVector<unsigned>> parts;
  for (const MixedRadix &list : *digits)
    if (list.empty()) {
      std::optional<unsigned> unit = pieces.takeUnit();
      if (!unit)
        return std::nullopt;
      parts.push_back({*unit});
    } else {
      parts.emplace_back();
    }
  // Only now do the pieces keep their places.
  for (auto [part, list] : llvm::zip_equal(parts, *digits))
    for (const Digit &digit : list)
      part.push_back(pieces.find(digit));

  SmallVector<unsigned> order;
  for (const SmallVector<unsigned> &part : parts)
    llvm::append_range(order, part);
  // Units that no physical dim stands for go to the last one.
  for (unsigned piece = 0; piece < pieces.size(); ++piece)
    if (!llvm::is_contained(order, piece)) {
      order.push_back(piece);
      parts.back().push_back(piece);
    }
  SmallVector<Relation> steps = std::move(pieces.splits);
  if (!llvm::is_sorted(order))
    steps.push_back(Reorder{order});
  for (auto [dim, part] : llvm::enumerate(parts))
    if (part.size() > 1)
      steps.push_back(
          Fuse{static_cast<unsigned>(dim), static_cast<unsigned>(part.size())});
  return steps;
}
