//===- Machine.h - Numbers about a machine ----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The properties of a processor that the cost model of kernels and moves reads.
// A target may state them under "machine", beside its layouts, and cache sizes
// by keys as in the documentation of upstream's dialect dlti as well:
//
//   #dlti.target_device_spec<
//     "L1_cache_size_in_bytes" = 32768 : i64,
//     "layout" = #dlti.map<"machine" = #dlti.map<
//       "level2_bytes" = 1048576 : i64, "read_start_bytes" = 128.0 : f64>>>
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_MACHINE_H
#define LAYOUT_TARGETS_MACHINE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Sizes are in bytes where a name says so, shares are parts of the
/// second-level cache. Where a field has no other unit, it is a time per byte,
/// in that in which memory delivers one byte of a long row.
struct Machine {
  //===--------------------------------------------------------------------===//
  // Caches, pages and registers
  //===--------------------------------------------------------------------===//

  /// The first-level data cache and the second-level cache of a core. Every
  /// core has these on which long vectors pay; LLVM and the system know better
  /// about the processor that is compiled for.
  int64_t level1Bytes = 1 << 15, level2Bytes = 1 << 18;
  /// The line of a cache, on all x86-64 and on most other processors.
  int64_t lineBytes = 64;
  /// A page of memory as systems give it out.
  int64_t pageBytes = 4096;
  /// Rows that are a multiple of this apart share few lines of a first-level
  /// cache: 16 of one of 32 KiB with 8 ways, as they are in 2 of its 64 sets.
  int64_t conflictBytes = 2048;
  /// The bytes of a vector register, and how many registers there are: those of
  /// x86-64 without extensions. LLVM knows the processor that is compiled for,
  /// with 0 where there are none.
  int64_t vectorBytes = 16, numVectors = 16;

  //===--------------------------------------------------------------------===//
  // Moves that do not fit in a cache (MoveTime). Measured on a processor with
  // AVX-512, on 3 to 6 MiB, with loops that only read and loops that only write
  // rows of 64 bytes to 16 KiB.
  //===--------------------------------------------------------------------===//

  /// What the start of a row that is read takes, in bytes of a long one: two
  /// lines.
  double readStartBytes = 128;
  /// What the start of a row that is written takes, in roots of bytes, divided
  /// by the root of those of the row: lines are fetched before they are written
  /// unless many follow each other.
  double writeStart = 18;
  /// The lines that are fetched ahead of a row that ends, at most.
  int64_t aheadLines = 16;
  /// How many rows a processor follows, one in each page, and how many if
  /// several lines of a row are written at once: `longRowBytes` and more.
  int64_t followedRows = 16, followedLongRows = 64, longRowBytes = 192;
  /// What a byte takes if rows that share a page are continued by turns.
  double closeRead = 1.3, closeWrite = 1.5;
  /// The share that a buffer of a block may take, since what is read passes
  /// through the cache as well, and pages share it unevenly; and the shares
  /// that lines which were fetched ahead may take until other rows, or the next
  /// block, need them.
  double bufferShare = 1.0 / 8, aheadShare = 1.0 / 8, nextBlockShare = 1.0 / 2;
  /// What a buffer takes in the first-level cache, and what each doubling adds
  /// beyond it.
  double bufferTime = 0.3, bufferDoubling = 0.2;
  /// Copies of rows that are as long are left to memcpy. No measurement is
  /// recorded.
  int64_t memcpyBytes = 512;

  //===--------------------------------------------------------------------===//
  // Moves of prefetched blocks (MoveTime). Fitted to the times of twenty
  // permutations of 4 to 16 MiB, each with several blocks in both orders.
  //===--------------------------------------------------------------------===//

  /// The smallest block whose lines do not come too late, and the share of the
  /// largest one whose lines are not lost before.
  int64_t prefetchedBytes = 4096;
  double prefetchedShare = 1.0 / 32;
  /// What reading and writing a byte takes in long rows.
  double prefetchedTime = 2;
  /// The lines that are fetched at the ends of a row, two at each; and the
  /// share that they may take until a later block continues the row.
  int64_t endLines = 4;
  double endShare = 1.0 / 4;
  /// The pages whose addresses a core knows for one operand: half of the two
  /// thousand of the second-level TLB of cores with AVX-512 (Intel 64 and IA-32
  /// Architectures Optimization Reference Manual).
  int64_t knownPages = 1024;
  /// What a row that is read takes, in bytes, if its ends are still known and
  /// if not, and what each of its bytes takes besides if not.
  double nearReadBytes = 14, farReadBytes = 36, farRead = 0.5;
  /// The same of rows that are written. Lines that two rows share, as these do
  /// not begin with lines, are written in two parts, and to memory twice if the
  /// second one comes late.
  double nearWriteBytes = 32, nearSharedWriteBytes = 52, farWriteBytes = 72,
         farWrite = 0.35, farSharedWrite = 0.75;
  /// The rows of a block beyond which each doubling adds `manyRows`; and what a
  /// block takes that fills the first-level cache.
  double fewRows = 32, manyRows = 0.05, longBlock = 0.25;

