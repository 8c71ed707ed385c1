//===- XlaLayout.cpp - Minor-to-major orders and tiles of XLA -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XlaLayout.h"
#include "NormalForms.h"
#include "Parsing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// A dim, with the offset in the text at which it is written.
struct PlacedDim {
  int64_t dim;
  size_t offset;
};
} // namespace

/// `3,1,2,0`
static llvm::Error takeDims(Cursor &cursor, SmallVectorImpl<PlacedDim> &dims) {
  do {
    size_t offset = cursor.getOffset();
    StringRef digits = cursor.getRest().take_while(llvm::isDigit);
    uint32_t dim;
    if (digits.getAsInteger(10, dim))
      return cursor.expected("the number of a dim");
    cursor.takeWhile(llvm::isDigit);
    dims.push_back({dim, offset});
  } while (cursor.consume(","));
  return llvm::Error::success();
}

/// Checks that the dims are a permutation of 0 to rank - 1.
static llvm::Error verifyDims(const Cursor &cursor, ArrayRef<PlacedDim> dims) {
  SmallVector<bool> isSeen(dims.size(), false);
  for (auto [dim, offset] : dims) {
    if (dim >= static_cast<int64_t>(dims.size()))
      return cursor.error(offset, "dims from 0 to " +
                                      llvm::Twine(dims.size() - 1) +
                                      ", found " + llvm::Twine(dim));
    if (isSeen[dim])
      return cursor.error(offset, "each dim once, found " + llvm::Twine(dim) +
                                      " again");
    isSeen[dim] = true;
  }
  return llvm::Error::success();
}

/// `(*,8,128)`
static llvm::Expected<XlaLayout::Tile> takeTile(Cursor &cursor) {
  if (!cursor.consume("("))
    return cursor.expected("a tile in parentheses");
  XlaLayout::Tile tile;
  do {
    if (cursor.consume("*")) {
      if (cursor.peek() != ',')
        return cursor.expected("',' and a more minor dim for '*' to be "
                               "combined with");
      tile.push_back(XlaLayout::kCombined);
      continue;
    }
    llvm::Expected<int64_t> size = cursor.takeSize("a tile size or '*'");
    if (!size)
      return size.takeError();
    tile.push_back(*size);
  } while (cursor.consume(","));
  if (!cursor.consume(")"))
    return cursor.expected("',' or ')' in a tile");
  return tile;
}

/// `:T(8,128)(2,1)`
static llvm::Error takeTiles(Cursor &cursor,
                             SmallVectorImpl<XlaLayout::Tile> &tiles) {
  if (!cursor.consume(":"))
    return llvm::Error::success();
  if (!cursor.consume("T"))
    return cursor.expected(
        "'T(' and tiles behind ':', other fields of HLO layouts "
        "not being supported");
  do {
    llvm::Expected<XlaLayout::Tile> tile = takeTile(cursor);
    if (!tile)
      return tile.takeError();
    tiles.push_back(std::move(*tile));
  } while (cursor.peek() == '(');
  return llvm::Error::success();
}

/// Reads the end of the text. HLO layouts may have further fields here, which
/// the error names.
static llvm::Error takeEnd(Cursor &cursor, bool hasTiles) {
  if (!cursor.consume("}")) {
    if (hasTiles)
      return cursor.expected(
          "'(' or '}' behind a tile, other fields of HLO layouts "
          "not being supported");
    return cursor.expected("',', ':' or '}' behind a dim");
  }
  if (!cursor.isAtEnd())
    return cursor.expected("the end behind '}'");
  return llvm::Error::success();
}

llvm::Expected<XlaLayout> XlaLayout::parse(StringRef text) {
  Cursor cursor(text);
  if (!cursor.consume("{"))
    return cursor.expected("'{' in front of the dims");
  SmallVector<PlacedDim> dims;
  if (cursor.peek() != '}' && cursor.peek() != ':')
    if (llvm::Error error = takeDims(cursor, dims))
      return error;
  SmallVector<Tile> tiles;
  if (llvm::Error error = takeTiles(cursor, tiles))
    return error;
  if (llvm::Error error = takeEnd(cursor, !tiles.empty()))
    return error;
  if (llvm::Error error = verifyDims(cursor, dims))
    return error;
  return XlaLayout(
      llvm::map_to_vector(dims, [](PlacedDim placed) { return placed.dim; }),
      tiles);
}

