//===- MoveTile.cpp - Transposing in vector registers ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveTile.h"
#include "StorageUnits.h"
#include "layout/Targets/Machine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

static Value addConstant(OpBuilder &builder, Location loc, Value index,
                         int64_t constant) {
  if (constant == 0)
    return index;
  Value offset = arith::ConstantIndexOp::create(builder, loc, constant);
  return builder.createOrFold<arith::AddIOp>(loc, index, offset);
}

static Type getElementType(const TileAccess &access) {
  return cast<MemRefType>(access.buffer.getType()).getElementType();
}

/// Loads `size` elements that begin `offset` elements behind the first one.
static Value load(OpBuilder &builder, Location loc, const TileAccess &from,
                  int64_t offset, int64_t size) {
  auto type = VectorType::get({size}, getElementType(from));
  Value index = addConstant(builder, loc, from.index, offset);
  return vector::LoadOp::create(builder, loc, type, from.buffer, index);
}

static void store(OpBuilder &builder, Location loc, Value vector,
                  const TileAccess &to, int64_t offset) {
  Value index = addConstant(builder, loc, to.index, offset);
  vector::StoreOp::create(builder, loc, vector, to.buffer, index);
}

namespace {
class TileMover {
public:
  TileMover(OpBuilder &builder, Location loc, const TileAccess &from,
            const TileAccess &to, const TileShape &shape, int64_t vectorBytes)
      : builder(builder), loc(loc), from(from), to(to), shape(shape),
        element(getElementType(from)) {
    int64_t groupBytes = shape.group * *getStorageBytes(element);
    // How many groups a lane has, and vectors that are interleaved.
    numGroups = Machine::kLaneBytes % groupBytes == 0
                    ? Machine::kLaneBytes / groupBytes
                    : 1;
    int64_t mostLanes = vectorBytes / (groupBytes * numGroups);
    canJoin = numGroups > 1 || (mostLanes > 1 && vectorBytes % groupBytes == 0);
    numLanes = 1;
    while (canJoin && numLanes * numGroups < shape.numRows &&
           2 * numLanes <= mostLanes)
      numLanes *= 2;
    laneSize = numGroups * shape.group;
  }

  /// Whether groups are parts of lanes, or lanes.
  bool hasLanes() const { return canJoin; }

  void run() {
    int64_t rows = numLanes * numGroups;
    int64_t columns = std::min(numGroups, shape.numColumns);
    for (int64_t row : getStarts(shape.numRows, rows))
      for (int64_t column : getStarts(shape.numColumns, columns))
        move(row, std::min(rows, shape.numRows), column, columns);
  }

private:
  /// The starts of parts of `size` that cover `extent`; the last two overlap if
  /// `size` does not divide that.
  static SmallVector<int64_t> getStarts(int64_t extent, int64_t size) {
    SmallVector<int64_t> starts;
    for (int64_t start = 0; start < extent; start += size)
      starts.push_back(std::max<int64_t>(0, std::min(start, extent - size)));
    return starts;
  }

  void move(int64_t row, int64_t numRows, int64_t column, int64_t numColumns) {
    SmallVector<Value> vectors;
    for (int64_t first : llvm::seq(numGroups))
      vectors.push_back(loadLanes(row, first, numRows, column, numColumns));
    for (int64_t distance = 1; distance < numGroups; distance *= 2)
      vectors = interleave(vectors);
    for (int64_t i : llvm::seq(numColumns))
      store(builder, loc, take(vectors[i], numRows * shape.group), to,
            (column + i) * to.distance + row * shape.group);
  }

  /// Parts of the rows `first`, `first + numGroups`, and so on, each in a lane.
  Value loadLanes(int64_t row, int64_t first, int64_t numRows, int64_t column,
                  int64_t numColumns) {
    Value lanes;
    for (int64_t lane : llvm::seq(numLanes)) {
      int64_t index = lane * numGroups + first;
      if (index >= numRows)
        break;
      Value part = load(builder, loc, from,
                        (row + index) * from.distance + column * shape.group,
                        numColumns * shape.group);
      lanes = lanes ? insertLane(lanes, part, lane) : widen(part);
    }
    if (lanes)
      return lanes;
    auto type = VectorType::get({numLanes * laneSize}, element);
    return ub::PoisonOp::create(builder, loc, type);
  }