  //===--------------------------------------------------------------------===//
  // Orders of tiles (TileOrder), in the time of a byte between the caches.
  // Estimates; no measurement is recorded.
  //===--------------------------------------------------------------------===//

  /// What a byte takes from beyond the second-level cache.
  double outerByte = 3;
  /// What could have been transferred while nothing was fetched ahead of a run
  /// of bytes that follow each other.
  double runBytes = 128;
  /// The share that code and what runs besides leave.
  double usedShare = 0.75;
  /// What the latency of memory adds for a byte that is not fetched ahead.
  double lateByte = 4;

  //===--------------------------------------------------------------------===//
  // Tiles in registers (RegisterTiles), in cycles
  //===--------------------------------------------------------------------===//

  /// The cycles after which a multiply-add ends, and how many start in one, as
  /// many as loads: of x86 with AVX2 and later (Agner Fog, Instruction tables)
  /// but the first cores.
  double multiplyAddCycles = 4, multiplyAddsPerCycle = 2;
  /// What loads take although they run beside multiply-adds: of vectors and of
  /// scalars in lines of their own, which often come from an outer cache, and
  /// of other scalars. Estimates; no measurement is recorded.
  double lineLoad = 0.1, scalarLoad = 0.01;
  /// The vectors in which one sum is added up: enough for multiply-adds to
  /// follow each other.
  int64_t sumVectors = 4;

  //===--------------------------------------------------------------------===//
  // Operands to transpose (TransposedOperands). Measured on matrices in the
  // second-level cache, of 16 to 4,096 summed products; and beyond it, where 12
  // uses are enough for 4 MiB, 23 are too few for 8 MiB, and 64 for more.
  //===--------------------------------------------------------------------===//

  /// What each product of a sum takes, and the end of the sum, if its products
  /// are in the lanes of a vector, in times of transposing an element.
  double productTime = 0.13, sumEndTime = 23;
  /// The fewest uses of an element in any case; those in an operand that is
  /// smaller than `farBytes`, but not at most `middleBytes`; and those in a
  /// larger one. Up to `nearBytes` the times decide, up to `middleBytes` uses
  /// are twice as many.
  int64_t leastUses = 2, farUses = 24, farthestUses = 128;
  int64_t nearBytes = 1 << 20, middleBytes = 4 << 20, farBytes = 8 << 20;

  //===--------------------------------------------------------------------===//
  // Threads (ParallelTiles). Estimates: two threads start and wait for each
  // other within some two microseconds, and each doubling takes them about as
  // long again; a core combines some 32 pairs of floats in a cycle if they are
  // in registers.
  //===--------------------------------------------------------------------===//

  /// The fewest iterations for each doubling of threads.
  int64_t threadIterations = 1 << 18;
  /// How many of these one counts for in which each operand is used once.
  int64_t memoryIterations = 8;
  /// The blocks of a move that threads share, at most.
  int64_t threadBlocks = 16;

  //===--------------------------------------------------------------------===//
  // What no target states: these hold for all machines, or for passes that do
  // not know for which one they compile
  //===--------------------------------------------------------------------===//

  /// The bytes within which one instruction shuffles a vector: a lane of AVX
  /// (Intel 64 and IA-32 Architectures Software Developer's Manual, VSHUFPS), a
  /// register of NEON.
  static constexpr int64_t kLaneBytes = 16;
  /// What sizes of buffers are multiples of, and offsets at least: a line, and
  /// enough for the vectors of all machines.
  static constexpr int64_t kAlignment = 64;
  /// The bytes of a result that loop nests update between two steps of
  /// reductions: they stay in the first-level cache beside what is read.
  static constexpr int64_t kResultTileBytes = 4096;
  /// The fewest iterations that fill a vector: four floats of the shortest.
  static constexpr int64_t kVectorIterations = 4;
  /// The ops of a parallel loop that take one thread some milliseconds.
  static constexpr uint64_t kLongLoopOps = 1 << 24;
};

/// Replaces the fields of `machine` that the first device of the specification
/// of `module` states which has "machine" or the size of a cache. "machine"
/// counts before sizes of caches beside it. Reports an error at `module` for an
/// unknown field and for a wrong value.
LogicalResult readMachine(ModuleOp module, Machine &machine);

/// As above, of the target `nameOrFile`: a registered name, or a file whose
/// name ends in `.mlir`. The context must have loaded the dialect dlti. Errors
/// about the choice are at an unknown location.
LogicalResult readMachine(MLIRContext *context, StringRef nameOrFile,
                          Machine &machine);

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_MACHINE_H
