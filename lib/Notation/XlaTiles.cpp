//===- XlaTiles.cpp - From a layout to XLA's tiles ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile splits the minor parts off some dims and puts them behind all others,
// in order. Undone, the last parts in memory go back to where they were split
// off; the order of the dims that remains in the end is the permutation.
//
//===----------------------------------------------------------------------===//

#include "BlockedForm.h"
#include "Cursor.h"
#include "DimRuns.h"
#include "MakeError.h"
#include "layout/Notation/XlaLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::layout;

/// The parts that memory holds without their last `count`, which one tile has
/// split off; nothing if no single tile does that.
static std::optional<MixedRadix> undoTile(ArrayRef<Digit> parts, size_t count) {
  MixedRadix rest(parts.drop_back(count));
  Digit *next = rest.begin();
  for (const Digit &part : parts.take_back(count)) {
    Digit *whole = std::find_if(next, rest.end(), [&](const Digit &outer) {
      return outer.dim == part.dim && outer.stride == part.stride * part.extent;
    });
    if (whole == rest.end())
      return std::nullopt;
    *whole = {part.dim, part.stride, whole->extent * part.extent};
    next = whole + 1;
  }
  return rest;
}

/// What the blocks behind `outer` parts are made of by the least number of
/// tiles: the parts that each tile splits off. Where there is a choice, later
/// tiles split off less. `outer` becomes the dims in front of all tiles.
static SmallVector<MixedRadix> getSplits(MixedRadix &outer,
                                         ArrayRef<Digit> blocks) {
  // stages[i] is memory in front of the tile that makes blocks[i].
  SmallVector<MixedRadix> stages(blocks.size() + 1, outer);
  llvm::append_range(stages.back(), blocks);
  for (size_t i = blocks.size(); i-- > 0;)
    stages[i] = *undoTile(stages[i + 1], 1);

  // The least number of tiles up to each stage, and the stage before the last.
  SmallVector<size_t> numTiles(stages.size(), 0), previous(stages.size(), 0);
  for (size_t i = 1; i < stages.size(); ++i) {
    numTiles[i] = SIZE_MAX;
    for (size_t from = i; from-- > 0;)
      if (numTiles[from] + 1 < numTiles[i] && undoTile(stages[i], i - from)) {
        numTiles[i] = numTiles[from] + 1;
        previous[i] = from;
      }
  }
  SmallVector<MixedRadix> splits;
  for (size_t i = blocks.size(); i > 0; i = previous[i])
    splits.emplace_back(ArrayRef(stages[i]).take_back(i - previous[i]));
  std::reverse(splits.begin(), splits.end());
  outer = stages.front();
  return splits;
}

namespace {
/// A physical dim in front of a tile, of one or several dims that the tile has
/// to combine.
struct TiledDim {
  Digit part;
  size_t numDims;
};
} // namespace

/// The tile that splits the given parts off, which becomes part of `dims`.
static XlaLayout::Tile writeTile(SmallVectorImpl<TiledDim> &dims,
                                 ArrayRef<Digit> split) {
  XlaLayout::Tile tile;
  SmallVector<TiledDim> places;
  for (TiledDim &dim : dims) {
    const Digit *part = llvm::find_if(split, [&](const Digit &part) {
      return part.dim == dim.part.dim && part.stride == dim.part.stride &&
             dim.part.extent != 1;
    });
    int64_t size = part == split.end() ? 1 : part->extent;
    if (size == 1 && tile.empty())
      continue; // A more major dim than any that is split.
    tile.append(dim.numDims - 1, XlaLayout::kCombined);
    tile.push_back(size);
    places.push_back({{dim.part.dim, dim.part.stride, size}, 1});
    dim = {{dim.part.dim, dim.part.stride * size, dim.part.extent / size}, 1};
  }
  llvm::append_range(dims, places);
  return tile;
}

static XlaLayout write(const BlockedForm &form, ArrayRef<DimRun> runs) {
  // Tiles that are longer than the tensor's rank make fillers of dims of extent
  // 1 in front.
  MixedRadix outer;
  auto addOuter = [&](unsigned dim) {
    int64_t block = form.getBlock(dim);
    outer.push_back({dim, block, form.paddedShape[dim] / block});
  };
  for (unsigned dim = form.getRank(); dim < form.paddedShape.size(); ++dim)
    addOuter(dim);
  llvm::for_each(form.order, addOuter);
  SmallVector<MixedRadix> splits = getSplits(outer, form.blocks);

  SmallVector<TiledDim> dims;
  for (const Digit &part : outer)
    dims.push_back({part, part.dim < runs.size() ? runs[part.dim].size() : 1});
  SmallVector<XlaLayout::Tile> tiles;
  for (const MixedRadix &split : splits)
    tiles.push_back(writeTile(dims, split));
  SmallVector<int64_t> minorToMajor;
  for (unsigned run : llvm::reverse(form.order))
    llvm::append_range(minorToMajor, llvm::reverse(runs[run]));
  return XlaLayout(minorToMajor, tiles);
}

static llvm::Expected<XlaLayout> getXlaLayout(const PhysicalLayout &layout) {
  if (!layout.getMap().getSeparators().empty())
    return makeError("requires a map without axis separators");
  ArrayRef<int64_t> shape = layout.getShape();
  if (layout.getNumPositions() == 0)
    return XlaLayout(
        llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, shape.size()))),
        {});
  llvm::Expected<BlockedForm> form =
      BlockedForm::get(layout.getMap(), shape, layout.getBox());
  if (form) {
    SmallVector<DimRun> single;
    for (unsigned dim = 0; dim < shape.size(); ++dim)
      single.push_back({dim});
    return write(*form, single);
  }
  if (std::optional<DimRunMap> runs =
          readDimRuns(layout.getMap().getAffineMap(), shape)) {
    llvm::Expected<BlockedForm> onRuns =
        BlockedForm::get(runs->map, runs->shape, layout.getBox());
    if (onRuns) {
      llvm::consumeError(form.takeError());
      return write(*onRuns, runs->runs);
    }
    llvm::consumeError(onRuns.takeError());
  }
  return form.takeError();
}

llvm::Expected<XlaLayout> XlaLayout::get(const PhysicalLayout &layout) {
  llvm::Expected<XlaLayout> result = getXlaLayout(layout);
  if (!result)
    return makeError("an XLA layout {0}", llvm::toString(result.takeError()));
  for (const Tile &tile : result->getTiles())
    for (int64_t size : tile)
      if (size > Cursor::kMaxSize)
        return makeError("an XLA layout requires tile sizes of at most {0}, "
                         "found {1}",
                         Cursor::kMaxSize, size);
  return result;
}
