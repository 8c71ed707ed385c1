//===- MoveTime.cpp - How long elements take to move ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveTime.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

/// What is fetched ahead of a row that ends, at most.
static constexpr double kAhead = 1024;

/// What fits in a first-level cache.
static constexpr double kNearBytes = 1 << 15;

/// The start of a row takes as long as two cache lines.
static double getReadTime(double bytes) { return 1 + 128 / bytes; }

/// Lines are fetched before they are written unless many follow each other.
static double getWriteTime(double bytes) { return 1 + 18 / std::sqrt(bytes); }

SmallVector<unsigned> layout::getReadOrder(const ElementMove &move) {
  auto order = llvm::to_vector(llvm::seq<unsigned>(move.loops.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(move.loops[a].read, b) > std::pair(move.loops[b].read, a);
  });
  return order;
}

MoveTime::MoveTime(const ElementMove &move, ArrayRef<int64_t> tile,
                   const Processor &processor)
    : move(move), tile(tile), cacheBytes(processor.cacheBytes),
      vectorBytes(processor.vectorBytes),
      source{&MoveLoop::read, getReadOrder(move), getReadTime},
      result{&MoveLoop::written,
             llvm::to_vector(llvm::seq<unsigned>(move.loops.size())),
             getWriteTime} {}

bool MoveTime::fits(ArrayRef<int64_t> block) const {
  // What is read passes through the cache as well, and pages share it unevenly.
  return getBytes(block) <= std::max(kNearBytes, cacheBytes / 8);
}

bool MoveTime::isSmall() const {
  double bytes = move.getGroupBytes();
  for (const MoveLoop &loop : move.loops)
    bytes *= loop.extent;
  return 2 * bytes <= cacheBytes;
}

double MoveTime::getBytes(ArrayRef<int64_t> sizes) const {
  double bytes = move.getGroupBytes();
  for (int64_t size : sizes)
    bytes *= size;
  return bytes;
}

MoveTime::Row MoveTime::getRow(ArrayRef<int64_t> sizes,
                               const Side &side) const {
  Row row{double(move.getGroupBytes()), std::nullopt};
  int64_t adjacent = move.group;
  for (unsigned index : llvm::reverse(side.order)) {
    const MoveLoop &loop = move.loops[index];
    if (loop.*(side.distance) != adjacent)
      break;
    row.bytes *= sizes[index];
    if (sizes[index] != loop.extent) {
      row.next = index;
      break;
    }
    adjacent *= loop.extent;
  }
  return row;
}

/// The rows of one side that are accessed, in `order`, before the next
/// iteration of `next` continues a row that has `sizes` iterations.
MoveTime::Others MoveTime::getOthers(ArrayRef<unsigned> order,
                                     ArrayRef<int64_t> sizes, unsigned next,
                                     const Side &side) const {
  Others others{1, std::numeric_limits<int64_t>::max()};
  double rowBytes = getRow(sizes, side).bytes;
  bool isInside = false;
  for (unsigned loop : order) {
    int64_t distance = move.loops[loop].*(side.distance) * move.elementBytes;
    int64_t size = isInside ? move.loops[loop].extent : tile[loop];
    isInside |= loop == next;
    if (loop == next || size == 1 || distance < rowBytes)
      continue;
    others.count *= size;
    others.distance = std::min(others.distance, distance);
  }
  return others;
}

/// The time of one side of tiles in `order`. Rows that share a page and are
/// continued by turns take `close`.
double MoveTime::getSideTime(ArrayRef<unsigned> order, const Side &side,
                             double close) const {
  // What processors follow, one row in each page, and more if several lines of
  // a row are written at once.
  constexpr int64_t pageBytes = 4096, longBytes = 192;
  bool isWritten = side.distance == &MoveLoop::written;
  bool isLong = getRow(tile, side).bytes >= longBytes;
  int64_t mostRows = isWritten && isLong ? 64 : 16;
  SmallVector<int64_t> sizes(tile);
  double loss = 0;
  while (true) {
    Row row = getRow(sizes, side);
    double isolated = side.getTime(row.bytes);
    if (!row.next)
      return loss + (row.bytes == getBytes(sizes) ? 1 : isolated);
    Others others = getOthers(order, sizes, *row.next, side);
    // What is fetched before it is written is so, whether soon or not.
    if (others.count * kAhead > cacheBytes / 8 ||
        (others.count > mostRows && isWritten))
      return loss + isolated;
    if (others.count > mostRows)
      loss = std::max(loss, (isolated - 1) / 2);
    else if (others.count > 1 && others.distance < pageBytes)
      loss = std::max(loss, close - 1);
    sizes[*row.next] = move.loops[*row.next].extent;
  }
}

