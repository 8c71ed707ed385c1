//===- MachineFields.cpp - The fields of a machine as keys ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetReader.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Values that integers may have.
struct Bounds {
  int64_t least, most;
  bool isPowerOfTwo = false;
};
struct IntegerField {
  StringLiteral key;
  int64_t Machine::*field;
  Bounds bounds;
};
struct RealField {
  StringLiteral key;
  double Machine::*field;
};
} // namespace

// The product of a cache and a count fits in 64 bits.
static constexpr Bounds kCache{1, 4294967295}, kBytes{1, int64_t(1) << 40},
    kCount{1, 1 << 20};

/// In the order of the documentation. Tiles of more registers than any
/// processor has would take minutes to search.
static constexpr IntegerField kIntegers[] = {
    {"level1_bytes", &Machine::level1Bytes, kCache},
    {"level2_bytes", &Machine::level2Bytes, kCache},
    {"line_bytes", &Machine::lineBytes, {16, 4096, true}},
    {"page_bytes", &Machine::pageBytes, kBytes},
    {"conflict_bytes", &Machine::conflictBytes, kBytes},
    {"vector_bytes", &Machine::vectorBytes, {16, 256, true}},
    {"num_vectors", &Machine::numVectors, {1, 64}},
    {"ahead_lines", &Machine::aheadLines, kCount},
    {"followed_rows", &Machine::followedRows, kCount},
    {"followed_long_rows", &Machine::followedLongRows, kCount},
    {"long_row_bytes", &Machine::longRowBytes, kBytes},
    {"memcpy_bytes", &Machine::memcpyBytes, kBytes},
    {"prefetched_bytes", &Machine::prefetchedBytes, kBytes},
    {"end_lines", &Machine::endLines, kCount},
    {"known_pages", &Machine::knownPages, kCount},
    {"sum_vectors", &Machine::sumVectors, kCount},
    {"least_uses", &Machine::leastUses, kCount},
    {"far_uses", &Machine::farUses, kCount},
    {"farthest_uses", &Machine::farthestUses, kCount},
    {"near_bytes", &Machine::nearBytes, kBytes},
    {"middle_bytes", &Machine::middleBytes, kBytes},
    {"far_bytes", &Machine::farBytes, kBytes},
    {"thread_iterations", &Machine::threadIterations, kBytes},
    {"memory_iterations", &Machine::memoryIterations, kCount},
    {"thread_blocks", &Machine::threadBlocks, kCount},
};
static constexpr RealField kReals[] = {
    {"read_start_bytes", &Machine::readStartBytes},
    {"write_start", &Machine::writeStart},
    {"close_read", &Machine::closeRead},
    {"close_write", &Machine::closeWrite},
    {"buffer_share", &Machine::bufferShare},
    {"ahead_share", &Machine::aheadShare},
    {"next_block_share", &Machine::nextBlockShare},
    {"buffer_time", &Machine::bufferTime},
    {"buffer_doubling", &Machine::bufferDoubling},
    {"prefetched_share", &Machine::prefetchedShare},
    {"prefetched_time", &Machine::prefetchedTime},
    {"end_share", &Machine::endShare},
    {"near_read_bytes", &Machine::nearReadBytes},
    {"far_read_bytes", &Machine::farReadBytes},
    {"far_read", &Machine::farRead},
    {"near_write_bytes", &Machine::nearWriteBytes},
    {"near_shared_write_bytes", &Machine::nearSharedWriteBytes},
    {"far_write_bytes", &Machine::farWriteBytes},
    {"far_write", &Machine::farWrite},
    {"far_shared_write", &Machine::farSharedWrite},
    {"few_rows", &Machine::fewRows},
    {"many_rows", &Machine::manyRows},
    {"long_block", &Machine::longBlock},
    {"outer_byte", &Machine::outerByte},
    {"run_bytes", &Machine::runBytes},
    {"used_share", &Machine::usedShare},
    {"late_byte", &Machine::lateByte},
    {"multiply_add_cycles", &Machine::multiplyAddCycles},
    {"multiply_adds_per_cycle", &Machine::multiplyAddsPerCycle},
    {"line_load", &Machine::lineLoad},
    {"scalar_load", &Machine::scalarLoad},
    {"product_time", &Machine::productTime},
    {"sum_end_time", &Machine::sumEndTime},
};

static LogicalResult takeInteger(KeyedMap &map, const IntegerField &field,
                                 Machine &machine) {
  std::optional<int64_t> number;
  if (failed(map.take(field.key, number, field.bounds.least)))
    return failure();
  if (!number)
    return success();
  if (*number > field.bounds.most)
    return map.error(field.key) << "requires an integer of at most "
                                << field.bounds.most << ", found " << *number;
  if (field.bounds.isPowerOfTwo && !llvm::isPowerOf2_64(*number))
    return map.error(field.key) << "requires a power of two, found " << *number;
  machine.*field.field = *number;
  return success();
}

LogicalResult layout::takeMachine(KeyedMap &layout, Machine &machine) {
  return layout.takeMap("machine", [&](KeyedMap &map) -> LogicalResult {
    for (const IntegerField &field : kIntegers)
      if (failed(takeInteger(map, field, machine)))
        return failure();
    for (const RealField &field : kReals)
      if (failed(map.take(field.key, machine.*field.field)))
        return failure();
    return success();
  });
}