  Value shuffle(Value a, Value b, ArrayRef<int64_t> mask) {
    return vector::ShuffleOp::create(builder, loc, a, b, mask);
  }

  static int64_t getSize(Value vector) {
    return cast<VectorType>(vector.getType()).getDimSize(0);
  }

  /// A vector of all lanes that begins with `part`.
  Value widen(Value part) {
    SmallVector<int64_t> mask(numLanes * laneSize,
                              vector::ShuffleOp::kPoisonIndex);
    if (int64_t(mask.size()) == getSize(part))
      return part;
    std::iota(mask.begin(), mask.begin() + getSize(part), 0);
    return shuffle(part, part, mask);
  }

  Value insertLane(Value lanes, Value part, int64_t lane) {
    SmallVector<int64_t> mask = llvm::to_vector(llvm::seq(getSize(lanes)));
    std::iota(mask.begin() + lane * laneSize,
              mask.begin() + lane * laneSize + getSize(part), getSize(lanes));
    return shuffle(lanes, widen(part), mask);
  }

  /// The first `size` elements.
  Value take(Value vector, int64_t size) {
    if (size == getSize(vector))
      return vector;
    return shuffle(vector, vector, llvm::to_vector(llvm::seq(size)));
  }

  /// Interleaves the groups of each lane of vectors i and i + n/2: the first
  /// halves of the lanes to vector 2 i, the others to vector 2 i + 1.
  SmallVector<Value> interleave(ArrayRef<Value> vectors) {
    SmallVector<Value> results;
    size_t half = vectors.size() / 2;
    for (size_t i : llvm::seq(half))
      for (bool isHigh : {false, true})
        results.push_back(
            shuffle(vectors[i], vectors[i + half], getInterleaveMask(isHigh)));
    return results;
  }

  SmallVector<int64_t> getInterleaveMask(bool isHigh) const {
    SmallVector<int64_t> mask;
    int64_t size = numLanes * laneSize;
    for (int64_t lane : llvm::seq(numLanes))
      for (int64_t i : llvm::seq(numGroups / 2))
        for (bool isSecond : {false, true})
          for (int64_t j : llvm::seq(shape.group))
            mask.push_back((isSecond ? size : 0) + lane * laneSize +
                           (isHigh ? laneSize / 2 : 0) + i * shape.group + j);
    return mask;
  }

  OpBuilder &builder;
  Location loc;
  const TileAccess &from, &to;
  const TileShape &shape;
  Type element;
  /// The groups of a lane, the lanes of a vector, and the elements of a lane.
  int64_t numGroups, numLanes, laneSize;
  /// Whether several groups become one vector.
  bool canJoin;
};
} // namespace

namespace {
/// Elements that are adjacent in a buffer.
struct Piece {
  int64_t offset, size;
};

/// Moves tiles whose rows are no parts of vectors, such as three floats, by
/// shuffles of any elements. Rows that follow each other directly are one.
class SmallTileMover {
public:
  SmallTileMover(OpBuilder &builder, Location loc, const TileAccess &from,
                 const TileAccess &to, const TileShape &shape,
                 int64_t vectorBytes)
      : builder(builder), loc(loc), from(from), to(to), shape(shape),
        length(vectorBytes / *getStorageBytes(getElementType(from))) {}

  void run() {
    // Where each element of the source, counted along its rows, is loaded to.
    SmallVector<Value> vectors;
    SmallVector<std::pair<int64_t, int64_t>> places;
    for (Piece piece : split(shape.numRows, shape.numColumns, from.distance)) {
      for (int64_t i : llvm::seq(piece.size))
        places.emplace_back(vectors.size(), i);
      vectors.push_back(load(builder, loc, from, piece.offset, piece.size));
    }
    int64_t begin = 0;
    for (Piece piece : split(shape.numColumns, shape.numRows, to.distance)) {
      SmallVector<std::pair<int64_t, int64_t>> elements;
      for (int64_t i : llvm::seq(begin, begin + piece.size))
        elements.push_back(places[getSource(i)]);
      store(builder, loc, gather(vectors, elements), to, piece.offset);
      begin += piece.size;
    }
  }

private:
  /// The pieces of so many rows of groups, in order.
  SmallVector<Piece> split(int64_t numRows, int64_t numGroups,
                           int64_t distance) const {
    int64_t size = numGroups * shape.group;
    if (distance == size) {
      size *= numRows;
      numRows = 1;
    }
    SmallVector<Piece> pieces;
    for (int64_t row : llvm::seq(numRows))
      for (int64_t start = 0; start < size; start += length)
        pieces.push_back(
            {row * distance + start, std::min(length, size - start)});
    return pieces;
  }

