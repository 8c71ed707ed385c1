//===- AlgebraBench.h - Benchmarks of the algebra ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The benchmarks behind `layout-bench --algebra`, one file per table. The
// script parses the names of the benchmarks and of their counters.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_BENCH_ALGEBRABENCH_H
#define LAYOUT_TOOLS_BENCH_ALGEBRABENCH_H

#include <cstdint>

namespace algebrabench {

/// Registers maps/OPERATION/RANK. The counter `per_digit` is in seconds.
void registerMaps();

/// Registers verdicts/QUESTION on `count` random maps without mixed radix form.
/// The counters are the longest and the mean time of a verdict in seconds and
/// the fraction of maps that are decided. The label is the map with the longest
/// time.
void registerVerdicts(int64_t count);

/// Registers moves/TYPE/CASE: a map applied to `bytes` bytes, alternating with
/// memcpy of the same size. The counters are the median times of both in
/// seconds.
void registerMoves(int64_t bytes, int64_t runs);

} // namespace algebrabench

#endif // LAYOUT_TOOLS_BENCH_ALGEBRABENCH_H
