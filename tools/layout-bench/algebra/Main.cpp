//===- Main.cpp - Benchmarks of the algebra -------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Usage: algebra-bench MAPS MEGABYTES RUNS [options of Google Benchmark]
//
//===----------------------------------------------------------------------===//

#include "AlgebraBench.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>

int main(int argc, char **argv) {
  int64_t numbers[3]; // maps, megabytes, runs
  for (auto [i, number] : llvm::enumerate(numbers)) {
    int index = static_cast<int>(i) + 1;
    if (argc <= index ||
        llvm::StringRef(argv[index]).getAsInteger(10, number) || number < 1) {
      llvm::errs() << "usage: algebra-bench MAPS MEGABYTES RUNS "
                      "[--benchmark_...]\n";
      return 2;
    }
  }
  argv[3] = argv[0];
  argv += 3;
  argc -= 3;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  algebrabench::registerMaps();
  algebrabench::registerVerdicts(numbers[0]);
  algebrabench::registerMoves(numbers[1] << 20, numbers[2]);
  benchmark::RunSpecifiedBenchmarks();
}