  /// The number of the element that becomes number `i` of the result.
  int64_t getSource(int64_t i) const {
    int64_t group = i / shape.group;
    int64_t row = group % shape.numRows, column = group / shape.numRows;
    return (row * shape.numColumns + column) * shape.group + i % shape.group;
  }

  /// A vector of elements, each given by the number of a vector and an index.
  Value gather(ArrayRef<Value> vectors,
               ArrayRef<std::pair<int64_t, int64_t>> elements) {
    Value result;
    for (int64_t number : llvm::seq<int64_t>(vectors.size())) {
      SmallVector<int64_t> mask(elements.size(),
                                vector::ShuffleOp::kPoisonIndex);
      bool isUsed = false;
      for (auto [i, element] : llvm::enumerate(elements)) {
        isUsed |= element.first == number;
        if (element.first == number)
          mask[i] = element.second + (result ? elements.size() : 0);
        else if (element.first < number)
          mask[i] = i;
      }
      if (isUsed)
        result = vector::ShuffleOp::create(builder, loc,
                                           result ? result : vectors[number],
                                           vectors[number], mask);
    }
    return result;
  }

  OpBuilder &builder;
  Location loc;
  const TileAccess &from, &to;
  const TileShape &shape;
  /// The elements of a vector.
  int64_t length;
};
} // namespace

/// Whether rows of so many groups follow each other directly, and storing one
/// would take several instructions.
static bool areParts(int64_t numGroups, int64_t distance,
                     const TileShape &shape) {
  int64_t size = numGroups * shape.group;
  return distance == size && !llvm::isPowerOf2_64(size);
}

void layout::moveTile(OpBuilder &builder, Location loc, const TileAccess &from,
                      const TileAccess &to, const TileShape &shape,
                      int64_t vectorBytes) {
  if (shape.numRows == 1) {
    for (int64_t i : llvm::seq(shape.numColumns))
      store(builder, loc,
            load(builder, loc, from, i * shape.group, shape.group), to,
            i * to.distance);
    return;
  }
  TileMover mover(builder, loc, from, to, shape, vectorBytes);
  if (mover.hasLanes() && !areParts(shape.numColumns, from.distance, shape) &&
      !areParts(shape.numRows, to.distance, shape))
    mover.run();
  else
    SmallTileMover(builder, loc, from, to, shape, vectorBytes).run();
}

void layout::copyRow(OpBuilder &builder, Location loc, const TileAccess &from,
                     const TileAccess &to, OpFoldResult size,
                     int64_t vectorBytes) {
  int64_t length = vectorBytes / *getStorageBytes(getElementType(from));
  std::optional<int64_t> known = getConstantIntValue(size);
  constexpr int64_t mostVectors = 16;
  if (known && *known <= mostVectors * length) {
    for (int64_t start = 0; start < *known; start += length) {
      int64_t offset = std::min(start, *known - length);
      store(builder, loc, load(builder, loc, from, offset, length), to, offset);
    }
    return;
  }
  auto getIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto loop = scf::ForOp::create(
      builder, loc, getIndex(0),
      getValueOrCreateConstantIndexOp(builder, loc, size), getIndex(length));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  OpFoldResult start = loop.getInductionVar();
  AffineExpr a, b;
  bindDims(builder.getContext(), a, b);
  // The last vector ends with the row.
  if (!known || *known % length != 0)
    start = affine::makeComposedFoldedAffineMin(
        builder, loc,
        AffineMap::get(2, 0, {a, b - length}, builder.getContext()),
        {start, size});
  auto advance = [&](TileAccess access) {
    access.index = getValueOrCreateConstantIndexOp(
        builder, loc,
        affine::makeComposedFoldedAffineApply(builder, loc, a + b,
                                              {access.index, start}));
    return access;
  };
  store(builder, loc, load(builder, loc, advance(from), 0, length), advance(to),
        0);
}
