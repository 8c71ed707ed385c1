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

SmallVector<unsigned> layout::getReadOrder(const ElementMove &move) {
  auto order = llvm::to_vector(llvm::seq<unsigned>(move.loops.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(move.loops[a].read, b) > std::pair(move.loops[b].read, a);
  });
  return order;
}

MoveTime::MoveTime(const ElementMove &move, ArrayRef<int64_t> tile,
                   const Machine &machine)
    : move(move), tile(tile), machine(machine),
      source{&MoveLoop::read, getReadOrder(move)},
      result{&MoveLoop::written,
             llvm::to_vector(llvm::seq<unsigned>(move.loops.size()))} {}

double MoveTime::getRowTime(const Side &side, double bytes) const {
  return 1 + (side.isWritten() ? machine.writeStart / std::sqrt(bytes)
                               : machine.readStartBytes / bytes);
}

double MoveTime::getAheadBytes() const {
  return double(machine.aheadLines) * machine.lineBytes;
}

bool MoveTime::fits(ArrayRef<int64_t> block) const {
  return getBytes(block) <=
         std::max<double>(machine.level1Bytes,
                          machine.bufferShare * machine.level2Bytes);
}

bool MoveTime::isSmall() const {
  double bytes = move.getGroupBytes();
  for (const MoveLoop &loop : move.loops)
    bytes *= loop.extent;
  return 2 * bytes <= machine.level2Bytes;
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
  bool isLong = getRow(tile, side).bytes >= machine.longRowBytes;
  int64_t mostRows = side.isWritten() && isLong ? machine.followedLongRows
                                                : machine.followedRows;
  SmallVector<int64_t> sizes(tile);
  double loss = 0;
  while (true) {
    Row row = getRow(sizes, side);
    double isolated = getRowTime(side, row.bytes);
    if (!row.next)
      return loss + (row.bytes == getBytes(sizes) ? 1 : isolated);
    Others others = getOthers(order, sizes, *row.next, side);
    // Lines are fetched before they are written, even if a row goes on soon.
    if (others.count * getAheadBytes() >
            machine.aheadShare * machine.level2Bytes ||
        (others.count > mostRows && side.isWritten()))
      return loss + isolated;
    if (others.count > mostRows)
      loss = std::max(loss, (isolated - 1) / 2);
    else if (others.count > 1 && others.distance < machine.pageBytes)
      loss = std::max(loss, close - 1);
    sizes[*row.next] = move.loops[*row.next].extent;
  }
}

double MoveTime::getDirect(ArrayRef<unsigned> order) const {
  return getSideTime(order, source, machine.closeRead) +
         getSideTime(order, result, machine.closeWrite);
}

std::optional<unsigned> MoveTime::getInnermost(ArrayRef<int64_t> block) const {
  Row row = getRow(block, source);
  bool isAhead = getBytes(block) / row.bytes * getAheadBytes() <=
                 machine.nextBlockShare * machine.level2Bytes;
  return isAhead ? row.next : std::nullopt;
}

double MoveTime::getBuffered(ArrayRef<int64_t> block) const {
  // The longer a buffer is, the less of it is in the first-level cache.
  double nearSizes = std::max(1.0, getBytes(block) / machine.level1Bytes);
  Row from = getRow(block, source), to = getRow(block, result);
  double last = to.bytes;
  if (to.next)
    if (int64_t rest = move.loops[*to.next].extent % block[*to.next])
      last *= double(rest) / block[*to.next];
  if (last < machine.vectorBytes)
    return std::numeric_limits<double>::infinity();
  double read = getRowTime(source, from.bytes),
         write = getRowTime(result, to.bytes);
  // Lines at the ends of rows are not written as a whole.
  double vectorBytes = machine.vectorBytes;
  if (std::fmod(to.bytes, vectorBytes) != 0)
    write += 2 * vectorBytes / to.bytes;
  if (std::optional<unsigned> next = getInnermost(block))
    read = (read + getRowTime(source, from.bytes / block[*next] *
                                          move.loops[*next].extent)) /
           2;
  return read + write + machine.bufferTime +
         machine.bufferDoubling * std::log2(nearSizes);
}

/// Whether the processor still has the lines at the ends of a row of `block`,
/// and the address of its page, when a later block of loops in `order`
/// continues the row.
bool MoveTime::staysNear(ArrayRef<int64_t> block, ArrayRef<unsigned> order,
                         const Side &side) const {
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
    pages *= std::max(1.0, std::min(1.0, distance / machine.pageBytes) * size);
  }
  return rows * machine.endLines * machine.lineBytes <=
             machine.endShare * machine.level2Bytes &&
         pages <= machine.knownPages;
}

/// Whether all rows of a side begin with a cache line, if the first one does.
bool MoveTime::hasAlignedRows(const Side &side) const {
  return llvm::all_of(move.loops, [&](const MoveLoop &loop) {
    int64_t distance = loop.*(side.distance);
    return distance == move.group ||
           distance * move.elementBytes % machine.lineBytes == 0;
  });
}

double MoveTime::getPrefetched(ArrayRef<int64_t> block,
                               ArrayRef<unsigned> order) const {
  double bytes = getBytes(block);
  if (bytes < machine.prefetchedBytes ||
      bytes > machine.prefetchedShare * machine.level2Bytes)
    return std::numeric_limits<double>::infinity();
  double from = getRow(block, source).bytes, to = getRow(block, result).bytes;
  double read = staysNear(block, order, source)
                    ? machine.nearReadBytes / from
                    : machine.farRead + machine.farReadBytes / from;
  bool isAligned = hasAlignedRows(result);
  double write =
      (isAligned ? machine.nearWriteBytes : machine.nearSharedWriteBytes) / to;
  if (!staysNear(block, order, result))
    write = (isAligned ? machine.farWrite : machine.farSharedWrite) +
            machine.farWriteBytes / to;
  double doublings = std::log2(std::max(1.0, bytes / to / machine.fewRows));
  return machine.prefetchedTime + read + write + machine.manyRows * doublings +
         machine.longBlock * bytes / machine.level1Bytes;
}