std::string XlaLayout::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '{';
  llvm::interleave(minorToMajor, os, ",");
  if (!tiles.empty())
    os << ":T";
  for (const Tile &tile : tiles) {
    os << '(';
    auto print = [&](int64_t size) {
      if (size == kCombined)
        os << '*';
      else
        os << size;
    };
    llvm::interleave(tile, os, print, ",");
    os << ')';
  }
  os << '}';
  return text;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

namespace {
/// One physical dim.
struct Axis {
  AffineExpr expr;
  int64_t extent;
};
using Axes = SmallVector<Axis>;
} // namespace

/// Returns whether the number of elements of the buffer fits 63 bits; an empty
/// dim counts as 1.
static bool hasPlaces(ArrayRef<Axis> axes) {
  int64_t places = 1;
  return llvm::none_of(axes, [&](const Axis &axis) {
    return llvm::MulOverflow(places, std::max<int64_t>(axis.extent, 1), places);
  });
}

static void applyTile(Axes &axes, ArrayRef<int64_t> tile,
                      MLIRContext *context) {
  AffineExpr zero = getAffineConstantExpr(0, context);
  if (tile.size() > axes.size())
    axes.insert(axes.begin(), tile.size() - axes.size(), Axis{zero, 1});
  Axes tiled(ArrayRef<Axis>(axes).take_back(tile.size())), places;
  axes.truncate(axes.size() - tile.size());
  Axis combined{zero, 1};
  for (auto [axis, size] : llvm::zip_equal(tiled, tile)) {
    combined = {combined.expr * axis.extent + axis.expr,
                combined.extent * axis.extent};
    if (size == XlaLayout::kCombined)
      continue;
    int64_t numTiles = llvm::divideCeil(combined.extent, size);
    axes.push_back({combined.expr.floorDiv(size), numTiles});
    places.push_back({combined.expr % size, size});
    combined = {zero, 1};
  }
  axes.append(places);
}

llvm::Expected<PhysicalLayout>
XlaLayout::getPhysicalLayout(ArrayRef<int64_t> shape,
                             MLIRContext *context) const {
  if (shape.size() != getRank())
    return makeError("requires a shape of {0} dims for '{1}', found {2}",
                     getRank(), str(), shape.size());
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return makeError("requires a static shape");

  Axes axes;
  for (int64_t dim : llvm::reverse(minorToMajor))
    axes.push_back({getAffineDimExpr(dim, context), shape[dim]});
  for (const Tile &tile : tiles) {
    if (!hasPlaces(axes))
      return makeError("requires a number of places that fits 63 bits, found "
                       "'{0}' of {1:$[x]}",
                       str(), llvm::make_range(shape.begin(), shape.end()));
    applyTile(axes, tile, context);
  }

  // Tiles of size 1 make dims of extent 1, which are dropped.
  llvm::erase_if(axes, [&](const Axis &axis) {
    return axis.extent == 1 && isa<AffineConstantExpr>(axis.expr);
  });
  auto results =
      llvm::map_to_vector(axes, [](const Axis &axis) { return axis.expr; });
  auto box =
      llvm::map_to_vector(axes, [](const Axis &axis) { return axis.extent; });
  return PhysicalLayout::get(
      IndexMap(AffineMap::get(getRank(), 0, results, context)), shape, box);
}

/// Returns the parts before the tile that split off the last `count` parts, or
/// nothing if no single tile can do that.
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

/// Returns, for the least number of tiles that make the blocks after the
/// `outer` parts, the parts that each tile splits off. Among equal numbers of
/// tiles, the later ones split off fewer parts. `outer` is replaced by the dims
/// before all tiles.
static SmallVector<MixedRadix> getSplits(MixedRadix &outer,
                                         ArrayRef<Digit> blocks) {
  // stages[i] holds the parts before the tile that makes blocks[i].
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
/// A physical dim before a tile: one dim, or several that the tile combines.
struct TiledDim {
  Digit part;
  size_t numDims;
};
} // namespace

/// Returns the tile that splits off the given parts, and adds them to `dims`.
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
  // A tile longer than the rank pads dims of extent 1 that are prepended to the
  // shape.
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
