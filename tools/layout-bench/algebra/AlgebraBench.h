//===- AlgebraBench.h - Benchmarks of the algebra ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `layout-bench --algebra` runs, one file for each of its tables. The
// names of the benchmarks and of their counters are what it reads.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_BENCH_ALGEBRABENCH_H
#define LAYOUT_TOOLS_BENCH_ALGEBRABENCH_H

#include <cstdint>

namespace algebrabench {

/// maps/OPERATION/RANK, with the counter `per_digit` in seconds.
void registerMaps();

/// verdicts/QUESTION on `count` random maps that are not of digit form: how
/// long one answer takes at most, and to which question that is; the share of
/// maps that are decided.
void registerVerdicts(int64_t count);

/// moves/TYPE/CASE: a map applied to `bytes` bytes, in turn with memcpy of as
/// many, with medians of the seconds of both.
void registerMoves(int64_t bytes, int64_t runs);

} // namespace algebrabench

#endif // LAYOUT_TOOLS_BENCH_ALGEBRABENCH_H