double MoveTime::getDirect(ArrayRef<unsigned> order) const {
  constexpr double closeRead = 1.3, closeWrite = 1.5;
  return getSideTime(order, source, closeRead) +
         getSideTime(order, result, closeWrite);
}

std::optional<unsigned> MoveTime::getInnermost(ArrayRef<int64_t> block) const {
  Row row = getRow(block, source);
  return getBytes(block) / row.bytes * kAhead <= cacheBytes / 2 ? row.next
                                                                : std::nullopt;
}

double MoveTime::getBuffered(ArrayRef<int64_t> block) const {
  // What a buffer takes: the longer, the less of it is in the first-level
  // cache.
  constexpr double near = 0.3, doubled = 0.2;
  double nearSizes = std::max(1.0, getBytes(block) / kNearBytes);
  Row from = getRow(block, source), to = getRow(block, result);
  double last = to.bytes;
  if (to.next)
    if (int64_t rest = move.loops[*to.next].extent % block[*to.next])
      last *= double(rest) / block[*to.next];
  if (last < vectorBytes)
    return std::numeric_limits<double>::infinity();
  double read = getReadTime(from.bytes), write = getWriteTime(to.bytes);
  // Lines at the ends of rows are not written as a whole.
  if (std::fmod(to.bytes, vectorBytes) != 0)
    write += 2 * vectorBytes / to.bytes;
  if (std::optional<unsigned> next = getInnermost(block))
    read = (read +
            getReadTime(from.bytes / block[*next] * move.loops[*next].extent)) /
           2;
  return read + write + near + doubled * std::log2(nearSizes);
}

/// Whether the processor still has the lines at the ends of a row of `block`,
/// and the address of its page, when a later block of loops in `order`
/// continues the row.
bool MoveTime::staysNear(ArrayRef<int64_t> block, ArrayRef<unsigned> order,
                         const Side &side) const {
  // Lines are fetched in pairs, at both ends of a row. A processor knows about
  // two thousand pages, which source and result share.
  constexpr double fetchedBytes = 256, pageBytes = 4096, mostPages = 1024;
  Row row = getRow(block, side);
  if (!row.next)
    return true;
  double rows = 1, pages = 1;
  bool isInside = false;
  for (unsigned loop : order) {
    double size = isInside ? move.loops[loop].extent : block[loop];
    double distance =
        double(move.loops[loop].*(side.distance)) * move.elementBytes;
    isInside |= loop == *row.next;
    if (loop == *row.next || size == 1 || distance < row.bytes)
      continue;
    rows *= size;
    pages *= std::max(1.0, std::min(1.0, distance / pageBytes) * size);
  }
  return rows * fetchedBytes <= cacheBytes / 4 && pages <= mostPages;
}

/// Whether all rows of a side begin with a cache line, if the first one does.
bool MoveTime::hasAlignedRows(const Side &side) const {
  return llvm::all_of(move.loops, [&](const MoveLoop &loop) {
    int64_t distance = loop.*(side.distance);
    return distance == move.group ||
           distance * move.elementBytes % Processor::kLineBytes == 0;
  });
}

double MoveTime::getPrefetched(ArrayRef<int64_t> block,
                               ArrayRef<unsigned> order) const {
  double bytes = getBytes(block);
  constexpr double least = 4096;
  if (bytes < least || bytes > cacheBytes / 32)
    return std::numeric_limits<double>::infinity();
  double from = getRow(block, source).bytes, to = getRow(block, result).bytes;
  double read = staysNear(block, order, source) ? 14 / from : 0.5 + 36 / from;
  // Lines that two rows share are written in two parts, and to memory twice if
  // the second one comes late.
  bool isAligned = hasAlignedRows(result);
  double write = (isAligned ? 32 : 52) / to;
  if (!staysNear(block, order, result))
    write = (isAligned ? 0.35 : 0.75) + 72 / to;
  constexpr double fewRows = 32, manyRows = 0.05, longBlock = 0.25;
  return 2 + read + write +
         manyRows * std::log2(std::max(1.0, bytes / to / fewRows)) +
         longBlock * bytes / kNearBytes;
}
